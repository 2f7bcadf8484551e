"""Panels being worked: each pick changes the draft, is stored, and redraws the panel in one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.cogs.common import why_idle
from bot.cogs.host import Host, Reply, problem
from bot.render import Menu
from bot.store import DraftRow, EncounterRow
from bot.ui.desk import Desk, title_of
from bot.ui.draft import Draft, fresh, group_members
from bot.ui.draft_steps import settled
from bot.ui.ids import Press, parse
from bot.ui.panel import panel

CLOSED_DM = (
    "📵 I could not send you this in a direct message. To allow it: server name, *Privacy Settings*, *Direct "
    "Messages*. This panel is the same, and just as private."
)
"""Said once to somebody whose direct messages are closed (FK-D4)."""


_STANDS = "What is sealed stands; while the round is called, `/change` changes it at a price."


@dataclass(frozen=True, slots=True)
class Sheet:
    """One person's panel as stored: the encounter, whom it is for, the draft."""

    row: EncounterRow
    desk: Desk
    who: str
    draft: Draft
    standing: bool = False
    """Whether the message pressed is the panel in the direct message, which the answer redraws."""

    @property
    def drafts(self) -> frozenset[str]:
        """The names under which what this panel seals may be half made: its own, and each member's."""
        return frozenset({self.who, *(m.id for m in group_members(self.row.encounter, self.who))})

    def drawn(self, notice: str = "", update: bool = True) -> Reply:
        """The panel as an answer."""
        return Reply(panel(self.desk, self.who, self.draft, notice), update=update)

    def sealed(self) -> Reply:
        """The panel with what is sealed, and no change under way."""
        return Reply(panel(self.desk, self.who, fresh(self.draft.declaration.who)), update=True)

    def offers(self, verb: str, values: list[str]) -> bool:
        """Whether the panel as it stands has all these choices in that menu.

        What an older panel offered may be gone, and a hidden creature's id is taken like one made up (K-8).
        """
        menus = [part for part in panel(self.desk, self.who, self.draft).parts if isinstance(part, Menu)]
        offered = {
            c.value for menu in menus if (made := parse(menu.id)) and made.verb == verb for c in menu.choices
        }
        return set(values) <= offered


def desk_for(row: EncounterRow, person: str, orders: Mapping[str, str] | None = None) -> Desk:
    """The person's view of the row's round, with the standing orders in it."""
    return Desk(row.id, row.encounter, person, row.closes_at, orders or {})


def closed_reply(row: EncounterRow | None, press: Press) -> Reply | None:
    """Why a panel's button cannot be used any more; None if it can."""
    if row is None or row.encounter.over:
        return problem("This fight is over.", "Nothing can be declared any more.")
    round_ = row.encounter.round
    if press.round not in (0, round_.number):
        return problem(
            f"This belongs to round {press.round}; now it is round {round_.number}.",
            "Use the newest panel, or `/declare`.",
        )
    if round_.stage not in ("declaring", "grace", "resolving"):
        return problem(f"Declarations for round {round_.number} are closed.")
    return None


async def sheet(
    host: Host, press: Press, user: discord.abc.User, who: str | None = None, message: int | None = None
) -> Sheet | Reply:
    """The panel a press belongs to, or why there is none; `message` is the one that was pressed."""
    person = str(user.id)
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
        if (refused := closed_reply(row, press)) is not None:
            return refused
        assert row is not None
        desk = desk_for(row, person, await tx.orders(row.id))
        chosen_who = who or press.who or desk.first()
        if chosen_who is None and desk.runs:
            return problem("Declarations are closed, and all of yours have declared.", _STANDS)
        if chosen_who is None:
            if idle := why_idle(row.encounter, person):
                return problem(idle)
            return problem(
                "You have nobody to declare for in this round.",
                "Join with `/join`; who comes in during a round declares from the next one on.",
            )
        members = group_members(row.encounter, chosen_who)
        allowed = {c.id for c in desk.runs}
        if not members or any(m.id not in allowed for m in members):
            if idle := why_idle(row.encounter, person, chosen_who.removeprefix("*")):
                return problem(idle)
            return problem("You do not declare for that creature.", "Use your own panel, or `/declare`.")
        if not {m.id for m in members} <= {c.id for c in desk.choice}:
            told = f"Declarations are closed, and {title_of(desk, chosen_who)} has declared."
            return problem(told, _STANDS)
        kept = await tx.draft(row.id, row.encounter.round.number, person, chosen_who)
        sent = await tx.message(row.id, row.encounter.round.number, "panel", person)
    draft = Draft.model_validate(kept.body) if kept else fresh(members[0].id)
    draft = draft.of(members[0].id)
    return Sheet(row, desk, chosen_who, draft, sent is not None and sent.message_id == message)


async def keep(host: Host, page: Sheet, draft: Draft, notice: str = "") -> Reply:
    """Store the draft, complete or not, and redraw the panel."""
    draft = settled(page.row.encounter, draft)
    return (await put(host, page, draft)).drawn(notice)


async def put(host: Host, page: Sheet, draft: Draft, *, counts: bool = True) -> Sheet:
    """Store the draft, with what of it counts at the deadline if it `counts`; gives the panel with it."""
    encounter, person = page.row.encounter, page.desk.person

    def row(who: str, own: Draft) -> DraftRow:
        complete = own.complete(encounter) if counts else None
        return DraftRow(
            page.row.id, encounter.round.number, person, who, own.model_dump(mode="json"), complete
        )

    async with host.store.transaction() as tx:
        await tx.save_draft(row(page.who, draft))
        if page.who.startswith("*"):
            # At the deadline a draft for a group counts for each member for whom it can stand (K-12, S-25).
            for member in group_members(encounter, page.who):
                await tx.save_draft(row(member.id, draft.of(member.id)))
    return Sheet(page.row, page.desk, page.who, draft)


async def mine(host: Host, press: Press, user: discord.abc.User) -> Reply:
    """*My declaration*: the panel as a private reply, the same as in the direct message."""
    found = await sheet(host, Press(press.verb, press.key, press.round), user)
    if isinstance(found, Reply):
        return found
    unreached = False
    if host.direct:
        async with host.store.transaction() as tx:
            unreached = await tx.tell_of_closed_dm(str(user.id), host.now())
    return found.drawn(CLOSED_DM if unreached else "", update=False)
