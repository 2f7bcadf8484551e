"""What one choice in a panel means: a changed draft, or a form that asks for words."""

from __future__ import annotations

from collections.abc import Callable

from bot.render import Form
from bot.ui.draft import SPOKEN, Draft, move_of, needs_words, with_move
from bot.ui.forms import fill_form, move_form, name_form, place_form, speak_form
from bot.ui.ids import Press
from bot.ui.menus import LATER, OWN_WORDS, PLACE
from rules import CATALOGUE, Encounter, Minor

Pick = Callable[[Draft, str], Draft]
"""How a menu's choice changes the draft."""


def _target(draft: Draft, value: str) -> Draft:
    return draft.changed(target=None if value == LATER else value, at="")


def _ability(draft: Draft, value: str) -> Draft:
    return draft.changed(name=value, segments=None)


def _weapon(draft: Draft, value: str) -> Draft:
    return draft.changed(weapon=value)


def _carry(draft: Draft, value: str) -> Draft:
    changed = draft.changed(carry=value)
    return changed.model_copy(update={"picked": True}) if value == "continue" else changed


def _into(draft: Draft, value: str) -> Draft:
    move = move_of(draft)
    into = None if value == "open" else value
    return draft if move is None else with_move(draft, move.model_copy(update={"into": into}))


def _move(draft: Draft, value: str) -> Draft:
    if value == "none":
        return with_move(draft, None)
    when, _, feet = value.partition(":")
    before = move_of(draft)
    into = before.into if before is not None else None
    move = Minor.model_validate({"action": "move", "when": when, "feet": int(feet), "into": into})
    return with_move(draft, move)


PICKS: dict[str, Pick] = {
    "target": _target,
    "weapon": _weapon,
    "ability": _ability,
    "carry": _carry,
    "into": _into,
    "move": _move,
}
"""Menus whose choice changes the draft at once."""


def form_for(press: Press, values: list[str], draft: Draft, encounter: Encounter) -> Form | None:
    """The form a choice opens, where it needs words; None where it needs none."""
    value = values[0] if values else ""
    match press.verb:
        case "act" if value in majors(encounter) and _must_say(encounter, value, draft.declaration.who):
            return fill_form(press.key, press.round, press.who, encounter, value, draft)
        case "fill" if press.extra in majors(encounter):
            return fill_form(press.key, press.round, press.who, encounter, press.extra, draft)
        case "ability" if value == OWN_WORDS:
            return name_form(press, draft.declaration.name)
        case "target" if value == PLACE:
            return place_form(press, draft.declaration.at)
        case "move" if value.endswith(OWN_WORDS):
            return move_form(press, value.partition(":")[0], move_of(draft))
        case "speak" if press.extra in SPOKEN:
            said = next((m.note for m in draft.declaration.minors if m.action == press.extra), "")
            return speak_form(press, press.extra, said)
        case _:
            return None


def _must_say(encounter: Encounter, key: str, who: str) -> bool:
    """Whether there is something about the action that only words can say."""
    return any(not need.endswith("?") for need in needs_words(encounter, key, who))


def majors(encounter: Encounter) -> set[str]:
    """The keys of the major actions."""
    return {row.key for row in CATALOGUE[encounter.ruleset].values() if row.major}
