"""Things in a loopback Discord: people, servers, channels, messages, as Discord documents them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = Any
"""An object as it goes over the wire."""

EPHEMERAL, LOADING, LAYOUT = 1 << 6, 1 << 7, 1 << 15
"""Flags of a message."""

VIEW, SEND, HISTORY, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 16, 1 << 38
CREATE_THREADS = 1 << 35
"""Permissions the bot has everywhere until they are taken away."""
ALL = VIEW | SEND | HISTORY | SEND_IN_THREADS | CREATE_THREADS | 1 << 14 | 1 << 15 | 1 << 31

TEXT, DIRECT, THREAD = 0, 1, 11
"""Types of channel."""

_DISCORD_EPOCH = 1_420_070_400_000
_counter = itertools.count()


@dataclass
class Pace:
    """How fast time goes in this Discord, from when on; the bot's process must have the same."""

    speed: float = 1
    base: float = 0

    def now(self) -> float:
        """Seconds since 1970."""
        return self.base + (time.time() - self.base) * self.speed


PACE = Pace()


def snowflake() -> str:
    """A new id, later ones greater."""
    milliseconds = int(PACE.now() * 1000) - _DISCORD_EPOCH
    return str((milliseconds << 22) | (next(_counter) & 0x3FFFFF))


def instant() -> str:
    """Now, as Discord writes it."""
    return datetime.fromtimestamp(PACE.now(), UTC).isoformat()


def user(name: str, *, bot: bool = False) -> Json:
    """A user, new."""
    made = {
        "id": snowflake(),
        "username": name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "global_name": None if bot else name.capitalize(),
        "primary_guild": None,
    }
    return made | ({"bot": True} if bot else {})


@dataclass
class Channel:
    """A channel; `denied` are permissions the bot has not there, `closed` a person who takes no messages."""

    id: str
    type: int
    name: str
    guild_id: str | None = None
    recipient: Json = None
    denied: int = 0
    closed: int = 0
    """The code a direct message is refused with; 0 for open."""
    archived: bool = False
    locked: bool = False
    parent_id: str | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    nonces: dict[str, tuple[float, str]] = field(default_factory=dict)

    def wire(self) -> Json:
        """As Discord writes it."""
        if self.type == DIRECT:
            return {"id": self.id, "type": DIRECT, "flags": 0, "recipients": [self.recipient]}
        made: Json = {
            "id": self.id,
            "type": self.type,
            "guild_id": self.guild_id,
            "name": self.name,
            "last_message_id": next(reversed(self.messages), None),
            "flags": 0,
            "rate_limit_per_user": 0,
            "parent_id": self.parent_id,
        }
        if self.type == THREAD:
            made |= {
                "owner_id": self.guild_id,
                "message_count": 0,
                "member_count": 1,
                "total_message_sent": 0,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": instant(),
                    "locked": self.locked,
                },
            }
        else:
            made |= {"position": 0, "permission_overwrites": [], "nsfw": False, "topic": None}
        return made

    def history(self, viewer: str = "") -> list[Message]:
        """What can be seen there, oldest first."""
        return [m for m in self.messages.values() if m.only_for in ("", viewer)]


@dataclass
class Message:
    """A message; `only_for` is who alone sees it, empty for everybody."""

    id: str
    channel_id: str
    author: Json
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    only_for: str = ""
    edited: str | None = None
    created: str = field(default_factory=instant)
    nonce: str | None = None
    interaction: Json = None
    edits: int = 0

    def wire(self) -> Json:
        """As Discord writes it."""
        made: Json = {
            "id": self.id,
            "channel_id": self.channel_id,
            "type": 20 if self.interaction and self.interaction["type"] == 2 else 0,
            "content": self.content,
            "mentions": [],
            "mention_roles": [],
            "attachments": self.attachments,
            "embeds": [],
            "timestamp": self.created,
            "edited_timestamp": self.edited,
            "flags": self.flags,
            "components": self.components,
            "author": self.author,
            "pinned": False,
            "mention_everyone": False,
            "tts": False,
        }
        if self.nonce is not None:
            made["nonce"] = self.nonce
        if self.interaction is not None:
            made["interaction_metadata"] = self.interaction
        return made

    def take(self, body: Json) -> None:
        """Take over what a body says."""
        if "content" in body:
            self.content = body["content"] or ""
        if "components" in body:
            self.components = _completed(body["components"] or [])
        if "flags" in body:
            self.flags |= int(body["flags"] or 0) & ~LOADING


@dataclass
class Guild:
    """A server."""

    id: str
    name: str
    owner_id: str
    channels: dict[str, Channel] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)

    def wire(self, me: Json) -> Json:
        """As the gateway tells of it."""
        role: Json = {
            "id": self.id,
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "permissions": str(ALL),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        there = [c for c in self.channels.values() if c.type != THREAD]
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "owner_id": self.owner_id,
            "roles": [role],
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "afk_channel_id": None,
            "joined_at": instant(),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members) + 1,
            "members": [member(me)],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "channels": [c.wire() for c in there],
            "threads": [c.wire() for c in self.channels.values() if c.type == THREAD and not c.archived],
        }


def member(who: Json, permissions: int | None = None) -> Json:
    """A user in a server."""
    made: Json = {
        "user": who,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    return made | ({} if permissions is None else {"permissions": str(permissions)})


def _completed(components: list[Json]) -> list[Json]:
    """Components as they come back: each with an id, and what was left out with its default."""
    taken = {int(c["id"]) for c in _all(components) if c.get("id")}
    fresh = (number for number in itertools.count(1) if number not in taken)
    return [_complete(component, fresh) for component in components]


def _all(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _all(component.get("components") or [])


def _complete(component: Json, fresh: Iterator[int]) -> Json:
    made = {key: value for key, value in component.items() if value is not None}
    made["id"] = int(component.get("id") or next(fresh))
    if "components" in component:
        made["components"] = [_complete(inner, fresh) for inner in component["components"]]
    match component["type"]:
        case 17:
            made["accent_color"] = component.get("accent_color")
            made["spoiler"] = bool(component.get("spoiler"))
        case 3:
            made.pop("required", None)
            made["min_values"] = component.get("min_values", 1)
            made["max_values"] = component.get("max_values", 1)
        case 12:
            made["items"] = [_shown(item) for item in component["items"]]
        case _:
            pass
    return made


def _shown(item: Json) -> Json:
    """A picture as it comes back: with a place of its own."""
    url = f"http://127.0.0.1/{item['media']['url'].partition('://')[2]}"
    media = {"id": snowflake(), "url": url, "proxy_url": url}
    return {"media": media, "description": item.get("description"), "spoiler": bool(item.get("spoiler"))}
