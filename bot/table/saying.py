"""What must be said about what happened: pure, so that it can be proved to leave nothing out.

Events the public may hear of fall into ranges, each told by one post to the channel:
  close    from the closing of declarations to the dice
  summary  segments being called, and what goes on by itself after the GM was asked
  news     anything else the GM or a player brought about
  ended    the end of the fight
An event that is private never begins or ends a range, so hidden creatures change no post's number or order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot.store import PostKind, Say
from rules import EVERYONE, Combatant, Encounter, Event, apply, astray, view
from rules import events as ev

SILENT: tuple[type[ev.Happened], ...] = (ev.RoundOpened, ev.CombatantEdited)
"""Public, but shown by the board alone: a new round has a new board, an edit is not news."""

_ON_THE_BOARD = (
    ev.RoundOpened,
    ev.DeclarationsClosed,
    ev.RoundEnded,
    ev.EncounterEnded,
    ev.CombatantAdded,
    ev.CombatantEdited,
    ev.CombatantRemoved,
    ev.Revealed,
    ev.Downed,
    ev.Risen,
)

_IN_SUMMARY = (
    ev.SegmentCalled,
    ev.Befell,
    ev.Began,
    ev.BlowJudged,
    ev.ShotTimed,
    ev.Completed,
    ev.TurnPassed,
    ev.CarriedOver,
    ev.RoundEnded,
)

Telling = Literal["close", "summary", "news", "ended"]

IN_CHANNEL: tuple[PostKind, ...] = ("close", "summary", "news", "ended")
"""What tells everybody of events."""


_State = Callable[[], Encounter]


class _States:
    """The fight after so many of the events, folded once it is asked for: few events need it."""

    def __init__(self, before: Encounter, events: Sequence[Event]) -> None:
        self._folded = [before]
        self._events = events

    def __call__(self, number: int) -> Encounter:
        """After that many."""
        while len(self._folded) <= number:
            self._folded.append(apply(self._folded[-1], self._events[len(self._folded) - 1]))
        return self._folded[number]


@dataclass
class _Range:
    telling: Telling
    first: int
    last: int


def what_to_say(
    before: Encounter,
    events: Sequence[Event],
    first_seq: int,
    panels: Collection[str] = (),
    after: Encounter | None = None,
) -> list[Say]:
    """All there is to say about these events, the first of which has the number `first_seq`.

    `panels` are the people whose panel of this round stands and so must follow the close. `after` is what the
    events leave, where that is known.
    """
    states = _States(before, events)
    after = after or states(len(events))
    number = after.round.number
    pairs = [(partial(states, place), event) for place, event in enumerate(events, 1)]
    said = [Say(r.telling, number, first=r.first, last=r.last) for r in _ranges(events, first_seq)]
    if number > 0 and (
        any(_shows_on_board(state, event) for state, event in pairs)
        or any(_vanished(partial(states, place), event) for place, event in enumerate(events))
    ):
        said.append(Say("board", number))
    people = dict.fromkeys(who for state, event in pairs for who in _panels(state, event, panels))
    said += [Say("panel", number, person) for person in people]
    said += [Say("held", number, person) for person in _holding(after, events)]
    said += [Say("astray", number, person) for person in _blows_astray(before, after)]
    said += _effect_words(pairs, first_seq, number)
    said += [Say("console", number, who) for who in _to_and_from_running(events)]
    if _needs_console(after, events):
        said += [Say("console", number, gm) for gm in after.gms]
    for seq, event in enumerate(events, first_seq):
        said += [Say("question", number, person, seq, seq) for person in _asked(after, event)]
        said += [Say("note", number, person, seq, seq) for person in _noted(after, event)]
    return said


def of_the_clock(kind: PostKind | None, number: int, panels: Collection[str]) -> list[Say]:
    """The channel hears that the clock is set anew, where `kind` says how; the board and panels show it."""
    told = [Say(kind, number)] if kind is not None else []
    return [*told, Say("board", number), *(Say("panel", number, person) for person in panels)]


def players_of(combatants: Iterable[Combatant | None]) -> tuple[str, ...]:
    """Whose they are, each once; the GM's own are nobody's, and so is who is not there any more."""
    return tuple(dict.fromkeys(c.seat for c in combatants if c is not None and c.seat is not None))


def _to_and_from_running(events: Sequence[Event]) -> Iterable[str]:
    """Who came to run the fight, or runs it no more: the console comes to them, or goes blank."""
    changes = [event for event in events if isinstance(event, ev.GmsChanged)]
    return dict.fromkeys(who for event in changes for who in (*event.added, *event.removed))


def _asked(after: Encounter, event: Event) -> Iterable[str]:
    """Whom a question goes to: the GM, and who may answer it as well (K-17, P-5)."""
    match event:
        case ev.BlowAsked() | ev.TimeAsked() | ev.BreakAsked():
            return after.gms
        case ev.TargetAsked() | ev.SpellTargetAsked():
            return _both(after, event.who)
        case ev.FreeToAct() if event.asked:
            return _both(after, event.who)
        case _:
            return ()


def _noted(after: Encounter, event: Event) -> Iterable[str]:
    """Who is told in private of what the table does not hear (P-1, P-3, P-23, P-28)."""
    match event:
        case ev.SpellsListed() | ev.DelayProposed():
            return after.gms
        case ev.Queued():
            return _both(after, event.who)
        case ev.OrderMarked() | ev.Hastened():
            seat = _seat(after, event.who)
            return (seat,) if seat is not None and seat not in after.gms else ()
        case ev.FreeToAct() if not event.asked and after.play == "called":
            seat = _seat(after, event.who)
            return (seat,) if seat is not None and seat not in after.gms else ()
        case ev.DeclarationsClosed() if after.ruleset == "segments" and (
            after.play == "called" or event.grace
        ):
            # Who can still declare, late, is told by a message of its own: an edit rings nobody's phone.
            return [who for who in players_of(map(after.find, event.missing)) if who not in after.gms]
        case _:
            return ()


def _both(after: Encounter, who: str) -> Iterable[str]:
    """The player first, then the GM, each once."""
    seat = _seat(after, who)
    return dict.fromkeys((*((seat,) if seat is not None else ()), *after.gms))


def _seat(after: Encounter, who: str) -> str | None:
    found = after.find(who)
    return found.seat if found is not None else None


def _blows_astray(before: Encounter, after: Encounter) -> Iterable[str]:
    """Players whose blow has lost its target just now, while the GM calls: they may turn it (K-17)."""
    if after.play != "called":
        return ()
    known = {slot.id for slot in astray(before)}
    return players_of(after.combatant(slot.who) for slot in astray(after) if slot.id not in known)


def _holding(after: Encounter, events: Sequence[Event]) -> Iterable[str]:
    """Players who hold something for a word of theirs, once the dice are rolled (S-26)."""
    if after.play != "called" or after.round.stage != "resolving":
        return ()
    rolled = any(isinstance(event, ev.InitiativeRolled) for event in events)
    turned = {e.who for e in events if isinstance(e, ev.Changed | ev.DeclarationSealed)}
    waiting = (s.who for p in after.round.plans for s in p.slots if s.waits and s.hold and s.hold.trigger)
    return players_of(after.combatant(who) for who in waiting if rolled or who in turned)


def _effect_words(pairs: Sequence[tuple[_State, Event]], first_seq: int, number: int) -> Iterable[Say]:
    """Where what lasts begins or ends and not everybody may know: a word to each of those who may."""
    ranges: dict[str, tuple[int, int]] = {}
    for seq, (after, event) in enumerate(pairs, first_seq):
        if not isinstance(event, ev.EffectBegan | ev.EffectEnded) or event.audience == "everyone":
            continue
        for person in _who_may_know(after(), event):
            first, _ = ranges.get(person, (seq, seq))
            ranges[person] = (first, seq)
    return [Say("effect", number, person, first, last) for person, (first, last) in ranges.items()]


def _who_may_know(after: Encounter, event: ev.EffectBegan | ev.EffectEnded) -> tuple[str, ...]:
    owner = after.find(event.who) if event.who is not None and event.audience == "owner" else None
    seat = owner.seat if owner is not None else None
    return tuple(dict.fromkeys((*after.gms, *((seat,) if seat is not None else ()))))


def in_secret(encounter: Encounter) -> bool:
    """Whether the GM is asked about a spell nobody may know is being cast (K-8).

    Where the telling stops would tell it, so the channel then hears nothing until the GM has answered.
    """
    for question in encounter.round.questions:
        about = encounter.find(question.target if question.kind == "blow" else question.who)
        if about is not None and (about.seat is None or about.hidden):
            return True
    return False


def held_back(
    said: Sequence[Say], after: Encounter, held_from: int | None, last_seq: int
) -> tuple[list[Say], int | None]:
    """What is said now, and from which event on the channel is still to be told, if some is held back."""
    # A player told of an end in segment 6 would know that more than the channel has heard is over.
    told_apart = [s for s in said if s.kind == "effect" and s.person not in after.gms]
    story = [s for s in said if not s.person and s.kind in ("summary", "news")]
    others = [s for s in said if s not in story and s not in told_apart]
    starts = [held_from] if held_from is not None else [s.first for s in story if s.first is not None]
    if in_secret(after):
        return others, min(starts, default=None)
    if held_from is None:
        return list(said), None
    ends = [s.last for s in story if s.last is not None]
    whole = Say("summary", after.round.number, first=held_from, last=max(ends, default=last_seq))
    # Where nothing ended that concerns a player, there is nothing to draw and nothing is sent.
    players = players_of(after.combatants) if after.effects else ()
    late = [Say("effect", after.round.number, seat, held_from, last_seq) for seat in players]
    return [whole, *others, *(s for s in late if s.person not in after.gms)], None


def _ranges(events: Iterable[Event], first_seq: int) -> list[_Range]:
    found: list[_Range] = []
    for seq, event in enumerate(events, first_seq):
        current = found[-1] if found else None
        if view(event, EVERYONE) is None or isinstance(event, SILENT):
            if current is not None:
                current.last = seq
            continue
        telling = _telling(event, current)
        if current is None or telling != current.telling:
            found.append(_Range(telling, seq, seq))
        else:
            current.last = seq
    return found


def _telling(event: Event, current: _Range | None) -> Telling:
    match event:
        case ev.DeclarationsClosed() | ev.GraceEnded():
            return "close"
        case ev.EncounterEnded():
            return "ended"
        case _ if isinstance(event, _IN_SUMMARY):
            return "summary"
        case _:
            return "news" if current is None else current.telling


def _shows_on_board(after: _State, event: Event) -> bool:
    """Whether the public board looks different after the event."""
    if isinstance(event, ev.DeclarationSealed | ev.DeclarationWithdrawn):
        return not after().combatant(event.who).hidden
    if isinstance(event, ev.Queued):
        # That the GM has something put off is nobody's business.
        doer = after().combatant(event.who)
        return doer.seat is not None and not doer.hidden
    if isinstance(event, ev.Lost) and after().round.stage == "declaring":
        return view(event, EVERYONE) is not None
    return isinstance(event, _ON_THE_BOARD) and view(event, EVERYONE) is not None


def _vanished(before: _State, event: Event) -> bool:
    """Whether somebody on the board was hidden: told to nobody, but no longer shown."""
    if not isinstance(event, ev.CombatantEdited) or not event.combatant.hidden:
        return False
    known = before().find(event.combatant.id)
    return known is not None and not known.hidden


def _panels(state: _State, event: Event, standing: Collection[str]) -> Iterable[str]:
    """Whose private panel the event makes, or changes."""
    match event:
        case ev.RoundOpened():
            return [who for c in state().declares for who in _speakers(state(), c.seat)]
        case ev.CombatantAdded() | ev.CombatantEdited() if (
            state().round.stage == "declaring" and event.combatant.id in {c.id for c in state().declares}
        ):
            # With the seat, the panel comes to its new player (FK-M8); after another change it is redrawn.
            return _speakers(state(), event.combatant.seat)
        case ev.Lost() if state().round.stage != "declaring" or state().find(event.who) is None:
            return ()
        case ev.DeclarationSealed() | ev.DeclarationWithdrawn() | ev.Lost() | ev.Queued():
            return _speakers(state(), state().combatant(event.who).seat)
        case ev.GmsChanged() if state().round.stage == "declaring":
            new = state().gms if any(c.seat is None for c in state().declares) else ()
            return [who for who in (*event.added, *event.removed) if who in standing or who in new]
        case ev.DeclarationsClosed() | ev.EncounterEnded():
            return sorted(standing)
        case _:
            return ()


def _speakers(encounter: Encounter, seat: str | None) -> tuple[str, ...]:
    """Who declares for a combatant: its seat, else every GM."""
    return encounter.gms if seat is None else (seat,)


def _needs_console(after: Encounter, events: Sequence[Event]) -> bool:
    """Whether the GM has something to press, or just had: in called play. Questions have their own posts."""
    ended = any(isinstance(event, ev.RoundEnded) for event in events)
    under_way = ended or after.round.stage in ("grace", "locked", "resolving")
    return under_way and bool(events) and after.play == "called"
