"""What the bot must be allowed in a channel or thread, and what is lost where it is not. Discord-free."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bot.findings import Finding, Verdict
from bot.narration.words import listed
from bot.options import Options


@dataclass(frozen=True)
class Need:
    """A permission: its key in Discord's interface, its name in Discord's menus, and what fails without it."""

    key: str
    name: str
    verdict: Verdict
    lost: str


@dataclass(frozen=True)
class Place:
    """Where a fight is, or would be: what is allowed there by key, and what kind of place it is.

    `denied`: whom the channel denies what is missing, by key; `threads`: a channel that can have some; `shut`: a thread that is locked; `outside`: a private thread that the bot was not let into.
    """

    allowed: frozenset[str]
    denied: Mapping[str, str] = field(default_factory=dict)
    thread: bool = False
    threads: bool = False
    shut: bool = False
    outside: bool = False

    def missing(self, needs: Collection[Need]) -> list[Need]:
        """What is needed and not allowed."""
        return [need for need in needs if need.key not in self.allowed]


_SILENT = "I may not write here: board, rounds and all news would wait."
_SEE = Need("view_channel", "View Channel", "wrong", "I may not see this channel: nothing could be posted.")
_WRITE = Need("send_messages", "Send Messages", "wrong", _SILENT)
_WRITE_IN_THREAD = Need("send_messages_in_threads", "Send Messages in Threads", "wrong", _SILENT)
_FILES = Need(
    "attach_files",
    "Attach Files",
    "odd",
    "I may not attach files here: the picture of the round will be missing.",
)
_HISTORY = Need(
    "read_message_history",
    "Read Message History",
    "odd",
    "I may not read back here: after a crash of mine something might be said twice.",
)


_NO_THREADS = (
    "I may not make threads here and write in them: "
    "what happens in a round will be told in the channel, not in a thread."
)
_MAKE_THREADS = Need("create_public_threads", "Create Public Threads", "odd", _NO_THREADS)
_USE_THREADS = Need("send_messages_in_threads", "Send Messages in Threads", "odd", _NO_THREADS)


def for_round_threads(place: Place, options: Options) -> tuple[Need, ...]:
    """What a thread for each round needs, where one is wanted and there can be one."""
    return (_MAKE_THREADS, _USE_THREADS) if options.round_threads and place.threads else ()


def to_speak(thread: bool) -> tuple[Need, ...]:
    """Without these no fight can be run there at all: a thread has a permission of its own for writing."""
    return (_SEE, _WRITE_IN_THREAD if thread else _WRITE)


def needs(place: Place, options: Options) -> tuple[Need, ...]:
    """All that a fight of these options needs there."""
    return (
        *to_speak(place.thread),
        *((_FILES,) if options.picture else ()),
        _HISTORY,
        *for_round_threads(place, options),
    )


def how_to_allow(missing: Sequence[Need], place: Place) -> str:
    """What to do about missing permissions, in a sentence."""
    allowed = listed(f"*{need.name}*" for need in missing)
    where = (
        "the permissions of the channel this thread is in" if place.thread else "this channel's permissions"
    )
    denied = dict.fromkeys(place.denied[need.key] for need in missing if need.key in place.denied)
    why = "".join(
        f" There it is denied to {whom}."
        if whom
        else " No role of mine has it; an admin may give it to one in *Server Settings*, *Roles*, instead."
        for whom in denied
    )
    return f"Allow me {allowed} in {where}, or ask an admin to.{why}"


def place_findings(place: Place, options: Options) -> list[Finding]:
    """What will not work there, each with what to do about it."""
    missing = place.missing(needs(place, options))
    found = []
    for lost in dict.fromkeys(need.lost for need in missing):
        # What two permissions are needed for is said once, with both.
        alike = [need for need in missing if need.lost == lost]
        found.append(Finding(alike[0].verdict, f"{lost} {how_to_allow(alike, place)}"))
    if place.shut:
        shut = "This thread is locked: nothing could be posted. Unlock it, or allow me *Manage Threads*."
        found.append(Finding("wrong", shut))
    if place.outside:
        outside = (
            "I am not in this private thread: nothing could be posted. Mention me here, so that I am let in."
        )
        found.append(Finding("wrong", outside))
    return found
