"""Sealed envelopes at the table: a digest under every close, and the proof in the export after the fight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.client import opaque_id, unguessable_seed
from rules import FightRecord
from rules.__main__ import main
from rules.verifying import verify
from tests.bot.conftest import Opener
from tests.bot.table import Answer, Table
from tests.bot.test_recording import files
from tests.bot.test_taking_back import redo, undo

DIGEST = re.compile(r"^-# 🔏 Sealed: `((?:[0-9a-f]{4} ){7}[0-9a-f]{4})`$", re.MULTILINE)


def digests(table: Table) -> list[str]:
    """The digests in the channel, oldest first."""
    return [found[1] for post in table.posts() if (found := DIGEST.search(post))]


async def end(table: Table) -> None:
    """The GM ends the fight."""
    await table.gm.press((await table.gm.slash("encounter end")).message, "end")


async def exported(table: Table) -> tuple[FightRecord, Answer]:
    """The fight as the GM gets it in a file."""
    answer = await table.gm.slash("encounter export")
    return FightRecord.model_validate_json((await files(answer))["fight.json"]), answer


async def test_every_close_shows_a_digest_and_the_export_proves_it(
    fight: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fight.gm.slash("combatant add", name="Umbravex", hidden=True)
    await fight.open_round()
    await fight.declare(fight.mira, action="cast", text="Zephyr", segments=3, target="the dais")
    await fight.gm.slash("declare", **{"as": "Umbravex", "action": "other", "text": "lurks", "segments": 2})
    await fight.kesh.pick(fight.kesh.panel, "act", "parry")
    await fight.restart()
    await fight.advance(91)
    await fight.open_round()
    await fight.gm.slash("round close")
    shown = digests(fight)
    assert len(shown) == 2, fight.posts()
    running, _ = await exported(fight)
    assert [len(e.digest) for e in running.envelopes] == [64, 64]
    assert not any(e.salt or e.seals for e in running.envelopes), "salts are secret while the fight goes on"
    await end(fight)
    await fight.restart()
    record, answer = await exported(fight)
    sealed = {seal.who: seal for seal in record.envelopes[0].seals}
    # What the panel held when time was up is sealed as well, and so is what nobody may see.
    assert set(sealed) == {await fight_id(record, name) for name in ("Mira", "Kesh", "Umbravex")}
    assert record.envelopes[1].seals == ()
    assert [each.digest for each in verify(record)] == shown
    assert not any(each.differs for each in verify(record))
    file = tmp_path / "fight.json"
    file.write_text((await files(answer))["fight.json"], "utf-8")
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert all(digest in told for digest in shown)


async def fight_id(record: FightRecord, name: str) -> str:
    """The id of the combatant of that name, in a file."""
    return next(
        e.combatant.id for e in record.events if e.kind == "combatant_added" and e.combatant.name == name
    )


async def test_a_late_declaration_is_not_under_the_seal_and_the_proof_says_so(called: Table) -> None:
    await called.declare(called.mira, action="parry")
    await called.gm.slash("round close")
    await called.declare(called.kesh, action="parry")
    await called.gm.slash("round next")
    await end(called)
    record, _ = await exported(called)
    (proof,) = verify(record)
    assert not proof.differs
    assert any("Kesh" in note for note in proof.notes)
    assert len(record.envelopes[0].seals) == 1


async def test_a_close_taken_back_and_made_again_has_a_later_digest_that_counts(called: Table) -> None:
    await called.declare(called.mira, action="parry")
    await called.gm.slash("round close")
    await undo(called)
    await redo(called)
    first, again = digests(called)
    assert first == again, "brought back, it is the same close"
    await undo(called)
    await called.gm.slash("round close")
    later = digests(called)[-1]
    assert later != first, "that nothing was changed is nobody's to know"
    await end(called)
    record, _ = await exported(called)
    (proof,) = verify(record)
    assert (proof.digest, proof.differs) == (later, ())
    assert any(first in note for note in proof.notes)


async def test_the_digest_can_be_left_out_of_the_posts(declaring: Table) -> None:
    await declaring.gm.slash("encounter settings", setting="digest", value="no")
    await declaring.gm.slash("round close")
    assert digests(declaring) == []
    assert not any("🔏" in post for post in declaring.posts())


async def test_a_hidden_creature_adds_nothing_to_the_close_but_another_digest(open_table: Opener) -> None:
    told = []
    for hidden in (False, True):
        table = await open_table()
        await table.begin()
        if hidden:
            await table.gm.slash("combatant add", name="Umbravex", hidden=True)
        await table.open_round()
        if hidden:
            line = {"as": "Umbravex", "action": "other", "text": "lurks", "segments": 2}
            await table.gm.slash("declare", **line)
        await table.gm.slash("round close")
        close = next(post for post in table.posts() if DIGEST.search(post))
        told.append(DIGEST.sub("", close))
        assert len(digests(table)) == 1
    assert told[0] == told[1]


def test_a_seed_cannot_be_guessed_and_an_id_is_short() -> None:
    assert len(unguessable_seed()) == 32
    assert len(opaque_id()) == 8
    assert unguessable_seed() != unguessable_seed()
