"""Declaring in plain words: a sentence is read, read back, asked about where it is unclear, and sealed."""

from __future__ import annotations

import re
from collections.abc import Callable

import discord

from bot.cogs.again import SAME, as_before, nothing_before
from bot.cogs.common import find, known_to
from bot.cogs.host import Host, Reply, problem
from bot.cogs.line import Unclear
from bot.cogs.panels import Sheet, desk_for, put, sheet
from bot.narration.asks import question
from bot.narration.words import Names, clean, escape, listed
from bot.store import DraftRow, EncounterRow
from bot.ui.desk import Desk
from bot.ui.draft import Draft, Spoken, group_members
from bot.ui.ids import Press
from bot.ui.spoken import MOST_SAID, NO_PLAN, spoken_card, which_card, whose_card
from bot.ui.standing import may_declare_in, standing
from rules import (
    Combatant,
    Declaration,
    Encounter,
    Reading,
    as_seen,
    read_sentence,
    seen_by,
    viewer_for,
)

_PREFIX = re.compile(r"\s*(?P<name>[^:：\n]{1,80}?)\s*[:：]\s*(?P<rest>\S.*)", re.DOTALL)
Places = Callable[[int], str]
"""What a channel is called, by its id."""


async def heard(host: Host, user: discord.abc.User, text: str, place: Places) -> Reply:
    """What somebody wrote to the bot: read for the one creature meant, or answered with what can be done."""
    person, said = str(user.id), text[:MOST_SAID]
    async with host.store.reading() as tx:
        rows = await tx.encounters_of(person)
    if not clean(said):
        empty = "✏️ I can read words only. Write what your character does, and I read it back to you."
        return Reply(standing(rows, person, empty if rows else ""))
    takes = [row for row in rows if may_declare_in(row, person)]
    # What is open comes before what can still be declared late.
    open_ = [row for row in takes if row.encounter.round.stage == "declaring"] or takes
    if not open_:
        return Reply(standing(rows, person))
    named = [row for row in open_ if whom(desk_for(row, person), said)[0]]
    if len(open_) > 1 and len(named) != 1:
        for row in open_:
            await _hold(host, row, person, said)
        return Reply(which_card([(desk_for(row, person), place(row.channel_id)) for row in open_], said))
    return await heard_in(host, (named if len(open_) > 1 else open_)[0], user, said)


async def heard_in(
    host: Host, row: EncounterRow, user: discord.abc.User, said: str, who: str = "", *, update: bool = False
) -> Reply:
    """The same where the fight is known; `who` where it is known for whom."""
    desk = desk_for(row, str(user.id))
    if len(several := _several(desk, said)) > 1:
        names = listed(desk.names[c.id] for c in several)
        return problem(
            f"You name {names}: I take one at a time, or a group.",
            f"Write “{escape(several[0].name)}: …” and seal it, then the next. A group goes by its name, "
            "and those of it who are sealed already keep theirs.",
        )
    named, words = whom(desk, said)
    who = who or named
    if not who and len(desk.choice) > 1:
        await _hold(host, row, desk.person, said)
        return Reply(whose_card(desk, said), update=update)
    found = await sheet(host, Press("mine", row.id, row.encounter.round.number, who), user)
    return found if isinstance(found, Reply) else await taken(host, found, said, words, update=update)


def whom(desk: Desk, said: str) -> tuple[str, str]:
    """Who is named before the words, of those this person declares for, and the words; empty if nobody."""
    runs_ = desk.choice
    groups = {c.group.casefold(): f"*{c.id}" for c in reversed(runs_) if c.group}
    if match := _PREFIX.fullmatch(said):
        name, rest = match["name"].strip(), match["rest"]
        if (group := groups.get(clean(name).casefold())) is not None:
            return group, rest
        if (one := find(runs_, name)) is not None:
            return one.id, rest
    for group, whole in groups.items():
        named = re.match(rf"\s*(?:all\s+)?(?:the|my)\s+{re.escape(group)}s\b", said, re.IGNORECASE)
        if named:
            return whole, said[named.end() :]
    begins = [c for c in runs_ if re.match(rf"\s*{re.escape(c.name)}\b", said, re.IGNORECASE)]
    best = max(begins, key=lambda c: len(c.name), default=None)
    return (best.id if best is not None else "", said)


