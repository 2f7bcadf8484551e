"""Whatever is in a fight, Discord takes every message the bot makes of it, and the list loses nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cogs.host import problem
from bot.narration.refusals import refusal
from bot.narration.words import Names, can_be_seen, clean, escape
from bot.render import Button, Card, Choice, Menu, Part, cut, fitted, pages, size, text_card
from bot.ui.board import (
    board,
    close_cards,
    news_cards,
    reminder_card,
    reopened_card,
    roster_lines,
    status_card,
    summary_cards,
)
from bot.ui.console import console, question_card, told
from bot.ui.desk import Desk
from bot.ui.draft import Draft, fresh
from bot.ui.layout import layout
from bot.ui.panel import closed_panel, panel
from rules import (
    CATALOGUE,
    EVERYONE,
    GAMEMASTER,
    Combatant,
    Declaration,
    Encounter,
    Event,
    Minor,
    Refusal,
    SeededDice,
    Weapon,
    play,
)
from rules import commands as cmd
from rules.refusal import Code
from tests.bot.fight import NOON
from tests.bot.table import Table, options_of
from tests.judge import Judge
from tests.share import shared

DICE = SeededDice("limits")
ROWS = CATALOGUE["segments"]
MAJORS = sorted(key for key, row in ROWS.items() if row.major)
SMALL = ("shout", "other-minor", "drop", "sheathe")
SIGNS = "*_~`|[]<>#-+. aé👍ß1\u200b"
"""What a name is made of to be as long as it can be once it is escaped, or counted in a longer way."""

_PLAYERS = ("11", "12")
_GM = "1"


def word(random: Random, most: int) -> str:
    """Something as somebody might type it who wants to break things; most often as long as it may be."""
    length = random.choice([most, most, random.randint(1, most)])
    kind = random.choice(["*", "👍", "word ", "", ""])
    made = (kind * most)[:length] if kind else "".join(random.choice(SIGNS) for _ in range(length))
    return made if can_be_seen(made) else "x" * length


def weapon(random: Random) -> Weapon:
    return Weapon(
        name=clean(word(random, 60)),
        speed_factor=random.choice([None, 3, 7]),
        missile=random.choice([None, "thrown", "bow"]),
    )


def creatures(random: Random, count: int) -> tuple[Combatant, ...]:
    """Groups and single ones, of players and of the GM."""
    made: list[Combatant] = []
    while len(made) < count:
        name, side = clean(word(random, 60)), clean(word(random, 40))
        seat = random.choice([None, *_PLAYERS])
        many = random.choice([1, 1, 3, 20])
        armed = tuple(weapon(random) for _ in range(random.choice([0, 2, 12])))
        hidden = random.random() < 0.2
        for number in range(many):
            each = f"{name} {len(made)}" if many > 1 else f"{name}{len(made)}"
            group = name if many > 1 else ""
            made.append(
                Combatant(
                    id=f"c{len(made)}", name=each, side=random.choice([side, "heroes", "foes"]), seat=seat,
                    group=group, weapons=armed, hidden=hidden and number % 2 == 0,
                )
            )  # fmt: skip
    return tuple(made[:count])


def declaration(random: Random, who: str, ids: list[str]) -> Declaration:
    """Anything a panel or a line can make, with as many words as fit."""
    major = random.choice([None, *MAJORS, "other", "cast", "missile"])
    minors = [
        Minor(action=random.choice(SMALL), when=random.choice(["before", "after"]), note=word(random, 300))
        for _ in range(random.choice([0, 1, 8]))
    ]
    if random.random() < 0.5:
        minors = [Minor(action="move", feet=random.randint(1, 90), note=word(random, 300)), *minors[:7]]
    typed = major in ("cast", "other", "item", "ability")
    return Declaration(
        who=who,
        major=major,
        target=random.choice([None, *ids]),
        at=random.choice(["", word(random, 100)]),
        weapon=random.choice(["", word(random, 60)]),
        name=word(random, 60),
        segments=random.choice([None, 0, 3, 14]) if typed else None,
        feet=random.randint(11, 90),
        minors=tuple(minors),
        note=word(random, 300),
        announce=random.random() < 0.2,
    )


def said(fight: Encounter, word: cmd.Command) -> tuple[Encounter, tuple[Event, ...]]:
    done = play(fight, word, DICE)
    return (fight, ()) if isinstance(done, Refusal) else done


def joined(fight: Encounter, roster: tuple[Combatant, ...]) -> tuple[Encounter, tuple[Event, ...]]:
    """The fight with all of them in it."""
    happened: list[Event] = []
    for start in range(0, len(roster), 50):
        fight, events = said(fight, cmd.AddCombatants(combatants=roster[start : start + 50]))
        happened += events
    return fight, tuple(happened)


def message(card: Card) -> dict[str, object]:
    return {"flags": 1 << 15, "components": layout(card).to_components()}  # type: ignore[no-untyped-call]


PUBLIC = {"board", "closed board", "close", "summary", "news", "status", "reminder", "reopened"}
"""Cards that fit as they are made: nothing of them is cut off at the end."""


def fits(judge: Judge, kind: str, cards: Card | tuple[Card, ...] | None) -> None:
    """Discord takes each of the cards."""
    for card in (cards,) if isinstance(cards, Card) else cards or ():
        assert judge.verdicts("POST", "/channels/1/messages", message(card)) == [], kind
        assert kind not in PUBLIC or fitted(card) == card, kind


def in_sight(fight: Encounter, names: Names) -> list[str]:
    return [escape(c.name) for c in fight.combatants if names.combatant(c.id)]


def panels(random: Random, fight: Encounter, person: str, deadline: datetime) -> Iterator[Card]:
    """A person's panel, for one creature and for a group, empty, half made and sealed."""
    desk = Desk("key", fight, person, deadline)
    ids = [c.id for c in fight.combatants]
    whos = [c.id for c in desk.runs[:3]] + ([first] if (first := desk.first()) else [])
    for who in whos:
        own = who.removeprefix("*")
        drafts = [fresh(own), Draft(declaration=declaration(random, own, ids), picked=True)]
        drafts.append(Draft(declaration=declaration(random, own, ids), picked=True, editing=True))
        yield from (panel(desk, who, draft, word(random, 300)) for draft in drafts)
    yield closed_panel(desk)


