"""A fight in a thread that Discord archives: it is opened again while people declare (FK-P4, FK-P5)."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from bot.cogs.host import Host
from bot.logs import brief

_LOG = logging.getLogger(__name__)


class ArchivedCog(commands.Cog):
    """Hears of threads being archived, which Discord does after a time without new messages."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Open it again where a round waits for declarations: in an archived thread no button works.

        One that was locked as well is left, for somebody wanted it shut.
        """
        state = payload.data["thread_metadata"]
        if not state["archived"] or state.get("locked"):
            return
        async with self._host.store.reading() as tx:
            row = await tx.encounter_in(payload.thread_id)
        if row is None or row.encounter.round.stage != "declaring" or payload.thread is None:
            return
        try:
            await payload.thread.edit(archived=False)
        except discord.HTTPException as error:
            # What is posted next opens it as well; the commands work meanwhile.
            _LOG.warning("Encounter %s: its thread could not be opened again: %s", row.id, brief(error))
