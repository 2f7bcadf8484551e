"""Who may ask for what, and what those who are not GM may not even learn by asking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules import Combatant, Command, Declaration, Encounter, Minor, Refusal, running_effects, viewer_for
from rules import commands as cmd

ShellCode = Literal[
    "no-such-encounter",
    "no-such-ruleset",
    "channel-taken",
    "not-gm",
    "not-yours",
    "not-yours-to-change",
    "already-joined",
    "too-short",
    "too-long",
    "nothing-to-undo",
    "nothing-to-redo",
    "redo-lapsed",
    "moved-on",
    "paused-already",
    "not-paused",
    "nobody-to-nudge",
    "nudged-lately",
    "too-many-fights",
    "not-your-effect",
    "not-later",
    "quiet-now",
    "not-awaited",
    "excused-already",
    "no-excuses",
    "draft-gone",
]
"""Why the shell does not pass a command on; the rules have codes of their own."""

Right = Literal["gm", "clock-or-gm", "own", "own-particulars", "own-effect", "join"]
"""The GM may do everything; beside the GM: nobody, the clock, the seat, the seat within limits, anyone.

`own-effect`: the seat, for what it notes itself.
"""

WHO_MAY: dict[type[cmd.Asked], Right] = {
    cmd.AddCombatants: "join",
    cmd.EditCombatant: "own-particulars",
    cmd.RemoveCombatant: "own",
    cmd.Reveal: "gm",
    cmd.Engage: "gm",
    cmd.Disengage: "gm",
    cmd.Arrange: "gm",
    cmd.OpenRound: "gm",
    cmd.Declare: "own",
    cmd.Withdraw: "own",
    cmd.CallDelay: "gm",
    cmd.PardonDelay: "gm",
    cmd.CloseDeclarations: "clock-or-gm",
    cmd.RollInitiative: "clock-or-gm",
    cmd.CallSegment: "clock-or-gm",
    cmd.JudgeBlow: "gm",
    cmd.SetTime: "gm",
    cmd.Disturb: "gm",
    cmd.Down: "gm",
    cmd.Rise: "gm",
    cmd.AddMinor: "own",
    cmd.Steer: "own",
    cmd.EndGrace: "clock-or-gm",
    cmd.Surprise: "gm",
    cmd.ChangeAction: "own",
    cmd.Trigger: "own",
    cmd.Redirect: "own",
    cmd.Retarget: "gm",
    cmd.BreakOff: "gm",
    cmd.Together: "gm",
    cmd.Waive: "gm",
    cmd.AddEffect: "own-effect",
    cmd.EndEffect: "own-effect",
    cmd.AddPin: "gm",
    cmd.RemovePin: "gm",
    cmd.ChangeSettings: "gm",
    cmd.NameTarget: "own",
    cmd.Pass: "own",
    cmd.SetOff: "gm",
    cmd.MarkOrder: "gm",
    cmd.Hasten: "gm",
    cmd.ChangeGms: "gm",
    cmd.EndEncounter: "gm",
}

OWN_PARTICULARS = ("name", "speed", "weapons", "dexterity", "encumbered", "size", "abilities")
"""What a player may change of the own character."""

_NOBODY = "?"
"""Put before an id, it names no creature: ids begin with a letter, a digit, `_` or `-`."""


@dataclass(frozen=True)
class Person:
    """Who asks, by Discord id. `clock` is true of the clock alone.

    `steward` is true of one who runs the server and stands in where every GM of the fight has left it.
    """

    id: str
    clock: bool = False
    steward: bool = False


CLOCK = Person("clock", clock=True)


@dataclass(frozen=True)
class Denial:
    """The shell's own refusal. `number` is the limit where there is one: seconds, or fights."""

    code: ShellCode
    who: str | None = None
    number: int | None = None


def denied(encounter: Encounter, command: Command, by: Person) -> Refusal | Denial | None:
    """Why this person may not ask this; None if it may go to the rules."""
    right = WHO_MAY[type(command)]
    if by.clock:
        return None if right == "clock-or-gm" else Denial("not-gm")
    if by.id in encounter.gms or (by.steward and isinstance(command, cmd.ChangeGms)):
        return None
    if isinstance(command, cmd.AddCombatants):
        return _may_not_join(encounter, command.combatants, by)
    if right in ("gm", "clock-or-gm"):
        return Denial("not-gm")
    if isinstance(command, cmd.EndEffect):
        return _ends_not_own(encounter, command.effect, by)
    if isinstance(command, cmd.AddEffect) and (command.effect.seen == "gm" or command.effect.who is None):
        return Denial("not-gm")
    for who in _spoken_for(command):
        combatant = encounter.find(who)
        if combatant is None or not _knows(by, combatant):
            return Refusal(code="unknown-combatant", text=who)
        if combatant.seat != by.id:
            return Denial("not-yours", who=who)
    if isinstance(command, cmd.EditCombatant):
        return _changes_too_much(encounter, command.combatant)
    return None