def while_declaring(judge: Judge, random: Random, fight: Encounter) -> None:
    seated = [c for c in fight.declares if c.seat is not None]
    fits(judge, "board", board("key", fight, NOON))
    fits(judge, "reminder", reminder_card("key", fight, NOON, seated))
    fits(judge, "reopened", reopened_card("key", fight, NOON, seated))
    for person in (_GM, *_PLAYERS):
        fits(judge, f"panel of {person}", tuple(panels(random, fight, person, NOON)))


def always(judge: Judge, fight: Encounter, events: tuple[Event, ...]) -> None:
    fits(judge, "status", status_card(fight, NOON))
    fits(judge, "console", console("key", fight, NOON, _PLAYERS))
    fits(judge, "console without", console("key", fight, NOON, asks=False))
    fits(judge, "question", question_card("key", fight))
    fits(judge, "close", close_cards(fight, fight.round.number, events))
    fits(judge, "summary", summary_cards("key", fight, fight.round.number, events))
    fits(judge, "news", news_cards(fight, events))
    fits(judge, "told", text_card("", (f"✅ {told(events, fight)}",)))


def refused(judge: Judge, fight: Encounter, random: Random) -> None:
    names = Names(fight, GAMEMASTER)
    who, target = (random.choice(fight.combatants).id for _ in range(2))
    for code in Code.__args__:  # type: ignore[attr-defined]
        why = Refusal(code=code, who=who, target=target, action="melee", text=word(random, 100), number=1000)
        fits(judge, code, problem(refusal(why, fight, names)).card)


sizes = st.sampled_from([1, 3, 12, 40, 120])
modes = st.sampled_from(["automatic", "called"])


