"""What is wrong with this bot's set-up, in plain words: `python -m bot doctor`.

Nothing is changed, and nothing secret is shown.
"""

from __future__ import annotations

import os
import stat
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from importlib import metadata
from pathlib import Path

from bot import config, store
from bot.config import Config
from bot.findings import Finding, Verdict
from bot.tokens import looks_like_a_token

_MARKS: dict[Verdict, str] = {"well": "ok", "odd": "!!", "wrong": "XX"}

CLOCK_MAY_DIFFER = timedelta(seconds=5)
"""Beyond this, the countdowns people see do not fit when declarations really close."""

_SECONDS = 5
"""How long Discord may take to answer."""

_OLDEST_PYTHON = (3, 11)


def examine(
    path: Path | None, environ: Mapping[str, str], now: datetime, *, online: bool = True
) -> Iterator[Finding]:
    """Look at everything, each in a line of its own."""
    yield from _versions()
    try:
        settings = config.load(path, environ)
    except config.ConfigError as error:
        yield Finding("wrong", str(error))
        return
    yield from _settings(path, environ, settings)
    yield from _database(settings.storage.database, now)
    if online:
        yield from _discord(settings.discord.api_url, now)


def _versions() -> Iterator[Finding]:
    running = ".".join(str(part) for part in sys.version_info[:3])
    old = sys.version_info[:2] < _OLDEST_PYTHON
    yield Finding(
        "wrong" if old else "well", f"Python {running}{'; 3.11 or newer is needed' if old else ''}."
    )
    try:
        wanted = metadata.requires("dither") or []
    except metadata.PackageNotFoundError:
        yield Finding("odd", "Dither is not installed as a package, so its libraries cannot be compared.")
        return
    for line in wanted:
        name, _, version = line.partition("==")
        if ";" in line or not version:
            continue
        yield _library(name.partition("[")[0], version)
    yield Finding("well", f"SQLite {store.SQLITE_VERSION}.")


def _library(name: str, version: str) -> Finding:
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding("wrong", f"{name} {version} is not installed; install Dither again.")
    if found != version:
        return Finding("odd", f"{name} is {found}, and Dither was tested with {version}; install it again.")
    return Finding("well", f"{name} {found}.")


def _settings(path: Path | None, environ: Mapping[str, str], settings: Config) -> Iterator[Finding]:
    file = path or Path(environ.get(config.PATH_VARIABLE) or config.DEFAULT_PATH)
    yield Finding("well", f"{file} is read." if file.exists() else "No settings file; the defaults hold.")
    token = settings.discord.token.get_secret_value().strip()
    if not token:
        yield Finding(
            "wrong", "There is no token: set DITHER_TOKEN, or token under [discord] in config.toml."
        )
    elif not looks_like_a_token(token):
        yield Finding(
            "wrong", "What is set as the token is not a bot token, which is three parts joined by dots."
        )
    else:
        yield Finding("well", "The token has the right shape; whether it is right only Discord can say.")
    secret = token and not environ.get("DITHER_TOKEN", "").strip()
    if secret and file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield Finding("odd", f"{file} has the token in it and others may read it; chmod 600 {file}.")


def _database(path: Path, now: datetime) -> Iterator[Finding]:
    if not path.exists():
        yield _no_database(path)
        return
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        yield Finding("wrong", f"{path} cannot be written by this user; let it write there.")
    try:
        version = store.check(path)
    except store.StoreError as error:
        yield Finding("wrong", str(error))
        return
    yield Finding("well", f"{path} is whole (schema {version}).")
    for file in store.readable_by_others(path):
        yield Finding("wrong", f"{file} can be read by others, and it holds secrets; chmod 600 {file}.")
    running = store.in_use(path)
    yield Finding("well", "A bot is at work on it." if running else "No bot is at work on it.")
    try:
        found = store.counts(path)
    except store.StoreError:
        yield Finding("odd", "The database is of an older Dither; the next start brings it up to date.")
        return
    yield Finding("well", f"{found.open} open fight(s), {found.ended} over, {found.waiting} post(s) waiting.")
    if running and (complaint := store.health(path, now)) is not None:
        yield Finding("wrong", complaint)
    if found.newest_event is not None and found.newest_event > now + CLOCK_MAY_DIFFER:
        ahead = found.newest_event - now
        yield Finding(
            "wrong", f"This machine's clock is behind what is stored by {_span(ahead)}; set it right."
        )


def _no_database(path: Path) -> Finding:
    if not path.parent.is_dir():
        return Finding("wrong", f"There is no folder {path.parent} for the database; make it.")
    if not os.access(path.parent, os.W_OK):
        return Finding("wrong", f"No database can be made in {path.parent}; let this user write there.")
    return Finding("well", f"{path} is not there yet; the first start makes it.")


def _discord(api_url: str, now: datetime) -> Iterator[Finding]:
    """Whether Discord can be reached, and whether its clock and ours agree."""
    request = urllib.request.Request(f"{api_url.rstrip('/')}/gateway", headers={"User-Agent": "Dither"})
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            date = answer.headers.get("Date")
    except urllib.error.HTTPError as error:
        date = error.headers.get("Date")
    except (OSError, ValueError):
        yield Finding("wrong", f"Discord cannot be reached at {api_url}; check the network.")
        return
    yield Finding("well", f"Discord answers at {api_url}.")
    try:
        apart = abs(parsedate_to_datetime(date) - now)
    except (TypeError, ValueError):
        return
    if apart > CLOCK_MAY_DIFFER + timedelta(seconds=_SECONDS):
        yield Finding("wrong", f"This machine's clock and Discord's are {_span(apart)} apart; set it right.")
    else:
        yield Finding("well", "This machine's clock agrees with Discord's.")


def _span(time: timedelta) -> str:
    return str(timedelta(seconds=round(time.total_seconds())))


def report(path: Path | None, environ: Mapping[str, str], *, online: bool = True) -> tuple[str, bool]:
    """Every finding as text, and whether the bot can do its work."""
    found = list(examine(path, environ, datetime.now(UTC), online=online))
    count = sum(finding.verdict == "wrong" for finding in found)
    end = "All is well." if count == 0 else f"{count} thing(s) marked XX keep the bot from its work."
    return "\n".join([*(f"{_MARKS[f.verdict]}  {f.text}" for f in found), end]), count == 0
