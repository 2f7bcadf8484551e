"""The panel's menus where a round goes by lettered steps: only what the chosen action needs, or can take."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.words import escape, listed
from bot.render import Button, Choice, Menu, Part
from bot.ui.desk import Desk
from bot.ui.draft import NOTHING, Draft, declarable, move_of, needs_words, nothing_label
from bot.ui.draft_steps import MOST_ROUTINES, fits_beside, is_spell, may_be_marked, may_leave_open, next_mark
from bot.ui.menus import LATER, OWN_WORDS, PLACE, about, weapon_menu
from bot.ui.powers import ability_menu
from rules import CATALOGUE, Action, Combatant, must_be_declared

_ASKS = {
    "go": "Where does the move end?",
    "parley": "With whom?",
    "set-weapon": "Against whose charge?",
    "bind": "Whose wounds?",
}
"""What the target menu asks, where it is not at whom."""

_LATER = {
    "go": ("In the open", "not in melee with anybody"),
    "parley": ("Anybody who listens", ""),
    "set-weapon": ("Whoever charges", "the first that does"),
    "melee": ("I say it on my turn", "the target can wait"),
    "missile": ("I say it on my turn", "the target can wait"),
}
_NAMED_IN_D1 = ("I say it in step D1", "you are asked on your side's turn")
_NOBODY = ("Nobody in particular", "")

_AIMED = (
    "melee",
    "missile",
    "cast",
    "scroll",
    "ability",
    "item",
    "charge",
    "set-weapon",
    "parley",
    "bind",
    "go",
)
"""Major actions that can have a target."""
_PLACED = ("missile", "cast", "scroll", "ability", "item", "parley", "bind")
"""Those that can be aimed at a place instead."""


def action_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    """Choosing on one's turn, and the major actions with what must be declared marked (P-3, P-4)."""
    chosen = draft.declaration.major if draft.picked else None
    carried = bool(desk.encounter.carried(who.removeprefix("*")))
    label = "Nothing new" if carried else nothing_label(desk.encounter.ruleset)
    hint = "no other action" if carried else "counts as declared; the round asks you then"
    choices = [Choice(label, NOTHING, hint, draft.picked and draft.declaration.major is None)]
    first = desk.encounter.combatant(who.removeprefix("*"))
    for row in CATALOGUE[desk.encounter.ruleset].values():
        if row.major:
            choices.append(Choice(row.name, row.key, _hint(first, draft, row), row.key == chosen))
    return Menu(desk.press("act", who, draft.mark), "What will you do?", tuple(choices))


def _hint(first: Combatant, draft: Draft, row: Action) -> str:
    bare = draft.declaration.model_copy(update={"name": "", "segments": None})
    return f"❗ {row.hint}" if must_be_declared(first, row, bare) else row.hint