def _several(desk: Desk, said: str) -> list[Combatant]:
    """Who is named before the words with commas or *and* between them; nobody where not each is one's own."""
    match = _PREFIX.fullmatch(said)
    parts = re.split(r"\s*(?:,|&|\band\b)\s*", match["name"].strip()) if match else []
    found = [find(desk.choice, part) for part in parts if part]
    return [c for c in found if c is not None] if None not in found else []


async def taken(host: Host, page: Sheet, said: str, words: str, *, update: bool = False) -> Reply:
    """The words as the creature's draft, read back; what made no plan leaves the draft as it was."""
    if SAME.fullmatch(words):
        made = await as_before(host, page)
        draft, notice = made if made is not None else (page.draft, nothing_before(page))
        draft = draft.model_copy(update={"spoken": Spoken(said=said)})
        return await keep_words(host, page, draft, notice, update=update)
    reading = read_sentence(words, as_heard(page), page.draft.declaration.who, known_of(page))
    return await drafted(host, page, said, reading, update=update)


async def drafted(host: Host, page: Sheet, said: str, reading: Reading, *, update: bool) -> Reply:
    """What was read as the creature's draft; what made no plan leaves the draft as it was."""
    spoken = Spoken(said=said, unplaced=reading.unplaced, asks=reading.asks)
    if reading.declaration is None:
        draft = page.draft.model_copy(update={"spoken": spoken})
    else:
        members = group_members(page.row.encounter, page.who)
        sealed = all(page.row.encounter.declaration(m.id) is not None for m in members)
        draft = Draft(declaration=reading.declaration, picked=True, editing=sealed, spoken=spoken)
    return await keep_words(host, page, draft, update=update)


def as_heard(page: Sheet) -> Encounter:
    """The encounter with everybody under the name that the speaker knows."""
    return as_seen(page.row.encounter, viewer_for(page.row.encounter, page.desk.person))


def known_of(page: Sheet) -> set[str]:
    """The creatures the speaker may know of."""
    return {c.id for c in known_to(page.row.encounter, page.desk.person)}


def counts(page: Sheet, draft: Draft) -> bool:
    """Whether the draft counts at the deadline: not while something is asked about it."""
    before = page.draft.spoken.asks if page.draft.spoken is not None else ()
    asks = draft.spoken.asks if draft.spoken is not None else ()
    if asks and all(ask.code in NO_PLAN for ask in asks):
        asks = tuple(ask for ask in before if ask.code not in NO_PLAN)
    return not asks


async def keep_words(
    host: Host, page: Sheet, draft: Draft, notice: str = "", *, update: bool = True
) -> Reply:
    """Store the draft, and read it back."""
    kept = await put(host, page, draft, counts=counts(page, draft))
    return Reply(spoken_card(kept.desk, kept.who, kept.draft, notice), update=update)


async def _hold(host: Host, row: EncounterRow, person: str, said: str) -> None:
    """Keep words until it is known for whom they are: on disk, so that the answer works after a restart."""
    body = Spoken(said=said).model_dump(mode="json")
    async with host.store.transaction() as tx:
        await tx.save_draft(DraftRow(row.id, row.encounter.round.number, person, "", body))


async def held(host: Host, row: EncounterRow, person: str) -> str | None:
    """The words kept so; None where there are none."""
    async with host.store.reading() as tx:
        kept = await tx.draft(row.id, row.encounter.round.number, person, "")
    return Spoken.model_validate(kept.body).said if kept is not None else None


def read_late(encounter: Encounter, combatant: Combatant, words: str, person: str) -> Declaration:
    """A sentence as a declaration that counts at once; raises Unclear where anything must be asked."""
    viewer = viewer_for(encounter, person)
    known = {c.id for c in seen_by(encounter, viewer)}
    reading = read_sentence(words, as_seen(encounter, viewer), combatant.id, known)
    if reading.declaration is None or reading.asks:
        names = Names(encounter, viewer)
        raise Unclear(" ".join(question(ask, combatant.id, names) for ask in reading.asks))
    return reading.declaration
