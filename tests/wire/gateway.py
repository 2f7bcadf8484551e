"""The gateway: hello, identify, ready, heartbeats, events in order, resume; and what can go wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.wire.things import Guild, Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11

GUILDS, DIRECT_MESSAGES = 1 << 0, 1 << 12
"""Intents."""


@dataclass
class Session:
    """What a shard is told, kept so that it can be told again after a broken socket."""

    id: str
    shard: tuple[int, int]
    intents: int
    socket: web.WebSocketResponse | None = None
    told: list[Json] = field(default_factory=list)
    ready: bool = False

    async def tell(self, event: str, data: Json) -> None:
        """Tell of an event, now or at the resume."""
        self.told.append({"op": DISPATCH, "s": len(self.told) + 1, "t": event, "d": data})
        if self.socket is not None and not self.socket.closed:
            with contextlib.suppress(ConnectionError):
                await self.socket.send_json(self.told[-1])


class Gateway:
    """All sessions there are."""

    def __init__(self, me: Json, guilds: Callable[[], Iterable[Guild]], url: Callable[[], str]) -> None:
        self._me = me
        self._guilds = guilds
        self._url = url
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.mute = False
        """Whether heartbeats go unanswered."""
        self.refuse = 0
        """The code a new connection is closed with; 0 to let it in."""
        self.heartbeat = 41.25
        self.speaks = asyncio.Event()
        """Cleared, new connections hear nothing, not even hello."""
        self.speaks.set()
        self.identified: list[Json] = []

    @property
    def live(self) -> list[Session]:
        """Sessions with an open socket that are ready."""
        return [s for s in self.sessions.values() if s.ready and s.socket is not None and not s.socket.closed]

    def of(self, guild_id: str | None) -> Session | None:
        """The newest session that hears of this server; direct messages are heard by shard 0."""
        for session in reversed(self.sessions.values()):
            number, count = session.shard
            if session.ready and (int(guild_id) >> 22) % count == number if guild_id else number == 0:
                return session
        return None

    async def tell(self, guild_id: str | None, event: str, data: Json) -> None:
        """Tell the shard it concerns."""
        session = self.of(guild_id)
        if session is not None:
            await session.tell(event, data)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        await self.speaks.wait()
        await socket.send_json(
            {"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat * 1000), "_trace": []}}
        )
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._heard(socket, json.loads(frame.data))
        return socket

    async def _heard(self, socket: web.WebSocketResponse, said: Json) -> None:
        match said["op"]:
            case 1:
                if not self.mute:
                    await socket.send_json({"op": ACK})
            case 2:
                await self._identify(socket, said["d"])
            case 6:
                await self._resume(socket, said["d"])
            case 8:
                await self._members(said["d"])
            case _:
                pass

    async def _identify(self, socket: web.WebSocketResponse, asked: Json) -> None:
        self.identifies += 1
        self.identified.append({key: value for key, value in asked.items() if key != "token"})
        if self.refuse:
            await socket.close(code=self.refuse)
            return
        number, count = asked.get("shard") or (0, 1)
        for old in [key for key, s in self.sessions.items() if s.shard == (number, count)]:
            del self.sessions[old]
        session = Session(secrets.token_hex(16), (number, count), asked["intents"], socket)
        self.sessions[session.id] = session
        guilds = [g for g in self._guilds() if (int(g.id) >> 22) % count == number]
        await session.tell(
            "READY",
            {
                "v": 10,
                "user": self._me | {"mfa_enabled": True, "verified": True, "email": None},
                "guilds": [{"id": g.id, "unavailable": True} for g in guilds],
                "session_id": session.id,
                "resume_gateway_url": self._url(),
                "shard": [number, count],
                "application": {"id": self._me["id"], "flags": 0},
                "session_type": "normal",
                "private_channels": [],
                "relationships": [],
                "presences": [],
            },
        )
        for guild in guilds:
            await session.tell("GUILD_CREATE", guild.wire(self._me))
        session.ready = True

    async def _resume(self, socket: web.WebSocketResponse, asked: Json) -> None:
        self.resumes += 1
        session = self.sessions.get(asked["session_id"])
        if session is None:
            await socket.send_json({"op": INVALID, "d": False})
            return
        missed = session.told[asked["seq"] :]
        session.socket = socket
        for event in missed:
            await socket.send_json(event)
        await session.tell("RESUMED", {"_trace": []})

    async def _members(self, asked: Json) -> None:
        guild = next(g for g in self._guilds() if g.id == asked["guild_id"])
        wanted = asked.get("user_ids")
        found = [m for key, m in guild.members.items() if wanted is None or key in wanted]
        chunk = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        await self.tell(guild.id, "GUILD_MEMBERS_CHUNK", chunk | {"nonce": asked.get("nonce")})

    # --- what goes wrong ------------------------------------------------------------------------------

    async def ask_to_reconnect(self) -> None:
        """Op 7 to everybody."""
        for session in self.live:
            assert session.socket is not None
            await session.socket.send_json({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Op 9 to everybody."""
        for session in self.live:
            assert session.socket is not None
            socket = session.socket
            if not resumable:
                del self.sessions[session.id]
            await socket.send_json({"op": INVALID, "d": resumable})

    async def drop(self) -> None:
        """Break every socket without a word."""
        for session in self.live:
            assert session.socket is not None
            transport = session.socket._req.transport if session.socket._req is not None else None
            if transport is not None:
                transport.abort()
        await asyncio.sleep(0)
