"""House settings: what the documents leave open, and a GM may set for each encounter.

Every field says in its description what it means, and beside it the rule it belongs to and its unit.
`docs/house-settings.md` is printed from here (`python -m rules settings`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator
from pydantic.fields import FieldInfo

from rules.phases_settings import PhasesSettings, setting

ActionTime = Annotated[int, Field(ge=0, le=1000)]


def _time(default: int, what: str, rule: str = "S-3", least: int = 1) -> Any:  # noqa: ANN401
    return setting(default, f"How long {what} takes.", rule, "segments", ge=least, le=100)


class Settings(PhasesSettings):
    """The settings of one encounter, with our defaults. Times are in segments."""

    # reading what people type, and moving
    bare_speed: Literal["ask", "feet", "inches"] = setting(
        "ask", "What a bare speed under 30 is: asked about, or taken as feet or as inches.", "K-2"
    )
    part_segment: Literal["up", "nearest", "down"] = setting(
        "up", "How a part of a segment of movement is rounded; never below one segment.", "K-3"
    )
    zero_time: Literal["with-before", "after"] = setting(
        "with-before",
        "Whether what takes no time belongs to the segment in which what precedes it ended, or to the next.",
        "K-4",
    )
    # the GM's word
    unadjudicated: int | None = setting(
        None, "Time of what has no known time; none means the GM is asked.", "K-5", "segments", ge=0, le=1000
    )
    times: tuple[tuple[str, ActionTime], ...] = setting(
        (), "An action's own time in this encounter, instead of the catalogue's.", "K-5, S-3, S-5", "segments"
    )
    hidden_die: bool = setting(False, "Whether a side that is wholly hidden shows its die.", "K-8")
    blows: Literal["ask", "struck", "missed"] = setting(
        "ask", "Whether a blow on a caster struck: the GM is asked, or it always did, or never.", "K-14"
    )
    simultaneous_survives: bool = setting(
        True, "Whether what is simultaneous with somebody's fall still happens.", "K-15"
    )
    arrival_engages: bool = setting(
        True, "Whether arriving in melee puts the two in melee; if not, the GM says so.", "K-16"
    )
    fallen_target: Literal["lost", "ask"] = setting(
        "lost",
        "A blow whose target is gone and that nobody has turned on another by then: lost, or asked about.",
        "K-17",
    )
    arrivals: Literal["next-round", "at-once"] = setting(
        "next-round", "From when on somebody who arrives during a round declares.", "K-18"
    )
    # minor actions
    repeatable_minors: tuple[str, ...] = setting((), "Minor actions possible more than once a round.", "S-6")
    shout_inside_major: bool = setting(
        True, "Whether a shout may fall inside a major that is neither spell nor two-handed shot.", "S-7"
    )
    minor_delays_spell: bool = setting(
        False, "Whether an undeclared minor may push back a spell not yet begun.", "S-8"
    )
    # charging
    charge_rate: int = setting(2, "How many times the normal rate a charge is.", "S-14", "times", ge=1, le=5)
    charge_follows: bool = setting(
        True, "Whether a charge follows a target that moves, within its distance; else no attack.", "S-14"
    )
    charges_meet: bool = setting(
        True, "Whether two that charge each other meet by their combined rates.", "S-14"
    )
    # declaring, and changing one's mind
    announcing: bool = setting(True, "Whether a player may announce what else is only written.", "S-18")
    change_die: int = setting(
        6, "The die for changing one's major action.", "S-20", "sides, for segments", ge=1, le=20
    )
    change_fixed: int | None = setting(
        None, "A fixed price of a change, instead of the die.", "S-20", "segments", ge=0, le=20
    )
    delay_die: int = setting(
        6,
        "The die for dithering, coordinating and lateness.",
        "S-21",
        "sides, for segments",
        ge=1,
        le=20,
    )
    delay_fixed: int | None = setting(
        None, "A fixed Delay, instead of the die.", "S-21", "segments", ge=0, le=20
    )
    # order
    initiative_die: int = setting(6, "The die of each side.", "S-22", "sides", ge=2, le=100)
    initiative_rerolled: bool = setting(True, "Whether the dice are rolled anew each round.", "S-22")
    ties: Literal["quicker", "simultaneous"] = setting(
        "quicker", "On equal dice: the quicker first, or all simultaneous.", "S-22"
    )
    # casting and carried work
    spell_at_risk: Literal["from-start", "after-start"] = setting(
        "from-start", "Whether a blow on the very segment casting begins can cost the spell.", "S-23"
    )
    carried_silence: Literal["continue", "abandon"] = setting(
        "continue", "What silence means for work carried over.", "S-24"
    )
    gm_dithers: bool = setting(
        False, "Whether the GM's own creatures are held to the clock and take a Delay.", "S-25"
    )
    grace_seconds: int = setting(
        0,
        "How long after close a late one still counts as segment 1.",
        "S-25",
        "seconds",
        ge=0,
        le=3600,
    )
    trigger_lag: int = setting(
        1, "How long after its trigger a readied activity begins.", "S-26", "segments", ge=1, le=5
    )
    surprise_segments: int = setting(
        1, "How late the surprised start where the GM names no number.", "S-27", "segments", ge=1, le=10
    )
    breaking_off: Literal["ask", "allow"] = setting(
        "ask", "Moving out of melee: it waits for the GM's word, or is allowed and marked.", "S-28"
    )
    long_spells: bool = setting(True, "Whether spells of ten segments and more may be cast.", "S-29")
    room_after_carried: bool = setting(
        True, "Whether the segments after carried work are free for a new major.", "S-30"
    )
    # shooting
    aim_ahead: int = setting(
        1, "How long before contact an aimed shot is loosed.", "S-31", "segments", ge=0, le=5
    )
    caught_shot: Literal["turn", "lost"] = setting(
        "turn", "An unbegun shot when one foe engages the shooter: turned on that foe, or lost.", "S-32"
    )
    # effects, and the GM's creatures
    effects_end: Literal["same-segment", "round-end"] = setting(
        "same-segment",
        "When effects of rounds end: at the same segment, or when that round ends.",
        "S-33",
    )
    gm_late_free: bool = setting(
        True, "Whether the GM's creature without an intention may get one later without Delay.", "S-34"
    )
    # default times
    melee_most: int = _time(7, "the slowest melee attack")
    melee_least: int = _time(1, "the quickest melee attack")
    melee_unknown: int = _time(5, "a melee attack with a weapon of unknown speed factor")
    natural_small: int = _time(3, "an attack of a small creature with natural weapons")
    natural_man_sized: int = _time(3, "one of a man-sized creature")
    natural_large: int = _time(5, "one of a large creature")
    natural_huge: int = _time(7, "one of a huge creature")
    shot_bow: int = _time(5, "a bow shot")
    shot_thrown: int = _time(3, "a throw")
    shot_sling: int = _time(4, "a sling shot")
    shot_crossbow: int = _time(2, "a shot with a loaded crossbow")
    shot_crossbow_reload: int = _time(8, "a shot with a crossbow that must be loaded")
    ability_innate: int = _time(1, "an innate ability without a time of its own", "S-19", 0)
    ability_breath: int = _time(3, "a breath weapon without a time of its own", "S-19", 0)
    ability_spell_like: int = _time(3, "a spell-like ability without a time of its own", "S-19", 0)

    @field_validator("fallen_target", mode="before")
    @classmethod
    def _as_it_was(cls, value: object) -> object:
        """Fights kept from before know a third word, for asking in called play alone."""
        return "lost" if value == "called" else value

    def time(self, action: str) -> int | None:
        """The encounter's own time for an action, in segments, if it has one (K-5)."""
        return dict(self.times).get(action) if self.times else None

    def of(self, group: str, key: str) -> int:
        """The default time of a kind: `of("shot", "bow")`, `of("natural", "man-sized")`."""
        found = getattr(self, f"{group}_{key.replace('-', '_')}")
        assert isinstance(found, int)
        return found


def rule_of(field: FieldInfo) -> str:
    """The rule, or rules, a setting belongs to."""
    extra = field.json_schema_extra
    return str(extra["rule"]) if isinstance(extra, dict) else ""


def unit_of(field: FieldInfo) -> str:
    """In what a setting is counted; empty where it is not a number."""
    extra = field.json_schema_extra
    return str(extra["unit"]) if isinstance(extra, dict) else ""
