"""The panel a declaration is made in: pick the action, answer only what it needs, read it back, seal it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.narration.plans import carried_line, heard_line, outcome_line, plan_lines
from bot.narration.refusals import refusal
from bot.narration.rounds import intention
from bot.narration.words import Names, escape
from bot.render import Button, Card, Choice, Field, Form, Menu, relative
from bot.ui.draft import NOTHING, Draft, group_members, move_of, needs_words
from bot.ui.ids import Press
from rules import CATALOGUE, Combatant, Encounter, Minor, Refusal, action, preview, viewer_for

PLACE = "place"
OWN_WORDS = "words"

_ASKS: dict[str, tuple[str, str]] = {
    "name": ("Which one? (its name)", ""),
    "segments": ("Casting time in segments", "3, or “1 round”"),
    "segments?": ("Its time in segments, if you know it", "Leave empty for the usual time"),
    "feet": ("How far is it, in feet?", "More than 10 ft"),
    "at": ("On what? A few words", "the north door, the dropped sword"),
    "at?": ("At whom or where?", "Leave empty to pick somebody from a list"),
    "note": ("What exactly? A few words", "The GM sets how long it takes"),
}

_TITLES = {"cast": "Which spell?"}


@dataclass(frozen=True, slots=True)
class Desk:
    """What a panel is drawn from: one person's view of one round of one encounter."""

    key: str
    encounter: Encounter
    person: str
    deadline: datetime | None

    @property
    def names(self) -> Names:
        """What this person may call everybody."""
        return Names(self.encounter, viewer_for(self.encounter, self.person))

    @property
    def runs(self) -> tuple[Combatant, ...]:
        """The combatants this person declares for in this round: the own ones; the GM's, for a GM."""
        gm = self.person in self.encounter.gms
        return tuple(
            c for c in self.encounter.declares if c.seat == self.person or (gm and c.seat is None)
        )

    def press(self, verb: str, who: str, extra: str = "") -> str:
        """The id of a button or menu of this panel."""
        return str(Press(verb, self.key, self.encounter.round.number, who, extra))

    def first(self) -> str | None:
        """Whom to begin with: the first, or its whole group, that has yet to declare."""
        for combatant in self.runs:
            if self.encounter.declaration(combatant.id) is None:
                return _whole(self, combatant)
        return _whole(self, self.runs[0]) if self.runs else None


def _whole(desk: Desk, combatant: Combatant) -> str:
    members = group_members(desk.encounter, f"*{combatant.id}")
    return f"*{members[0].id}" if len(members) > 1 else combatant.id


def title_of(desk: Desk, who: str) -> str:
    """Whom the panel is for."""
    members = group_members(desk.encounter, who)
    if len(members) > 1:
        return f"{len(members)} × {escape(members[0].group)}"
    return desk.names[who.removeprefix("*")]


def panel(desk: Desk, who: str, draft: Draft, notice: str = "") -> Card:
    """The panel as it stands: being made, or sealed."""
    encounter = desk.encounter
    members = group_members(encounter, who)
    when = f" · closes {relative(desk.deadline)}" if desk.deadline else ""
    parts: list[str | tuple[Button, ...] | Menu] = [
        f"### {title_of(desk, who)} · round {encounter.round.number}{when}"
    ]
    if notice:
        parts.append(f"⚠️ {notice}")
    if (chooser := _who_menu(desk, who)) is not None:
        parts.append(chooser)
    if carried := carried_line(encounter, members[0].id, desk.names):
        parts.append(carried)
    sealed = all(encounter.declaration(m.id) is not None for m in members)
    if sealed and not draft.editing:
        return Card((*parts, *_sealed(desk, who, members)), "story")
    return Card((*parts, *_making(desk, who, draft, members[0])), "private")


