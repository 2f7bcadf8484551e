"""/encounter gm: who runs the fight, and what happens where nobody is left who does."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, not_accepted, nothing_here, problem
from bot.narration.denials import denial
from bot.narration.gms import people
from bot.render import text_card
from bot.table import Person, act
from rules import Encounter
from rules import commands as cmd

_UNKNOWN_MEMBER = (10007, 10013)
"""Discord's codes for: not in this server, no such user."""


async def add_gm(host: Host, interaction: discord.Interaction, user: discord.User) -> Reply:
    """One more GM; where all have left the server, who manages it names one."""
    row = await host.fight(interaction)
    if row is None:
        return nothing_here(interaction)
    gms, asker = row.encounter.gms, str(interaction.user.id)
    steward = asker not in gms and await _left_alone(interaction, row.encounter)
    if asker not in gms and not steward:
        return problem(denial("not-gm"))
    if (refused := _cannot_be_gm(user)) is not None:
        return refused
    command = cmd.ChangeGms(add=(str(user.id),), remove=gms if steward else ())
    person = Person(asker, steward=steward)
    outcome = await act(host.store, row.id, command, person, host.now(), host.policy)
    host.moved()
    said = f"✅ {people(command.add)} is GM too: sees all that is hidden and sealed, and is asked as you are."
    return not_accepted(outcome, interaction.user) or Reply(text_card("", (said,), "private"))


async def remove_gm(host: Host, interaction: discord.Interaction, user: discord.User) -> Reply:
    """One GM less."""
    return await _changed(host, interaction, cmd.ChangeGms(remove=(str(user.id),)))


async def hand_over(host: Host, interaction: discord.Interaction, user: discord.User) -> Reply:
    """Somebody else in the place of who asks."""
    row = await host.fight(interaction)
    asker, other = str(interaction.user.id), str(user.id)
    if row is not None and asker in row.encounter.gms:
        if asker == other:
            return problem("You are the GM already.", "Name the one who is to be GM in your place.")
        if (refused := _cannot_be_gm(user)) is not None:
            return refused
    known = row is not None and other in row.encounter.gms
    return await _changed(host, interaction, cmd.ChangeGms(add=() if known else (other,), remove=(asker,)))


async def _changed(host: Host, interaction: discord.Interaction, command: cmd.ChangeGms) -> Reply:
    row = await host.fight(interaction)
    if row is None:
        return nothing_here(interaction)
    outcome = await host.act(row.id, command, interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    said = f"✅ GM of this fight now: {people(outcome.after.gms)}."
    return Reply(text_card("", (said,), "private"))


def _cannot_be_gm(user: discord.User | discord.Member) -> Reply | None:
    if user.bot:
        return problem("A bot cannot be GM.", "Pick somebody at the table.")
    if not isinstance(user, discord.Member):
        return problem("Who is not in this server cannot be GM here.", "Invite them first, or pick another.")
    return None


async def _left_alone(interaction: discord.Interaction, encounter: Encounter) -> bool:
    """Whether who asks manages the server, and no GM of the fight is in it any more."""
    guild = interaction.guild
    if guild is None or not interaction.permissions.manage_guild:
        return False
    for gm in encounter.gms:
        if not gm.isdecimal():
            continue  # Somebody whose traces were removed.
        try:
            await guild.fetch_member(int(gm))
        except discord.NotFound as error:
            if error.code not in _UNKNOWN_MEMBER:
                raise
        else:
            return False
    return True
