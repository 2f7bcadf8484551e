"""Whatever is typed anywhere that text is read: it is read or refused as it should be, and nothing breaks.

A short while in every run; `make fuzz` goes on for ten minutes. The texts are made of the readers' own words,
their neighbours and rubbish, and existing files of rule cases and settings are damaged.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.times import read_seconds, read_time, spoken_time
from bot.config import ConfigError, load
from bot.ui.draft import read_feet, read_segments
from bot.ui.ids import parse
from rules import (
    CATALOGUE,
    Combatant,
    Encounter,
    SpeedUnclear,
    Weapon,
    as_ability,
    parse_speed,
    read_ability,
    read_minors,
    read_move,
    read_weapons,
    told_weapons,
)
from rules.abilities import told_ability
from rules.cases import CaseError, Stuck, read_cases, read_round, resolve, timeline
from rules.sentences import Reading, read_sentence

ROOT = Path(__file__).parents[1]

WORDS = """I move cast shoot attack charge the orcs Orc 1 Mira behind altar then and with before after not
    axe bow (bow) (thrown) sleep potion 3 30 ft 12" 1½ segments rounds hold until if drop shout ! nothing
    Web. <2/day> [innate; gaze] (minor) (major) (declared; grants delay; simple, 2 segments; first) last
    90s 2m 1h30m 14d 0 -1 99999999 ¹ ٣ Ⅳ 1e9 0x10 ∞ nan , ; : . ( ) [ ] < > / \\ " ' * _ ` ~ | # @ = ß ſ ı İ é
    👩‍👩‍👧 ﷺ"""
TOKENS = [
    *WORDS.split(),
    "\n", "\r\n", "\t", "\u2028", "\u202e", "\u200b", "\ufeff", "\x00", "e\u0301", "\U0010ffff",
]  # fmt: skip

text = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(TOKENS), max_size=30).map(" ".join),
    st.lists(st.one_of(st.sampled_from(TOKENS), st.text(max_size=5)), max_size=30).map("".join),
)

SAMPLES = [
    *(file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests/rules/cases").rglob("*.toml"))),
]
EXAMPLE = (ROOT / "config.example.toml").read_text(encoding="utf-8").replace("\n# ", "\n")


@st.composite
def damaged(draw: st.DrawFn, samples: list[str]) -> str:
    """A piece of an existing file with something put in, taken out or doubled, a few times."""
    whole = draw(st.sampled_from(samples))
    lines = whole.splitlines()
    start = draw(st.integers(0, max(0, len(lines) - 1)))
    made = lines[start : start + draw(st.integers(1, 40))]
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, max(0, len(made) - 1)))
        match draw(st.integers(0, 4)):
            case 0 if made:
                del made[place]
            case 1 if made:
                made.insert(place, made[place])
            case 2 if made:
                at = draw(st.integers(0, len(made[place])))
                made[place] = made[place][:at] + draw(st.sampled_from(TOKENS)) + made[place][at:]
            case 3 if made:
                key, _, _ = made[place].partition("=")
                value = draw(st.sampled_from(("-1", "1e400", "[]", "{}", '""', "true", "99999999999", "nan")))
                made[place] = f"{key}= {value}"
            case _:
                made.insert(place, draw(text))
    return "\n".join(made)


MIRA = Combatant(id="mira", name="Mira", seat="1", weapons=(Weapon(name="staff", speed_factor=4),))
ORC = Combatant(id="orc", name="Orc 1", group="Orc", side="foes")
ORC2 = Combatant(id="orc2", name="Orc 2", group="Orc", side="foes")


@given(text)
def test_an_ability_line_is_read_and_printed_as_it_reads_or_is_none(typed: str) -> None:
    line = read_ability(typed)
    if line is None:
        return
    again = read_ability(told_ability(line))
    assert again is not None
    assert told_ability(again) == told_ability(line)
    as_ability(line)


@given(text, st.sampled_from(["segments", "phases"]))
def test_a_sentence_is_read_or_asked_about(typed: str, ruleset: str) -> None:
    fight = Encounter.model_validate({"ruleset": ruleset, "combatants": (MIRA, ORC, ORC2)})
    known = frozenset({"mira", "orc", "orc2"})
    reading = read_sentence(typed, fight, "mira", known)
    assert isinstance(reading, Reading)


@given(text)
def test_weapons_are_read_and_told_as_they_read_or_are_none(typed: str) -> None:
    weapons = read_weapons(typed)
    if weapons is not None and weapons:
        assert read_weapons(told_weapons(weapons)) == weapons


@given(text)
def test_small_things_and_moves_are_read_or_refused(typed: str) -> None:
    for actions in CATALOGUE.values():
        read_minors(typed, actions)
    move = read_move(typed)
    assert move is None or 0 <= move[0] <= 5000


@given(text, st.sampled_from(["ask", "feet", "inches"]))
def test_a_speed_is_read_asked_about_or_refused(typed: str, bare: str) -> None:
    with suppress(SpeedUnclear, ValueError):
        assert 0 <= parse_speed(typed, bare) <= 5000  # type: ignore[arg-type]


@given(text)
def test_times_and_distances_are_read_within_their_bounds_or_refused(typed: str) -> None:
    for read, least, most in ((read_segments, 0, 1000), (read_feet, 1, 5000)):
        with suppress(ValueError):
            assert least <= read(typed) <= most
    seconds = read_time(typed)
    assert seconds is None or read_seconds(spoken_time(seconds)) == seconds


@given(text)
def test_an_id_is_one_of_ours_or_none(typed: str) -> None:
    press = parse(typed)
    assert press is None or str(press) == typed or len(typed) > 100 or press.round != int(typed.split(":")[3])


@given(
    st.one_of(text, damaged([EXAMPLE])),
    st.dictionaries(st.sampled_from(["DITHER_GUILDS", "DITHER_LOG_LEVEL"]), text),
)
def test_settings_are_read_or_refused_in_one_sentence(typed: str, environ: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.toml"
        file.write_bytes(typed.encode("utf-8", "replace"))
        said = refusal(lambda: load(file, environ))
    assert len(said.splitlines()) <= 1


@given(st.one_of(text, damaged(SAMPLES)))
def test_a_file_of_rounds_is_played_or_refused_with_its_reason(typed: str) -> None:
    refusal(lambda: timeline(resolve(read_round(typed))))
    refusal(lambda: read_cases(typed))


def refusal(work: Callable[[], object]) -> str:
    """Why the work is refused, in its own words; empty if it is not."""
    try:
        work()
    except (ConfigError, CaseError, Stuck) as error:
        return str(error) or "?"
    return ""
