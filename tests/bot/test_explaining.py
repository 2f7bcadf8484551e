"""Why: the reasons of a round, each with its rule, for whoever asks and may know; and what a rule means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.narration.reasons import DELAYS, LOSSES, SHOTS, reasons
from bot.narration.words import Names
from bot.render import TEXT_LIMIT, size
from bot.store import Store
from bot.ui.explained import rule_cards, why_cards
from bot.ui.ids import Press
from rules import EVERYONE, GAMEMASTER, RULES, Combatant, Encounter, Slot, Viewer, explain, view
from rules import commands as cmd
from rules import events as ev
from rules.cases import Case, read_cases, resolve
from rules.values import Delay
from tests.bot.fight import KESH, KEY, MIRA, ORC, SLEEP, declaring, done, seal
from tests.bot.table import Answer, Person, Shown, Table, presses
from tests.bot.test_presses import forged
from tests.bot.test_words import WRONG

CASES = sorted((Path(__file__).parents[1] / "rules" / "cases").rglob("*.toml"))


def why_message(table: Table, round_: int = 1) -> Shown:
    """The newest summary of a round."""
    for message in reversed(table.messages()):
        if any((p.verb, p.round) == ("why", round_) for p in presses(table.components(message))):
            return message
    raise AssertionError(f"nothing to ask of among {table.posts()}")


async def why(person: Person, round_: int = 1) -> Answer:
    """What this person is told."""
    return await person.press(why_message(person.table, round_), "why")


# --- reasons --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [c for file in CASES for c in read_cases(file.read_text("utf-8"))])
def test_every_reason_ends_with_a_rule_of_its_ruleset_and_reads_well(case: Case) -> None:
    letters = "KP" if case.ruleset == "phases" else "KS"
    for played in resolve(case):
        owns = tuple(c.id for c in played.encounter.combatants if c.seat)
        for viewer in (EVERYONE, GAMEMASTER, Viewer(owns=owns)):
            seen = [event for each in played.events if (event := view(each, viewer)) is not None]
            for line in reasons(seen, Names(played.encounter, viewer, seen)):
                found = re.search(r"\[([KSP]-\d+)\]$", line)
                assert found is not None, line
                assert found[1] in RULES
                assert found[1][0] in letters or found[1] in ("S-22", "S-28"), line
                assert not WRONG.search(re.sub(r"\b([A-Z]\w+) \d", r"\1", line)), line


def test_every_cause_of_a_loss_or_a_delay_leads_to_a_rule() -> None:
    rules = [*(r for _, *both in (*LOSSES.values(), *DELAYS.values()) for r in both)]
    rules += [rule for _, rule in SHOTS.values()]
    assert set(rules) <= set(RULES)


def test_a_delay_is_told_with_its_cause_and_its_die() -> None:
    event = ev.Delayed(who="mira", delay=Delay(who="mira", cause="called", segments=3, roll=3))
    (line,) = reasons([event], Names(Encounter(combatants=(MIRA,)), EVERYONE))
    assert "dithering" in line
    assert "die shows 3" in line
    assert line.endswith("[S-21]")


def _completed(who: str, die: int, **key: int) -> ev.Completed:
    slot = Slot(id=f"1.{who}.0", who=who, action="other", major=True, time=key.get("segments", 2), end=3)
    order = ev.OrderKey.model_validate({"die": die, "segments": 2, **key})
    return ev.Completed(who=who, segment=3, slot=slot, key=order)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (({"die": 5}, {"die": 2}), "Segment 3: Mira before Orc: initiative 5 against 2 [S-22]"),
        (
            ({"die": 4, "speed_factor": 2}, {"die": 4, "speed_factor": 7}),
            "Segment 3: Mira before Orc: initiative 4 each, speed factor 2 against 7 [S-22]",
        ),
        (
            ({"die": 4, "segments": 1}, {"die": 4, "segments": 3}),
            "Segment 3: Mira before Orc: initiative 4 each, 1 segment against 3 [S-22]",
        ),
        (
            ({"die": 4}, {"die": 4}),
            "Segment 3: Mira and Orc act together: initiative 4 and 2 segments each [S-22]",
        ),
        (({"die": 5, "together": 1}, {"die": 5, "together": 1}), "the GM says so [S-22]"),
    ],
)
def test_an_order_on_one_segment_is_told_with_what_decides_it(
    keys: tuple[dict[str, int], dict[str, int]], told: str
) -> None:
    events = [_completed(who, **key) for who, key in zip(("mira", "orc"), keys, strict=True)]
    names = Names(Encounter(combatants=(MIRA, ORC)), EVERYONE)
    assert any(line.endswith(told) for line in reasons(events, names)), reasons(events, names)


def test_a_long_round_comes_in_pages() -> None:
    many = tuple(Combatant(id=f"c{n}", name=f"Somebody {n} {'x' * 60}") for n in range(80))
    events = [ev.Delayed(who=c.id, delay=Delay(who=c.id, cause="late", segments=2, roll=2)) for c in many]
    cards = why_cards(Encounter(combatants=many), EVERYONE, 1, events, ())
    assert len(cards) > 1
    assert all(size(card.text) <= TEXT_LIMIT + 100 for card in cards)
    assert sum(card.text.count("[S-25]") for card in cards) == 80


# --- the button -----------------------------------------------------------------------------------------


async def _spell_lost(table: Table) -> None:
    """Mira's spell of ten segments comes to nothing: she is disturbed in segment 2."""
    await table.declare(table.mira, action="cast", text="Zephyrblast", segments=9, target="the altar")
    await table.all_declare(table.mira)
    await table.gm.slash("round close")
    for _ in range(2):
        await table.gm.slash("round next")
    await table.gm.slash("round struck", combatant="Mira")


