"""What the rulesets are called at the table."""

from __future__ import annotations

from typing import Final

from rules.values import RulesetName

RULESET_NAMES: Final[dict[RulesetName, str]] = {
    "segments": "segments (Declare Intentions)",
    "phases": "phases (Declare Actions)",
}
"""Each ruleset with the document it is from."""
