"""/declare and /withdraw: a declaration in one line, in the channel or a direct message; always private."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot.cogs.adding import add_minors, placed
from bot.cogs.again import SAME, as_before, same_in
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.cogs.line import Line, Unclear, for_whom, read_line
from bot.cogs.meant import action_choices, row_meant, target_choices, weapon_choices, whom_choices
from bot.cogs.panels import desk_for, mine, sheet
from bot.cogs.spoken import heard_in, read_late, whom
from bot.narration.words import Names, listed
from bot.render import text_card
from bot.store import EncounterRow
from bot.ui.draft import for_member, fresh, misfit, whole_group
from bot.ui.ids import Press
from bot.ui.panel import panel
from rules import Combatant, Declaration, viewer_for
from rules import commands as cmd

Typed = app_commands.Range[str, 1, 100]


class DeclaringCog(commands.Cog):
    """Declaring by command."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(
        name="declare", description="Declare for this round; nobody else sees it. Alone, it opens the panel."
    )
    @app_commands.rename(who="as", weapon="with")
    @app_commands.describe(
        who="For whom, if you declare for several.",
        action="What to do.",
        target="At whom; or a place, in words.",
        weapon="With which weapon.",
        segments="Casting time, or the item's time, in segments.",
        move="How far and where: 30 ft north, behind the altar. For a charge: how far.",
        when="Move before or after the action.",
        item="The item a spell comes from (phases).",
        delay="Wait for LOW on purpose (phases).",
        routines="Attack routines this round, if several (phases).",
        carry="What was begun last round: go on with it, or give it up.",
        minors="Small things: drop torch, shout Get down!, sheathe after.",
        text="The spell, potion or item; or what exactly. Alone: all of it in your own words.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def declare(
        self,
        interaction: discord.Interaction,
        who: Typed | None = None,
        action: Typed | None = None,
        target: Typed | None = None,
        weapon: Typed | None = None,
        segments: app_commands.Range[int, 0, 1000] | None = None,
        move: Typed | None = None,
        when: Literal["before", "after"] | None = None,
        minors: app_commands.Range[str, 1, 200] | None = None,
        text: app_commands.Range[str, 1, 500] | None = None,
        item: Typed | None = None,
        delay: bool = False,
        routines: app_commands.Range[int, 1, 5] | None = None,
        carry: Literal["continue", "abandon"] | None = None,
    ) -> None:
        """Everything in one line, or nothing: then the panel opens."""
        said = (who, action, target, weapon, segments, move, when, minors, text)
        line = Line(*said, delay, item, routines, carry)
        await answer(self._host, interaction, self._declare(interaction, line))

    async def _declare(self, interaction: discord.Interaction, line: Line) -> Reply:
        row, wanted = await row_meant(self._host, interaction, line.who)
        if row is None:
            return nothing_here(interaction)
        try:
            if line.empty:
                who = _group_or_one(row, wanted, str(interaction.user.id)) if wanted else ""
                return await mine_for(self._host, row, interaction.user, who)
            if line.plain_words:
                return await self._read(interaction, row, wanted, line.plain_words)
            members = for_whom(row, wanted, str(interaction.user.id))
            if SAME.fullmatch(line.action or ""):
                return await self._same(row, wanted, members, interaction.user)
            declaration = read_line(row.encounter, members[0], line, str(interaction.user.id))
        except Unclear as unclear:
            return problem(str(unclear))
        except ValidationError:
            return problem(
                "Something in that is too long or too large.",
                "Shorten it, or use the panel: `/declare` alone.",
            )
        return await self._seal(row, members, declaration, interaction.user)

    async def _same(
        self, row: EncounterRow, wanted: str | None, members: tuple[Combatant, ...], user: discord.abc.User
    ) -> Reply:
        """What was declared last, at once where it stands; else in the panel, to be mended."""
        who = f"*{members[0].id}" if (wanted or "").startswith("*") else members[0].id
        page = await sheet(self._host, Press("mine", row.id, row.encounter.round.number, who), user)
        if isinstance(page, Reply):
            return page
        made = await as_before(self._host, page)
        if made is not None and misfit(row.encounter, who, made[0]) is None:
            return await self._seal(row, members, made[0].declaration, user)
        return replace(await same_in(self._host, page), update=False)

    async def _read(
        self, interaction: discord.Interaction, row: EncounterRow, wanted: str | None, words: str
    ) -> Reply:
        """A sentence: read back while declarations are open, a late declaration at once after that."""
        person, user = str(interaction.user.id), interaction.user
        if row.encounter.round.stage == "declaring":
            who = _group_or_one(row, wanted, person) if wanted else ""
            return await heard_in(self._host, row, user, words, who)
        named, said = whom(desk_for(row, person), words)
        members = for_whom(row, wanted or named, person)
        declaration = read_late(row.encounter, members[0], said, person)
        return await self._seal(row, members, declaration, user)

    async def _seal(
        self,
        row: EncounterRow,
        members: tuple[Combatant, ...],
        declaration: Declaration,
        user: discord.abc.User,
    ) -> Reply:
        encounter = row.encounter
        first = members[0]
        if encounter.round.stage == "resolving" and declaration.major is None and declaration.minors:
            return await add_minors(self._host, row, members, declaration.minors, user)
        declarations = tuple(for_member(declaration, m.id) for m in members)
        # What was meant for this round must not land in the next, if that opens meanwhile (FK-R7).
        command = cmd.Declare(declarations=declarations, round=row.encounter.round.number)
        who = members[0].id if len(members) == 1 else f"*{members[0].id}"
        drafts = {who, *(m.id for m in members)} if encounter.round.stage == "declaring" else ()
        outcome = await self._host.act(row.id, command, user, drafts=drafts)
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
        assert outcome.row is not None
        if outcome.after.round.stage == "declaring":
            desk = desk_for(outcome.row, str(user.id))
            return Reply(panel(desk, who, fresh(first.id)))
        return Reply(placed(outcome, first, str(user.id)))

    @app_commands.command(
        name="withdraw", description="Take back what you sealed, while declarations are open."
    )
    @app_commands.rename(who="as")
    @app_commands.describe(who="For whom, if you declare for several.")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def withdraw(self, interaction: discord.Interaction, who: Typed | None = None) -> None:
        """Take back a sealed declaration."""
        await answer(self._host, interaction, self._withdraw(interaction, who))

    async def _withdraw(self, interaction: discord.Interaction, typed: str | None) -> Reply:
        row, wanted = await row_meant(self._host, interaction, typed)
        if row is None:
            return nothing_here(interaction)
        try:
            members = for_whom(row, wanted, str(interaction.user.id))
        except Unclear as unclear:
            return problem(str(unclear))
        members = (
            whole_group(row.encounter, f"*{members[0].id}") if (wanted or "").startswith("*") else members
        )
        sealed = [m for m in members if row.encounter.declaration(m.id) is not None]
        # A complete draft counts at the deadline, so who takes back a declaration takes back that as well.
        dropped = await self._drop_drafts(row, members, str(interaction.user.id))
        for member in sealed or ([] if dropped else members):
            outcome = await self._host.act(
                row.id, cmd.Withdraw(who=member.id, round=row.encounter.round.number), interaction.user
            )
            if (refused := not_accepted(outcome, interaction.user)) is not None:
                return refused
        names = Names(row.encounter, viewer_for(row.encounter, str(interaction.user.id)))
        told = listed(names[m.id] for m in sealed or members)
        have = "has" if len(sealed or members) == 1 else "have"
        return Reply(text_card("", (f"✅ Withdrawn. {told} {have} nothing sealed now.",), "private"))

    async def _drop_drafts(self, row: EncounterRow, members: tuple[Combatant, ...], person: str) -> bool:
        """Forget what is half made in panels; whether any of it would have counted at the deadline."""
        round_, counted = row.encounter.round.number, False
        async with self._host.store.transaction() as tx:
            for who in [w for m in members for w in (m.id, f"*{m.id}")]:
                draft = await tx.draft(row.id, round_, person, who)
                counted = counted or (draft is not None and draft.complete is not None)
                await tx.drop_draft(row.id, round_, person, who)
        return counted

    @declare.autocomplete("who")
    @withdraw.autocomplete("who")
    async def _whos(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await whom_choices(self._host, interaction, typed)

    @declare.autocomplete("action")
    async def _actions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await action_choices(self._host, interaction, typed, before=True)

    @declare.autocomplete("target")
    async def _targets(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await target_choices(self._host, interaction, typed)

    @declare.autocomplete("weapon")
    async def _weapons(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await weapon_choices(self._host, interaction, typed)


async def mine_for(host: Host, row: EncounterRow, user: discord.abc.User, who: str) -> Reply:
    """The panel as a private reply, for one of the person's creatures or the first yet to declare."""
    round_ = row.encounter.round
    if round_.stage == "ended":
        return problem("No round is open for declarations.", "The GM opens one with `/round open`.")
    press = Press("mine", row.id, round_.number, who)
    if who:
        found = await sheet(host, press, user)
        return found if isinstance(found, Reply) else found.drawn(update=False)
    return await mine(host, press, user)


def _group_or_one(row: EncounterRow, typed: str, person: str) -> str:
    """Whom a panel is to be opened for, of those the person declares for; raises Unclear."""
    found = for_whom(row, typed, person)[0]
    return f"*{found.id}" if typed.startswith("*") else found.id
