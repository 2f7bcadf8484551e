"""Rule cases: fights written down as data, played, and held against what must come of them.

tests/rules/cases/README.md explains the format.
"""

from rules.cases.model import Case
from rules.cases.printing import timeline
from rules.cases.reading import CaseError, read_cases, read_round
from rules.cases.trial import Played, Stuck, check, resolve

__all__ = [
    "Case",
    "CaseError",
    "Played",
    "Stuck",
    "check",
    "read_cases",
    "read_round",
    "resolve",
    "timeline",
]
