"""Random fights for property tests: combatants, declarations and what is said while segments are called."""

from __future__ import annotations

from hypothesis import strategies as st

from rules import (
    Combatant,
    Declaration,
    Encounter,
    Minor,
    Refusal,
    SeededDice,
    Settings,
    Weapon,
    decide,
    play,
)
from rules import commands as cmd
from rules.catalogue import CATALOGUE
from rules.events import Event
from rules.round import Question
from rules.values import Ability, Effect, Hold, Play

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


SWORD_AND_BOW = (Weapon(name="sword", speed_factor=5), Weapon(name="bow", missile="bow"))

holds = st.builds(
    Hold, until=st.none() | st.integers(1, 11), trigger=st.sampled_from(["", "the door opens"])
) | st.just(Hold(melee=True))


@st.composite
def declarations(draw: st.DrawFn, by: str | None = None) -> Declaration:
    """Mostly what somebody would declare, and now and then what nobody would."""
    doer = by or draw(who)
    if draw(st.integers(0, 3)):
        return draw(sensible(doer))
    major = draw(st.none() | st.sampled_from(sorted(key for key, row in ROWS.items() if row.major)))
    typed = major in ("cast", "other", "item", "ability")
    return Declaration(
        who=doer,
        major=major,
        target=draw(anyone),
        at=draw(st.sampled_from(["", "the gate"])),
        name=draw(st.sampled_from(["gaze", "breath", "sleep"])),
        segments=draw(st.none() | st.integers(0, 25)) if typed else None,
        feet=draw(st.integers(1, 200)),
        rounds=draw(st.none() | st.integers(1, 2)) if major == "cast" else None,
        hold=draw(st.none() | holds),
        minors=tuple(draw(st.lists(minors, max_size=3, unique_by=lambda m: m.action))),
        note="a note",
        announce=draw(st.booleans()),
        carry=draw(st.sampled_from([None, None, "continue", "abandon"])),
    )


@st.composite
def sensible(draw: st.DrawFn, doer: str) -> Declaration:
    """What the rules would mostly take."""
    major = draw(st.sampled_from(["melee", "charge", "missile", "cast", "cast", "potion", "parry", None]))
    foe = draw(st.sampled_from([one for one in IDS if one != doer]))
    into = draw(st.none() | st.just(foe)) if major not in ("melee", "missile") else None
    steps = draw(
        st.none() | st.builds(Minor, action=st.just("move"), feet=st.integers(1, 50), into=st.just(into))
    )
    small = draw(st.sampled_from(["sheathe", "drop", "aim", "shield"]))
    said = [steps] if steps and major not in ("charge", "melee") else []
    if small != "aim" or major == "missile":
        said.append(
            Minor(
                action=small, when="before" if small == "aim" else draw(st.sampled_from(["before", "after"]))
            )
        )
    comers = Hold(melee=True) if major == "melee" and draw(st.booleans()) else None
    held = st.builds(Hold, until=st.integers(1, 10)) | st.just(Hold(trigger="the door opens"))
    chosen = draw(st.none() | st.none() | held) if major in ("potion", "parry", "missile") else None
    return Declaration(
        who=doer,
        major=major,
        target=foe if major in ("melee", "charge", "missile", "cast") and comers is None else None,
        name="sleep",
        segments=draw(st.integers(1, 12)) if major == "cast" else None,
        feet=draw(st.integers(11, 150)) if major == "charge" else None,
        hold=comers or chosen,
        minors=tuple(said),
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
        speed=draw(st.sampled_from([0, 60, 60, 120, 120])),
        size=draw(st.sampled_from(["small", "man-sized", "huge"])),
        natural=draw(st.booleans()),
        weapons=draw(st.sampled_from([SWORD_AND_BOW, SWORD_AND_BOW, None]))
        or tuple(draw(st.lists(weapons, max_size=2, unique_by=lambda w: w.name))),
        abilities=tuple(draw(st.lists(abilities, max_size=2, unique_by=lambda a: a.name))),
        hidden=not hero and draw(st.booleans()),
    )


slots = st.builds("{}.{}.{}".format, st.integers(1, 2), who, st.integers(0, 5))
effects = st.builds(
    Effect,
    id=st.sampled_from(["one", "two"]),
    name=st.just("haste"),
    who=st.none() | anyone,
    rounds=st.integers(0, 2),
    segments=st.integers(0, 5),
    seen=st.sampled_from(["public", "owner", "gm"]),
)

