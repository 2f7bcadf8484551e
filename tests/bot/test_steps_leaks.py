"""Secrets stay secret in a fight by steps: all that anybody receives is read, after every step of a round."""

from __future__ import annotations

from tests.bot.conftest import Opener
from tests.bot.stepping import stepped
from tests.bot.test_leaks import LONG, Secret, Watch


async def test_in_a_fight_by_steps_nobody_reads_what_is_not_for_them(open_table: Opener) -> None:
    table = await open_table(**LONG)
    watch = Watch(table)
    gm, mira = table.gm.id, table.mira.id
    watch.secrets = [
        Secret("Zephyrblast", (gm, mira), step="E · spells"),
        Secret("porphyry dais", (gm, mira), step="E · spells"),
        Secret("Doomword", (gm,), step="E · spells"),
        Secret("Grimskulking", (gm,)),
        Secret("flurble", (gm, table.borin.id)),
    ]
    # What Borin types himself is sent back to him alone; of a name he made up nobody else hears.
    watch.secrets.append(Secret("Umbravex", (gm, table.borin.id)))
    await stepped(table, watch.check)