def _sealed(desk: Desk, who: str, members: Sequence[Combatant]) -> list[str | tuple[Button, ...] | Menu]:
    declaration = desk.encounter.declaration(members[0].id)
    assert declaration is not None
    parts: list[str | tuple[Button, ...] | Menu] = [
        f"✅ **Sealed:** {intention(declaration, desk.names)}.",
        *_read_back(desk, members[0].id, Draft(declaration=declaration, picked=True)),
    ]
    if desk.deadline:
        parts.append(f"You can change or withdraw it until declarations close, {relative(desk.deadline)}.")
    parts.append(
        (
            Button("Change", desk.press("change", who)),
            Button("Withdraw", desk.press("withdraw", who), "danger"),
        )
    )
    return parts


def _read_back(desk: Desk, who: str, draft: Draft) -> list[str]:
    """The plan with its segments, when it is done, and what the table will hear; or what is missing."""
    declaration = draft.declaration.model_copy(update={"who": who})
    plan = preview(desk.encounter, declaration)
    if isinstance(plan, Refusal):
        return [f"➡️ {refusal(plan, desk.encounter, desk.names)}"]
    if not plan.unfinished:
        return ["No action: ready for whatever comes. This counts as declared."]
    lines = [f"- {line}" for line in plan_lines(plan, desk.names)]
    return ["\n".join([*lines, outcome_line(plan), heard_line(desk.encounter, plan, desk.names)])]


