"""What a rule case holds: values and commands of the engine, so that it can say nothing a table could not."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from rules import commands as cmd
from rules.cases.expectations import Expectation
from rules.settings import Settings
from rules.value import Value
from rules.values import BEATS, Combatant, CombatantId, Declaration, RulesetName

RuleId = Annotated[str, Field(pattern=r"^[KSP]-\d+$")]


class TimeWord(Value):
    """The GM's word on the time of an activity: of that action, else the one asked about (K-5)."""

    who: CombatantId
    segments: int = Field(ge=0, le=1000)
    action: str = ""


class Intervention(Value):
    """Something said while the round goes on.

    `segment` is the one about to be called; 0 means while declarations are open, None that it is the
    answer to a question, whenever the GM is asked.
    """

    segment: int | None = Field(default=None, ge=0, le=max(BEATS.values()))
    command: cmd.Command | None = None
    judge: Literal["struck", "missed", "down"] | None = None
    time: TimeWord | None = None
    breaks: Literal["allowed", "kept"] | None = None
    """Whether who moves out of melee gets away (S-28)."""
    turn: str | None = None
    """At whom a blow goes whose target is gone; empty: at nobody (K-17)."""

    @property
    def answers(self) -> str | None:
        """The kind of question it answers; None if it is a word of its own, or sets a time at a segment."""
        if self.judge is not None:
            return "blow"
        if self.breaks is not None:
            return "break"
        if self.turn is not None:
            return "target"
        return "time" if self.time is not None and self.segment is None else None


class RoundScript(Value):
    """One round of a case: what is declared, said meanwhile, and expected."""

    declare: tuple[tuple[Declaration, ...], ...] = ()
    drafts: tuple[Declaration, ...] = ()
    during: tuple[Intervention, ...] = ()
    expect: tuple[Expectation, ...] = ()

    @property
    def only_refusals(self) -> bool:
        """Whether it is about refused declarations alone, so that the round need not be played."""
        early = all(said.segment == 0 for said in self.during)
        return bool(self.expect) and early and all(e.refused is not None for e in self.expect)


class Case(Value):
    """One numbered rule case: a fight, its dice, and one round or several."""

    id: str = Field(pattern=r"^[a-z]+\.[a-z-]+\.\d+$")
    title: str = Field(min_length=10, max_length=140)
    rules: tuple[RuleId, ...] = Field(min_length=1)
    disputed: str = ""
    ruleset: RulesetName = "segments"
    seed: str = "dither"
    settings: Settings = Settings()
    given: tuple[Combatant, ...] = Field(min_length=1)
    engaged: tuple[tuple[CombatantId, CombatantId], ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    rounds: tuple[RoundScript, ...]

    @model_validator(mode="after")
    def _within_the_round(self) -> Case:
        last = BEATS[self.ruleset]
        for said in (said for script in self.rounds for said in script.during):
            if (said.segment or 0) > last:
                raise ValueError(f"during: segment: at most {last} is expected, not {said.segment}")
        return self
