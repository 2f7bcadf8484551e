"""Panels being worked: each pick changes the draft, is stored, and redraws the panel in one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord
from pydantic import ValidationError

from bot.cogs.common import why_idle
from bot.cogs.host import Host, Reply, not_accepted, problem
from bot.cogs.picks import PICKS, form_for, majors
from bot.narration.words import escape
from bot.render import Menu
from bot.store import DraftRow, EncounterRow
from bot.ui.desk import Desk, title_of
from bot.ui.draft import (
    SPOKEN,
    Draft,
    for_member,
    fresh,
    group_members,
    move_of,
    read_feet,
    read_segments,
    with_action,
    with_minors,
    with_move,
    with_spoken,
)
from bot.ui.draft_steps import SWITCHES, settled
from bot.ui.ids import Press, parse
from bot.ui.layout import chosen, submitted
from bot.ui.panel import panel
from rules import Declaration, Encounter, Minor
from rules import commands as cmd

CLOSED_DM = (
    "📵 I could not send you this in a direct message. To allow it: server name, *Privacy Settings*, *Direct "
    "Messages*. This panel is the same, and just as private."
)
"""Said once to somebody whose direct messages are closed (FK-D4)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One person's panel as stored: the encounter, whom it is for, the draft."""

    row: EncounterRow
    desk: Desk
    who: str
    draft: Draft
    standing: bool = False
    """Whether the message pressed is the panel in the direct message, which the answer redraws."""

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


def desk_for(row: EncounterRow, person: str) -> Desk:
    """The person's view of the row's round."""
    return Desk(row.id, row.encounter, person, row.closes_at)


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
    if round_.stage != "declaring":
        late = " A late declaration is possible with `/declare`." if round_.stage == "resolving" else ""
        return problem(f"Declarations for round {round_.number} are closed.{late}")
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
        desk = desk_for(row, person)
        chosen_who = who or press.who or desk.first()
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
        kept = await tx.draft(row.id, row.encounter.round.number, person, chosen_who)
        sent = await tx.message(row.id, row.encounter.round.number, "panel", person)
    draft = Draft.model_validate(kept.body) if kept else fresh(members[0].id)
    draft = draft.model_copy(update={"declaration": for_member(draft.declaration, members[0].id)})
    return Sheet(row, desk, chosen_who, draft, sent is not None and sent.message_id == message)


async def keep(host: Host, page: Sheet, draft: Draft, notice: str = "") -> Reply:
    """Store the draft, complete or not, and redraw the panel."""
    draft = settled(page.row.encounter, draft)
    return (await put(host, page, draft, draft.complete(page.row.encounter))).drawn(notice)


async def put(host: Host, page: Sheet, draft: Draft, complete: Declaration | None) -> Sheet:
    """Store the draft with what of it counts at the deadline; gives the panel with it."""
    encounter, person = page.row.encounter, page.desk.person
    body = draft.model_dump(mode="json")
    async with host.store.transaction() as tx:
        round_ = encounter.round.number
        await tx.save_draft(DraftRow(page.row.id, round_, person, page.who, body, complete))
        if page.who.startswith("*"):
            # At the deadline a complete draft for a group counts for each of its members (K-12, S-25).
            for member in group_members(encounter, page.who):
                own = for_member(complete, member.id) if complete else None
                mine = draft.model_copy(update={"declaration": for_member(draft.declaration, member.id)})
                each = mine.model_dump(mode="json")
                await tx.save_draft(DraftRow(page.row.id, round_, person, member.id, each, own))
    return Sheet(page.row, page.desk, page.who, draft)


