"""The rules at the command line: `python -m rules VERB`.

The verbs are `resolve FILE`, `verify FILE`, `check PATH…`, `ability LINE`, `catalogue` and `settings`.

Exit codes: 0 as asked, 1 when a case fails or none is found, or a seal does not hold, 2 when something
cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rules.abilities import NAME, read_ability, told_ability
from rules.cases import Case, CaseError, Stuck, check, read_cases, read_round, resolve, timeline
from rules.cases.printing import ability_parts, catalogue
from rules.cases.trial import Played
from rules.catalogue import CATALOGUE
from rules.housepage import table as table_of_settings
from rules.replay import FightRecord, replay
from rules.verifying import verified_lines, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """Do as asked and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="Dither's rules without Discord.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    one = verbs.add_parser(
        "resolve",
        help="play a round written down in the case format, or tell an exported fight (.json) again",
    )
    one.add_argument("file", type=Path)
    one.add_argument("--json", action="store_true", help="print the events as JSON")
    sealed = verbs.add_parser("verify", help="see whether an exported fight (.json) is told as it was sealed")
    sealed.add_argument("file", type=Path)
    many = verbs.add_parser("check", help="run rule cases, files or folders of them")
    many.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    line = verbs.add_parser("ability", help="read an ability line and print it back")
    line.add_argument("line", nargs="+", metavar="LINE")
    table = verbs.add_parser("catalogue", help="print the actions")
    table.add_argument("ruleset", nargs="?", default="segments", choices=sorted(CATALOGUE))
    verbs.add_parser("settings", help="print the house settings")
    said = parser.parse_args(arguments)
    try:
        match said.verb:
            case "resolve":
                return _resolve(said.file, said.json)
            case "verify":
                return _verify(said.file)
            case "check":
                return _check(said.paths)
            case "ability":
                return _ability(" ".join(said.line))
            case "settings":
                print("\n".join(table_of_settings()))
                return 0
            case _:
                print("\n".join(catalogue(CATALOGUE[said.ruleset].values())))
                return 0
    except _Unreadable as error:
        print(error, file=sys.stderr)
        return 2


class _Unreadable(Exception):
    """What cannot be read, a file by its name, and the reason."""


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise _Unreadable(f"{file}: {reason}; a TOML file is expected") from error


def _resolve(file: Path, as_json: bool) -> int:
    try:
        rounds = _recorded(file) if file.suffix == ".json" else resolve(read_round(_text(file)))
    except (CaseError, Stuck) as error:
        raise _Unreadable(f"{file}: {error}") from error
    if as_json:
        told = [
            {
                "round": played.encounter.round.number,
                "events": [e.model_dump(mode="json") for e in played.events],
                "refusals": [r.model_dump(mode="json") for r in played.refusals],
            }
            for played in rounds
        ]
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print("\n".join(timeline(rounds)))
    return 0


def _recorded(file: Path) -> tuple[Played, ...]:
    """The rounds of a fight that was exported."""
    try:
        record = FightRecord.model_validate_json(_text(file))
        return tuple(Played(events=e, refusals=(), encounter=after) for after, e in replay(record))
    except (ValueError, KeyError) as error:
        raise _Unreadable(f"{file}: {_NO_FIGHT}") from error


def _verify(file: Path) -> int:
    try:
        record = FightRecord.model_validate_json(_text(file))
        rounds = verify(record) if record.seed else None
    except (ValueError, KeyError) as error:
        raise _Unreadable(f"{file}: {_NO_FIGHT}") from error
    if rounds is None:
        raise _Unreadable(
            f"{file}: this fight was not over yet; export it after its end, when the seals are opened"
        )
    print("\n".join(verified_lines(str(file), rounds) or ["No round was closed, so nothing was sealed."]))
    return 1 if any(each.differs for each in rounds) else 0


_NO_FIGHT = "no fight as `/encounter export` gives it; export it once more"


def _ability(text: str) -> int:
    line = read_ability(text)
    if line is None:
        raise _Unreadable(
            f"No ability in “{text}”: it begins with a name of up to {NAME} characters and a full stop."
        )
    print("\n".join(ability_parts(line)))
    print(told_ability(line))
    return 0


def _check(paths: Iterable[Path]) -> int:
    passed = failed = 0
    for file in _files(paths):
        for case in _cases(file):
            failures = check(case)
            passed, failed = passed + (not failures), failed + bool(failures)
            for failure in failures:
                print(f"{file}: {case.id} ({case.title}): {failure}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _cases(file: Path) -> tuple[Case, ...]:
    try:
        return read_cases(_text(file))
    except CaseError as error:
        raise _Unreadable(f"{file}: {error}") from error


def _files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and every .toml file in the folders named, in order."""
    return [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]


if __name__ == "__main__":
    sys.exit(main())
