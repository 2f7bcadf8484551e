"""A whole round over the wire: the bot as `python -m bot run`, Discord on this machine."""

from __future__ import annotations

import asyncio
import os
import sys

from tests.bot.table import text_of
from tests.wire.loopback import Loopback
from tests.wire.people import Table
from tests.wire.process import Bot


async def test_a_round_is_declared_by_every_road_closed_and_told_by_a_bot_started_from_its_command_line(
    loopback: Loopback, table: Table, bot: Bot
) -> None:
    bot._write()
    with bot.log.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run", "--config", str(bot._config)),
            stdout=log,
            stderr=log,
            env=os.environ | {"DITHER_TOKEN": loopback.token},
        )
    try:
        await loopback.until(lambda: loopback.gateway.live, 20, bot.said())
        await table.begin()
        await table.open_round()
        # Mira by her panel with a form, Borin by his panel, Kesh in one line, the GM through the board.
        panel = await table.mira.panel()
        form = await table.mira.pick(panel, "act", "cast")
        await table.mira.fill(form, name="sleep", segments="3", at="the altar")
        assert "Sealed" in (await table.mira.press(panel, "seal")).text
        panel = await table.borin.panel()
        await table.borin.pick(panel, "act", "parry")
        assert "Sealed" in (await table.borin.press(panel, "seal")).text
        assert await table.kesh.typing("declare", "action", "par") != {}
        await table.declare(table.kesh)
        private = await table.gm.press(table.board(), "mine")
        assert private.message.only_for == table.gm.id
        await table.gm.pick(private.message, "act", "parry")
        await table.gm.press(private.message, "seal")
        await table.posted("segment by segment")
        assert table.count("declarations are closed") == 1
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 10) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert bot.declared() == {"Mira", "Borin", "Kesh", "Orc"}
    assert "ERROR" not in bot.said(), bot.said()
    assert loopback.token not in bot.said()
    assert "sleep" in "\n".join(text_of(m.components) for m in table.channel.history())
