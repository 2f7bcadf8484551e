"""Two processes share the servers between them: direct messages reach one of them, and both tables play."""

from __future__ import annotations

from pathlib import Path

from tests.wire.loopback import Loopback
from tests.wire.people import Table
from tests.wire.process import Bot


async def test_each_process_serves_its_servers_and_where_no_direct_message_is_heard_none_is_sent(
    loopback: Loopback, tmp_path: Path
) -> None:
    shards = ((0, 2), (1, 2))
    tables = [Table(loopback, shard=shard) for shard in shards]
    bots = []
    try:
        for shard in shards:
            (folder := tmp_path / str(shard[0])).mkdir()
            bots.append(Bot(folder, loopback, shard=shard))
            await bots[-1].start()
        assert sorted(said["shard"] for said in loopback.gateway.identified) == [[0, 2], [1, 2]]
        for table, bot in zip(tables, bots, strict=True):
            await table.begin(time="5m")
            await table.open_round()
            await table.posted("My declaration")
            board = table.board()
            for person in (table.mira, table.borin, table.kesh, table.gm):
                private = await person.press(board, "mine")
                assert private.message.only_for == person.id
                await person.pick(private.message, "act", "parry")
                assert "Sealed" in (await person.press(private.message, "seal")).text
            await table.posted("segment by segment", seconds=30)
            assert bot.declared() == {"Mira", "Borin", "Kesh", "Orc"}
            await bot.quiet()
        first, second = tables
        assert "✅ Mira: parrying." in first.mira.dms[-1]
        for person in second.people:
            assert person.dms == [], "nobody would hear what is pressed there"
        said = str([seen.body for seen in loopback.seen])
        assert "I have sent you a direct message" in said
        assert "press **My declaration**" in said
        assert "cannot send you direct messages" not in said, "it is not for the players to mend"
    finally:
        for bot in bots:
            await bot.stop()
