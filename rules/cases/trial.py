"""Playing a rule case: its rounds are run as at a table, and its expectations held against what happened."""

from __future__ import annotations

from rules import commands as cmd
from rules.cases.model import Case, Intervention, RoundScript, TimeWord
from rules.decide import play
from rules.dice import Dice, ScriptedDice, SeededDice, UnlistedRoll
from rules.encounter import Encounter
from rules.events import Event
from rules.refusal import Refusal
from rules.round import Question
from rules.value import Value
from rules.values import Play


class Stuck(Exception):
    """The case cannot go on: a roll or an answer is missing, or the fight cannot be set up."""


class Played(Value):
    """What came of one round of a case."""

    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...]
    encounter: Encounter
    waiting: Question | None = None
    """What the GM is asked and nobody answered."""
    unsaid: int = 0
    """Interventions that never had their moment."""


class ListedOrSeeded:
    """Dice as listed; what is not listed falls by the seed."""

    def __init__(self, listed: dict[str, int], seed: str) -> None:
        self._listed = listed
        self._seeded = SeededDice(seed)

    def roll(self, label: str, sides: int) -> int:
        """The listed number, else the seed's."""
        return self._listed.get(label) or self._seeded.roll(label, sides)


def resolve(case: Case) -> tuple[Played, ...]:
    """Play a round, or several, with dice from the seed where none are listed. Raises Stuck."""
    return run(case, ListedOrSeeded(dict(case.dice), case.seed), "called")


def check(case: Case) -> tuple[str, ...]:
    """What is not as the case expects; nothing if it passes. It is played called, and automatically too."""
    dice = ScriptedDice(dict(case.dice))
    try:
        rounds = run(case, dice, "called")
        failures = [
            f for script, played in zip(case.rounds, rounds, strict=True) for f in _failures(script, played)
        ]
        failures += [f"a roll listed and never made: {label}" for label in dice.unused]
        answers_only = all(said.segment in (None, 0) for script in case.rounds for said in script.during)
        if not failures and answers_only:
            failures += _differences(rounds, run(case, ScriptedDice(dict(case.dice)), "automatic"))
    except Stuck as error:
        return (str(error),)
    except UnlistedRoll as error:
        return (f"a roll the case does not list: {error.args[0]}",)
    return tuple(failures)


def _failures(script: RoundScript, played: Played) -> list[str]:
    failures = []
    if played.waiting is not None:
        failures.append(f"the GM is asked and the case has no answer: {played.waiting}")
    if played.unsaid:
        failures.append(f"{played.unsaid} of what is to be said never had its moment")
    for expectation in script.expect:
        failure = expectation.failure(played.events, played.refusals, played.encounter)
        if failure is not None:
            failures.append(failure)
    for refusal in played.refusals:
        if not any(expectation.admits(refusal) for expectation in script.expect):
            failures.append(f"refused unexpectedly: {refusal.model_dump_json(exclude_defaults=True)}")
    return failures


def _differences(called: tuple[Played, ...], automatic: tuple[Played, ...]) -> list[str]:
    for one, other in zip(called, automatic, strict=True):
        if one.events != other.events:
            odd = next((a for a, b in zip(one.events, other.events, strict=False) if a != b), None)
            return [f"automatic play differs from called play at {odd}"]
    return []


def run(case: Case, dice: Dice, mode: Play) -> tuple[Played, ...]:
    """Play every round of the case; raises Stuck, or UnlistedRoll from scripted dice."""
    table = _Table(Encounter(ruleset=case.ruleset, play=mode, settings=case.settings), dice)
    table.must(cmd.AddCombatants(combatants=case.given))
    for who, foe in case.engaged:
        if foe not in table.encounter.engaged_with(who):
            table.must(cmd.Engage(who=who, foe=foe))
    return tuple(_round(table, script) for script in case.rounds)


