"""The registry of rulesets: one file and one line each."""

from __future__ import annotations

from rules.rulesets.base import Ruleset
from rules.rulesets.phases import Phases
from rules.rulesets.segments import Segments
from rules.values import RulesetName

RULESETS: dict[RulesetName, Ruleset] = {"segments": Segments(), "phases": Phases()}
"""Every ruleset that can be played."""
