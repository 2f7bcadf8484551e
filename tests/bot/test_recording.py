"""The log, one's own account of a round, and the whole fight as files: true, and to each what is theirs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.narration.acts import act_line
from bot.narration.words import Names
from rules import GAMEMASTER, Encounter, FightRecord, fold
from rules import commands as cmd
from rules.__main__ import main
from tests.bot.table import Answer, Person, Table, presses
from tests.bot.test_taking_back import undo


async def round_one(table: Table) -> None:
    """Mira casts, Borin dithers, a hidden creature creeps; all is over."""
    await table.gm.slash("combatant add", name="Umbravex", hidden=True)
    await table.open_round()
    await table.declare(table.mira, action="cast", text="Zephyr", segments=3, target="the dais")
    await table.declare(table.kesh, action="other", text="counts coins", segments=2)
    await table.gm.slash("declare", **{"as": "Umbravex", "action": "other", "text": "lurks", "segments": 2})
    await table.gm.slash("round close")
    assert (await table.row()).encounter.round.stage == "ended"


async def did(person: Person) -> Answer:
    """What this person is told of the own part in the newest summary."""
    for message in reversed(person.table.messages()):
        if any(p.verb == "did" for p in presses(person.table.components(message))):
            return await person.press(message, "did")
    raise AssertionError(person.table.posts())


async def test_the_log_tells_each_what_they_may_know(fight: Table) -> None:
    await round_one(fight)
    told = {p.member.name: await p.slash("encounter log") for p in (fight.gm, fight.mira, fight.bystander)}
    assert all(answer.private for answer in told.values())
    for answer in told.values():
        assert "Zephyr" in answer.text
        assert "Round 1" in answer.text
        assert "Borin 1 time" in answer.text
    assert "Umbravex" in told["gm"].text
    for name in ("mira", "bystander"):
        assert "Umbravex" not in told[name].text
        assert "lurks" not in told[name].text


async def test_what_is_sealed_stands_in_its_owners_log_alone(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="cast", text="Zephyr", segments=3, target="the dais")
    assert "Zephyr" in (await declaring.mira.slash("encounter log")).text
    assert "Zephyr" in (await declaring.gm.slash("encounter log")).text
    for person in (declaring.kesh, declaring.bystander):
        assert "Zephyr" not in (await person.slash("encounter log")).text


async def test_what_was_taken_back_is_not_in_the_log(fight: Table) -> None:
    await round_one(fight)
    await undo(fight)
    assert "Borin 1 time" not in (await fight.gm.slash("encounter log")).text


async def test_ones_own_account_tells_of_ones_own_combatants_with_dice(fight: Table) -> None:
    await round_one(fight)
    mira = await did(fight.mira)
    assert mira.private
    assert "Zephyr" in mira.text
    assert "coins" not in mira.text
    assert "1d6" in (await did(fight.borin)).text
    assert "nobody in this fight" in (await did(fight.bystander)).text
    gm = await did(fight.gm)
    assert "lurks" in gm.text


async def files(answer: Answer) -> dict[str, str]:
    """The files that came with an answer, by name."""
    found: dict[str, str] = {}
    for message in answer.result.followups:
        assert message.ephemeral
        for attachment in message.attachments:
            found[attachment.filename] = (await attachment.read()).decode("utf-8")
    return found


async def test_the_export_tells_the_fight_again_and_reads_well(
    fight: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await round_one(fight)
    await fight.open_round()
    got = await files(await fight.gm.slash("encounter export"))
    assert set(got) == {"fight.json", "fight.md"}
    record = FightRecord.model_validate_json(got["fight.json"])
    assert fold(record.start, record.events) == (await fight.row()).encounter
    assert not record.seed, "the dice to come are nobody's to know"
    for words in ("## Round 1", "Zephyr", "1d6", "Umbravex", "[S-22]"):
        assert words in got["fight.md"]
    file = tmp_path / "fight.json"
    file.write_text(got["fight.json"], "utf-8")
    assert main(["resolve", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Round 1" in told
    assert "Zephyr" in told
    file.write_text(json.dumps({"dither": 1, "events": "gone"}), "utf-8")
    assert main(["resolve", str(file)]) == 2
    assert "fight.json" in capsys.readouterr().err


async def test_a_fight_that_is_over_is_exported_with_its_seed(fight: Table) -> None:
    await round_one(fight)
    seed = (await fight.row()).seed
    await fight.gm.press((await fight.gm.slash("encounter end")).message, "end")
    got = await files(await fight.gm.slash("encounter export"))
    assert FightRecord.model_validate_json(got["fight.json"]).seed == seed


async def test_names_in_the_chronicle_are_text_and_no_markup(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="**Boss** <script>")
    got = await files(await fight.gm.slash("encounter export"))
    assert "**Boss**" not in got["fight.md"]


async def test_nobody_but_the_gm_exports(fight: Table) -> None:
    for person in (fight.mira, fight.bystander):
        answer = await person.slash("encounter export")
        assert answer.refused
        assert not answer.result.followups


async def test_the_log_tells_what_the_gm_did_with_the_clock(declaring: Table) -> None:
    await declaring.gm.slash("round extend", time="1m30s")
    await declaring.gm.slash("round pause")
    await declaring.gm.slash("round extend", time="2m")
    await declaring.gm.slash("round resume")
    for person in (declaring.gm, declaring.mira, declaring.bystander):
        lines = (await person.slash("encounter log")).text.splitlines()
        clock = [line for line in lines if line[:1] in "⏳⏸▶"]
        assert clock == [
            "⏳ The GM gives 1 minute 30 seconds more to declare.",
            "⏸️ The GM stops the clock.",
            "⏳ The GM gives 2 minutes more to declare.",
            "▶️ The clock runs again.",
        ]
    await undo(declaring)
    await undo(declaring)
    assert "2 minutes" not in (await declaring.mira.slash("encounter log")).text
    assert "1 minute 30 seconds" in (await files(await declaring.gm.slash("encounter export")))["fight.md"]
    await declaring.gm.slash("round close")
    await declaring.open_round()
    assert "1 minute 30 seconds" not in (await declaring.mira.slash("encounter log", rounds=1)).text
    assert "1 minute 30 seconds" in (await declaring.mira.slash("encounter log")).text


def test_everything_that_can_be_taken_back_has_a_name() -> None:
    names = Names(Encounter(), GAMEMASTER)
    by_the_events = {"open_round", "close_declarations", "call_segment", "add_pin", "remove_pin"}
    commands = {c.model_fields["kind"].default for c in cmd.Asked.__subclasses__()} - by_the_events
    assert len(commands) > 30
    for kind in (*commands, "extended", "regained", "excused", "paused", "resumed"):
        assert act_line(kind, (), names) != "the last thing", kind