class _Table:
    """The encounter as it stands, and what has happened and been refused since the round began."""

    def __init__(self, encounter: Encounter, dice: Dice) -> None:
        self.encounter = encounter
        self.events: list[Event] = []
        self.refusals: list[Refusal] = []
        self._dice = dice

    def say(self, command: cmd.Command) -> None:
        """Play the command; a refusal is kept."""
        done = play(self.encounter, command, self._dice)
        if isinstance(done, Refusal):
            self.refusals.append(done)
            return
        self.encounter, events = done
        self.events.extend(events)

    def must(self, command: cmd.Command) -> None:
        """Play a command that no case expects to be refused; raises Stuck if it is."""
        before = len(self.refusals)
        self.say(command)
        if len(self.refusals) > before:
            raise Stuck(
                f"{command.kind} is refused: {self.refusals[-1].model_dump_json(exclude_defaults=True)}"
            )


def _round(table: _Table, script: RoundScript) -> Played:
    table.events, table.refusals = [], []
    table.must(cmd.OpenRound())
    for group in script.declare:
        table.say(cmd.Declare(declarations=group))
    left = list(script.during)
    for said in [s for s in left if s.segment == 0]:
        left.remove(said)
        _intervene(table, said)
    if not script.only_refusals:
        table.must(cmd.CloseDeclarations(drafts=script.drafts))
        _grace(table, left)
        while table.encounter.round.stage == "resolving" and _step(table, left):
            pass
    questions = table.encounter.round.questions
    return Played(
        events=tuple(table.events),
        refusals=tuple(table.refusals),
        encounter=table.encounter,
        waiting=questions[0] if questions else None,
        unsaid=len(left),
    )


def _grace(table: _Table, left: list[Intervention]) -> None:
    """In the grace time, what is said at segment 1 is said; then it ends (S-25)."""
    if table.encounter.round.stage != "grace":
        return
    for said in [s for s in left if s.segment == 1 and s.command is not None]:
        left.remove(said)
        _intervene(table, said)
    if table.encounter.round.stage == "grace":
        table.must(cmd.EndGrace())


def _step(table: _Table, left: list[Intervention]) -> bool:
    """The next thing at the table: an answer, a word, or the next segment. False if nobody answers."""
    round_ = table.encounter.round
    said = next((s for s in left if s.segment == round_.segment + 1 and _ready(table.encounter, s)), None)
    if round_.questions:
        said = next((s for s in left if s.segment is None and _ready(table.encounter, s)), None) or said
    if said is not None:
        left.remove(said)
        _intervene(table, said)
        return True
    if round_.questions:
        return False
    table.must(cmd.CallSegment(after=round_.segment))
    return True


def _ready(encounter: Encounter, said: Intervention) -> bool:
    """Whether it is the moment for it: an answer needs its question, a command no pause of the segment."""
    questions = encounter.round.questions
    if said.answers == "time" and said.time is not None:
        return any(q.kind == "time" and q.who == said.time.who for q in questions)
    first = questions[0] if questions else None
    kind = first.kind if first else None
    if said.answers is not None:
        return kind == said.answers
    if said.segment is None and said.command is not None:
        of_a_player = kind in ("spell-target", "turn")
        return first is not None and of_a_player and first.who == _speaker(said.command)
    return kind not in ("blow", "target", "break")


def _speaker(command: cmd.Command) -> str | None:
    """For whom an answer to a question is given."""
    return command.declarations[0].who if isinstance(command, cmd.Declare) else getattr(command, "who", None)


def _intervene(table: _Table, said: Intervention) -> None:
    questions = table.encounter.round.questions
    if said.command is not None:
        table.say(said.command)
    elif said.time is not None:
        table.say(cmd.SetTime(slot=_slot_of(table.encounter, said.time), segments=said.time.segments))
    elif said.breaks is not None:
        table.say(cmd.BreakOff(who=questions[0].who, allowed=said.breaks == "allowed"))
    elif said.turn is not None:
        table.say(cmd.Redirect(who=questions[0].who, target=said.turn or None))
    else:
        blow = table.encounter.round.blow
        assert blow is not None
        if said.judge == "down":
            table.say(cmd.Down(who=blow.target))
        else:
            table.say(cmd.JudgeBlow(struck=said.judge == "struck"))


def _slot_of(encounter: Encounter, said: TimeWord) -> str:
    """The slot the GM's word on time is about: that action's, else the one without a time, else the next."""
    plan = encounter.plan(said.who)
    slots = [s for s in plan.slots if said.action in ("", s.action)] if plan else []
    slots.sort(key=lambda s: (s.time is not None, not s.open))
    return slots[0].id if slots else f"nothing of {said.who}"
