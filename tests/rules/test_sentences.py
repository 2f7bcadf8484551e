"""Sentences as people type them, and what each is read as."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Combatant, Encounter, Plan, Reading, Refusal, Slot, Weapon, read_as, read_sentence
from rules.round import Round
from rules.rulesets import RULESETS
from rules.values import Ability
from tests.share import shared

MIRA = Combatant(
    id="mira",
    name="Mira the Bold",
    seat="7",
    weapons=(
        Weapon(name="long sword", speed_factor=5),
        Weapon(name="short bow", missile="bow"),
        Weapon(name="dagger", speed_factor=2, missile="thrown"),
    ),
    abilities=(Ability(name="Fire Breath", magic="breath", segments=1), Ability(name="Evil Eye", minor=True)),
)
FIGHT = Encounter(
    combatants=(
        MIRA,
        Combatant(id="ren", name="Ren", weapons=(Weapon(name="mace"), Weapon(name="club"))),
        Combatant(id="o1", name="Orc 1", side="foes"),
        Combatant(id="o2", name="Orc 2", side="foes"),
        Combatant(id="gob", name="Goblin Chief", side="foes"),
        Combatant(id="wolf", name="Dire Wolf", side="foes"),
        Combatant(id="spy", name="Assassin", side="foes", hidden=True),
        Combatant(id="o3", name="Orc 3", side="foes", hidden=True),
    ),
    engagements=(("mira", "o1"),),
)
KNOWN = frozenset({"mira", "ren", "o1", "o2", "gob", "wolf"})


def read(text: str, who: str = "mira") -> Reading:
    return read_sentence(text, FIGHT, who, KNOWN)


def told(reading: Reading) -> str:
    """The reading in one line: fields that are set, minors in order, questions."""
    parts = []
    if (d := reading.declaration) is not None:
        fields = d.model_dump(exclude_defaults=True, exclude={"who", "minors", "hold"})
        parts += [f"{key}={value}" for key, value in sorted(fields.items())]
        for m in d.minors:
            extra = (m.feet and f"{m.feet}ft", m.into and f"into={m.into}", m.name, m.note)
            parts.append(f"[{' '.join(str(x) for x in (m.when, m.action, *extra) if x)}]")
        if d.hold is not None:
            parts.append(f"hold={d.hold.until or d.hold.trigger or 'melee'}")
    parts += [f"?{ask.code}" + (f":{','.join(ask.choices)}" if ask.choices else "") for ask in reading.asks]
    return " | ".join(parts)


MOVE = "[before move 30ft north behind the altar]"

SENTENCES = [
    # The document's own words
    (
        "I move 30 feet north behind the altar and then cast a 3-segment spell.",
        f"major=cast | segments=3 | {MOVE} | ?needs-name | ?needs-aim",
    ),
    ("My character is casting a 3-segment spell", "major=cast | segments=3 | ?needs-name | ?needs-aim"),
    # Typed on a phone
    (
        "i go 30ft n behind altar cast sleep 3seg on orcs",
        "at=orcs | major=cast | name=sleep | segments=3 | [before move 30ft north behind altar]",
    ),
    ("ATTACK THE ORC!!! WITH MY SWORD", "major=melee | target=o1 | weapon=long sword"),
    ("draw sword & move 10' e", "[before change-weapon sword] | [before move 10ft east]"),
    ("go attack orc 2", "major=melee | target=o2"),
    ("I hack at orc 1 with my dagger", "major=melee | target=o1 | weapon=dagger"),
    ("I force open the stuck north door", "at=the stuck north door | major=manipulate"),
    # Somebody named where no deed was found: a deed is asked for, and nothing is lost
    ("I gnaw at orc 1 and shout Die", "note=I gnaw at orc 1 and | [before shout Die] | ?no-major"),
    ("sneak 20 ft into melee with Orc 2", "[before move 20ft into=o2]"),
    (
        "wait with my long sword for whoever comes at Ren, I guard her",
        "major=melee | note=I guard her; for whoever comes at Ren | weapon=long sword | hold=melee",
    ),
    # Spells
    ("cast sleep (3 segments) at the orcs", "at=the orcs | major=cast | name=sleep | segments=3"),
    ("cast sleep (3) on Orc 1", "major=cast | name=sleep | segments=3 | target=o1"),
    (
        "Cast magic missile, 1 segment, at the goblin chief",
        "major=cast | name=magic missile | segments=1 | target=gob",
    ),
    (
        "cast hold person 5 segments on the orc",
        "major=cast | name=hold person | segments=5 | ?which-target:o1,o2",
    ),
    (
        "cast protection from evil on Mira 3 seg",
        "major=cast | name=protection from evil | segments=3 | target=mira",
    ),
    (
        "cast cure light wounds on myself, five segments",
        "major=cast | name=cure light wounds | segments=5 | target=mira",
    ),
    ("cast light on the altar 1 seg", "at=the altar | major=cast | name=light | segments=1"),
    (
        "cast wall of fire behind the altar, 8 segments",
        "at=behind the altar | major=cast | name=wall of fire | segments=8",
    ),
    ("cast meteor swarm for 1 round at the foes", "at=the foes | major=cast | name=meteor swarm | rounds=1"),
    ("i cast sleep on the orcs 1 round", "at=the orcs | major=cast | name=sleep | rounds=1"),
    ("cast sleep on the orcs", "at=the orcs | major=cast | name=sleep | ?needs-segments"),
    ("cast shield on me 1 segment", "major=cast | name=shield | segments=1 | target=mira"),
    ("cast a spell", "major=cast | ?needs-name | ?needs-segments | ?needs-aim"),
    ("cast move earth 6 segments at the hill", "at=the hill | major=cast | name=move earth | segments=6"),
    # Order
    (
        "before casting sleep (1 seg) on the orcs I move 20 feet back",
        "at=the orcs | major=cast | name=sleep | segments=1 | [before move 20ft back]",
    ),
    (
        "cast sleep 1 segment at the orcs after moving 20 feet south",
        "at=the orcs | major=cast | name=sleep | segments=1 | [before move 20ft south]",
    ),
    (
        "After moving 20 feet I cast sleep (1 seg) at the orcs",
        "at=the orcs | major=cast | name=sleep | segments=1 | [before move 20ft]",
    ),
    (
        "cast web (2 segments) on the foes, after that I move 20 ft",
        "at=the foes | major=cast | name=web | segments=2 | [after move 20ft]",
    ),
    (
        "shoot the wolf with my bow but first move 20 feet",
        "major=missile | target=wolf | weapon=short bow | [before move 20ft]",
    ),
    ("parry then shout 'Don’t run!'", "major=parry | [after shout Don’t run!]"),
    (
        'attack the orc with my sword while shouting "For Mira!"',
        "major=melee | target=o1 | weapon=long sword | [during shout For Mira!]",
    ),
    (
        "first i draw my sword then i attack orc 1 with it",
        "major=melee | target=o1 | [before change-weapon sword]",
    ),
    (
        "Mira moves 20 feet and casts web (2 segments) on the foes",
        "at=the foes | major=cast | name=web | segments=2 | [before move 20ft]",
    ),
    # Blows
    ("attack", "major=melee | target=o1"),
    ("attack the orc", "major=melee | target=o1"),
    ("attack orc 2", "major=melee | target=o2"),
    ("I attack the goblin's flank", "major=melee | note=flank | target=gob"),
    ("attack the goblin with my long sword", "major=melee | target=gob | weapon=long sword"),
    ("use my sword to attack the orc", "major=melee | target=o1 | weapon=long sword"),
    ("attack the orc using my long sword", "major=melee | target=o1 | weapon=long sword"),
    ("attack the orc or the goblin", "major=melee | ?which-target:o1,o2,gob"),
    ("attack the orc next to the goblin", "major=melee | note=next to the goblin | target=o1"),
    ("attack the orc with my axe", "major=melee | target=o1 | ?unknown-weapon:long sword"),
    ("shoot the goblin chief with my bow", "major=missile | target=gob | weapon=short bow"),
    ("throw my dagger at the wolf", "major=missile | target=wolf | weapon=dagger"),
    ("throw a rock at the wolf", "major=missile | target=wolf | ?unknown-weapon:dagger"),
    ("shoot him", "major=missile | weapon=short bow | ?needs-target:o1"),
    ("charge the wolf 40 feet", "feet=40 | major=charge | target=wolf"),
    ("charge 40' and attack the wolf", "feet=40 | major=charge | target=wolf"),
    ("charge the wolf", "major=charge | target=wolf | ?needs-feet"),
    ("charge orc 2, 40 feet", "feet=40 | major=charge | target=o2"),
    # Other majors
    ("parry", "major=parry"),
    ("Drink my potion of healing", "major=potion | name=potion of healing"),
    ("drink a potion", "major=potion | ?needs-name"),
    ("use the wand of fire on the wolves", "at=the wolves | major=item | name=wand of fire"),
    ("use fire breath on the wolf", "major=ability | name=Fire Breath | target=wolf"),
    ("breathe fire at the orcs", "at=the orcs | major=ability | name=Fire Breath"),
    ("open the door", "at=the door | major=manipulate"),
    ("bind Ren's wounds", "major=bind | target=ren"),
    ("search the body of the goblin", "at=the body of the goblin | major=search"),
    ("pick the lock", "at=the lock | major=tool"),
    ("hammer in a spike", "at=a spike | major=tool"),
    ("light a torch", "at=a torch | major=manipulate-complex"),
    ("pick up the sword", "at=the sword | major=retrieve"),
    ("run", "major=full-move"),
    # Minors
    (
        "drop the torch, draw my sword then attack the orc with the sword",
        "major=melee | target=o1 | weapon=long sword"
        " | [before drop the torch] | [before change-weapon sword]",
    ),
    ('shout "Behind you!" and parry', "major=parry | [before shout Behind you!]"),
    ("sheathe my sword", "[before sheathe sword]"),
    ("stow my sword", "[before sheathe sword]"),
    ("ready my shield and parry", "major=parry | [before shield]"),
    ("evil eye on the wolf", "[before use-minor Evil Eye evil eye on the wolf]"),
    ('move 9" toward the altar', "[before move 90ft toward the altar]"),
    ("run 60 feet to the door", "[before move 60ft to the door]"),
    ("move 20 ft into melee with the wolf", "[before move 20ft into=wolf]"),
    ("move 20 ft into melee with the orc", "[before move 20ft] | ?which-target:o1,o2"),
    ("move 20 ft into melee with the ogre", "[before move 20ft] | ?unknown-target"),
    ("move behind the altar", "[before move behind the altar] | ?needs-feet"),
    # Waiting
    (
        "hold my attack on the orc with my sword until segment 5",
        "major=melee | target=o1 | weapon=long sword | hold=5",
    ),
    (
        "wait until the wolf comes closer then shoot it with my bow",
        "major=missile | target=wolf | weapon=short bow | hold=the wolf comes closer",
    ),
    (
        "when the goblin opens the door, shoot him with the bow",
        "major=missile | target=gob | weapon=short bow | hold=the goblin opens the door",
    ),
    (
        "hold an attack with my sword for anyone who enters melee",
        "major=melee | weapon=long sword | hold=melee",
    ),
    ("nothing", "note=nothing"),
    ("I hold my action.", "note=I hold my action"),
    ("guard the door", "note=guard the door"),
    # Not to be read, or not to be guessed
    ("", "?unreadable"),
    ("lol what a roll", "?unreadable"),
    ("what does the orc look like?", "?unreadable"),
    ("can I attack the orc?", "?unreadable"),
    ("the orc attacks Mira", "?unreadable"),
    ("I don't attack", "?unreadable"),
    ("attack the orc and cast sleep", "?two-majors:melee,cast"),
    ("attack orc 1 then attack orc 2", "?two-majors:melee,melee"),
    ("drink a potion or parry", "?two-majors:potion,parry"),
    ("attack the dragon", "major=melee | note=the dragon | ?unknown-target"),
    ("attack the assassin", "major=melee | note=the assassin | ?unknown-target"),
    ("attack orc 3", "major=melee | ?unknown-target"),
    ("move 9000 feet", "[before move] | ?out-of-range"),
    ("move -30 feet", "[before move] | ?out-of-range"),
    ("cast sleep 5000 segments on the orcs", "at=the orcs | major=cast | name=sleep | ?out-of-range"),
    ("wait until segment 12 then attack the orc", "major=melee | target=o1 | ?out-of-range"),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text or "(nothing)" for text, _ in SENTENCES])
def test_a_sentence_is_read_as_what_it_says(text: str, expected: str) -> None:
    assert told(read(text)) == expected


def test_a_weapon_is_asked_for_where_two_would_do() -> None:
    assert told(read("attack orc 1", "ren")) == "major=melee | target=o1 | ?needs-weapon:mace,club"
    assert told(read("attack the orc with the mace", "ren")) == (
        "major=melee | weapon=mace | ?which-target:o1,o2"
    )


def test_in_phases_movement_beside_a_major_is_a_step_and_low_can_be_waited_for() -> None:
    fight = FIGHT.model_copy(update={"ruleset": "phases"})

    def phases(text: str) -> str:
        return told(read_sentence(text, fight, "mira", KNOWN))

    assert phases("move 60 feet to the door") == "at=to the door | feet=60 | major=go"
    assert phases("parley, then move 10 feet") == "major=parley | [after move 10ft]"
    assert phases("I delay") == phases("wait for low") == "delay=True"
    assert phases("parley, demand surrender") == "major=parley | note=demand surrender"
    assert phases("set my long sword against a charge") == "major=set-weapon | weapon=long sword"
    assert phases("set spear against charge") == "major=set-weapon | ?unknown-weapon:long sword"
    assert phases("wait for LOW, then attack orc 1") == "delay=True | major=melee | target=o1"


def test_what_is_clear_can_be_declared_as_it_is() -> None:
    """Whatever asks nothing is a well-formed declaration; the rules may still say no to it."""
    malformed = {"unknown-action", "not-a-major", "not-a-minor", "unknown-weapon", "target-unknown"}
    for text, _ in SENTENCES:
        reading = read(text)
        if reading.clear and reading.declaration is not None:
            answer = RULESETS["segments"].check(FIGHT, reading.declaration)
            code = answer.code if isinstance(answer, Refusal) else ""
            assert code not in malformed, text
            assert not code.startswith("needs-") or code == "needs-segments", (text, code)


def test_what_finds_no_place_is_shown_and_kept_as_the_note() -> None:
    reading = read("swing my sword at the orc in a wild arc")
    assert reading.unplaced == "in a wild arc"
    assert reading.declaration is not None
    assert reading.declaration.note == reading.unplaced


SPOKEN = """I move 30 feet ft 12" north behind the altar and then cast a 3-segment spell sleep at
    on orcs orc 1 2 3
    assassin goblin chief wolf attack with my sword bow throw dagger or not before after that while shouting
    'hi' , . ( ) drop use evil eye fire breath wait until segment when it comes into melee charge nothing ?
    0 -5 99999999999 foes heroes Mira Ren him me quaff potion of hold low & whoever enters"""
VOCABULARY = tuple(SPOKEN.split())
sentences = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(VOCABULARY), max_size=25).map(" ".join),
    st.lists(st.one_of(st.sampled_from(VOCABULARY), st.text(max_size=4)), max_size=15).map(" ".join),
)
few = settings(max_examples=shared(120), deadline=None, derandomize=True)


@few
@given(sentences, st.sampled_from(["segments", "phases"]), st.frozensets(st.sampled_from(sorted(KNOWN))))
def test_no_text_breaks_the_reading_or_names_anybody_unknown(
    text: str, ruleset: str, known: frozenset[str]
) -> None:
    fight = FIGHT.model_copy(update={"ruleset": ruleset})
    reading = read_sentence(text, fight, "mira", known)
    assert reading == read_sentence(text, fight, "mira", known)
    assert reading.declaration is not None or reading.asks
    if reading.declaration is not None:
        named = {reading.declaration.target, *(m.into for m in reading.declaration.minors)} - {None}
        assert named <= known
    for ask in reading.asks:
        assert not set(ask.choices) & ({c.id for c in fight.combatants} - known)


@few
@given(sentences)
def test_a_creature_one_may_not_know_of_changes_nothing(text: str) -> None:
    bare = FIGHT.model_copy(update={"combatants": tuple(c for c in FIGHT.combatants if c.id in KNOWN)})
    hiding = FIGHT.model_copy(update={"engagements": (*FIGHT.engagements, ("mira", "spy"))})
    assert read_sentence(text, hiding, "mira", KNOWN) == read_sentence(text, bare, "mira", KNOWN)


@pytest.mark.parametrize(
    ("text", "major", "wanted"),
    [
        (
            "move 30 ft north, cast sleep 3 seg at the orcs and attack the orc",
            "cast",
            "at=the orcs | major=cast | name=sleep | segments=3 | [before move 30ft north]",
        ),
        ("cast sleep 3 seg at the orcs and attack the orc", "melee", "major=melee | target=o1"),
        ("parry or drink my potion of speed", "potion", "major=potion | name=potion of speed"),
        ("attack the orc", "cast", "?unreadable"),
    ],
)
def test_of_two_majors_the_one_that_is_meant_is_read_with_what_belongs_to_it(
    text: str, major: str, wanted: str
) -> None:
    assert told(read_as(text, FIGHT, "mira", KNOWN, major)) == wanted


@settings(max_examples=shared(40), deadline=None)
@given(st.text(max_size=120), st.sampled_from(("cast", "melee", "no-such-action")))
def test_whatever_is_typed_can_be_read_for_one_action(text: str, major: str) -> None:
    reading = read_as(text, FIGHT, "mira", KNOWN, major)
    assert reading.declaration is None or reading.declaration.major == major


# --- nothing, and what was begun before -----------------------------------------------------------------

LOCK = Slot(
    id="1", who="mira", action="tool", major=True, time=14, start=-3, end=4, status="begun", at="the lock"
)
BUSY = FIGHT.model_copy(
    update={"round": Round(number=2, stage="declaring", plans=(Plan(who="mira", carried=1, slots=(LOCK,)),))}
)


@pytest.mark.parametrize(
    "text",
    ["idle", "Idle.", "I idle", "stay idle", "nothing", "do nothing", "I do nothing this round", "pass"],
)
def test_to_do_nothing_is_said_in_many_words(text: str) -> None:
    declaration = read(text).declaration
    assert declaration is not None
    assert declaration.model_dump(exclude_defaults=True) == {"who": "mira", "note": text.strip(" .")}


CARRIED = [
    ("continue", "carry=continue"),
    ("Continue!", "carry=continue"),
    ("I continue", "carry=continue"),
    ("carry on", "carry=continue"),
    ("go on with it", "carry=continue"),
    ("keep going", "carry=continue"),
    ("keep casting", "carry=continue"),
    ("I keep casting the spell", "carry=continue"),
    ("finish the spell", "carry=continue"),
    ("continue what I was doing", "carry=continue"),
    ("give up", "carry=abandon"),
    ("I give it up.", "carry=abandon"),
    ("abandon the spell", "carry=abandon"),
    ("stop casting", "carry=abandon"),
]


@pytest.mark.parametrize(("text", "expected"), CARRIED)
@pytest.mark.parametrize("fight", [FIGHT, BUSY], ids=["nothing carried", "busy"])
def test_to_go_on_and_to_give_up_are_read_whether_or_not_anything_was_begun(
    fight: Encounter, text: str, expected: str
) -> None:
    assert told(read_sentence(text, fight, "mira", KNOWN)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("keep working at the lock", "carry=continue"),
        ("give up the lock", "carry=abandon"),
        ("continue, then shout Help!", "carry=continue | [before shout Help]"),
        ("give up the lock and attack orc 1", "carry=abandon | major=melee | target=o1"),
        ("abandon it; parry", "carry=abandon | major=parry"),
        ("I stop and then bandage Ren", "carry=abandon | major=bind | target=ren"),
        ("give up and hum a tune", "?unreadable"),
    ],
)
def test_who_is_busy_may_name_the_work_and_say_what_else_is_done(text: str, expected: str) -> None:
    assert told(read_sentence(text, BUSY, "mira", KNOWN)) == expected


@pytest.mark.parametrize(
    "text", ["continue north 30 ft", "stop the orc", "go on the altar", "finish the orc off"]
)
def test_who_is_at_nothing_may_use_these_words_for_other_things(text: str) -> None:
    declaration = read(text).declaration
    assert declaration is None or declaration.carry is None
