"""The command line: run the bot, look after it and its database, play the demo, list the commands.

Exit codes: 0 done, 1 unhealthy, 2 cannot be done as asked (one sentence on standard error says why).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot import config


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; returns the exit code."""
    asked = _parser().parse_args(arguments)
    match asked.command:
        case "run":
            return _run(asked.config)
        case "demo":
            return _demo(asked.ruleset, asked.seed)
        case "practice":
            return _practice(asked.port)
        case "commands":
            return _commands()
        case "doctor":
            return _doctor(asked.config, online=not asked.offline)
        case "backup":
            return _backup(asked.config, asked.file)
        case "restore":
            return _restore(asked.config, asked.file)
        case _:
            return _health(asked.config)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Dither, a bot for old-school tables.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    settings = argparse.ArgumentParser(add_help=False)
    settings.add_argument(
        "--config", type=Path, metavar="FILE", help="settings; else DITHER_CONFIG, else ./config.toml"
    )
    commands.add_parser("run", parents=[settings], help="run the bot until it is told to stop")
    demo = commands.add_parser("demo", help="play a fight against a simulated Discord and print it")
    demo.add_argument("--ruleset", default="segments", help="whose rules to play by (default: segments)")
    demo.add_argument("--seed", type=int, help="the same seed rolls the same dice; else the usual ones")
    practice = commands.add_parser(
        "practice", help="play at a simulated Discord, in a browser on this machine"
    )
    practice.add_argument("--port", type=int, default=8735, help="where the page is (default: 8735; 0: any)")
    commands.add_parser("commands", help="list every slash command, as in the documentation")
    commands.add_parser(
        "health", parents=[settings], help="say whether the bot is alive and its database whole"
    )
    doctor = commands.add_parser(
        "doctor", parents=[settings], help="look over settings, database, clock and network"
    )
    doctor.add_argument("--offline", action="store_true", help="ask nothing of Discord")
    backup = commands.add_parser(
        "backup", parents=[settings], help="copy the database, also while the bot is running"
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    restore = commands.add_parser(
        "restore", parents=[settings], help="put a copy in the database's place, keeping what was there"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="the copy")
    return parser


def _run(path: Path | None) -> int:
    try:
        settings = config.load(path, os.environ)
    except config.ConfigError as error:
        return _refuse(str(error))
    from bot import start

    try:
        asyncio.run(start.run(settings))
    except start.CannotStart as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        # Only before the signal handlers stand.
        pass
    return 0


def _demo(ruleset: str, seed: int | None) -> int:
    from rules import RULESETS

    if ruleset not in RULESETS:
        return _refuse(f"There is no ruleset {ruleset}; choose one of: {', '.join(RULESETS)}.")
    try:
        from bot import demo

        print(asyncio.run(demo.play(ruleset, seed)))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return _refuse("The demo needs the simulated Discord; install it: pip install 'dither[practice]'.")
    return 0


def _practice(port: int) -> int:
    try:
        from bot.practice import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return _refuse(
            "The practice table needs the simulated Discord; install it: pip install 'dither[practice]'."
        )
    try:
        asyncio.run(serve.serve(port))
    except serve.CannotServe as error:
        return _refuse(str(error))
    return 0


def _commands() -> int:
    from bot import commands_page

    print(asyncio.run(commands_page.listing()))
    return 0


def _health(path: Path | None) -> int:
    try:
        settings = config.load(path, os.environ)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 1
    from bot import store

    complaint = store.health(settings.storage.database)
    if complaint is not None:
        print(complaint, file=sys.stderr)
        return 1
    print("healthy")
    return 0


def _doctor(path: Path | None, *, online: bool) -> int:
    from bot import doctor

    text, well = doctor.report(path, os.environ, online=online)
    print(text)
    return 0 if well else 1


def _backup(path: Path | None, file: Path) -> int:
    from bot import store

    try:
        settings = config.load(path, os.environ)
        store.back_up(settings.storage.database, file)
    except (config.ConfigError, store.StoreError) as error:
        return _refuse(str(error))
    print(f"{settings.storage.database} is copied to {file}.")
    return 0


def _restore(path: Path | None, file: Path) -> int:
    from bot import store

    try:
        settings = config.load(path, os.environ)
        kept = store.restore(settings.storage.database, file, datetime.now(UTC))
    except (config.ConfigError, store.StoreError) as error:
        return _refuse(str(error))
    print(f"{settings.storage.database} is now what {file} holds.")
    if kept is not None:
        print(f"What was there before is kept in {kept}.")
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
