"""The panel's menus: only what the chosen action needs, and what can go with it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.abilities import in_short
from bot.narration.words import count
from bot.render import MOST_CHOICES, Button, Choice, Menu, Part
from bot.ui.desk import HIDDEN, Desk
from bot.ui.draft import NOTHING, TRAVELS, Draft, group_members, move_of, needs_words, nothing_label
from bot.ui.powers import ability_menu
from rules import CATALOGUE, Combatant, action

PLACE = "place"
LATER = "later"
OWN_WORDS = "words"


def who_menu(desk: Desk, who: str) -> Menu | None:
    """Whom to declare for, where there are several; a group in one go, or one of it (K-12)."""
    runs = desk.choice
    if len(runs) < 2:
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
                Choice(
                    f"{len(members)} × {c.group}", value, "sealed" if done else "all of them", value == who
                )
            )
        done = desk.encounter.declaration(c.id) is not None
        hint = "sealed" if done else HIDDEN if c.hidden else "has yet to declare"
        choices.append(Choice(c.name, c.id, hint, c.id == who))
    asks = "Who?"
    if len(choices) > MOST_CHOICES:
        # What Discord cannot show is what is done already, or one of a group; the command reaches everybody.
        choices.sort(key=lambda choice: (not choice.chosen, choice.hint == "sealed", choice.value[0] != "*"))
        asks = f"Who? ({MOST_CHOICES} of {len(choices)}; /declare reaches all)"
    return Menu(desk.press("who", who), asks, tuple(choices[:MOST_CHOICES]))


def carry_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    """What to do with work carried over from the last round (S-24)."""
    carry = draft.declaration.carry
    return Menu(
        desk.press("carry", who, draft.mark),
        "Go on with it, or give it up?",
        (
            Choice("Go on with it", "continue", "as if you had said nothing", carry == "continue"),
            Choice("Give it up", "abandon", "a spell already begun is lost", carry == "abandon"),
        ),
    )


def action_menu(desk: Desk, who: str, draft: Draft) -> Menu:
    """The major actions of the ruleset, and none."""
    chosen = draft.declaration.major if draft.picked and draft.declaration.major else None
    choices = [
        Choice(row.name, row.key, row.hint, row.key == chosen)
        for row in CATALOGUE[desk.encounter.ruleset].values()
        if row.major
    ]
    nothing = draft.picked and draft.declaration.major is None
    carried = bool(desk.encounter.carried(who.removeprefix("*")))
    label = "Nothing new" if carried else nothing_label(desk.encounter.ruleset)
    choices.append(Choice(label, NOTHING, "no major action this round", nothing))
    return Menu(desk.press("act", who, draft.mark), "What will you do?", tuple(choices))


def questions(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    """Only what the chosen action needs: a target, a weapon, words."""
    declaration = draft.declaration
    row = action(desk.encounter.ruleset, declaration.major or "other")
    parts: list[Part] = []
    # Which ability comes before at whom, as one thinks of it.
    ability, target = ability_menu(desk, who, draft, first), None
    if "target" in row.needs or "aim" in row.needs or row.time in ("item", "ability"):
        target = _target_menu(desk, who, draft, first, place="target" not in row.needs)
    parts += [menu for menu in (ability, target, weapon_menu(desk, who, draft, first)) if menu is not None]
    if needs_words(desk.encounter, row.key, first.id):
        label = {"cast": "Spell and time…", "charge": "How far…"}.get(row.key, "Say which…")
        parts.append((Button(label, desk.press("fill", who, row.key), "primary"),))
    return parts


def weapon_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    """Which weapon, where several fit the action."""
    key = draft.declaration.major
    if key not in ("melee", "charge", "missile", "set-weapon"):
        return None
    fit = [w for w in first.weapons if (w.missile is not None) == (key == "missile") or w.missile == "thrown"]
    if len(fit) < 2:
        return None
    choices = tuple(
        Choice(
            w.name,
            w.name,
            f"speed factor {w.speed_factor}" if w.speed_factor is not None else "",
            w.name == draft.declaration.weapon,
        )
        for w in fit
    )
    return Menu(desk.press("weapon", who, draft.mark), "With which weapon?", choices)


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
    choices = [Choice(c.name, c.id, about(c, engaged), c.id == declaration.target) for c in seen[:24]]
    if place:
        at = declaration.at if not declaration.target else ""
        choices.append(Choice(f"At: {at}" if at else "A place, or several…", PLACE, "describe it", bool(at)))
    if not choices:
        return None
    return Menu(desk.press("target", who, draft.mark), "At whom?", tuple(choices))


def about(combatant: Combatant, engaged: Sequence[str]) -> str:
    """What is said of somebody who can be picked: the side, and whether in melee or down."""
    if combatant.down:
        return f"{combatant.side}, down"
    return f"{combatant.side}, in melee with you" if combatant.id in engaged else combatant.side


def minor_menus(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    """Movement and the other minor actions that can go with the major."""
    parts: list[Part] = []
    if draft.declaration.major not in TRAVELS and first.speed > 0:
        parts.append(_move_menu(desk, who, draft, first))
        if move_of(draft) is not None and (into := into_menu(desk, who, draft, first)) is not None:
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
        distances: dict[int, int] = {}
        for segments in (1, 2, 3, 5, 10):
            # The slow cover the same foot in one segment or in several: it is offered once.
            distances.setdefault(max(1, int(step * segments)), segments)
        for feet, segments in distances.items():
            same = now is not None and (now.feet, now.when) == (feet, when)
            taken = taken or same
            usual = f"{count(segments, 'segment')} of moving, {when} the action"
            hint = now.note if now is not None and same and now.note else usual
            choices.append(Choice(f"Move {feet} ft {when}", f"{when}:{feet}", hint, same))
    if now is not None and not taken:
        choices.append(Choice(f"Move {now.feet} ft {now.when}", f"{now.when}:{now.feet}", now.note, True))
    choices.append(Choice("Another distance, before…", f"before:{OWN_WORDS}", "and where to"))
    choices.append(Choice("Another distance, after…", f"after:{OWN_WORDS}", "and where to"))
    return Menu(desk.press("move", who, draft.mark), "Move?", tuple(choices))


def into_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    """Whose melee the movement in the draft ends in, if anybody's."""
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
    return Menu(desk.press("into", who, draft.mark), "Where does the move end?", tuple(choices))


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
        choices.append(Choice(ability.name, value, in_short(ability), used))
    most = len(choices)
    return Menu(desk.press("minors", who, draft.mark), "Small things on the side?", tuple(choices), most)
