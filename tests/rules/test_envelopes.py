"""Sealed envelopes: the digest tells nothing, binds everything, and who altered what is found by the sums."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules import Combatant, Declaration, Encounter, Envelope, FightRecord, SeededDice, envelope, play
from rules import commands as cmd
from rules import events as ev
from rules.__main__ import main
from rules.encounter import apply
from rules.envelopes import told_digest
from rules.verifying import verify

SEED = "5eed" * 8

MIRA = Combatant(id="mira", name="Mira", seat="ann")
ORC = Combatant(id="orc", name="Orc", side="foes")
LURKER = Combatant(id="lurker", name="Lurker", side="foes", hidden=True)

SLEEP = Declaration(who="mira", major="cast", name="sleep", segments=3, at="the dais")
CREEP = Declaration(who="lurker", major="other", note="creeps", segments=2)
GROWL = Declaration(who="orc", major="other", note="growls", segments=2)


def fought() -> FightRecord:
    """A fight of two rounds that is over: in the first Mira and the lurker seal, in the second nobody."""
    start = Encounter(gms=("gm",), combatants=(MIRA, ORC, LURKER))
    steps: tuple[cmd.Command, ...] = (
        cmd.OpenRound(),
        cmd.Declare(declarations=(SLEEP,)),
        cmd.Declare(declarations=(CREEP,)),
        cmd.CloseDeclarations(),
        cmd.OpenRound(),
        cmd.CloseDeclarations(),
        cmd.EndEncounter(),
    )
    encounter, events, made = start, list[ev.Event](), list[Envelope]()
    for step in steps:
        done = play(encounter, step, SeededDice(SEED))
        assert isinstance(done, tuple), done
        for event in done[1]:
            events.append(event)
            encounter = apply(encounter, event)
            if isinstance(event, ev.DeclarationsClosed):
                made.append(envelope(encounter, SEED, len(events)))
    return FightRecord(start=start, events=tuple(events), seed=SEED, envelopes=tuple(made))


def with_envelope(record: FightRecord, number: int, **changed: object) -> FightRecord:
    """The record with something in a round's envelope altered."""
    altered = tuple(e.model_copy(update=changed) if e.round == number else e for e in record.envelopes)
    return record.model_copy(update={"envelopes": altered})


def with_seal(record: FightRecord, of: str, **changed: object) -> FightRecord:
    """The record with something in a seal of round 1 altered."""
    seals = tuple(s.model_copy(update=changed) if s.who == of else s for s in record.envelopes[0].seals)
    return with_envelope(record, 1, seals=seals)


def found(record: FightRecord) -> dict[int, str]:
    """What differs, by round."""
    return {each.round: "; ".join(each.differs) for each in verify(record) if each.differs}


def test_what_is_told_as_it_was_sealed_holds() -> None:
    record = fought()
    assert [each.round for each in verify(record)] == [1, 2]
    assert found(record) == {}
    assert found(FightRecord.model_validate_json(record.model_dump_json())) == {}


OTHER = SLEEP.model_copy(update={"name": "web"})


def retold(record: FightRecord) -> FightRecord:
    """The record with another spell in its events."""
    events = tuple(
        e.model_copy(update={"declaration": OTHER})
        if isinstance(e, ev.DeclarationSealed) and e.who == "mira"
        else e
        for e in record.events
    )
    return record.model_copy(update={"events": events})


ALTERED: dict[str, tuple[Callable[[FightRecord], FightRecord], int, str]] = {
    "a declaration in its envelope": (lambda r: with_seal(r, "mira", declaration=OTHER), 1, "Mira"),
    "a declaration in the events": (retold, 1, "Mira"),
    "both": (lambda r: with_seal(retold(r), "mira", declaration=OTHER), 1, "Mira"),
    "a hidden creature's salt": (lambda r: with_seal(r, "lurker", salt="00" * 16), 1, "Lurker"),
    "whose it is": (lambda r: with_seal(r, "mira", who="orc"), 1, "Orc"),
    "a seal": (lambda r: with_seal(r, "mira", seal="00" * 32), 1, "Mira"),
    "the round's salt": (lambda r: with_envelope(r, 2, salt="00" * 16), 2, "digest"),
    "the digest": (lambda r: with_envelope(r, 2, digest="00" * 32), 2, "digest"),
    "one seal less": (lambda r: with_envelope(r, 1, seals=r.envelopes[0].seals[1:]), 1, "not sealed"),
    "a round's envelope": (lambda r: r.model_copy(update={"envelopes": r.envelopes[:1]}), 2, "missing"),
    "a round's events": (
        lambda r: r.model_copy(
            update={"events": r.events[: [e.kind for e in r.events].index("round_ended") + 1]}
        ),
        2,
        "missing",
    ),
}


@pytest.mark.parametrize("what", ALTERED)
def test_what_was_altered_is_found_in_its_round(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alter, number, word = ALTERED[what]
    record = alter(fought())
    differs = found(record)
    assert list(differs) == [number]
    assert word in differs[number]
    file = tmp_path / "fight.json"
    file.write_text(record.model_dump_json(), "utf-8")
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr().out
    assert f"{file}: round {number}: " in told
    assert word in told


def test_a_seal_made_anew_for_another_declaration_shows_in_the_digest() -> None:
    record = retold(fought())
    encounter = record.start
    for number, event in enumerate(record.events, 1):
        encounter = apply(encounter, event)
        if isinstance(event, ev.DeclarationsClosed):
            forged = envelope(encounter, SEED, number)
            break
    assert found(with_envelope(record, 1, seals=forged.seals)) == {1: "the seals do not come to its digest"}
    # Who alters the digest as well is found out by the channel, where the first one stands.
    altered = with_envelope(record, 1, seals=forged.seals, digest=forged.digest)
    assert verify(altered)[0].digest != verify(fought())[0].digest


def test_the_command_line_says_what_to_compare_and_what_cannot_be_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, file = fought(), tmp_path / "fight.json"
    file.write_text(record.model_dump_json(), "utf-8")
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    for each in record.envelopes:
        assert told_digest(each.digest) in told
    file.write_text(record.model_copy(update={"seed": ""}).model_dump_json(), "utf-8")
    assert main(["verify", str(file)]) == 2
    assert "not over" in capsys.readouterr().err
    file.write_text("{}", "utf-8")
    assert main(["verify", str(file)]) == 2


def test_a_digest_is_as_long_whatever_is_sealed_and_the_same_only_for_the_same_close() -> None:
    nobody = Encounter(combatants=(MIRA, LURKER)).model_copy()
    opened = play(nobody, cmd.OpenRound(), SeededDice(SEED))
    assert isinstance(opened, tuple)
    empty = opened[0]
    sealed = play(empty, cmd.Declare(declarations=(CREEP,)), SeededDice(SEED))
    assert isinstance(sealed, tuple)
    made = [
        envelope(empty, SEED, 5).digest,
        envelope(empty, SEED, 9).digest,
        envelope(empty, "another", 5).digest,
        envelope(sealed[0], SEED, 5).digest,
        envelope(sealed[0], SEED, 9).digest,
    ]
    assert len(set(made)) == len(made)
    assert {len(told_digest(digest)) for digest in made} == {39}
    assert envelope(sealed[0], SEED, 5).digest == made[3]


def test_no_two_salts_are_alike() -> None:
    salts = [salt for e in fought().envelopes for salt in (e.salt, *(s.salt for s in e.seals))]
    assert len(set(salts)) == len(salts) == 4
    assert {len(salt) for salt in salts} == {32}
