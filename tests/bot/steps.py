"""Every action of the ruleset `phases`, as a panel and as a line say it."""

from __future__ import annotations

from bot.ui.ids import parse
from tests.bot.table import Answer, Json, Person, Typed, walk

FORM = {"name": "sleep", "segments": "3", "feet": "40", "at": "the north door", "note": "listens"}
"""What is typed into a form's fields."""

_AT_THE_DOOR = ("manipulate", "retrieve", "manipulate-complex", "search", "tool")

LINE: dict[str, dict[str, Typed]] = {
    "cast": {"text": "sleep", "segments": 3},
    "scroll": {"text": "sleep", "segments": 3},
    "ability": {"text": "sleep"},
    "charge": {"move": "40 ft", "target": "Orc 2"},
    "go": {"move": "40 ft"},
    "potion": {"text": "sleep"},
    "item": {"text": "sleep"},
    "slow": {"text": "listens"},
    "other": {"text": "listens"},
    "bind": {"target": "Orc 2"},
    **{key: {"text": "the north door"} for key in _AT_THE_DOOR},
}
"""The options beside `action` that say the same in one line."""


def part(person: Person, verb: str) -> Json:
    """The button or menu of that verb in the person's panel; None if there is none."""
    for component in walk(person.table.components(person.panel)):
        press = parse(component.get("custom_id", ""))
        if press is not None and press.verb == verb:
            return component
    return None


def ready(person: Person) -> bool:
    """Whether the panel can be sealed."""
    button = part(person, "seal")
    return button is not None and not button.get("disabled")


async def made(person: Person, key: str, target: str = "") -> Answer:
    """Pick an action and say what must be said, until it can be sealed."""
    answer = await person.pick(person.panel, "act", key)
    if answer.form:
        required = [c["component"]["custom_id"] for c in answer.components if c["component"].get("required")]
        answer = await person.fill(answer, **{name: FORM[name] for name in required})
    if not ready(person):
        answer = await person.pick(person.panel, "target", target)
    assert ready(person), answer.text
    return answer
