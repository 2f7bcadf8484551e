"""Random fights in `phases`: what people declare, and what is said while steps are called."""

from __future__ import annotations

from hypothesis import strategies as st

from rules import Combatant, Declaration, Encounter, Minor, Settings, Weapon
from rules import commands as cmd
from rules.catalogue import CATALOGUE
from tests.rules.stories import IDS, anyone, combatants, interventions, said, who

ROWS = CATALOGUE["phases"]
MAJORS = sorted(key for key, row in ROWS.items() if row.major)

minors = st.builds(
    Minor,
    action=st.sampled_from(sorted(key for key, row in ROWS.items() if not row.major)),
    when=st.sampled_from(["before", "after", "after", "during"]),
    feet=st.sampled_from([5, 10, 10, 15]),
    into=st.none() | st.none() | anyone,
    name=st.sampled_from(["gaze", "breath"]),
    note=st.just("a note"),
)


@st.composite
def declarations(draw: st.DrawFn, by: str | None = None) -> Declaration:
    """Mostly what somebody would declare, and now and then what nobody would."""
    often = ("cast", "cast", "melee", "melee", "missile", "missile", "charge", "go", "flee")
    major = draw(st.sampled_from((*MAJORS, *often, *often, None, None, None)))
    rarely = st.integers(0, 9).map(lambda n: n == 7)
    typed = major in ("cast", "scroll", "other", "item", "ability", "parley")
    attack = major in ("melee", "missile")
    return Declaration(
        who=by or draw(who),
        major=major,
        target=draw(st.sampled_from((*IDS, *IDS, *IDS, None, None, None, "nobody"))),
        at=draw(st.sampled_from(["", "the gate"])),
        name=draw(st.sampled_from(["gaze", "breath", "sleep"])),
        weapon=draw(st.sampled_from(["", "", "", "bow", "axe"])) if attack else "",
        segments=draw(st.sampled_from([3, 1, 3, 9, 10, 25, 0, None])) if typed else None,
        feet=draw(st.sampled_from([11, 20, 30, 60, 60, 130])),
        minors=tuple(draw(st.lists(minors, max_size=2, unique_by=lambda m: m.action)))
        if draw(rarely) or draw(rarely)
        else (),
        note="a note",
        announce=draw(st.booleans()),
        carry=draw(st.sampled_from(["continue", "abandon"])) if draw(rarely) else None,
        delay=draw(st.sampled_from([False, False, True])),
        item=draw(st.sampled_from(["", "", "wand"])),
        mark=draw(st.sampled_from(["first", "last"])) if draw(rarely) else None,
        routines=draw(st.sampled_from([1, 1, 2, 3])) if attack else 1,
    )


armoury = st.lists(
    st.sampled_from(
        [
            Weapon(name="sword", speed_factor=5),
            Weapon(name="axe", speed_factor=7),
            Weapon(name="bow", missile="bow"),
            Weapon(name="dart", speed_factor=2, missile="thrown"),
        ]
    ),
    min_size=1,
    max_size=2,
    unique=True,
)


@st.composite
def creatures(draw: st.DrawFn, by: str) -> Combatant:
    """One creature, mostly armed and able to move."""
    drawn = draw(combatants(by))
    told = {"weapons": tuple(draw(armoury)), "dexterity": draw(st.integers(-2, 3))}
    speed = draw(st.sampled_from([120, 120, 120, 60, drawn.speed]))
    hidden = drawn.hidden and draw(st.booleans())
    return drawn.model_copy(update={**told, "speed": speed, "hidden": hidden})


words: st.SearchStrategy[cmd.Command] = st.one_of(
    interventions.filter(lambda w: w.kind not in ("declare", "add_minor", "close_declarations")),
    st.just(cmd.CallSegment()),
    st.just(cmd.CallSegment()),
    st.builds(cmd.AddMinor, who=who, minor=minors),
    st.builds(cmd.Declare, declarations=declarations().map(lambda d: (d,))),
    st.builds(cmd.CloseDeclarations, drafts=declarations().map(lambda d: (d,))),
    st.builds(cmd.ChangeAction, declaration=declarations()),
    st.builds(cmd.NameTarget, who=who, target=st.none() | who, at=st.sampled_from(["", "the gate"])),
    st.builds(cmd.Pass, who=who),
    st.builds(cmd.SetOff, who=who, name=st.just("hug"), target=st.none() | anyone),
    st.builds(cmd.Surprise, who=anyone.map(lambda one: (one,)), side=st.sampled_from(["", "", "foes"])),
    st.builds(cmd.MarkOrder, who=who, mark=st.sampled_from([None, "first", "last"])),
    st.builds(cmd.Hasten, who=who),
)


@st.composite
def fights(draw: st.DrawFn, asks: bool = True) -> Encounter:
    """A fight with its first round open; `asks`: whether anybody can come to be asked anything."""
    settings = Settings.model_validate(
        {
            "blows": "ask" if asks else draw(st.sampled_from(["struck", "missed"])),
            "unadjudicated": None if asks else 3,
            "fallen_target": draw(st.sampled_from(["ask", "lost"])) if asks else "lost",
            "gm_dithers": draw(st.booleans()),
            "high_groups": draw(st.sampled_from([1, 1, 2])),
            "open_delay": draw(st.booleans()),
            "spell_order": draw(st.sampled_from(["casting-time", "initiative"])),
            "delayed_charge": draw(st.sampled_from(["move", "lost"])),
            "clock_dithering": draw(st.sampled_from(["at-once", "proposed"])),
            "declarations": draw(st.sampled_from(["sealed", "stated"])),
            "surprised": draw(st.sampled_from(["no-action", "low"])),
        }
    )
    roster = [draw(creatures(by)) for by in IDS[: draw(st.integers(3, 5))]] + [draw(creatures("orc"))]
    if draw(st.booleans()):
        third = {"id": "rival", "name": "Rival", "side": "rivals", "seat": None, "since": 1}
        roster.append(roster[0].model_copy(update=third))
    fight = Encounter(ruleset="phases", settings=settings, play="called")
    fight = said(fight, cmd.AddCombatants(combatants=tuple({c.id: c for c in roster}.values())))[0]
    for pair in draw(st.lists(st.tuples(who, who), max_size=3)):
        fight = said(fight, cmd.Engage(who=pair[0], foe=pair[1]))[0]
    return said(fight, cmd.OpenRound())[0]
