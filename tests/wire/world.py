"""What is in a loopback Discord, and what changes it; the wire is elsewhere."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from tests.wire import things
from tests.wire.gateway import Gateway
from tests.wire.things import EPHEMERAL, Channel, Guild, Json, Message

NONCE_SECONDS = 150.0
"""How long a nonce is remembered: "the past few minutes"."""


class Refused(Exception):
    """What was asked is refused with this code of Discord's."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Interaction:
    """Something a person did, and what came back."""

    id: str
    token: str
    type: int
    user: Json
    channel: Channel
    message: Message | None = None
    created: float = field(default_factory=time.monotonic)
    acknowledged: int = 0
    """The type of the callback, 0 before it."""
    acknowledged_at: float = 0
    ephemeral: bool = False
    original: Message | None = None
    later: list[Message] = field(default_factory=list)
    data: Json = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    command: str = ""


class World:
    """One Discord with one bot in it."""

    def __init__(self) -> None:
        self.me = things.user("dither", bot=True)
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.users: dict[str, Json] = {}
        self.directs: dict[str, str] = {}
        self.commands: dict[str, list[Json]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.interaction_seconds = 3.0
        self.forget_nonces = False
        self.port = 0
        self.gateway = Gateway(self.me, self.guilds.values, lambda: self.gateway_url)

    @property
    def api_url(self) -> str:
        """What `api_url` under [discord] must be."""
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What `gateway_url` under [discord] must be."""
        return f"ws://127.0.0.1:{self.port}/gateway/"

    # --- what there is ----------------------------------------------------------------------------------

    def add_user(self, name: str) -> Json:
        """Somebody new."""
        made = things.user(name)
        self.users[made["id"]] = made
        return made

    def add_guild(self, name: str, owner: Json, *, shard: tuple[int, int] = (0, 1)) -> Guild:
        """A server, before the bot connects, that this shard of so many hears of."""
        number, count = shard
        ids = iter(things.snowflake, "")
        guild = Guild(next(i for i in ids if (int(i) >> 22) % count == number), name, owner["id"])
        self.guilds[guild.id] = guild
        return guild

    def add_channel(
        self, guild: Guild, name: str, *, thread_in: Channel | None = None, id_: str = ""
    ) -> Channel:
        """A text channel, or a thread in one; a thread under a message has the message's id."""
        kind = things.TEXT if thread_in is None else things.THREAD
        channel = Channel(id_ or things.snowflake(), kind, name, guild.id)
        channel.parent_id = thread_in.id if thread_in else None
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    async def delete_channel(self, channel: Channel) -> None:
        """Gone, and the bot is told."""
        guild = self.guilds[channel.guild_id or ""]
        del self.channels[channel.id], guild.channels[channel.id]
        event = "THREAD_DELETE" if channel.type == things.THREAD else "CHANNEL_DELETE"
        await self.gateway.tell(guild.id, event, channel.wire())

    async def kick_bot(self, guild: Guild) -> None:
        """The bot is no more in that server."""
        for channel in guild.channels.values():
            del self.channels[channel.id]
        await self.gateway.tell(guild.id, "GUILD_DELETE", {"id": guild.id})
        del self.guilds[guild.id]

    def direct(self, person: Json) -> Channel:
        """The direct messages between the bot and somebody."""
        if person["id"] not in self.directs:
            channel = Channel(things.snowflake(), things.DIRECT, person["username"], recipient=person)
            self.channels[channel.id] = channel
            self.directs[person["id"]] = channel.id
        return self.channels[self.directs[person["id"]]]

    # --- interactions -----------------------------------------------------------------------------------

    async def begin(
        self, kind: int, person: Json, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        """Tell the bot of something a person did."""
        made = Interaction(things.snowflake(), f"tok{things.snowflake()}", kind, person, channel, message)
        self.interactions[made.id] = self.tokens[made.token] = made
        made.command = str(data.get("name", ""))
        await self.gateway.tell(channel.guild_id, "INTERACTION_CREATE", self._wire(made, data))
        return made

    def _wire(self, made: Interaction, data: Json) -> Json:
        channel, person = made.channel, made.user
        wire: Json = {
            "id": made.id,
            "application_id": self.me["id"],
            "type": made.type,
            "token": made.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": channel.wire(),
            "attachment_size_limit": 10485760,
            "entitlements": [],
            "locale": "en-US",
            "app_permissions": str(things.ALL & ~channel.denied),
            "context": 0 if channel.guild_id else 1,
            "authorizing_integration_owners": {"0": channel.guild_id or "0"},
        }
        if channel.guild_id:
            wire |= {
                "guild_id": channel.guild_id,
                "guild": {"id": channel.guild_id, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": things.member(person, things.ALL),
            }
        else:
            wire["user"] = person
        if made.message is not None:
            wire["message"] = made.message.wire()
        return wire

    # --- messages ---------------------------------------------------------------------------------------

    def reached(self, channel_id: str) -> Channel:
        """The channel, if the bot may see it; raises Refused."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise Refused(10003)
        if channel.denied & things.VIEW:
            raise Refused(50001)
        return channel

    def posted(self, channel_id: str, message_id: str) -> Message:
        """A message the bot may reach by its channel; raises Refused."""
        message = self.reached(channel_id).messages.get(message_id)
        if message is None or message.only_for:
            raise Refused(10008)
        return message

    def by_token(self, token: str) -> Interaction:
        """The interaction of an acknowledged, unexpired token; raises Refused."""
        it = self.tokens.get(token)
        if it is None or not it.acknowledged:
            raise Refused(10015)
        if time.monotonic() - it.created > 900:
            raise Refused(50027)
        return it

    def new(
        self,
        channel: Channel,
        body: Json,
        *,
        nonce: str | None = None,
        only_for: str = "",
        by: Interaction | None = None,
    ) -> Message:
        """Post a message."""
        message = Message(things.snowflake(), channel.id, self.me, nonce=nonce, only_for=only_for)
        message.take(body)
        if only_for:
            message.flags |= EPHEMERAL
        for file in body.get("attachments") or ():
            name = file.get("filename", "file")
            url = f"http://127.0.0.1:{self.port}/cdn/{message.id}/{name}"
            kept = {"id": things.snowflake(), "filename": name, "size": file.get("size", 1)}
            message.attachments.append(kept | {"url": url, "proxy_url": url})
        if by is not None:
            message.interaction = {
                "id": by.id,
                "type": by.type,
                "user": by.user,
                "authorizing_integration_owners": {"0": channel.guild_id or "0"},
            }
            if by.type == 3 and by.message is not None:
                message.interaction["interacted_message_id"] = by.message.id
            if by.type == 5:
                message.interaction = None
        channel.messages[message.id] = message
        return message

    def edited(self, message: Message, body: Json) -> None:
        """Change a message."""
        message.take(body)
        message.edited = things.instant()
        message.edits += 1
