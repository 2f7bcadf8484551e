"""What was typed after /declare, read as a declaration."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from bot.cogs.common import MORE, find, known_to, why_idle
from bot.cogs.panels import desk_for
from bot.narration.words import escape
from bot.store import EncounterRow
from bot.ui.draft import NOTHING, TRAVELS, group_members
from bot.ui.draft_steps import arranged
from rules import (
    CATALOGUE,
    Ability,
    Combatant,
    Declaration,
    Encounter,
    Minor,
    read_minors,
    read_move,
)
from rules.values import When


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed after /declare."""

    who: str | None
    action: str | None
    target: str | None
    weapon: str | None
    segments: int | None
    move: str | None
    when: Literal["before", "after"] | None
    minors: str | None
    text: str | None
    delay: bool = False
    item: str | None = None
    routines: int | None = None
    carry: Literal["continue", "abandon"] | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing but whom it is for was said."""
        said = (self.action, self.target, self.weapon, self.move, self.minors, self.text, self.item)
        numbers = (self.segments, self.routines)
        return not (any(said) or any(n is not None for n in numbers) or self.delay or self.carry)

    @property
    def plain_words(self) -> str:
        """What is to be read as a sentence: the text, where nothing else was said; else empty."""
        rest = (self.action, self.target, self.weapon, self.segments, self.move, self.minors)
        by_steps = (self.item, self.routines, self.carry, self.delay or None)
        return "" if any(part is not None for part in (*rest, *by_steps)) else self.text or ""


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
    known = known_to(encounter, person)
    power = combatant.ability(line.action.strip()) if line.action else None
    key = _action_key(encounter, line, power)
    fields = _said(line, known)
    fields |= {"who": combatant.id, "major": key}
    minors: list[Minor] = []
    if power is not None and power.minor:
        minors.append(Minor(action="use-minor", name=power.name, when=line.when or "before"))
    elif power is not None:
        fields["name"] = power.name
    about = (line.target, line.weapon, line.segments, line.text, line.item, line.routines)
    if key is None and power is None and any(about):
        raise Unclear(
            "What is to be done? Add an `action` from the list; `target`, `with`, `segments` and `text` "
            "say more about it."
        )
    if line.move:
        _with_move(encounter, known, line, key, fields, minors)
    minors += _small(encounter, combatant, line.minors or "")
    if line.text:
        _with_text(encounter, key, line.text, fields)
    if key == "melee" and not line.target:
        engaged = [c.id for c in known if c.id in encounter.engaged_with(combatant.id)]
        if len(engaged) == 1:
            fields["target"] = engaged[0]
    declaration = Declaration.model_validate({**fields, "minors": [m.model_dump() for m in minors]})
    if encounter.ruleset != "phases" or line.when == "before" or _BEFORE.search(line.minors or ""):
        return declaration
    # Nobody said that it comes first, so it goes where it can.
    return arranged(encounter, declaration)


def _said(line: Line, known: tuple[Combatant, ...]) -> dict[str, Any]:
    """What the line says outright, in a declaration's fields."""
    fields: dict[str, Any] = {"segments": line.segments, "weapon": line.weapon or "", "item": line.item or ""}
    fields |= {"delay": line.delay, "routines": line.routines or 1, "carry": line.carry}
    if line.target == MORE:
        raise Unclear("There are more names than Discord can list. Type a few letters of the one you mean.")
    if line.target:
        target = find(known, line.target)
        fields["target" if target else "at"] = target.id if target else line.target
    return fields


def _small(encounter: Encounter, combatant: Combatant, typed: str) -> tuple[Minor, ...]:
    """The small things, as typed."""
    read = read_minors(typed, CATALOGUE[encounter.ruleset], combatant.abilities)
    if isinstance(read, str):
        last = " or gaze" if encounter.ruleset == "phases" else ", gaze or aim"
        raise Unclear(
            f"I cannot place “{escape(read)}” among the small things. Try drop, shout, sheathe, "
            f"change weapons, ready shield{last}, with commas between."
        )
    return read


_BEFORE = re.compile(r"\bbefore\b", re.IGNORECASE)


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
    if key in TRAVELS and not (into and key == "go"):
        fields.update(feet=feet, note=note)
        return
    foe = find(known, into.removeprefix("the ")) if into else None
    if into and foe is None:
        raise Unclear(
            f"Whose melee? There is nobody called “{escape(into)}” here. `/combatant list` has the names."
        )
    if key == "go":
        fields.update(feet=feet, note=note, target=foe.id if foe else None)
        return
    usual: When = "after" if encounter.ruleset == "phases" and key is not None else "before"
    minors.append(
        Minor(action="move", when=line.when or usual, feet=feet, note=note, into=foe.id if foe else None)
    )


def _with_text(encounter: Encounter, key: str | None, text: str, fields: dict[str, Any]) -> None:
    needs = CATALOGUE[encounter.ruleset][key].needs if key else ()
    if "name" in needs and not fields.get("name"):
        fields["name"] = text[:100]
    elif "at" in needs and "at" not in fields and "target" not in fields:
        fields["at"] = text[:100]
    else:
        fields["note"] = text


def _action_key(encounter: Encounter, line: Line, power: Ability | None) -> str | None:
    """The action meant: by its key, its name, or one of its words; moving alone is one by steps (P-14)."""
    typed = line.action
    if power is not None:
        return None if power.minor else "ability"
    if typed is None and line.move and encounter.ruleset == "phases":
        return "go"
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
