"""The command line: run the bot, play the demo, list the commands, ask after its health.

Exit codes: 0 done, 1 unhealthy, 2 cannot be done as asked (one sentence on standard error says why).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
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
    demo.add_argument("--seed", type=int, default=1, help="the same seed rolls the same dice (default: 1)")
    practice = commands.add_parser(
        "practice", help="play at a simulated Discord, in a browser on this machine"
    )
    practice.add_argument("--port", type=int, default=8735, help="where the page is (default: 8735; 0: any)")
    commands.add_parser("commands", help="list every slash command, as in the documentation")
    commands.add_parser(
        "health", parents=[settings], help="say whether the bot is alive and its database whole"
    )
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


def _demo(ruleset: str, seed: int) -> int:
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


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
