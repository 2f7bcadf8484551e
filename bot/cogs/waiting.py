"""/delay: a chosen Delay, or held ready; and the word that what was waited for has come about (S-26, P-8)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot.cogs.changing import ask_price, not_called, one_of
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.cogs.line import Unclear
from bot.cogs.meant import row_meant, weapon_choices, whom_choices
from bot.cogs.panels import desk_for
from bot.narration.words import escape
from bot.render import text_card
from bot.store import EncounterRow
from bot.ui.draft import fresh
from bot.ui.ids import Press
from bot.ui.panel import panel
from rules import Combatant, Declaration, Hold
from rules import commands as cmd

Typed = app_commands.Range[str, 1, 100]


class WaitingCog(commands.Cog):
    """Waiting on purpose."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(
        name="delay", description="Wait on purpose: until a segment, until something happens, for comers."
    )
    @app_commands.rename(who="as", weapon="with")
    @app_commands.describe(
        until="Act in this segment.",
        trigger="Act when this happens: the door opens.",
        melee="Strike at whoever comes into melee.",
        weapon="With which weapon you strike at comers.",
        who="Who, if you declare for several.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def delay(
        self,
        interaction: discord.Interaction,
        until: app_commands.Range[int, 1, 10] | None = None,
        trigger: Typed | None = None,
        melee: bool = False,
        weapon: Typed | None = None,
        who: Typed | None = None,
    ) -> None:
        """Hold what is declared; while segments are called at the price of a change."""
        given = (until is not None) + (trigger is not None) + melee
        hold = Hold(until=until, trigger=trigger or "", melee=melee) if given == 1 else None
        work = self._delay(interaction, who, hold, bool(given), weapon or "")
        await answer(self._host, interaction, work)

    async def _delay(
        self,
        interaction: discord.Interaction,
        typed: str | None,
        hold: Hold | None,
        given: bool,
        weapon: str,
    ) -> Reply:
        row, wanted = await row_meant(self._host, interaction, typed)
        if row is None:
            return nothing_here(interaction)
        if (refused := _not_so(row, hold, given)) is not None:
            return refused
        person = str(interaction.user.id)
        try:
            one = one_of(row, wanted, person)
            declared = await self._declared(row, one, person)
            declaration = _waiting(row, one, declared, hold, weapon)
        except Unclear as unclear:
            return problem(str(unclear))
        except ValidationError:
            return problem("Something in that is too long.", "Shorten it.")
        if row.encounter.round.stage != "declaring":
            return await ask_price(self._host, row, declaration, interaction.user)
        return await self._seal(row, declaration, interaction.user)

    async def _declared(self, row: EncounterRow, one: Combatant, person: str) -> Declaration | None:
        """What is sealed; else what would count at the deadline."""
        sealed = row.encounter.declaration(one.id)
        if sealed is not None or row.encounter.round.stage != "declaring":
            return sealed
        async with self._host.store.reading() as tx:
            draft = await tx.draft(row.id, row.encounter.round.number, person, one.id)
        return draft.complete if draft is not None else None

    async def _seal(self, row: EncounterRow, declaration: Declaration, user: discord.abc.User) -> Reply:
        number = row.encounter.round.number
        command = cmd.Declare(declarations=(declaration,), round=number)
        outcome = await self._host.act(row.id, command, user, drafts=(declaration.who,))
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
        assert outcome.row is not None
        if outcome.after.round.stage != "declaring":
            return Reply(text_card("", ("✅ Declared, and held.",), "private"))
        desk = desk_for(outcome.row, str(user.id))
        return Reply(panel(desk, declaration.who, fresh(declaration.who)))

    @delay.autocomplete("who")
    async def _whos(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await whom_choices(self._host, interaction, typed)

    @delay.autocomplete("weapon")
    async def _weapons(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await weapon_choices(self._host, interaction, typed)


def _not_so(row: EncounterRow, hold: Hold | None, given: bool) -> Reply | None:
    """Why one cannot wait like that in this fight, or now."""
    encounter = row.encounter
    if encounter.ruleset == "phases":
        if given:
            return problem("In this fight a Delay means to act in LOW, no more.", "Use `/delay` alone.")
        if encounter.round.stage != "declaring":
            return problem(
                "A Delay is declared before the round, while declarations are open.",
                "Now `/change` does something else, at its price.",
            )
        return None
    if hold is None:
        return problem(
            "Until when? Say one thing: a segment with `until`, what you wait for with `trigger`, or `melee`."
        )
    if hold.trigger and encounter.play == "automatic":
        return problem(
            "In automatic play the round is told at once, and nobody could say that it happens.",
            "Wait `until` a segment, or for whoever comes into `melee`.",
        )
    return None if encounter.round.stage == "declaring" else not_called(row)


def _waiting(
    row: EncounterRow, one: Combatant, declared: Declaration | None, hold: Hold | None, weapon: str
) -> Declaration:
    """What is declared, held; raises Unclear where there is nothing to hold."""
    if hold is None:
        return (declared or Declaration(who=one.id)).model_copy(update={"delay": True})
    called = row.encounter.round.stage != "declaring"
    if hold.melee and (declared is None or declared.major != "melee") and not (called and declared is None):
        return Declaration(who=one.id, major="melee", weapon=weapon, hold=hold)
    if declared is None:
        raise Unclear(
            f"{escape(one.name)} has nothing declared to wait with. Declare it first, then use `/delay`."
        )
    kept = declared.minors
    if called:
        plan = row.encounter.plan(one.id)
        over = {s.action for s in plan.slots if not s.major and s.status != "planned"} if plan else set()
        kept = tuple(m for m in kept if m.action not in over)
    update = {"hold": hold, "minors": kept, **({"weapon": weapon} if weapon else {})}
    return declared.model_copy(update=update)


async def it_happens(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The player, or the GM, says that what was waited for has come about."""
    return await triggered(host, interaction, press, press.who, update=True)


async def triggered(
    host: Host, interaction: discord.Interaction, press: Press, who: str, update: bool = False
) -> Reply:
    """Let the one who waits act, unless the word is of another round."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None or row.encounter.round.number != press.round:
        return problem("That belongs to a round that is over.", "Use the newest message.")
    person = str(interaction.user.id)
    if row.encounter.round.questions and person not in row.encounter.gms:
        # The same words whatever is asked: whom it is about is the GM's to know (K-8).
        return problem("This segment is still being settled.", "Press again when the next one is called.")
    outcome = await host.act(press.key, cmd.Trigger(who=who), interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    name = escape(outcome.after.combatant(who).name)
    plan = outcome.after.plan(who)
    begins = next((s.start for s in plan.slots if s.status == "planned"), None) if plan else None
    when = f" in segment {begins}" if begins is not None and begins <= 10 else ""
    return Reply(text_card("", (f"✅ It happens: {name} acts{when}.",), "private"), update=update)
