"""The panel's forms, for what has to be said in words; filled with what was said before."""

from __future__ import annotations

from bot.render import Field, Form
from bot.ui.draft import Draft, needs_words
from bot.ui.ids import Press
from rules import Encounter, Minor, action

_ASKS: dict[str, tuple[str, str]] = {
    "name": ("Which one? (its name)", ""),
    "segments": ("Casting time in segments", "3, or “1 round”"),
    "segments?": ("Its time in segments, if you know it", "Leave empty for the usual time"),
    "feet": ("How far is it, in feet?", "More than 10 ft"),
    "at": ("On what? A few words", "the north door, the dropped sword"),
    "at?": ("At whom or where?", "Leave empty to pick somebody from a list"),
    "item?": ("From an item? Which one", "A wand, a ring … Leave empty if the spell is the caster's own"),
    "note?": ("Where to?", "To the far door, behind the altar"),
    "note": ("What exactly? A few words", "pick the lock. The GM sets how long it takes"),
}

_TITLES = {"cast": "Which spell?", "scroll": "Which spell?"}

_PARLEY = ("What is said, or offered?", "Leave empty to find the words then")


def fill_form(
    desk_key: str, round_: int, who: str, encounter: Encounter, key: str, draft: Draft | None
) -> Form:
    """The form for what an action needs in words, filled with what was said before."""
    said = draft.declaration if draft is not None and draft.declaration.major == key else None
    fields = []
    for need in needs_words(encounter, key, who.removeprefix("*")):
        plain = need.removesuffix("?")
        label, hint = _PARLEY if (key, need) == ("parley", "note?") else _ASKS[need]
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


def name_form(press: Press, name: str) -> Form:
    """The form for an ability that nobody has described."""
    fields = (
        Field("name", "Which ability? (its name)", name),
        Field(
            "segments", "Its time in segments, if you know it", "", "Empty: the usual time", required=False
        ),
    )
    return Form(press.to("filled", "ability"), "Use an ability", fields)


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