interventions: st.SearchStrategy[cmd.Command] = st.one_of(
    st.builds(cmd.ChangeAction, declaration=declarations()),
    st.builds(cmd.ChangeAction, declaration=declarations()),
    st.builds(cmd.Trigger, who=anyone),
    st.builds(cmd.Redirect, who=anyone, target=st.none() | anyone),
    st.builds(cmd.Retarget, slot=slots, target=st.none() | anyone),
    st.builds(cmd.BreakOff, who=anyone, allowed=st.booleans()),
    st.builds(cmd.Together, slots=st.tuples(slots, slots)),
    st.builds(cmd.Waive, who=anyone, rule=st.sampled_from(["S-12", "S-14", "S-32", "K-5"])),
    st.builds(cmd.Surprise, who=st.tuples(anyone), segments=st.none() | st.integers(0, 10)),
    st.builds(cmd.AddEffect, effect=effects),
    st.builds(cmd.EndEffect, effect=st.sampled_from(["one", "three"])),
    st.builds(
        cmd.AddPin,
        id=st.sampled_from(["roof", "rain"]),
        text=st.just("the ceiling falls"),
        segment=st.integers(1, 10),
        round=st.sampled_from([None, None, 1, 2]),
    ),
    st.builds(cmd.RemovePin, pin=st.sampled_from(["roof", "rain"])),
    st.builds(
        cmd.ChangeGms,
        add=st.lists(st.sampled_from(["ann", "ben"]), max_size=1).map(tuple),
        remove=st.lists(st.sampled_from(["ann", "gm"]), max_size=1).map(tuple),
    ),
    st.builds(cmd.ChangeSettings, settings=st.builds(Settings, gm_dithers=st.booleans())),
    st.just(cmd.EndGrace()),
    *(st.just(cmd.CallSegment()) for _ in range(6)),
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
    st.builds(
        cmd.Arrange,
        changes=st.tuples(
            st.builds(cmd.Reveal, who=anyone, named=st.booleans()),
            st.builds(cmd.EditCombatant, combatant=who.flatmap(combatants)),
        ),
    ),
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
        grace_seconds=draw(st.sampled_from([0, 0, 30])) if asks else 0,
        fallen_target=draw(st.sampled_from(["ask", "lost"])) if asks else "lost",
        breaking_off="ask" if asks else "allow",
        zero_time=draw(st.sampled_from(["with-before", "after"])),
        charges_meet=draw(st.booleans()),
        caught_shot=draw(st.sampled_from(["turn", "lost"])),
        change_fixed=draw(st.sampled_from([None, 0, 2])),
        trigger_lag=draw(st.integers(1, 3)),
    )
    roster = [draw(combatants(by)) for by in IDS[: draw(st.sampled_from([2, 3, 5, 5]))]] + [
        draw(combatants("orc"))
    ]
    fight = Encounter(settings=settings, play="called")
    fight = said(fight, cmd.AddCombatants(combatants=tuple({c.id: c for c in roster}.values())))[0]
    pairs = draw(st.lists(st.tuples(who, st.sampled_from(("orc", "ogre"))), max_size=4))
    for pair in pairs:
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


def code(fight: Encounter, word: cmd.Command) -> str | None:
    """Why the word is refused; None if it is not."""
    decided = decide(fight, word, DICE)
    return decided.code if isinstance(decided, Refusal) else None


def to_the_end(fight: Encounter) -> tuple[Encounter, tuple[Event, ...]]:
    """Call what segments are left, answering what the GM is asked: struck, and three segments."""
    happened: list[Event] = []
    for _ in range(300):
        if fight.round.stage not in ("grace", "resolving"):
            break
        word: cmd.Command = cmd.EndGrace() if fight.round.stage == "grace" else cmd.CallSegment()
        for question in fight.round.questions[:1]:
            word = _answer(question) if fight.round.stage == "resolving" else word
        fight, events = said(fight, word)
        happened.extend(events)
    return fight, tuple(happened)


def _answer(question: Question) -> cmd.Command:
    match question.kind:
        case "blow":
            return cmd.JudgeBlow(struck=True)
        case "target":
            return cmd.Redirect(who=question.who, target=None, slot=question.slot)
        case "break":
            return cmd.BreakOff(who=question.who, allowed=True)
        case "spell-target":
            return cmd.NameTarget(who=question.who, at="the gate")
        case "turn":
            return cmd.Pass(who=question.who)
        case _:
            return cmd.SetTime(slot=question.slot, segments=3)


def mode(fight: Encounter, play_: Play) -> Encounter:
    """The same fight in that mode of play."""
    return fight.model_copy(update={"play": play_})