async def seal(host: Host, page: Sheet, user: discord.abc.User, mark: str) -> Reply:
    """Seal what the panel shows; what cannot stand is said and stays in the panel.

    `mark` is of the plan the button was made for: another panel may have changed it, or sealed it.
    """
    encounter = page.row.encounter
    if not page.draft.picked or mark != page.draft.mark:
        return page.drawn("🔄 This panel showed something older. This is how it stands now.")
    members = group_members(encounter, page.who)
    command = cmd.Declare(
        declarations=tuple(for_member(page.draft.declaration, m.id) for m in members),
        round=encounter.round.number,
    )
    drafts = {page.who, *(m.id for m in members)}
    outcome = await host.act(page.row.id, command, user, panel_drawn=page.standing, drafts=drafts)
    if (refused := not_accepted(outcome, user)) is not None:
        said = refused.card.text if refused.card else ""
        return page.drawn(said) if outcome.after.round.stage == "declaring" else refused
    assert outcome.row is not None
    desk = desk_for(outcome.row, page.desk.person)
    following = _next_open(desk, page.who)
    if following is not None:
        name = title_of(page.desk, page.who)
        first = fresh(following.removeprefix("*"))
        done = f"✅ {name}: sealed. Next: {title_of(desk, following)}."
        return Reply(panel(desk, following, first, done), update=True)
    sealed = page.draft.model_copy(update={"editing": False})
    return Sheet(outcome.row, desk, page.who, sealed).drawn()


def _next_open(desk: Desk, who: str) -> str | None:
    """Another of the person's creatures that has yet to declare."""
    following = desk.first()
    if following is None or following == who:
        return None
    members = group_members(desk.encounter, following)
    return following if any(desk.encounter.declaration(m.id) is None for m in members) else None


async def _forget(host: Host, page: Sheet) -> None:
    encounter = page.row.encounter
    async with host.store.transaction() as tx:
        for who in {page.who, *(m.id for m in group_members(encounter, page.who))}:
            await tx.drop_draft(page.row.id, encounter.round.number, page.desk.person, who)


async def withdraw(host: Host, page: Sheet, user: discord.abc.User) -> Reply:
    """Take back what is sealed."""
    outcome = None
    if page.row.encounter.declaration(page.who.removeprefix("*")) is None:
        return page.drawn("🔄 Nothing is sealed any more. This is how it stands now.")
    for member in group_members(page.row.encounter, page.who):
        command = cmd.Withdraw(who=member.id, round=page.row.encounter.round.number)
        outcome = await host.act(page.row.id, command, user, panel_drawn=page.standing)
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
    await _forget(host, page)
    assert outcome is not None
    assert outcome.row is not None
    desk = desk_for(outcome.row, page.desk.person)
    first = fresh(page.who.removeprefix("*"))
    return Reply(panel(desk, page.who, first, "↩️ Withdrawn. Nothing is sealed now."), update=True)