def _making(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[str | tuple[Button, ...] | Menu]:
    encounter, declaration = desk.encounter, draft.declaration
    parts: list[str | tuple[Button, ...] | Menu] = []
    carried = encounter.carried(first.id)
    if carried:
        parts.append(_carry_menu(desk, who, draft))
    parts.append(_action_menu(desk, who, draft))
    if draft.picked:
        if declaration.major is not None:
            parts += _questions(desk, who, draft, first)
        parts += _minor_menus(desk, who, draft, first)
        parts.append("**Your plan**")
        parts += _read_back(desk, first.id, draft)
    elif carried:
        parts.append("Say nothing and what was begun goes on.")
    ready = draft.complete(encounter) is not None
    buttons = [Button("Seal it", desk.press("seal", who), "success", disabled=not ready)]
    if draft.picked:
        buttons.append(Button("Start over", desk.press("anew", who)))
    parts.append(tuple(buttons))
    return parts


def _who_menu(desk: Desk, who: str) -> Menu | None:
    runs = desk.runs
    if len(runs) < 2:  # noqa: PLR2004
        return None
    choices: list[Choice] = []
    groups: set[str] = set()
    for c in runs:
        members = group_members(desk.encounter, f"*{c.id}")
        if len(members) > 1 and c.group not in groups:
            groups.add(c.group)
            done = all(desk.encounter.declaration(m.id) for m in members)
            value = f"*{members[0].id}"
            choices.append(
                Choice(f"{len(members)} × {c.group}", value, "sealed" if done else "all of them", value == who)
            )
        done = desk.encounter.declaration(c.id) is not None
        choices.append(Choice(c.name, c.id, "sealed" if done else "", c.id == who))
    return Menu(desk.press("who", who), "Who?", tuple(choices))


def _carry_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    carry = draft.declaration.carry
    return Menu(
        desk.press("carry", who),
        "What was begun last round: go on, or give it up?",
        (
            Choice("Go on with it", "continue", "as if you had said nothing", carry == "continue"),
            Choice("Give it up", "abandon", "a spell already begun is lost", carry == "abandon"),
        ),
    )


def _action_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    chosen = draft.declaration.major if draft.picked and draft.declaration.major else None
    choices = [
        Choice(row.name, row.key, row.hint, row.key == chosen)
        for row in CATALOGUE[desk.encounter.ruleset].values()
        if row.major
    ]
    nothing = draft.picked and draft.declaration.major is None
    choices.append(Choice("Only move, or nothing", NOTHING, "no major action this round", nothing))
    return Menu(desk.press("act", who), "What will you do?", tuple(choices))


def _questions(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[str | tuple[Button, ...] | Menu]:
    """Only what the chosen action needs: a target, a weapon, words."""
    declaration = draft.declaration
    row = action(desk.encounter.ruleset, declaration.major or "other")
    parts: list[str | tuple[Button, ...] | Menu] = []
    if "target" in row.needs or "aim" in row.needs or row.time in ("item", "ability"):
        target = _target_menu(desk, who, draft, first, place="target" not in row.needs)
        if target is not None:
            parts.append(target)
    if row.key in ("melee", "charge", "missile"):
        fit = [w for w in first.weapons if (w.missile is not None) == (row.key == "missile") or w.missile == "thrown"]
        if len(fit) > 1:
            parts.append(
                Menu(
                    desk.press("weapon", who),
                    "With which weapon?",
                    tuple(
                        Choice(
                            w.name,
                            w.name,
                            f"speed factor {w.speed_factor}" if w.speed_factor is not None else "",
                            w.name == declaration.weapon,
                        )
                        for w in fit
                    ),
                )
            )
    if needs_words(desk.encounter, row.key):
        label = {"cast": "Spell and time…", "charge": "How far…"}.get(row.key, "Say which…")
        parts.append((Button(label, desk.press("fill", who, row.key), "primary"),))
    return parts


def _target_menu(desk: Desk, who: str, draft: Draft, first: Combatant, place: bool) -> Menu | None:
    names, encounter = desk.names, desk.encounter
    declaration = draft.declaration
    seen = [c for c in encounter.combatants if names.combatant(c.id)]
    engaged = encounter.engaged_with(first.id)
    if declaration.major == "melee":
        seen = [c for c in seen if c.id in engaged]
    elif declaration.major in ("charge", "missile"):
        seen = [c for c in seen if c.id != first.id]
    friends_first = declaration.major in ("bind", "potion")
    seen.sort(key=lambda c: (c.down and not friends_first, (c.side == first.side) != friends_first))
    choices = [
        Choice(c.name, c.id, _about(c, engaged), c.id == declaration.target) for c in seen[:24]
    ]
    if place:
        at = declaration.at
        choices.append(Choice("A place, or several…", PLACE, at or "describe it", bool(at) and not declaration.target))
    if not choices:
        return None
    return Menu(desk.press("target", who), "At whom?", tuple(choices))


def _about(combatant: Combatant, engaged: Sequence[str]) -> str:
    if combatant.down:
        return f"{combatant.side}, down"
    return f"{combatant.side}, in melee with you" if combatant.id in engaged else combatant.side


def _minor_menus(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[str | tuple[Button, ...] | Menu]:
    parts: list[str | tuple[Button, ...] | Menu] = []
    if draft.declaration.major not in ("charge", "full-move") and first.speed > 0:
        parts.append(_move_menu(desk, who, draft, first))
        if move_of(draft) is not None and (into := _into_menu(desk, who, draft, first)) is not None:
            parts.append(into)
    parts.append(_minors_menu(desk, who, draft, first))
    parts.append(
        (
            Button("Shout…", desk.press("speak", who, "shout")),
            Button("Something small…", desk.press("speak", who, "other-minor")),
        )
    )
    return parts


def _move_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu:
    now = move_of(draft)
    step = first.speed / 10
    choices = [Choice("No movement", "none", "", now is None)]
    taken = False
    for when in ("before", "after"):
        for segments in (1, 2, 3, 5, 10):
            feet = max(1, int(step * segments))
            same = now is not None and (now.feet, now.when, now.note) == (feet, when, "")
            taken = taken or same
            unit = "segment" if segments == 1 else "segments"
            choices.append(
                Choice(f"{feet} ft, {when}", f"{when}:{feet}", f"{segments} {unit} of moving, {when} the action", same)
            )
    if now is not None and not taken:
        choices.append(
            Choice(f"{now.feet} ft, {now.when}", f"{now.when}:{now.feet}", now.note, True)
        )
    choices.append(Choice("Another distance, before…", f"before:{OWN_WORDS}", "and where to"))
    choices.append(Choice("Another distance, after…", f"after:{OWN_WORDS}", "and where to"))
    return Menu(desk.press("move", who), "Move?", tuple(choices))


def _into_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    move = move_of(draft)
    assert move is not None
    engaged = desk.encounter.engaged_with(first.id)
    foes = [
        c
        for c in desk.encounter.combatants
        if desk.names.combatant(c.id) and c.side != first.side and not c.down and c.id not in engaged
    ]
    if not foes:
        return None
    choices = [Choice("The move ends in the open", "open", "", move.into is None)]
    choices += [
        Choice(f"It ends in melee with {c.name}", c.id, "no attack after that this round", c.id == move.into)
        for c in foes[:24]
    ]
    return Menu(desk.press("into", who), "Where does the move end?", tuple(choices))


def _minors_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu:
    chosen = {(m.action, m.when, m.name) for m in draft.declaration.minors}
    choices = []
    for row in CATALOGUE[desk.encounter.ruleset].values():
        if row.major or row.key == "move" or row.needs:
            continue
        for when in ("before", "after"):
            value = f"{row.key}:{when}"
            choices.append(Choice(f"{row.name}, {when}", value, row.hint, (row.key, when, "") in chosen))
    for ability in [a for a in first.abilities if a.minor][:4]:
        value = f"use-minor:before:{ability.name}"
        used = ("use-minor", "before", ability.name) in chosen
        choices.append(Choice(ability.name, value, "a minor ability", used))
    most = len(choices)
    return Menu(desk.press("minors", who), "Small things on the side?", tuple(choices), most)


def fill_form(desk_key: str, round_: int, who: str, encounter: Encounter, key: str, draft: Draft | None) -> Form:
    """The form for what an action needs in words, filled with what was said before."""
    said = draft.declaration if draft is not None and draft.declaration.major == key else None
    fields = []
    for need in needs_words(encounter, key):
        plain = need.removesuffix("?")
        label, hint = _ASKS[need]
        value = getattr(said, plain, None) if said else None
        fields.append(
            Field(
                id=plain,
                label=_TITLES.get(key, label) if plain == "name" else label,
                value=str(value) if value not in (None, "") else "",
                hint=hint,
                required=not need.endswith("?"),
                long=plain == "note",
                most=300 if plain == "note" else 60 if plain in ("feet", "segments") else 100,
            )
        )
    title = action(encounter.ruleset, key).name
    return Form(str(Press("filled", desk_key, round_, who, key)), title, tuple(fields))


def place_form(press: Press, at: str) -> Form:
    """The form for a place instead of a target."""
    field = Field("at", "At whom or where?", at, "the orcs by the altar; the far door")
    return Form(press.to("placed"), "Where?", (field,))


def move_form(press: Press, when: str, move: Minor | None) -> Form:
    """The form for a distance and a direction."""
    feet = str(move.feet) if move is not None and move.feet else ""
    note = move.note if move is not None else ""
    return Form(
        press.to("moved", when),
        f"Move, {when} the action",
        (
            Field("feet", "How far, in feet?", feet, "30"),
            Field("note", "Where to?", note, "north, behind the altar", required=False, most=300),
        ),
    )


def speak_form(press: Press, key: str, words: str) -> Form:
    """The form for a shout, or something small."""
    label = "What do you shout?" if key == "shout" else "What small thing?"
    hint = "Short: no conversation. Empty takes it out." if key == "shout" else "Empty takes it out."
    field = Field("words", label, words, hint, required=False, most=200)
    return Form(press.to("spoken", key), label, (field,))


def closed_panel(desk: Desk) -> Card:
    """What a panel becomes when declarations are closed: what was sealed, and nothing to press."""
    names, encounter = desk.names, desk.encounter
    lines = []
    for combatant in (c for c in encounter.combatants if c.seat == desk.person):
        declaration = encounter.declaration(combatant.id)
        if declaration is not None:
            lines.append(f"✅ {names[combatant.id]}: {intention(declaration, names)}.")
        elif encounter.delay(combatant.id):
            lines.append(f"🐢 {names[combatant.id]} did not declare: Delay of {encounter.delay(combatant.id)}.")
    title = f"### Round {encounter.round.number} · declarations are closed"
    return Card((title, "\n".join(lines) or "Nothing was sealed here."), "calm")
