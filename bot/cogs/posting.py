"""What stands in the channel: the board posted anew, and what could not be delivered sent again."""

from __future__ import annotations

import contextlib

import aiohttp
import discord

from bot.cogs.host import Host, Reply, for_gm
from bot.narration.words import count
from bot.render import text_card
from bot.store import Say


async def post_board(host: Host, interaction: discord.Interaction) -> Reply:
    """Post the board anew, in place of the old one; between rounds, where things stand."""
    async with host.store.transaction() as tx:
        row = for_gm(await host.here(tx, interaction), interaction)
        if isinstance(row, Reply):
            return row
        number, old = row.encounter.round.number, None
        if row.encounter.round.stage == "declaring":
            old = await tx.message(row.id, number, "board")
            if old is not None:
                await tx.drop_message(old)
            await tx.queue(row.id, Say("board", number), host.now())
        else:
            await tx.queue(row.id, Say("standing", number), host.now())
    host.moved()
    if old is not None and isinstance(interaction.channel, discord.abc.Messageable):
        # Somebody may have deleted it by hand: that is why one asks for a new one.
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
            await (
                interaction.client.get_partial_messageable(old.channel_id)
                .get_partial_message(old.message_id)
                .delete()
            )
    return Reply(text_card("", ("✅ Posted anew.",), "private"))


async def send_again(host: Host, interaction: discord.Interaction) -> Reply:
    """Try again what was given up, and what waits for its next try."""
    async with host.store.transaction() as tx:
        row = for_gm(await host.here(tx, interaction), interaction)
        if isinstance(row, Reply):
            return row
        posts = await tx.resend(row.id, host.now())
    host.moved()
    if not posts:
        return Reply(text_card("", ("Everything has been delivered.",), "private"))
    return Reply(text_card("", (f"✅ {count(posts, 'message')} on the way again.",), "private"))
