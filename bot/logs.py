"""The log: a line for each thing, as text or as JSON, with the fight and the interaction it is about.

Nothing private gets in. What people typed is in no message of ours; an exception is told by its kind and
place alone, because its text may quote what was typed; and what other libraries say is heard from `info` up,
because below that they print whatever passes through them.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal, TextIO

Form = Literal["text", "json"]

_OURS = ("bot", "rules")

_SECRET_PATHS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?]+")
"""Whoever knows the token of an interaction can answer it."""

_EXPLAINED = (OSError,)
"""Exceptions whose text is the system's own and quotes nobody."""

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


@dataclass
class _Subject:
    interaction: str
    encounter: str


_SUBJECT: ContextVar[_Subject | None] = ContextVar("subject", default=None)


@contextmanager
def about(*, interaction: str = "", encounter: str = "") -> Iterator[None]:
    """Lines written meanwhile, also by tasks begun meanwhile, are about this."""
    reset = _SUBJECT.set(_Subject(interaction, encounter))
    try:
        yield
    finally:
        _SUBJECT.reset(reset)


def concerns(encounter: str) -> None:
    """What is under way turns out to be about this fight."""
    subject = _SUBJECT.get()
    if subject is not None:
        subject.encounter = encounter


def brief(error: BaseException) -> str:
    """An exception's kind, and Discord's status and code if it has any: its text may quote what was typed."""
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    kind = type(error).__name__
    if isinstance(status, int):
        return f"{kind} {status} (code {code})"
    return f"{kind}: {error}" if isinstance(error, _EXPLAINED) else kind


def set_up(stream: TextIO, level: str, form: Form, secret: str = "") -> None:
    """Write everything there; `secret` is struck out wherever it should turn up."""
    line = logging.StreamHandler(stream)
    line.setFormatter(_Line(form, secret))
    root = logging.getLogger()
    root.addHandler(line)
    wanted = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(wanted, logging.INFO))
    for name in _OURS:
        logging.getLogger(name).setLevel(wanted)


class _Line(logging.Formatter):
    def __init__(self, form: Form, secret: str) -> None:
        super().__init__()
        self._form = form
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """One line, in text followed by where an exception came from."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        subject = _SUBJECT.get()
        about_ = {"encounter": subject.encounter, "interaction": subject.interaction} if subject else {}
        about_ = {key: value for key, value in about_.items() if value}
        message = self._safe(_message(record))
        trace = self._safe(_trace(record.exc_info)) if record.exc_info else ""
        if self._form == "json":
            told = {"at": at, "level": record.levelname.lower(), "from": record.name, "message": message}
            return json.dumps({**told, **about_, **({"trace": trace} if trace else {})}, ensure_ascii=False)
        ending = "".join(f" {key}={value}" for key, value in about_.items())
        return f"{at} {record.levelname:<7} {record.name}: {message}{ending}" + (
            f"\n{trace}" if trace else ""
        )

    def _safe(self, text: str) -> str:
        text = _SECRET_PATHS.sub(r"\1…", text)
        return text.replace(self._secret, "…") if self._secret else text


def _message(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] in _OURS:
        return " ".join(record.getMessage().split())
    # Of others the first line: asyncio goes on with the exception as it prints itself.
    return record.getMessage().partition("\n")[0]


def _trace(info: _ExcInfo) -> str:
    lines: list[str] = []
    error = info[1]
    while error is not None and len(lines) < 200:
        lines += [line.rstrip("\n") for line in traceback.format_tb(error.__traceback__)]
        lines.append(brief(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(lines)
