"""Words sent to the bot in a direct message: they get an answer, never silence (FK-D7)."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.cogs.host import Host
from bot.render import Button, Card, relative, text_card
from bot.store import EncounterRow
from bot.ui.ids import Press
from bot.ui.layout import NO_MENTIONS, layout

_MOST = 5
"""Buttons in one row."""


class DirectCog(commands.Cog):
    """Answers direct messages with where things stand, and the way to declare."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote to the bot."""
        if message.guild is not None or message.author.bot:
            return
        async with self._host.store.reading() as tx:
            rows = await tx.encounters_of(str(message.author.id))
        await message.channel.send(view=layout(_standing(rows)), allowed_mentions=NO_MENTIONS)


def _standing(rows: tuple[EncounterRow, ...]) -> Card:
    if not rows:
        none = "You are in no fight at the moment. Use `/join` in the channel where one has begun."
        return text_card("### No fight", (none,))
    lines = tuple(_line(row) for row in rows[:20])
    open_ = [row for row in rows if row.encounter.round.stage == "declaring"][:_MOST]
    one = len(open_) == 1
    buttons = [
        Button(
            "My declaration" if one else f"My declaration, fight {rows.index(row) + 1}",
            str(Press("mine", row.id, row.encounter.round.number)),
            "primary",
        )
        for row in open_
    ]
    numbered = lines if len(rows) == 1 else tuple(f"{i}. {line}" for i, line in enumerate(lines, 1))
    advice = "Declare with the button, or in one line with `/declare`." if open_ else ""
    return text_card("### Where you are", [*numbered, advice] if advice else numbered, "private", buttons)


def _line(row: EncounterRow) -> str:
    round_ = row.encounter.round
    where = f"<#{row.channel_id}>"
    if round_.stage == "declaring":
        closes = f", closes {relative(row.closes_at)}" if row.closes_at else ""
        return f"{where}: round {round_.number} is open{closes}."
    if round_.stage == "resolving":
        return f"{where}: round {round_.number} is under way."
    return f"{where}: no round is open; the GM opens the next one."
