"""A saved declaration: with names where a fight has ids, so that it can be used in another one."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from bot.narration.refusals import action_name
from bot.narration.words import count, escape
from rules import CATALOGUE, Combatant, Declaration, Encounter


class Preset(BaseModel):
    """What is kept of a declaration: all of it, its target and whose melee it enters by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    declaration: Declaration
    target: str = ""
    into: str = ""

    @property
    def told(self) -> str:
        """In a few words, for a list."""
        declaration = self.declaration
        major = action_name(declaration.major) if declaration.major is not None else "No major action"
        parts = [major, escape(declaration.name), f"at {escape(self.target)}" if self.target else ""]
        parts.append(f"and {count(len(declaration.minors), 'small thing')}" if declaration.minors else "")
        return " ".join(part for part in parts if part)


def preset_of(declaration: Declaration, encounter: Encounter) -> Preset:
    """What to keep of a declaration made in this fight."""
    entered = next((m.into for m in declaration.minors if m.into is not None), None)
    minors = tuple(m.model_copy(update={"into": None}) for m in declaration.minors)
    bare = {"who": "preset", "target": None, "minors": minors, "carry": None}
    return Preset(
        declaration=declaration.model_copy(update=bare),
        target=_name(encounter, declaration.target),
        into=_name(encounter, entered),
    )


def _name(encounter: Encounter, who: str | None) -> str:
    found = encounter.find(who or "")
    return found.name if found is not None else ""


def declared_of(preset: Preset, encounter: Encounter, who: str, seen: Iterable[Combatant]) -> Declaration:
    """The declaration in this fight, for that creature; who is not here, or not seen, is left out."""
    by_name = {c.name.casefold(): c.id for c in seen}
    into = by_name.get(preset.into.casefold())
    known = CATALOGUE[encounter.ruleset]
    minors = tuple(
        m.model_copy(update={"into": into if m.action == "move" else None})
        for m in preset.declaration.minors
        if m.action in known
    )
    major = preset.declaration.major if preset.declaration.major in known else None
    here = {"who": who, "major": major, "target": by_name.get(preset.target.casefold()), "minors": minors}
    return preset.declaration.model_copy(update=here)
