"""House settings of the ruleset `phases`: what its document leaves open."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from rules.value import Value


def setting(default: object, text: str, rule: str, unit: str = "", **limits: int) -> Any:  # noqa: ANN401
    """One setting: its default, what it means, its rule, and in what it is counted."""
    ge, le = limits.get("ge"), limits.get("le")
    return Field(default, description=text, json_schema_extra={"rule": rule, "unit": unit}, ge=ge, le=le)


class PhasesSettings(Value):
    """What a GM may set for an encounter in `phases`; in `segments` none of it matters."""

    ask_turns: bool = setting(
        True, "Whether the round stops for players who said they would choose on their turn.", "P-5"
    )
    high_groups: int = setting(
        1,
        "How many of the highest initiative dice act in HIGH; all others in LOW.",
        "P-6",
        "dice",
        ge=1,
        le=5,
    )
    open_delay: bool = setting(
        True, "Whether one who declared a Delay may choose anew in LOW without losing the action.", "P-8"
    )
    late_after_low: bool = setting(
        True, "Whether one who is in LOW anyway acts after the others there when dithering.", "P-9"
    )
    missile_segments: bool = setting(
        True, "Whether a shot at somebody moving is given a segment by the dice.", "P-12"
    )
    short_move: int = setting(
        10, "How far one may move as a minor action after a major one.", "P-14", "feet", ge=0, le=100
    )
    spell_order: Literal["casting-time", "initiative"] = setting(
        "casting-time", "What comes first in the order of spells in step E.", "P-16"
    )
    delayed_charge: Literal["move", "lost"] = setting(
        "move", "What a delayed flight or charge becomes: an ordinary move in LOW, or nothing.", "P-20"
    )
    first_routine_early: bool = setting(
        True, "Whether the first of several attack routines comes before the groups, in D0.", "P-22"
    )
    clock_dithering: Literal["at-once", "proposed"] = setting(
        "at-once", "A player silent at close: delayed at once, or proposed to the GM for a Delay.", "P-23"
    )
    declarations: Literal["sealed", "stated"] = setting(
        "sealed", "Whether players' declarations are made public at close, all but their spells.", "P-25"
    )
    tied_blow_by_speed: bool = setting(
        True, "Whether on a tie only a weapon quicker than the casting time disturbs an incantation.", "P-26"
    )
    surprised: Literal["no-action", "low"] = setting(
        "no-action", "The surprised in round 1: no action at all, or none in HIGH.", "P-27"
    )
