"""What was posted where nobody was looking."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.practice.room import Place


class News:
    """Counts, for each place, what was posted since it was last looked at."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def look(self, place: Place) -> None:
        """All that is in this place counts as seen."""
        messages = _messages(place)
        if messages:
            self._seen[place.key] = messages[-1].id

    def count(self, place: Place) -> int:
        """How many messages are new in this place."""
        seen = self._seen.get(place.key, 0)
        return sum(1 for message in _messages(place) if message.id > seen)

    def fingerprint(self, place: Place) -> str:
        """Changes whenever something in this place is posted or edited."""
        messages = place.channel.history()
        edited = max((m.edited_at for m in messages if m.edited_at), default=None)
        return f"{len(messages)}/{messages[-1].id if messages else 0}/{edited}"

    def told(self, places: Sequence[Place]) -> str:
        """The news of these places in a sentence; empty if there is none."""
        new = [(self.count(place), place.title) for place in places]
        return ", ".join(f"{number} new in {title}" for number, title in new if number)


def _messages(place: Place) -> list[discord.Message]:
    """What everybody in this place can see."""
    return [message for message in place.channel.history() if not message.flags.ephemeral]
