"""/ask: a short question to the GM, in private and without cost; and the GM's answer (K-9)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.host import Host, Reply, answer, nothing_here, only_gm, person, problem
from bot.narration.words import can_be_seen, escape
from bot.render import text_card
from bot.table import ask, not_asked, reply
from bot.ui.ids import Press
from bot.ui.layout import submitted
from bot.ui.questions import MOST_WORDS, ask_form, mine_card, question_for_gm, reply_form

_NOT_ASKED = {
    "no-such-encounter": "That fight is not there any more. A GM starts one with `/encounter begin`.",
    "over": "This fight is over. Ask the GM in your own words.",
    "is-gm": "You are the GM here: the questions come to you, in direct messages.",
    "not-seated": "Only who plays in this fight asks its GM. Join with `/join`.",
    "too-many": "The GM has several questions of yours already. Wait for an answer; `/ask` alone shows them.",
}

_NOT_ANSWERED = {
    "no-such-question": "That question is not there any more. Nothing needs to be done.",
    "not-gm": "Only the GM of this fight answers. `/ask` asks something.",
    "answered": "That question is answered already. Tell the rest in your own words.",
}


class AskingCog(commands.Cog):
    """Questions to the GM."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(
        name="ask", description="A short question to the GM, who alone reads it. It is free."
    )
    @app_commands.describe(question="Your question. Left out: what you have asked this round.")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def ask(
        self, interaction: discord.Interaction, question: app_commands.Range[str, 1, MOST_WORDS] = ""
    ) -> None:
        """Ask, or look at what was answered."""
        await answer(self._host, interaction, self._ask(interaction, question))

    async def _ask(self, interaction: discord.Interaction, words: str) -> Reply:
        async with self._host.store.reading() as tx:
            row = await self._host.here(tx, interaction)
            mine = await tx.questions(row.id, row.encounter.round.number) if row is not None else ()
        if row is None:
            return nothing_here(interaction)
        if not words:
            return Reply(mine_card([q for q in mine if q.person == str(interaction.user.id)]))
        return await _asked(self._host, row.id, interaction.user, words)


async def _asked(host: Host, key: str, user: discord.abc.User, words: str) -> Reply:
    if not can_be_seen(words):
        return problem("There is nothing to read in that.", "Write your question in words.")
    asked = await ask(host.store, key, person(user), words, host.now(), host.policy)
    host.moved()
    if isinstance(asked, str):
        return problem(_NOT_ASKED[asked])
    waits = " Meanwhile the clock waits, for a while." if asked.held else ""
    lines = (
        f"❓ Asked: {escape(words)}",
        f"The answer comes in a direct message; `/ask` shows it too.{waits}",
    )
    return Reply(text_card("", lines, "private"))


async def ask_pressed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """*Ask the GM*: the form for the question; why there is none, before anything is typed."""
    async with host.store.reading() as tx:
        refused = await not_asked(tx, await tx.encounter(press.key), person(interaction.user))
    if refused is not None:
        return problem(_NOT_ASKED[refused])
    return Reply(form=ask_form(press))


async def ask_sent(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The form with the question is sent in."""
    words = submitted(interaction).get("words", "")[:MOST_WORDS]
    return await _asked(host, press.key, interaction.user, words)


async def reply_pressed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """*Answer*: the form for the answer."""
    return await only_gm(host, press.key, interaction.user) or Reply(form=reply_form(press))


async def reply_sent(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The form with the answer is sent in."""
    words = submitted(interaction).get("words", "")[:MOST_WORDS]
    if not can_be_seen(words):
        return problem("There is nothing to read in that.", "Write your answer in words.")
    number = int(press.extra) if press.extra.isascii() and press.extra.isdecimal() else 0
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    done = await reply(host.store, press.key, person(interaction.user), number, words, host.now())
    host.moved()
    if isinstance(done, str):
        return problem(_NOT_ANSWERED[done])
    assert row is not None
    return Reply(question_for_gm(row.encounter, done), update=True)
