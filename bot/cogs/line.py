"""What was typed after /declare, read as a declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bot.cogs.common import MORE, find, seen_by, why_idle
from bot.cogs.panels import desk_for
from bot.narration.words import escape
from bot.store import EncounterRow
from bot.ui.draft import NOTHING, group_members
from rules import CATALOGUE, Combatant, Declaration, Encounter, Minor, read_minors, read_move, viewer_for


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed after /declare."""

    who: str | None
    action: str | None
    target: str | None
    weapon: str | None
    segments: int | None
    move: str | None
    when: Literal["before", "after"]
    minors: str | None
    text: str | None

    @property
    def empty(self) -> bool:
        """Whether nothing but whom it is for was said."""
        return not any(
            (self.action, self.target, self.weapon, self.segments, self.move, self.minors, self.text)
        )

    @property
    def plain_words(self) -> str:
        """What is to be read as a sentence: the text, where nothing else was said; else empty."""
        rest = (self.action, self.target, self.weapon, self.segments, self.move, self.minors)
        return "" if any(part is not None for part in rest) else self.text or ""


class Unclear(Exception):
    """What was typed cannot be made into a declaration; the text says why and what to do."""


def for_whom(row: EncounterRow, typed: str | None, person: str) -> tuple[Combatant, ...]:
    """Whom the declaration is for: named, or the only one this person declares for."""
    desk = desk_for(row, person)
    runs = desk.runs
    if row.encounter.round.stage == "ended":
        raise Unclear("No round is open for declarations. The GM opens one with `/round open`.")
    if not runs:
        raise Unclear(
            why_idle(row.encounter, person)
            or "You have nobody to declare for in this round. Join with `/join` before the round opens."
        )
    if typed is None or not typed.strip():
        if len(runs) == 1:
            return runs
        raise Unclear("You declare for several. Say for whom with `as`.")
    found = find(runs, typed.removeprefix("*"))
    if found is None:
        raise Unclear(
            why_idle(row.encounter, person, typed.removeprefix("*"))
            or f"You do not declare for anybody called “{escape(typed)}”. Pick from the list as you type."
        )
    return group_members(row.encounter, f"*{found.id}") if typed.startswith("*") else (found,)


def read_line(encounter: Encounter, combatant: Combatant, line: Line, person: str) -> Declaration:
    """The declaration the line makes; raises Unclear for what cannot be placed."""
    power = combatant.ability(line.action.strip()) if line.action else None
    key = _action_key(encounter, line.action if power is None else None if power.minor else "ability")
    viewer = viewer_for(encounter, person)
    known = seen_by(encounter, viewer)
    fields: dict[str, Any] = {"who": combatant.id, "major": key, "segments": line.segments}
    minors: list[Minor] = []
    if power is not None:
        minors += [Minor(action="use-minor", name=power.name, when=line.when)] if power.minor else []
        fields |= {} if power.minor else {"name": power.name}
    if key is None and power is None and any((line.target, line.weapon, line.segments, line.text)):
        raise Unclear(
            "What is to be done? Add an `action` from the list; `target`, `with`, `segments` and `text` "
            "say more about it."
        )
    if line.target == MORE:
        raise Unclear("There are more names than Discord can list. Type a few letters of the one you mean.")
    if line.target:
        target = find(known, line.target)
        fields["target" if target else "at"] = target.id if target else line.target
    if line.weapon:
        fields["weapon"] = line.weapon
    if line.move:
        _with_move(encounter, known, line, key, fields, minors)
    if line.minors:
        read = read_minors(line.minors, CATALOGUE[encounter.ruleset], combatant.abilities)
        if isinstance(read, str):
            raise Unclear(
                f"I cannot place “{escape(read)}” among the small things. Try drop, shout, sheathe, "
                "change weapons, ready shield, gaze or aim, with commas between."
            )
        minors += read
    if line.text:
        _with_text(encounter, key, line.text, fields)
    if key == "melee" and not line.target:
        engaged = [c.id for c in known if c.id in encounter.engaged_with(combatant.id)]
        if len(engaged) == 1:
            fields["target"] = engaged[0]
    return Declaration.model_validate({**fields, "minors": [m.model_dump() for m in minors]})


def _with_move(
    encounter: Encounter,
    known: tuple[Combatant, ...],
    line: Line,
    key: str | None,
    fields: dict[str, Any],
    minors: list[Minor],
) -> None:
    read = read_move(line.move or "")
    if read is None:
        raise Unclear(
            f"I cannot read “{escape(line.move or '')}” as a distance. Write it like: 30 ft north, "
            "behind the altar."
        )
    feet, note, into = read
    if key in ("charge", "full-move"):
        fields.update(feet=feet, note=note)
        return
    foe = find(known, into.removeprefix("the ")) if into else None
    if into and foe is None:
        raise Unclear(
            f"Whose melee? There is nobody called “{escape(into)}” here. `/combatant list` has the names."
        )
    minors.append(Minor(action="move", when=line.when, feet=feet, note=note, into=foe.id if foe else None))


def _with_text(encounter: Encounter, key: str | None, text: str, fields: dict[str, Any]) -> None:
    needs = CATALOGUE[encounter.ruleset][key].needs if key else ()
    if "name" in needs and not fields.get("name"):
        fields["name"] = text[:100]
    elif "at" in needs and "at" not in fields and "target" not in fields:
        fields["at"] = text[:100]
    else:
        fields["note"] = text


def _action_key(encounter: Encounter, typed: str | None) -> str | None:
    """The action meant: by its key, its name, or one of its words."""
    if typed is None or typed == NOTHING:
        return None
    wanted = typed.strip().casefold()
    rows = [row for row in CATALOGUE[encounter.ruleset].values() if row.major]
    for row in rows:
        if wanted in (row.key, row.name.casefold()) or wanted in row.words:
            return row.key
    raise Unclear(
        f"“{escape(typed)}” is not an action I know. Pick one from the list, or *Something else* and "
        "describe it."
    )