def questions(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    """Only what the chosen action needs, or can take: which ability, a target, a weapon, words."""
    key = draft.declaration.major or "other"
    menus = (
        ability_menu(desk, who, draft, first) if key == "ability" else None,
        _target_menu(desk, who, draft, first) if key in _AIMED else None,
        weapon_menu(desk, who, draft, first),
    )
    parts: list[Part] = [menu for menu in menus if menu is not None]
    if needs_words(desk.encounter, key, first.id):
        parts.append((Button(_WORDS.get(key, "Say which…"), desk.press("fill", who, key), "primary"),))
    return parts


_WORDS = {
    "cast": "Spell, time, item…",
    "scroll": "Spell and time…",
    "charge": "How far…",
    "go": "How far…",
    "flee": "Where to…",
    "parley": "In what words…",
}


def _target_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    encounter, declaration = desk.encounter, draft.declaration
    key = declaration.major or ""
    seen = [c for c in encounter.combatants if desk.names.combatant(c.id)]
    engaged = encounter.engaged_with(first.id)
    if key in ("melee", "missile", "charge", "go", "set-weapon", "parley"):
        seen = [c for c in seen if c.id != first.id]
    if key == "go":
        seen = [c for c in seen if c.side != first.side and not c.down]
    friends = key == "bind"
    seen.sort(key=lambda c: (c.down and not friends, c.id not in engaged, (c.side == first.side) != friends))
    open_ = may_leave_open(encounter, declaration)
    choices: list[Choice] = []
    if open_:
        label, hint = _NAMED_IN_D1 if is_spell(encounter, declaration) else _LATER.get(key, _NOBODY)
        choices.append(Choice(label, LATER, hint, declaration.target is None and not declaration.at))
    choices += [
        Choice(_label(key, c), c.id, about(c, engaged), c.id == declaration.target) for c in seen[:23]
    ]
    if key in _PLACED:
        at = declaration.at if not declaration.target else ""
        choices.append(Choice(f"At: {at}" if at else "A place, or several…", PLACE, "describe it", bool(at)))
    if not choices:
        return None
    return Menu(desk.press("target", who, draft.mark), _ASKS.get(key, "At whom?"), tuple(choices))


def _label(key: str, combatant: Combatant) -> str:
    return f"In melee with {combatant.name}" if key == "go" else combatant.name


def minor_menus(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    """A step and the small things that can go with the major; the Delay, and several routines."""
    parts: list[Part] = []
    if _may_step(desk, draft, first):
        parts.append(_step_menu(desk, who, draft))
        if (into := _into_menu(desk, who, draft, first)) is not None:
            parts.append(into)
    parts.append(_small_menu(desk, who, draft, first))
    parts.append(_buttons(desk, who, draft))
    return parts


_PLACES = {"usual": "as usual", "first": "first of all", "last": "last of all"}
"""Where in the round the action comes (P-28)."""


def immediate_line(desk: Desk, first: Combatant) -> str:
    """What is not declared and yet may happen at any moment (P-18); empty if there is nothing."""
    known = declarable(desk.encounter, first)
    told = listed(escape(a.name) for a in first.abilities if a not in known)
    if not told:
        return ""
    gm = desk.person in desk.encounter.gms
    sets_off = "`/round setoff` tells of it when it triggers" if gm else "when it triggers, tell the GM"
    return f"⚡ **Immediate, never declared:** {told}. Outside the order: {sets_off}."


def _buttons(desk: Desk, who: str, draft: Draft) -> tuple[Button, ...]:
    declaration = draft.declaration
    buttons = [
        Button("No Delay after all", desk.press("delay", who, "no"))
        if declaration.delay
        else Button("Wait for LOW (Delay)", desk.press("delay", who, "yes"))
    ]
    if declaration.major in ("melee", "missile"):
        following = declaration.routines % MOST_ROUTINES + 1
        label = f"Attack routines: {declaration.routines}"
        buttons.append(Button(label, desk.press("routines", who, str(following))))
    if may_be_marked(desk.encounter, declaration):
        now = declaration.mark or "usual"
        buttons.append(Button(f"Its place: {_PLACES[now]}", desk.press("mark", who, next_mark(declaration))))
    buttons.append(Button("Shout…", desk.press("speak", who, "shout")))
    if fits_beside(desk.encounter, declaration, "other-minor", "after"):
        buttons.append(Button("Something small…", desk.press("speak", who, "other-minor")))
    return tuple(buttons)


def _may_step(desk: Desk, draft: Draft, first: Combatant) -> bool:
    """Whether a step can follow the action: not out of melee, nor where there is no room (P-14)."""
    engaged = any(desk.names.combatant(foe) for foe in desk.encounter.engaged_with(first.id))
    room = fits_beside(desk.encounter, draft.declaration, "move", "after")
    return room and not engaged and first.speed > 0 and desk.encounter.settings.short_move > 0


def _step_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    now, most = move_of(draft), desk.encounter.settings.short_move
    choices = [Choice("No step", "none", "", now is None)]
    distances = sorted({max(1, most // 2), most} | ({now.feet} if now is not None and now.feet else set()))
    for feet in distances:
        same = now is not None and now.feet == feet
        hint = now.note if now is not None and same and now.note else "when the action is done"
        choices.append(Choice(f"Then step {feet} ft", f"after:{feet}", hint, same))
    choices.append(Choice("Another distance…", f"after:{OWN_WORDS}", f"up to {most} ft, and where to"))
    return Menu(desk.press("move", who, draft.mark), "A step after it?", tuple(choices))


def _into_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    move = move_of(draft)
    foes = [
        c
        for c in desk.encounter.combatants
        if desk.names.combatant(c.id) and c.side != first.side and not c.down
    ]
    if move is None or not foes:
        return None
    choices = [Choice("In the open", "open", "", move.into is None)]
    choices += [Choice(f"In melee with {c.name}", c.id, "", c.id == move.into) for c in foes[:24]]
    return Menu(desk.press("into", who, draft.mark), "Where does the step end?", tuple(choices))


def _small_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu:
    encounter, declaration = desk.encounter, draft.declaration
    chosen = {(m.action, m.when, m.name) for m in declaration.minors}
    whens: Sequence[str] = ("before", "after") if declaration.major is not None else ("before",)
    choices = []
    for row in CATALOGUE[encounter.ruleset].values():
        if row.major or row.key == "move" or row.needs:
            continue
        for when in whens:
            if not fits_beside(encounter, declaration, row.key, when):
                continue
            label = f"{row.name}, {when}" if declaration.major is not None else row.name
            value = f"{row.key}:{when}"
            choices.append(Choice(label, value, row.hint, (row.key, when, "") in chosen))
    when = "after" if is_spell(encounter, declaration) else "before"
    if fits_beside(encounter, declaration, "use-minor", when):
        for ability in [a for a in declarable(encounter, first) if a.minor and a.magic != "spell-like"][:4]:
            value = f"use-minor:{when}:{ability.name}"
            used = ("use-minor", when, ability.name) in chosen
            choices.append(Choice(ability.name, value, "a minor ability", used))
    return Menu(
        desk.press("minors", who, draft.mark), "Small things on the side?", tuple(choices), len(choices)
    )
