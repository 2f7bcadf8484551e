"""One transaction at one encounter, from loading it to queueing what must be said."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from bot.logs import concerns
from bot.options import Options
from bot.store import Act, DraftRow, EncounterRow, PostKind, Say, Transaction
from bot.store.rows import instants, whole_ms
from bot.table.gms import asked, newcomers
from bot.table.orders import ordered
from bot.table.quiet import awake, quiet_until
from bot.table.rights import CLOCK, Denial, Person, as_known_to, declaration_as_known, denied, unveiled
from bot.table.saying import IN_CHANNEL, held_back, of_the_clock, players_of, what_to_say
from bot.table.sealing import keep_digest
from bot.table.timing import Policy, patience, seconds_to, timed
from rules import Command, Declaration, Encounter, Event, Refusal, SeededDice, play, preview
from rules import commands as cmd
from rules import events as ev

_LATE = timedelta(seconds=60)
"""A close that comes so long after its time has a line that says so: the bot was away (FK-T8, FK-S10)."""


@dataclass(frozen=True)
class Outcome:
    """What came of asking. There can be events beside a refusal: declarations that were due to close did.

    `row` is the encounter after it, None if there is none; `before` and `after` are then empty.
    `due` is when the clock should have closed what it closed now.
    """

    key: str
    refusal: Refusal | Denial | None
    events: tuple[Event, ...]
    before: Encounter
    after: Encounter
    row: EncounterRow | None
    due: datetime | None = None


class Sitting:
    """One transaction at one encounter: who asks, when, and the row as it changes."""

    def __init__(
        self, transaction: Transaction, row: EncounterRow, by: Person, now: datetime, policy: Policy
    ) -> None:
        self._transaction = transaction
        self._before = row.encounter
        self._row = row
        self._recorded = row
        self._told: list[Say] = []
        self._aside: list[DraftRow] = []
        self._by = by
        self._now = whole_ms(now)
        self._policy = policy
        self._events: tuple[Event, ...] = ()
        self._panel_drawn = False

    @classmethod
    async def at(
        cls, transaction: Transaction, key: str, by: Person, now: datetime, policy: Policy
    ) -> Self | None:
        """Sit down at the encounter of that key; None if there is none."""
        row = await transaction.encounter(key)
        concerns(key)
        return None if row is None else cls(transaction, row, by, now, policy)

    def outcome(self, refusal: Refusal | Denial | None = None) -> Outcome:
        """What has come of it so far."""
        row = self._row
        return Outcome(row.id, refusal, self._events, self._before, row.encounter, row)

    async def act(
        self,
        command: Command,
        *more: Command,
        seconds: float | None = None,
        panel_drawn: bool = False,
        drafts: Collection[str] = (),
        using: DraftRow | None = None,
    ) -> Outcome:
        """Do what a command asks, and `more` of its kind with it, all or none, as one act.

        `seconds` is how long a round it opens stays open, None the usual. With `using`, the draft they were
        made of must still be as it was, and is used up.
        """
        for asked_for in (command, *more):
            if (refusal := denied(self._row.encounter, asked_for, self._by)) is not None:
                return self.outcome(refusal)
        if using is not None and not await self._kept(using):
            return self.outcome(Denial("draft-gone"))
        if isinstance(command, cmd.Declare | cmd.Withdraw) and self._overdue:
            # The clock is late, not the deadline: what comes now is late as if the clock had fired (S-25).
            await self._do_what_is_due()
        if isinstance(command, cmd.CloseDeclarations):
            command = await self._closing(command.round)
        known = [as_known_to(self._row.encounter, each, self._by) for each in (command, *more)]
        self._panel_drawn = panel_drawn
        before = self._row.encounter
        result = await self._play(*known, by=self._by, seconds=seconds)
        if result is None and using is not None:
            await self._transaction.drop_draft(using.key, using.round, using.person, using.who)
        if result is None and isinstance(command, cmd.Declare):
            await self._back(command)
            for who in drafts:
                await self._transaction.drop_draft(self._row.id, before.round.number, self._by.id, who)
        if not isinstance(command, cmd.Declare | cmd.Withdraw):
            await self._reopen(before)
        await self._ask_new_gms(before)
        await self._record(command.kind, self._by)
        return self.outcome(None if result is None else unveiled(result))

    async def _kept(self, draft: DraftRow) -> bool:
        return await self._transaction.draft(draft.key, draft.round, draft.person, draft.who) == draft

    async def _back(self, command: cmd.Declare) -> None:
        """Who declares is there again: orders of those declared for by their own player end."""
        for declaration in command.declarations:
            found = self._row.encounter.find(declaration.who)
            if found is not None and found.seat == self._by.id:
                await self._transaction.set_order(self._row.id, found.id, None)

    async def _reopen(self, before: Encounter) -> None:
        """Who must declare because of the GM's change gets time for it, and no blame (FK-T28, FK-T29).

        That is whose sealed declaration no longer stands, and whose seat is new and has none.
        """
        after = self._row.encounter
        if after.round.stage != "declaring" or before.round.number != after.round.number:
            return
        fallen = [d.who for d in after.round.declarations if isinstance(preview(after, d), Refusal)]
        for who in fallen:
            await self._play(cmd.Withdraw(who=who), by=CLOCK)
        new = [
            c.id
            for c in after.declares
            if after.declaration(c.id) is None
            and c.seat is not None
            and (known := before.find(c.id)) is not None
            and known.seat != c.seat
        ]
        number, fresh = after.round.number, timedelta(seconds=self._policy.fresh_seconds)
        deadline = awake(self._now + fresh, self._row.options)
        seated = players_of(after.combatant(who) for who in (*fallen, *new))
        if seated and self._row.deadline is not None and self._row.deadline < deadline:
            await self._store(replace(self._row, deadline=deadline))
            await self._say([Say("board", number)])
        await self._say(Say("reopened", number, person) for person in seated)

    async def _ask_new_gms(self, before: Encounter) -> None:
        """Put to a new GM what the round waits for: the others have been asked."""
        encounter = self._row.encounter
        new = newcomers(before, encounter)
        if not new or not encounter.round.questions:
            return
        _, seq = await self._transaction.snapshot(self._row.id)
        events = await self._transaction.numbered(self._row.id, seq + 1)
        await self._say(say for say in asked(encounter, events) if say.person in new)

    async def extend(self, time: int | datetime) -> Outcome:
        """Move the deadline on by so many seconds, or to that instant."""
        row = self._row
        if not self._is_gm:
            return self.outcome(Denial("not-gm"))
        if (row.deadline is None and not row.paused) or self._overdue:
            return self.outcome(self._closed)
        left = row.deadline - self._now if row.deadline is not None else row.paused_left or timedelta()
        seconds = seconds_to(time, self._now + left)
        if seconds < 1:
            later = isinstance(time, datetime)
            return self.outcome(Denial("not-later") if later else Denial("too-short", number=1))
        longest = self._policy.maximum_seconds
        # Compared as it came: what a person can type need not fit a timedelta.
        if seconds > longest or left + timedelta(seconds=seconds) > timedelta(seconds=longest):
            return self.outcome(Denial("too-long", number=longest))
        more = timedelta(seconds=seconds)
        if row.deadline is None:
            await self._store(replace(row, paused_left=left + more))
        else:
            # Whoever asks for more time does not want the early close that was under way.
            await self._store(replace(row, deadline=awake(row.deadline + more, row.options), close_at=None))
        return await self._clock_set("extended")

    async def _clock_set(self, told: PostKind, kind: str | None = None) -> Outcome:
        """Tell of the clock as it is now, and write it down as an act of that kind, usually the same."""
        number = self._row.encounter.round.number
        await self._say(of_the_clock(told, number, await self._panels()))
        await self._record(kind or told, self._by)
        return self.outcome()

    async def choose(self, options: Options) -> Outcome:
        """Take the GM's options. Where they make quiet hours of the deadline, it moves to their end."""
        if not self._is_gm:
            return self.outcome(Denial("not-gm"))
        await self._store(replace(self._row, options=options))
        row = self._row
        if row.deadline is None or self._overdue or row.encounter.round.stage != "declaring":
            return self.outcome()
        moved = awake(row.deadline, options)
        if moved == row.deadline:
            return self.outcome()
        await self._store(replace(row, deadline=moved))
        return await self._clock_set("extended")

    async def vacate(self) -> None:
        """Free the seats of whoever sits down here, and tell the GM of it."""
        number = self._row.encounter.round.number
        for combatant in self._row.encounter.combatants:
            if combatant.seat != self._by.id:
                continue
            free = combatant.model_copy(update={"seat": None})
            if await self._play(cmd.EditCombatant(combatant=free), by=self._by) is None:
                seq = self._row.seq
                await self._say(Say("vacated", number, gm, seq, seq) for gm in self._row.encounter.gms)
        if number > 0:
            await self._say(Say("console", number, gm) for gm in self._row.encounter.gms)

    async def tick(self) -> Outcome | None:
        """Close or remind, if it is time; closing comes first, and leaves nobody to remind."""
        row = self._row
        if self._overdue:
            if row.closes_at is not None and row.closes_at + _LATE <= self._now:
                if row.options.after_absence and row.close_at is None and row.opened_at is not None:
                    return await self._regained(row, row.closes_at - row.opened_at)
                await self._say([Say("late", row.encounter.round.number)])
            refusal = await self._do_what_is_due()
            if refusal is not None:
                # Nothing is open that could close: an instant left standing would be due for ever.
                await self._store(replace(row, deadline=None, remind_at=None, close_at=None))
            return replace(self.outcome(refusal), due=row.closes_at)
        if row.remind_at is None or row.remind_at > self._now:
            return None
        if (quiet := quiet_until(self._now, row.options)) is not None:
            in_time = row.deadline is not None and quiet < row.deadline
            await self._store(replace(row, remind_at=quiet if in_time else None))
            return self.outcome()
        await self._store(replace(row, remind_at=None))
        # Whoever left an order is away, and has said what to do.
        orders = await self._transaction.orders(row.id)
        seats = players_of(c for c in row.encounter.awaited if c.id not in orders)
        number = row.encounter.round.number
        await self._say(Say("reminder", number, person) for person in seats)
        return self.outcome()

    async def _regained(self, row: EncounterRow, given: timedelta) -> Outcome:
        """Give a share of the time anew, since it ran out while the bot was away (FK-T7)."""
        anew = max(_LATE, given * row.options.after_absence / 100)
        deadline = awake(self._now + anew, row.options)
        await self._store(replace(row, deadline=deadline, remind_at=self._now))
        return await self._clock_set("regained")

    async def _do_what_is_due(self) -> Refusal | None:
        refusal = await self._play(await self._due(), by=CLOCK)
        await self._record("deadline", CLOCK)
        return refusal

    async def _record(self, kind: str, by: Person) -> None:
        """Write down as one act what has changed since the last one, so that it can be taken back as one."""
        before, row = self._recorded, self._row
        if row == before:
            return
        told = [n for say in self._told for n in (say.first, say.last) if n is not None]
        act = Act(
            round=row.encounter.round.number,
            at=self._now,
            by=by.id,
            kind=kind,
            first=before.seq + 1,
            last=row.seq,
            told_first=min(told, default=None),
            told_last=max(told, default=None),
            before=instants(before),
            after=instants(row),
            drafts=tuple(self._aside),
        )
        await self._transaction.add_act(row.id, act)
        self._recorded, self._told, self._aside = row, [], []

    @property
    def _is_gm(self) -> bool:
        return not self._by.clock and self._by.id in self._row.encounter.gms

    @property
    def _closed(self) -> Refusal:
        """Why there is no time to be given, stopped or reminded of."""
        ended = self._row.encounter.round.stage == "ended"
        return Refusal(code="no-round-open" if ended else "already-closed")

    @property
    def _overdue(self) -> bool:
        closes_at = self._row.closes_at
        return closes_at is not None and closes_at <= self._now

    async def _due(self) -> Command:
        """What the clock does when its time has come: close declarations, or end the grace time (S-25)."""
        if self._row.encounter.round.stage == "grace":
            return cmd.EndGrace()
        return await self._closing()

    async def _closing(self, round_: int | None = None) -> cmd.CloseDeclarations:
        """The command to close, with the complete drafts of those who may still declare, by the roster."""
        encounter = self._row.encounter
        drafts = await self._transaction.complete_drafts(self._row.id, encounter.round.number)
        found: list[tuple[int, bool, Declaration]] = []
        for place, combatant in enumerate(encounter.combatants):
            for draft in drafts:
                seated = draft.person == combatant.seat
                if draft.who == combatant.id and draft.complete and (seated or draft.person in encounter.gms):
                    known = declaration_as_known(encounter, draft.complete, Person(draft.person))
                    found.append((place, not seated, known))
        drawn = {entry[2].who for entry in found}
        orders = await self._transaction.orders(self._row.id)
        for place, combatant in enumerate(encounter.combatants):
            kind = orders.get(combatant.id)
            if kind is None or combatant.seat is None or combatant.id in drawn:
                continue
            last = await self._transaction.last_declared(self._row.id, combatant.id, encounter.round.number)
            found.append((place, True, ordered(encounter, combatant.id, kind, last[1] if last else None)))
        found.sort(key=lambda entry: entry[:2])
        return cmd.CloseDeclarations(drafts=tuple(entry[2] for entry in found), round=round_)

    async def _panels(self) -> list[str]:
        messages = await self._transaction.messages(self._row.id, self._row.encounter.round.number, "panel")
        return [message.person for message in messages]

    async def _play(self, *commands: Command, by: Person, seconds: float | None = None) -> Refusal | None:
        """Let the rules decide, on all or none; what happened is stored and queued to be said."""
        row, transaction = self._row, self._transaction
        after, events = row.encounter, tuple[Event, ...]()
        for command in commands:
            result = play(after, command, SeededDice(row.seed))
            if isinstance(result, Refusal):
                return result
            after, happened = result
            events += happened
        last = await transaction.append(row, events, by.id, self._now)
        said = what_to_say(row.encounter, events, row.seq + 1, await self._panels(), after)
        said, held_from = held_back(said, after, row.held_from, last)
        new = replace(row, encounter=after, seq=last, held_from=held_from)
        await self._store(timed(new, row.encounter, events, self._now, self._policy, seconds))
        await self._follow(events, last)
        await keep_digest(transaction, row, events)
        if self._panel_drawn and after.round.stage == "declaring":
            said = [say for say in said if (say.kind, say.person) != ("panel", self._by.id)]
        if any(isinstance(command, cmd.AddEffect | cmd.EndEffect) for command in commands):
            # Who says it is answered at once.
            said = [say for say in said if (say.kind, say.person) != ("effect", by.id)]
        await self._say(said, events)
        self._told += [say for say in said if not say.person and say.kind in IN_CHANNEL]
        self._events += events
        return None

    async def _store(self, row: EncounterRow) -> None:
        self._row = row
        await self._transaction.save_encounter(row)

    async def _follow(self, events: tuple[Event, ...], last: int) -> None:
        """Keep the rounds and the drafts in step with what happened, up to the event numbered `last`."""
        key, number = self._row.id, self._row.encounter.round.number
        decided = set()
        for event in events:
            match event:
                case ev.RoundOpened():
                    await self._transaction.open_round(replace(self._row, seq=last), self._now)
                case ev.DeclarationsClosed():
                    await self._transaction.close_round(key, number, self._now)
                case ev.DeclarationSealed() | ev.DeclarationWithdrawn():
                    decided.add(event.who)
                case _:
                    pass
        if decided:
            kept = await self._transaction.complete_drafts(key, number)
            self._aside += [draft for draft in kept if draft.who in decided]
            # A draft left from before would seal at the deadline what was sealed anew, or taken back.
            await self._transaction.set_aside_drafts(key, number, decided)

    async def _say(self, said: Iterable[Say], events: Iterable[Event] | None = None) -> None:
        for say in said:
            wait = timedelta() if events is None else patience(say, events, self._policy)
            await self._transaction.queue(self._row.id, say, self._now + wait)