@settings(max_examples=shared(8), deadline=None, derandomize=True)
@given(st.integers(0, 10**6), sizes, modes)
def test_every_card_of_any_fight_is_one_that_discord_takes(seed: int, count: int, mode: str) -> None:
    judge, random = Judge.load(), Random(seed)
    fight = Encounter(play=mode, gms=(_GM,))  # type: ignore[arg-type]
    fight, events = joined(fight, creatures(random, count))
    always(judge, fight, events)
    ids = [c.id for c in fight.combatants]
    middle = random.choice(ids)
    for foe in ids:
        if random.random() < 0.7:
            fight, _ = said(fight, cmd.Engage(who=middle, foe=foe))
    for _ in range(2):
        fight, events = said(fight, cmd.OpenRound())
        while_declaring(judge, random, fight)
        for who in ids:
            fight, _ = said(fight, cmd.Declare(declarations=(declaration(random, who, ids),)))
        for who in ids[: count // 3]:
            fight, _ = said(fight, cmd.CallDelay(who=who))
        while_declaring(judge, random, fight)
        always(judge, fight, events)
        refused(judge, fight, random)
        fight, events = said(fight, cmd.CloseDeclarations())
        always(judge, fight, events)
        fits(judge, "closed board", board("key", fight, None))
        for person in (_GM, *_PLAYERS):
            fits(judge, "closed panel", closed_panel(Desk("key", fight, person, None)))
        for _ in range(3 * count + 30):
            if fight.round.stage != "resolving":
                break
            answer: cmd.Command = cmd.CallSegment()
            for question in fight.round.questions[:1]:
                slow = question.kind != "blow"
                answer = cmd.SetTime(slot=question.slot, segments=3) if slow else cmd.JudgeBlow(struck=True)  # type: ignore[union-attr]
            fight, events = said(fight, answer)
        always(judge, fight, events)
    fight, events = said(fight, cmd.Down(who=middle))
    always(judge, fight, events)


@settings(max_examples=shared(25), deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(1, 200))
def test_the_list_names_every_creature_and_every_foe_however_long_they_are_called(
    seed: int, count: int
) -> None:
    random = Random(seed)
    alone = tuple(c.model_copy(update={"group": ""}) for c in creatures(random, count))
    fight, _ = joined(Encounter(), alone)
    middle = random.choice(alone).id
    for foe in alone[:50]:
        fight, _ = said(fight, cmd.Engage(who=middle, foe=foe.id))
    for viewer in (EVERYONE, GAMEMASTER):
        names = Names(fight, viewer)
        cards = pages("### Who is in the fight", roster_lines(fight, names, whole=True), "calm")
        everything = " ".join(card.text for card in cards)
        together = "".join(everything.split())
        assert [n for n in in_sight(fight, names) if "".join(n.split()) not in together] == []
        assert all(fitted(card) == card for card in cards)


@given(st.text(max_size=300), st.integers(1, 120))
def test_what_is_cut_fits_however_it_is_counted_and_ends_in_no_half_escape(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert size(short) <= limit
    if short != text and "\\" in short:
        before = short.removesuffix("…")
        assert (len(before) - len(before.rstrip("\\"))) % 2 == 0


def test_a_card_with_too_much_of_everything_is_made_to_fit(judge: Judge) -> None:
    menu = Menu("menu", "", tuple(Choice(f"label {n}", str(n // 2), chosen=n < 2) for n in range(60)))
    buttons = tuple(Button(" ", f"b{n}") for n in range(8))
    parts: tuple[Part, ...] = (
        "",
        "a" * 3000,
        "b\n" * 2000,
        " ",
        menu,
        Menu("none", "?", ()),
        buttons,
        *["line"] * 60,
    )
    fits(judge, "too much", Card(parts))
    fits(judge, "nothing", Card(()))


# --- at the table ---------------------------------------------------------------------------------------


async def test_fifty_with_long_names_are_added_with_an_answer(fight: Table) -> None:
    answer = await fight.gm.slash("combatant add", name="*" * 60, count=50)
    assert not answer.refused
    assert "50 ×" in answer.text
    assert len((await fight.row()).encounter.combatants) == 55


async def test_one_with_a_name_as_long_as_can_be_is_found_by_its_whole_name(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="O" * 60, count=50)
    answer = await fight.gm.slash("combatant engage", combatant="O" * 60 + " 50", foe="Borin")
    assert not answer.refused


async def test_the_board_follows_though_a_player_has_forty_with_long_names(declaring: Table) -> None:
    await declaring.gm.slash("combatant add", name="_" * 57, count=40, seat=declaring.kesh.member)
    assert "40 ×" in declaring.board_text
    await declaring.declare(declaring.mira, action="parry")
    assert "**Sealed:** Mira" in declaring.board_text
    await declaring.gm.slash("round close")
    assert "**Declared:** Mira" in " ".join(declaring.posts())


async def test_two_weapons_of_one_name_are_two_choices_and_the_panel_stays_alive(declaring: Table) -> None:
    await declaring.gm.slash(
        "combatant edit", combatant="Kesh", weapons="dagger 2, dagger 2 (thrown), dagger 2"
    )
    await declaring.gm.slash("combatant engage", combatant="Kesh", foe="Orc 2")
    await declaring.kesh.pick(declaring.kesh.panel, "act", "melee")
    offered = options_of(declaring.components(declaring.kesh.panel), "weapon")
    assert offered == {"dagger": "dagger", "thrown dagger": "thrown dagger"}
