"""/change, /minor, /steer: what a player or the GM says while the round is called (S-8, S-10, S-20, P-10)."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot.cogs.adding import add_minors, placed
from bot.cogs.common import find, known_to
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.cogs.line import Line, Unclear, for_whom, read_line
from bot.cogs.meant import (
    action_choices,
    row_meant,
    target_choices,
    weapon_choices,
    whom_choices,
)
from bot.narration.refusals import refusal
from bot.narration.words import Names, escape
from bot.render import text_card
from bot.store import DraftRow, EncounterRow
from bot.ui.draft import mark
from bot.ui.ids import Press
from bot.ui.prices import price_card
from rules import (
    Combatant,
    Declaration,
    Price,
    Refusal,
    StepPrice,
    preview_change,
    viewer_for,
)
from rules import commands as cmd

Typed = app_commands.Range[str, 1, 100]

_CHANGE = "~"
"""Put before a combatant in a draft's place: what it is to do instead, while its price is asked about."""


class ChangingCog(commands.Cog):
    """Another mind, something small, another way, while the round is called."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(
        name="change", description="Do something else than declared, at a price you are told first."
    )
    @app_commands.rename(who="as", weapon="with")
    @app_commands.describe(
        who="Who, if you declare for several.",
        action="What to do instead. Without it the action stays, and only small things change.",
        target="At whom; or a place, in words.",
        weapon="With which weapon.",
        segments="Casting time, or the item's time, in segments.",
        move="How far and where: 30 ft north, behind the altar. For a charge: how far.",
        when="Move before or after the action.",
        minors="Small things: drop torch, shout Get down!, sheathe after.",
        text="The spell, potion or item; or what exactly.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def change(
        self,
        interaction: discord.Interaction,
        who: Typed | None = None,
        action: Typed | None = None,
        target: Typed | None = None,
        weapon: Typed | None = None,
        segments: app_commands.Range[int, 0, 1000] | None = None,
        move: Typed | None = None,
        when: Literal["before", "after"] = "before",
        minors: app_commands.Range[str, 1, 200] | None = None,
        text: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Show the price, and ask."""
        line = Line(who, action, target, weapon, segments, move, when, minors, text)
        await answer(self._host, interaction, self._change(interaction, line))

    async def _change(self, interaction: discord.Interaction, line: Line) -> Reply:
        row, wanted = await row_meant(self._host, interaction, line.who)
        if row is None:
            return nothing_here(interaction)
        if (too_soon := not_called(row)) is not None:
            return too_soon
        person = str(interaction.user.id)
        try:
            one = one_of(row, wanted, person)
            declaration = _instead(row, one, line, person)
        except Unclear as unclear:
            return problem(str(unclear))
        except ValidationError:
            return problem("Something in that is too long or too large.", "Shorten it.")
        return await ask_price(self._host, row, declaration, interaction.user)

    @app_commands.command(
        name="minor", description="Add something small while the round is called: a shout, a few feet."
    )
    @app_commands.rename(who="as")
    @app_commands.describe(
        who="Who, if you declare for several.",
        what="Small things: shout Get down!, drop torch, sheathe after.",
        move="How far and where: 10 ft back.",
        when="Move before or after the action.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def minor(
        self,
        interaction: discord.Interaction,
        what: app_commands.Range[str, 1, 200] | None = None,
        move: Typed | None = None,
        when: Literal["before", "after"] = "before",
        who: Typed | None = None,
    ) -> None:
        """Add undeclared minor actions."""
        line = Line(who, None, None, None, None, move, when, what, None)
        await answer(self._host, interaction, self._minor(interaction, line))

    async def _minor(self, interaction: discord.Interaction, line: Line) -> Reply:
        row, wanted = await row_meant(self._host, interaction, line.who)
        if row is None:
            return nothing_here(interaction)
        if (
            too_soon := not_called(row, "`/declare`, or the panel, takes it with everything else.")
        ) is not None:
            return too_soon
        if line.empty:
            return problem("What small thing?", "Say it with `what`, or how far with `move`.")
        person = str(interaction.user.id)
        try:
            members = for_whom(row, wanted, person)
            declaration = read_line(row.encounter, members[0], line, person)
        except Unclear as unclear:
            return problem(str(unclear))
        except ValidationError:
            return problem("Something in that is too long or too large.", "Shorten it.")
        return await add_minors(
            self._host, row, members, declaration.minors, interaction.user, "one thing more"
        )

    @app_commands.command(name="steer", description="On the move: go on another way, or stop here.")
    @app_commands.rename(who="as")
    @app_commands.describe(
        who="Who, if you declare for several.",
        to="Where to now: left around the pillar.",
        stop="Stop where you are.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def steer(
        self,
        interaction: discord.Interaction,
        to: app_commands.Range[str, 1, 200] = "",
        stop: bool = False,
        who: Typed | None = None,
    ) -> None:
        """Turn, or stop, a movement under way."""
        await answer(self._host, interaction, self._steer(interaction, who, to, stop))

    async def _steer(self, interaction: discord.Interaction, typed: str | None, to: str, stop: bool) -> Reply:
        row, wanted = await row_meant(self._host, interaction, typed)
        if row is None:
            return nothing_here(interaction)
        if not to and not stop:
            return problem("Where to?", "Say it with `to`, or stop with `stop`.")
        try:
            one = one_of(row, wanted, str(interaction.user.id))
        except Unclear as unclear:
            return problem(str(unclear))
        command = cmd.Steer(who=one.id, note=to, stop=stop)
        outcome = await self._host.act(row.id, command, interaction.user)
        said = f"✅ {escape(one.name)} {'stops' if stop else 'goes on: ' + escape(to)}."
        return not_accepted(outcome, interaction.user) or Reply(text_card("", (said,), "private"))

    @change.autocomplete("who")
    @minor.autocomplete("who")
    @steer.autocomplete("who")
    async def _whos(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await whom_choices(self._host, interaction, typed)

    @change.autocomplete("action")
    async def _actions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await action_choices(self._host, interaction, typed)

    @change.autocomplete("target")
    async def _targets(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await target_choices(self._host, interaction, typed)

    @change.autocomplete("weapon")
    async def _weapons(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await weapon_choices(self._host, interaction, typed)


def not_called(
    row: EncounterRow, before: str = "Seal it anew in the panel or with `/declare`."
) -> Reply | None:
    """Why nothing can be said to a round that is being called: none is; None if one is."""
    encounter = row.encounter
    if encounter.round.stage == "declaring":
        return problem(f"Declarations are still open, and changing costs nothing. {before}")
    if encounter.round.stage == "resolving":
        return None
    if encounter.round.stage == "ended" and encounter.play == "automatic" and encounter.round.number:
        return problem(
            "This fight is played automatically: once declarations close, the whole round is told at once, "
            "and nothing in it can be changed.",
            "The next round is open to everything. A GM who calls each segment begins the fight with "
            "`play: called`.",
        )
    return problem("No round is being called right now.", "`/encounter status` shows where the fight stands.")


def one_of(row: EncounterRow, typed: str | None, person: str) -> Combatant:
    """The one creature meant: the GM may name any, players their own; raises Unclear."""
    encounter = row.encounter
    if typed and person in encounter.gms and not typed.startswith("*"):
        found = find(known_to(encounter, person), typed)
        if found is not None:
            return found
    members = for_whom(row, typed, person)
    if len(members) > 1:
        raise Unclear("One at a time: each pays a price of its own. Pick one of them by its name.")
    return members[0]


def _instead(row: EncounterRow, one: Combatant, line: Line, person: str) -> Declaration:
    """What is to be done instead; with no action said, the same with other small things beside it."""
    said = read_line(row.encounter, one, line, person)
    if line.action is not None:
        return said
    if line.empty:
        raise Unclear("What instead? Pick an `action`, or small things with `minors` or `move`.")
    sealed = row.encounter.declaration(one.id)
    if sealed is None:
        raise Unclear(f"{escape(one.name)} has nothing declared. Declare late with `/declare`.")
    return sealed.model_copy(update={"minors": said.minors})


async def ask_price(
    host: Host, row: EncounterRow, declaration: Declaration, user: discord.abc.User, update: bool = False
) -> Reply:
    """The price and a button; what costs nothing is done at once."""
    encounter, person = row.encounter, str(user.id)
    if encounter.ruleset == "segments" and encounter.round.questions:
        # The same words whatever is asked: whom it is about is the GM's to know (K-8).
        return problem("This segment is still being settled.", "Say it again when the next one is called.")
    price = preview_change(encounter, declaration)
    if isinstance(price, Refusal):
        return problem(refusal(price, encounter, Names(encounter, viewer_for(encounter, person))))
    if _costs_nothing(price):
        return await _do(host, row, declaration, user, update)
    body = declaration.model_dump(mode="json")
    async with host.store.transaction() as tx:
        kept = DraftRow(row.id, encounter.round.number, person, f"{_CHANGE}{declaration.who}", body)
        await tx.save_draft(kept)
    return Reply(price_card(row.id, encounter, declaration, price, person), update=update)


def _costs_nothing(price: Price | StepPrice) -> bool:
    return price.free if isinstance(price, Price) else not (price.delayed or price.given_up)


async def _do(
    host: Host, row: EncounterRow, declaration: Declaration, user: discord.abc.User, update: bool
) -> Reply:
    command = cmd.ChangeAction(declaration=declaration, round=row.encounter.round.number)
    outcome = await host.act(row.id, command, user)
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    card = placed(outcome, outcome.after.combatant(declaration.who), str(user.id), "changed")
    return Reply(card, update=update)


async def pay(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The price is paid; asked about anew if another segment has been called since it was told."""
    person, kept_as = str(interaction.user.id), f"{_CHANGE}{press.who}"
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
        draft = await tx.draft(press.key, press.round, person, kept_as)
    if row is None or draft is None or press.round != row.encounter.round.number:
        return problem("That was of another moment.", "Say it anew with `/change`.")
    if (too_late := not_called(row)) is not None:
        return too_late
    declaration = Declaration.model_validate(draft.body)
    marked, _, segment = press.extra.partition(".")
    if marked != mark(declaration) or segment != str(row.encounter.round.segment):
        return await ask_price(host, row, declaration, interaction.user, update=True)
    reply = await _do(host, row, declaration, interaction.user, update=True)
    async with host.store.transaction() as tx:
        await tx.drop_draft(press.key, press.round, person, kept_as)
    return reply


async def unpaid(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """What was declared stands."""
    async with host.store.transaction() as tx:
        who = f"{_CHANGE}{press.who}"
        await tx.drop_draft(press.key, press.round, str(interaction.user.id), who)
    return Reply(text_card("", ("✅ Nothing is changed; what was declared stands.",), "calm"), update=True)