def _spoken_for(command: Command) -> tuple[str, ...]:
    """The combatants whose seat the command needs."""
    match command:
        case cmd.Declare():
            return tuple(declaration.who for declaration in command.declarations)
        case cmd.EditCombatant():
            return (command.combatant.id,)
        case cmd.ChangeAction():
            return (command.declaration.who,)
        case cmd.AddEffect():
            return (command.effect.who,) if command.effect.who is not None else ()
        case (
            cmd.Withdraw()
            | cmd.AddMinor()
            | cmd.Steer()
            | cmd.RemoveCombatant()
            | cmd.Trigger()
            | cmd.Redirect()
            | cmd.NameTarget()
            | cmd.Pass()
        ):
            return (command.who,)
        case _:
            return ()


def _ends_not_own(encounter: Encounter, effect: str, by: Person) -> Refusal | Denial | None:
    """A player ends what that player noted; of what may not be seen nothing is said (K-8)."""
    seen = running_effects(encounter, viewer_for(encounter, by.id))
    found = next((e for e in seen if e.id == effect), None)
    if found is None:
        return Refusal(code="no-such-effect", rule="S-33")
    seat = encounter.combatant(found.who).seat if found.who is not None else None
    return None if found.by == by.id == seat else Denial("not-your-effect")


def _knows(by: Person, combatant: Combatant) -> bool:
    return not combatant.hidden or combatant.seat == by.id


def _may_not_join(encounter: Encounter, combatants: tuple[Combatant, ...], by: Person) -> Denial | None:
    """A player may bring one creature, the own character, in plain sight."""
    combatant = combatants[0]
    if len(combatants) > 1 or combatant.seat != by.id or combatant.hidden or combatant.down:
        return Denial("not-gm")
    if any(c.seat == by.id for c in encounter.combatants):
        return Denial("already-joined")
    return None


def _changes_too_much(encounter: Encounter, changed: Combatant) -> Denial | None:
    now = encounter.combatant(changed.id)
    allowed = now.model_copy(update={field: getattr(changed, field) for field in OWN_PARTICULARS})
    return None if allowed == changed else Denial("not-yours-to-change", who=changed.id)


def as_known_to(encounter: Encounter, command: Command, by: Person) -> Command:
    """The command with every creature its asker cannot know of turned into one that does not exist.

    So the rules answer a hidden creature's id exactly as they answer an id made up (K-8).
    """
    if by.clock or by.id in encounter.gms:
        return command
    match command:
        case cmd.Declare():
            told = tuple(declaration_as_known(encounter, d, by) for d in command.declarations)
            return command.model_copy(update={"declarations": told})
        case cmd.ChangeAction():
            told = (declaration_as_known(encounter, command.declaration, by),)
            return command.model_copy(update={"declaration": told[0]})
        case cmd.Redirect() | cmd.NameTarget():
            target = _veiled(_known_ids(encounter, by), command.target)
            return command.model_copy(update={"target": target})
        case cmd.AddMinor():
            known = _known_ids(encounter, by)
            return command.model_copy(update={"minor": _minor_as_known(known, command.minor)})
        case _:
            return command


def declaration_as_known(encounter: Encounter, declaration: Declaration, by: Person) -> Declaration:
    """`as_known_to` for one declaration."""
    if by.id in encounter.gms:
        return declaration
    known = _known_ids(encounter, by)
    minors = tuple(_minor_as_known(known, minor) for minor in declaration.minors)
    return declaration.model_copy(update={"target": _veiled(known, declaration.target), "minors": minors})


def unveiled(refusal: Refusal) -> Refusal:
    """The refusal naming what its asker named."""
    return refusal.model_copy(update={"text": refusal.text.removeprefix(_NOBODY)})


def _known_ids(encounter: Encounter, by: Person) -> frozenset[str]:
    return frozenset(c.id for c in encounter.combatants if _knows(by, c))


def _minor_as_known(known: frozenset[str], minor: Minor) -> Minor:
    return minor.model_copy(update={"into": _veiled(known, minor.into)})


def _veiled(known: frozenset[str], who: str | None) -> str | None:
    return who if who is None or who in known else f"{_NOBODY}{who}"