async def test_a_spell_that_never_completed_is_named_to_its_caster_and_the_gm_alone(called: Table) -> None:
    await _spell_lost(called)
    for person in (called.mira, called.gm):
        told = await why(person)
        assert told.private
        assert "Zephyrblast" in told.text
        assert "[S-23]" in told.text
    for person in (called.borin, called.bystander):
        told = await why(person)
        assert told.private
        assert "Zephyrblast" not in told.text
        assert "altar" not in told.text
        assert "casting a spell" in told.text
        assert "[S-16]" in told.text


async def test_why_is_answered_after_a_restart_in_later_rounds_and_when_all_is_over(called: Table) -> None:
    await _spell_lost(called)
    first = (await why(called.bystander)).text
    await called.restart()
    assert (await why(called.bystander)).text == first
    while (await called.row()).encounter.round.stage == "resolving":
        await called.gm.slash("round next")
    whole = (await why(called.bystander)).text
    await called.open_round()
    assert (await why(called.bystander)).text == whole
    await called.gm.slash("combatant remove", combatant="Orc 2")
    assert "Orc 2" in (await why(called.bystander)).text
    assert "no longer in sight" not in (await why(called.bystander)).text
    whole = (await why(called.bystander)).text
    await called.gm.press((await called.gm.slash("encounter end")).message, "end")
    assert (await why(called.bystander)).text == whole


async def test_what_the_channel_is_not_told_yet_is_not_told_by_asking_why(declaring: Table) -> None:
    await declaring.gm.slash(
        "declare", **{"as": "Orc 1", "action": "cast", "text": "hex", "segments": 9, "target": "all"}
    )
    await declaring.declare(declaring.borin, action="melee", target="Orc 1", **{"with": "axe"})
    await declaring.gm.slash("round close")
    row = await declaring.row()
    assert row.encounter.round.questions
    assert row.held_from is not None
    custom_id = str(Press("why", row.id, 1))
    told = {p.member.name: await forged(p, custom_id) for p in (declaring.gm, declaring.borin)}
    assert "axe" in told["gm"].text
    assert "axe" not in told["borin"].text
    assert "speed factor" not in told["borin"].text


async def test_a_round_with_nothing_to_explain_says_so(declaring: Table) -> None:
    row = await declaring.row()
    told = await forged(declaring.bystander, str(Press("why", row.id, 7)))
    assert told.private
    assert "Nothing" in told.text


# --- /rules ---------------------------------------------------------------------------------------------


async def test_a_rule_is_told_to_anybody_in_private_here_and_in_direct_messages(table: Table) -> None:
    for answer in (
        await table.bystander.slash("rules", query="s20"),
        await table.bystander.dm_slash("rules", query="S-20"),
    ):
        assert answer.private
        assert "S-20" in answer.text
        assert RULES["S-20"].text in answer.text


async def test_words_find_every_rule_that_has_them(table: Table) -> None:
    answer = await table.mira.slash("rules", query="charge distance")
    assert {rule.id for rule in explain("charge distance")} <= set(re.findall(r"[KSP]-\d+", answer.text))


async def test_what_finds_nothing_says_what_to_try(table: Table) -> None:
    answer = await table.mira.slash("rules", query="*xyzzy*")
    assert answer.refused
    assert answer.private
    assert "Try" in answer.text


async def test_ids_are_offered_with_a_few_words_as_one_types(table: Table) -> None:
    for typed in ("S-20", "s20", "change of mind"):
        offered = await table.mira.typing("rules", "query", typed)
        assert "S-20" in offered.values()
    assert len(await table.mira.dm_typing("rules", "query", "")) == 25
    assert await table.mira.typing("rules", "query", "xyzzy") == {}


def test_rules_found_by_a_common_word_fit_their_pages() -> None:
    for query in ("the", "S-20", "segment"):
        cards = rule_cards(explain(query), query, more=True)
        assert all(size(card.text) <= TEXT_LIMIT + 100 for card in cards)


# --- the store ------------------------------------------------------------------------------------------


async def test_the_events_of_a_round_are_found_and_who_has_left_in_any(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "dither.sqlite3")
    try:
        await _round_and_departure(store)
        async with store.reading() as reading:
            second = await reading.events_of(KEY, 2)
            assert [event.kind for event in second] == ["round_opened"]
            first = await reading.events_of(KEY, 1)
            assert first[0].kind == "round_opened"
            assert first[-1].kind == "combatant_removed"
            assert await reading.events_of(KEY, 1, before=0) == ()
            assert [event.kind for event in await reading.departures(KEY)] == ["combatant_removed"]
    finally:
        await store.close()


async def _round_and_departure(store: Store) -> None:
    """A round, after which somebody leaves, and the next."""
    await declaring(store, MIRA, KESH, ORC)
    await done(store, seal(SLEEP))
    await done(store, cmd.CloseDeclarations())
    await done(store, cmd.RemoveCombatant(who="kesh"))
    await done(store, cmd.OpenRound())
