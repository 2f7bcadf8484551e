"""One server cannot exhaust the bot: there is a most of everything, and it is said when it is reached."""

from __future__ import annotations

from tests.bot.conftest import Opener


async def test_a_server_has_no_more_fights_than_it_may_and_another_server_has_its_own(
    open_table: Opener,
) -> None:
    at = await open_table(most_fights=2)
    rooms = [at.guild.create_text_channel(f"room-{n}") for n in range(3)]
    assert not (await at.gm.slash("encounter begin", rooms[0])).refused
    assert not (await at.mira.slash("encounter begin", rooms[1])).refused
    refused = await at.gm.slash("encounter begin", rooms[2])
    assert refused.refused
    assert "2 fights under way" in refused.text
    await at.gm.press((await at.gm.slash("encounter end", rooms[0])).message, "end")
    assert not (await at.gm.slash("encounter begin", rooms[2])).refused


async def test_every_option_that_takes_text_or_a_number_is_bounded(open_table: Opener) -> None:
    at = await open_table()
    unbounded = [
        f"/{command.qualified_name} {parameter.display_name}"
        for command in at.bot.tree.walk_commands()
        for parameter in getattr(command, "parameters", ())
        if parameter.type.name in ("string", "integer", "number")
        and not parameter.choices
        and parameter.max_value is None
    ]
    assert unbounded == []