async def picked(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A menu or button of a panel was used."""
    values = chosen(interaction)
    pressed = interaction.message.id if interaction.message is not None else None
    wanted = values[0] if press.verb == "who" and values else None
    found = await sheet(host, press, interaction.user, wanted, pressed)
    if isinstance(found, Reply):
        return found
    page = found
    if (answered := _at_once(page, press, values)) is not None:
        return answered
    try:
        match press.verb:
            case "who":
                return page.drawn()
            case "seal":
                return await seal(host, page, interaction.user, press.extra)
            case "withdraw":
                return await withdraw(host, page, interaction.user)
            case "anew":
                anew = fresh(page.draft.declaration.who).model_copy(update={"editing": page.draft.editing})
                return await keep(host, page, anew)
            case "change" | "kept":
                return await _change(host, page, press.verb == "change")
            case _:
                changed = _changed(page, press, values)
    except (ValidationError, ValueError):
        return page.drawn("⚠️ That choice cannot be used. Pick another.")
    if changed is None:
        return problem("This button is out of date.", "Use the newest panel, or `/declare`.")
    return await keep(host, page, changed)


def _changed(page: Sheet, press: Press, values: list[str]) -> Draft | None:
    """The draft as a choice or a switch changes it; None for what is neither."""
    match press.verb:
        case "act" if values:
            return with_action(page.draft, page.row.encounter, values[0])
        case "minors":
            return with_minors(page.draft, values)
        case verb if verb in SWITCHES:
            return SWITCHES[verb](page.draft, press.extra)
        case verb if verb in PICKS and values:
            return PICKS[verb](page.draft, values[0])
        case _:
            return None


def _at_once(page: Sheet, press: Press, values: list[str]) -> Reply | None:
    """What a choice gets before it changes anything: that it is not there, or a form; None if neither."""
    if press.verb in ("act", "minors", *PICKS) and not page.offers(press.verb, values):
        return page.drawn("⚠️ That choice cannot be used now. Pick another.")
    form = form_for(press, values, page.draft, page.row.encounter)
    return None if form is None else Reply(form=form)


async def _change(host: Host, page: Sheet, begin: bool) -> Reply:
    """Open what is sealed for changing, or end that; it stays sealed until the change is."""
    if not begin:
        await _forget(host, page)
        return page.sealed()
    first = group_members(page.row.encounter, page.who)[0]
    sealed = page.row.encounter.declaration(first.id)
    if sealed is None:
        return page.drawn()
    return await keep(host, page, Draft(declaration=sealed, picked=True, editing=True))


async def filled(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A form of a panel was sent in. What cannot be read is said, and the rest is kept."""
    typed = submitted(interaction)
    found = await sheet(host, press, interaction.user)
    if isinstance(found, Reply):
        return found
    page = found
    try:
        match press.verb:
            case "filled" if press.extra in majors(page.row.encounter):
                return await _fill(host, page, press.extra, typed)
            case "placed":
                return await keep(host, page, page.draft.changed(at=typed.get("at", ""), target=None))
            case "moved" if press.extra in ("before", "after"):
                feet = read_feet(typed.get("feet", ""))
                before = move_of(page.draft)
                move = Minor.model_validate(
                    {
                        "action": "move",
                        "when": press.extra,
                        "feet": feet,
                        "note": typed.get("note", ""),
                        "into": before.into if before else None,
                    }
                )
                return await keep(host, page, with_move(page.draft, move))
            case "spoken" if press.extra in SPOKEN:
                return await keep(host, page, with_spoken(page.draft, press.extra, typed.get("words", "")))
            case _:
                return problem("This form is out of date.", "Use the newest panel, or `/declare`.")
    except ValueError:
        said = escape(typed.get("feet", ""))
        return page.drawn(f'⚠️ “{said}” is not a distance. Give feet, like 30, or inches, like 3".')


async def _fill(host: Host, page: Sheet, key: str, typed: dict[str, str]) -> Reply:
    draft, notice = filled_in(page.draft, page.row.encounter, key, typed)
    return await keep(host, page, draft, notice)


def filled_in(draft: Draft, encounter: Encounter, key: str, typed: dict[str, str]) -> tuple[Draft, str]:
    """The draft with an action's form filled in, and what of it could not be read."""
    said: dict[str, object] = {}
    notice = ""
    readers: dict[str, tuple[Callable[[str], int], str]] = {
        "segments": (read_segments, "is not a time. Give segments, like 3, or rounds, like 1 round."),
        "feet": (read_feet, 'is not a distance. Give feet, like 30, or inches, like 3".'),
    }
    for field, text in typed.items():
        if field not in readers:
            said[field] = text
        elif text:
            read, wrong = readers[field]
            try:
                said[field] = read(text)
            except ValueError:
                notice = f"⚠️ “{escape(text)}” {wrong}"
    if said.get("at"):
        said["target"] = None
    return with_action(draft, encounter, key).changed(**said), notice


async def mine(host: Host, press: Press, user: discord.abc.User) -> Reply:
    """*My declaration*: the panel as a private reply, the same as in the direct message."""
    found = await sheet(host, Press(press.verb, press.key, press.round), user)
    if isinstance(found, Reply):
        return found
    async with host.store.transaction() as tx:
        unreached = await tx.tell_of_closed_dm(str(user.id), host.now())
    return found.drawn(CLOSED_DM if unreached else "", update=False)
