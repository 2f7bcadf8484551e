"""Discord's codes for the refusals that the bot knows how to take."""

from __future__ import annotations

from typing import Final

DM_REFUSED: Final = (50007, 50278)
"""Cannot message this user, no server in common."""

TOO_FAST: Final = 40003
"""Opening direct messages too fast."""

GONE: Final = (10003, 10004, 10013)
"""An unknown channel, server or user: trying again is no use."""

CANNOT_EDIT: Final = (10008, 30046, 50005, 50083)
"""A message: gone, too old to be edited again, not ours, in an archived thread."""

THREAD_LOCKED: Final = 50083
"""The thread is archived, and locked so that writing there does not open it again."""

NO_ACCESS: Final = (50001, 50013, THREAD_LOCKED)
"""No access, a missing permission, a thread that is locked."""

UNKNOWN_MESSAGE: Final = 10008
"""The message is not there, or not any more."""

THREAD_EXISTS: Final = 160004
"""There is a thread under this message already."""
