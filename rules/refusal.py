"""Why a command is not accepted: a code and what it is about. Its words live elsewhere."""

from __future__ import annotations

from typing import Literal

from rules.value import Value
from rules.values import CombatantId

Unsaid = Literal[
    "needs-target",
    "needs-aim",
    "needs-at",
    "needs-weapon",
    "needs-name",
    "needs-segments",
    "needs-feet",
    "needs-note",
]
"""What a declaration leaves out that its action needs (K-11)."""

Code = Literal[
    # the fight and who is in it
    "encounter-over",
    "unknown-combatant",
    "id-taken",
    "name-taken",
    "too-many-combatants",
    "with-itself",
    "already-engaged",
    "not-engaged",
    "not-hidden",
    "already-down",
    "not-down",
    "already-gm",
    "not-a-gm",
    "last-gm",
    "too-many-gms",
    # where the round is
    "nobody-to-declare",
    "round-under-way",
    "no-round-open",
    "already-closed",
    "wrong-round",
    "not-resolving",
    "already-called",
    "waiting-for-gm",
    "nothing-asked",
    "no-such-activity",
    "activity-over",
    "no-delay",
    "already-delayed",
    "not-in-this-round",
    "is-down",
    "not-declared",
    "already-declared",
    "not-moving",
    "not-casting",
    # what a declaration must be
    "unknown-action",
    "not-a-major",
    "not-a-minor",
    Unsaid,
    "unknown-weapon",
    "not-a-missile",
    "not-for-melee",
    "time-not-yours",
    "cannot-move",
    "further-than-a-round",
    "target-down",
    "target-itself",
    "target-unknown",
    "not-in-melee",
    "enters-melee",
    "leaves-melee",
    "charge-from-melee",
    "charge-too-close",
    "charge-too-soon",
    "minor-twice",
    "inside-major",
    "inside-shot",
    "moves-twice",
    "not-minor",
    "aim-without-shot",
    "no-room-after-carried",
    "nothing-carried",
    "delays-a-spell",
    # holding, changing, and the GM's word
    "may-not-announce",
    "hold-unclear",
    "spell-needs-segment",
    "spell-too-long",
    "shot-in-melee",
    "nothing-held",
    "nothing-to-change",
    "spell-for-spell",
    "not-redirected",
    "not-together",
    "not-waivable",
    "only-round-one",
    "no-grace",
    "no-such-effect",
    "effect-over",
    "too-many-effects",
    "needs-duration",
    "round-over",
    "round-too-far",
    "beat-over",
    "no-such-beat",
    "too-many-pins",
    "no-such-pin",
    "not-in-this-ruleset",
    # in `phases`
    "only-in-phases",
    "charge-into-melee",
    "waiting-for-player",
    "nothing-to-aim",
    "not-your-turn",
    "turn-passed",
    "is-surprised",
    "surprised-later",
    "mark-not-yours",
    "routines-of-what",
    "must-declare",
    "spell-comes-first",
    "takes-the-round",
    "step-first",
    "step-too-far",
    "step-from-melee",
    "only-a-step-left",
    "not-complex",
    "never-declared",
]


class Refusal(Value):
    """A coded reason, the rule it rests on, and what its sentence may need to name."""

    code: Code
    rule: str = ""
    who: CombatantId | None = None
    target: CombatantId | None = None
    action: str = ""
    text: str = ""
    number: int | None = None
