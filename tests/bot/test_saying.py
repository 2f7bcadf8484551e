"""What must be said: nothing public left out, nothing twice, and no trace of what is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from bot.store import Say
from bot.table.saying import SILENT, what_to_say
from rules import EVERYONE, Combatant, Command, Declaration, Encounter, Event, Minor, SeededDice, play, view
from rules import commands as cmd
from rules import events as ev
from tests.bot.fight import CREEP, GM, GROWL, KESH, LISTEN, LURKER, MIRA, ORC, SLEEP, seal

CHANNEL = ("close", "summary", "news", "ended")

FIGHT: tuple[Command, ...] = (
    cmd.Engage(who="mira", foe="orc"),
    cmd.OpenRound(),
    seal(SLEEP.model_copy(update={"segments": 7})),
    seal(Declaration(who="orc", major="melee", target="mira")),
    cmd.CallDelay(who="kesh"),
    cmd.PardonDelay(who="kesh"),
    cmd.CallDelay(who="kesh"),
    cmd.EditCombatant(combatant=KESH.model_copy(update={"speed": 60})),
    cmd.CloseDeclarations(drafts=(LISTEN,)),
    *(cmd.CallSegment() for _ in range(4)),
    cmd.Down(who="kesh"),
    *(cmd.CallSegment() for _ in range(4)),
    cmd.JudgeBlow(struck=False),
    *(cmd.CallSegment() for _ in range(6)),
    cmd.Rise(who="kesh"),
    cmd.OpenRound(),
    seal(GROWL),
    cmd.CloseDeclarations(),
    *(cmd.CallSegment() for _ in range(10)),
    cmd.RemoveCombatant(who="orc"),
    cmd.EndEncounter(),
)
"""A fight of two rounds for Mira, Kesh and an orc; what the rules refuse is passed over."""

HIDDEN: tuple[Command, ...] = (
    cmd.Engage(who="lurker", foe="kesh"),
    seal(CREEP),
    cmd.Withdraw(who="lurker"),
    cmd.CallDelay(who="lurker"),
    cmd.PardonDelay(who="lurker"),
    cmd.EditCombatant(combatant=LURKER.model_copy(update={"speed": 60})),
    cmd.AddMinor(who="lurker", minor=Minor(action="move", feet=24)),
    cmd.Down(who="lurker"),
    cmd.Rise(who="lurker"),
    cmd.Disengage(who="lurker", foe="kesh"),
)
"""What a GM may do with a hidden creature, at any time."""


def told(
    commands: Iterable[Command], *others: Combatant, mode: str
) -> list[tuple[Encounter, tuple[Event, ...], list[Say]]]:
    """What each command that is not refused brings about, and what is said about it."""
    encounter = Encounter.model_validate({"play": mode, "gms": (GM.id,)})
    done = []
    seq = 1
    for command in (cmd.AddCombatants(combatants=(MIRA, KESH, ORC, *others)), *commands):
        played = play(encounter, command, SeededDice("seed"))
        if isinstance(played, tuple):
            after, events = played
            done.append((encounter, events, what_to_say(encounter, events, seq)))
            encounter, seq = after, seq + len(events)
    return done


@pytest.mark.parametrize("mode", ["automatic", "called"])
def test_every_public_event_is_told_by_exactly_one_post_or_knowingly_by_none(mode: str) -> None:
    seq = 1
    seen = set()
    for _, events, said in told(FIGHT, LURKER, mode=mode):
        ranges = [s for s in said if s.kind in CHANNEL]
        for number, event in enumerate(events, seq):
            posts = [s for s in ranges if s.first is not None and s.last is not None]
            count = sum(s.first <= number <= s.last for s in posts if s.first and s.last)
            if view(event, EVERYONE) is not None:
                seen.add(event.kind)
                assert count == (0 if isinstance(event, SILENT) else 1), event
            assert count <= 1
        seq += len(events)
    assert {"declarations_closed", "segment_called", "blow_judged", "downed", "encounter_ended"} <= seen


def test_nothing_happened_is_nothing_to_say() -> None:
    assert what_to_say(Encounter(gms=(GM.id,)), (), 1) == []


@pytest.mark.parametrize("mode", ["automatic", "called"])
@pytest.mark.parametrize("seed", range(25))
def test_a_hidden_creature_changes_neither_number_nor_order_of_what_the_channel_gets(
    mode: str, seed: int
) -> None:
    order = random.Random(seed)
    mixed: list[Command] = []
    for command in FIGHT:
        mixed += order.sample(HIDDEN, order.randrange(3))
        mixed.append(command)

    def to_channel(commands: Iterable[Command], *others: Combatant) -> list[str]:
        return [s.kind for _, _, said in told(commands, *others, mode=mode) for s in said if not s.person]

    assert to_channel(mixed, LURKER) == to_channel(FIGHT)


def test_what_is_private_begins_and_parts_no_range() -> None:
    encounter = Encounter(gms=(GM.id,), combatants=(MIRA, KESH, LURKER))
    hidden = ev.Risen(audience="gm", who="lurker")
    called = ev.SegmentCalled(audience="gm", segment=1)
    public = (ev.Risen(who="mira"), ev.Risen(who="kesh"))
    mixed = (hidden, public[0], called, hidden, public[1], called)
    ranges = [(s.kind, s.first, s.last) for s in what_to_say(encounter, mixed, 7) if s.kind in CHANNEL]
    assert ranges == [("news", 8, 12)]
    assert [s.kind for s in what_to_say(encounter, (hidden, called), 7)] == []
