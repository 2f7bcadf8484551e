"""Random fights for property tests: combatants, declarations and what is said while segments are called."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from rules import Combatant, Declaration, Encounter, Minor, Refusal, SeededDice, Settings, Weapon, apply, play
from rules import commands as cmd
from rules.catalogue import CATALOGUE
from rules.events import Event
from rules.values import Ability, Play

IDS = ("ann", "bob", "cat", "orc", "ogre")
DICE = SeededDice("stories")
ROWS = CATALOGUE["segments"]

weapons = st.builds(
    Weapon,
    name=st.sampled_from(["sword", "axe", "bow"]),
    speed_factor=st.none() | st.integers(0, 12),
    missile=st.sampled_from([None, None, "bow", "thrown", "crossbow-reload"]),
)
abilities = st.builds(
    Ability,
    name=st.sampled_from(["gaze", "breath"]),
    magic=st.sampled_from(["innate", "breath", "spell-like"]),
    minor=st.booleans(),
    segments=st.none() | st.integers(0, 12),
)
who = st.sampled_from(IDS)
anyone = st.sampled_from((*IDS, "nobody"))
minors = st.builds(
    Minor,
    action=st.sampled_from(sorted(key for key, row in ROWS.items() if not row.major)),
    when=st.sampled_from(["before", "before", "after", "during"]),
    feet=st.integers(1, 130),
    into=st.none() | st.none() | anyone,
    name=st.sampled_from(["gaze", "breath"]),
    note=st.just("a note"),
)


@st.composite
def declarations(draw: st.DrawFn, by: str | None = None) -> Declaration:
    """Mostly what somebody would declare, and now and then what nobody would."""
    major = draw(st.none() | st.sampled_from(sorted(key for key, row in ROWS.items() if row.major)))
    typed = major in ("cast", "other", "item", "ability")
    return Declaration(
        who=by or draw(who),
        major=major,
        target=draw(anyone),
        at=draw(st.sampled_from(["", "the gate"])),
        name=draw(st.sampled_from(["gaze", "breath", "sleep"])),
        segments=draw(st.none() | st.integers(0, 25)) if typed else None,
        feet=draw(st.integers(1, 200)),
        minors=tuple(draw(st.lists(minors, max_size=3, unique_by=lambda m: m.action))),
        note="a note",
        announce=draw(st.booleans()),
        carry=draw(st.sampled_from([None, None, "continue", "abandon"])),
    )


@st.composite
def combatants(draw: st.DrawFn, by: str) -> Combatant:
    """One creature: heroes have players, foes the GM; a foe may be hidden."""
    hero = by in ("ann", "bob", "cat")
    return Combatant(
        id=by,
        name=by.capitalize(),
        side="heroes" if hero else "foes",
        seat=by if hero else None,
        speed=draw(st.sampled_from([0, 30, 60, 120, 120])),
        size=draw(st.sampled_from(["small", "man-sized", "huge"])),
        natural=draw(st.booleans()),
        weapons=tuple(draw(st.lists(weapons, max_size=2, unique_by=lambda w: w.name))),
        abilities=tuple(draw(st.lists(abilities, max_size=2, unique_by=lambda a: a.name))),
        hidden=not hero and draw(st.booleans()),
    )


interventions: st.SearchStrategy[cmd.Command] = st.one_of(
    st.just(cmd.CallSegment()),
    st.builds(cmd.CallSegment, after=st.integers(0, 10)),
    st.builds(cmd.JudgeBlow, struck=st.booleans()),
    st.builds(
        cmd.SetTime,
        slot=st.builds("{}.{}.{}".format, st.integers(1, 2), who, st.integers(0, 3)),
        segments=st.integers(0, 15),
    ),
    st.builds(cmd.Disturb, who=anyone),
    st.builds(cmd.Down, who=anyone),
    st.builds(cmd.Rise, who=anyone),
    st.builds(cmd.CallDelay, who=anyone),
    st.builds(cmd.PardonDelay, who=anyone),
    st.builds(cmd.AddMinor, who=anyone, minor=minors),
    st.builds(cmd.Steer, who=anyone, stop=st.booleans()),
    st.builds(cmd.Declare, declarations=declarations().map(lambda d: (d,))),
    st.builds(cmd.Withdraw, who=anyone),
    st.builds(cmd.Engage, who=anyone, foe=anyone),
    st.builds(cmd.Disengage, who=anyone, foe=anyone),
    st.builds(cmd.RemoveCombatant, who=anyone),
    st.builds(cmd.Reveal, who=anyone),
    st.builds(cmd.EditCombatant, combatant=who.flatmap(combatants)),
    st.builds(cmd.AddCombatants, combatants=who.flatmap(combatants).map(lambda c: (c,))),
    st.just(cmd.OpenRound()),
    st.just(cmd.RollInitiative()),
    st.builds(cmd.CloseDeclarations, drafts=declarations().map(lambda d: (d,))),
)


@st.composite
def fights(draw: st.DrawFn, asks: bool = True) -> Encounter:
    """A fight with its first round open; `asks`: whether the GM can come to be asked anything."""
    settings = Settings(
        blows="ask" if asks else draw(st.sampled_from(["struck", "missed"])),
        unadjudicated=None if asks else 3,
        gm_dithers=draw(st.booleans()),
    )
    roster = [draw(combatants(by)) for by in IDS[: draw(st.integers(2, 5))]] + [draw(combatants("orc"))]
    fight = Encounter(settings=settings, play="called")
    fight = said(fight, cmd.AddCombatants(combatants=tuple({c.id: c for c in roster}.values())))[0]
    for pair in draw(st.lists(st.tuples(who, who), max_size=3)):
        fight = said(fight, cmd.Engage(who=pair[0], foe=pair[1]))[0]
    return said(fight, cmd.OpenRound())[0]


def said(fight: Encounter, *words: cmd.Command) -> tuple[Encounter, tuple[Event, ...]]:
    """The fight after these words, and all that happened; what is refused changes nothing."""
    happened: list[Event] = []
    for word in words:
        done = play(fight, word, DICE)
        if isinstance(done, Refusal):
            continue
        fight, events = done
        happened.extend(events)
    return fight, tuple(happened)


def folded(fight: Encounter, events: Iterable[Event]) -> Encounter:
    """The fight after these events."""
    for event in events:
        fight = apply(fight, event)
    return fight


def to_the_end(fight: Encounter) -> tuple[Encounter, tuple[Event, ...]]:
    """Call what segments are left, answering what the GM is asked: struck, and three segments."""
    happened: list[Event] = []
    for _ in range(200):
        if fight.round.stage != "resolving":
            break
        word: cmd.Command = cmd.CallSegment()
        for question in fight.round.questions[:1]:
            match question.kind:
                case "blow":
                    word = cmd.JudgeBlow(struck=True)
                case "time":
                    word = cmd.SetTime(slot=question.slot, segments=3)
                case "spell-target":
                    word = cmd.NameTarget(who=question.who, at="the gate")
                case "turn":
                    word = cmd.Pass(who=question.who)
        fight, events = said(fight, word)
        happened.extend(events)
    return fight, tuple(happened)


def mode(fight: Encounter, play_: Play) -> Encounter:
    """The same fight in that mode of play."""
    return fight.model_copy(update={"play": play_})
