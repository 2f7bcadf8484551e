"""The one address of the practice table: simcord's page as it is, with a bar of places above it.

simcord serves one preview at a time, each under a new address, and refuses a press that falls into
another of its operations. The front stands before it, speaking the HTTP its page speaks: the address
stays the same whatever is shown, the clock is brought up to the real one before each press, and
presses wait their turn.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path

import aiohttp
import simcord
from aiohttp import web

from bot.practice.news import News
from bot.practice.room import Place, Room

_HERE = Path(__file__).parent
_BAR = {"/practice/bar.js": "application/javascript", "/practice/bar.css": "text/css"}
_INTO = "</body>"
_ADDED = (
    '<link rel="stylesheet" href="/practice/bar.css"><script type="module" src="/practice/bar.js"></script>'
)
_KEY = "X-Simcord-Capability"
_OWN = frozenset({"host", "origin", "connection", "content-length", "transfer-encoding", "content-encoding"})
"""Headers that belong to one connection and are not handed on."""


class Front:
    """Serves the page, and shows one place at a time. `moved` is called whenever another is shown."""

    def __init__(self, room: Room, news: News, moved: Callable[[Place], None]) -> None:
        self._room = room
        self._news = news
        self._moved = moved
        self._token = secrets.token_urlsafe(24)
        self._port = 0
        self._preview: simcord.Preview | None = None
        self._shown: Place | None = None
        self._switching = asyncio.Lock()
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None

    @property
    def address(self) -> str:
        """Where the page is. Whoever has it can act as everybody at the table."""
        return f"http://127.0.0.1:{self._port}/#{self._token}"

    @property
    def shown(self) -> Place | None:
        """What the page shows."""
        return self._shown

    async def start(self, port: int) -> None:
        """Listen on this machine only; port 0 takes any that is free. Raises OSError if it is taken."""
        app = web.Application(handler_args={"handler_cancellation": False})
        app.router.add_get("/practice/state", self._state)
        app.router.add_post("/practice/show/{place}", self._show)
        for path in _BAR:
            app.router.add_get(path, self._bar)
        app.router.add_route("*", "/{rest:.*}", self._hand_on)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._session = aiohttp.ClientSession(auto_decompress=False)

    async def stop(self) -> None:
        """Close the page."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()
        if self._preview is not None:
            await self._preview.close()

    async def show(self, key: str) -> bool:
        """Show this place from now on; False if there is no such place."""
        place = next((place for place in self._room.places() if place.key == key), None)
        if place is None:
            return False
        async with self._switching, self._room.turn():
            before = self._shown
            if before is not None and before.key == key:
                return True
            if self._preview is not None:
                await self._preview.close()
            viewers = _first_as(place, before)
            self._preview = self._room.env.preview(place.channel, viewers=viewers, layout="channel")
            await self._preview.__aenter__()
            self._shown = place
            self._news.look(place)
        self._moved(place)
        return True

    def _is_ours(self, request: web.Request) -> bool:
        at = {f"127.0.0.1:{self._port}", f"localhost:{self._port}"}
        origin = request.headers.get("Origin")
        return request.host in at and (origin is None or origin.removeprefix("http://") in at)

    def _allowed(self, request: web.Request) -> bool:
        given = request.headers.get(_KEY, "")
        return self._is_ours(request) and secrets.compare_digest(given.encode(), self._token.encode())

    async def _bar(self, request: web.Request) -> web.Response:
        text = (_HERE / Path(request.path).name).read_text(encoding="utf-8")
        headers = {"Cache-Control": "no-store"}
        return web.Response(text=text, content_type=_BAR[request.path], headers=headers)

    async def _state(self, request: web.Request) -> web.Response:
        if not self._allowed(request):
            raise web.HTTPUnauthorized
        if self._shown is not None:
            self._news.look(self._shown)
        places = [
            {"key": place.key, "title": place.title, "new": self._news.count(place)}
            for place in self._room.places()
        ]
        shown = self._shown.key if self._shown else ""
        state = self._news.fingerprint(self._shown) if self._shown else ""
        return web.json_response({"shown": shown, "places": places, "state": state})

    async def _show(self, request: web.Request) -> web.Response:
        if not self._allowed(request):
            raise web.HTTPUnauthorized
        if not await self.show(request.match_info["place"]):
            raise web.HTTPNotFound
        return web.json_response({})

    async def _hand_on(self, request: web.Request) -> web.Response:
        """Give the request to simcord's page, in its turn if it does something."""
        api = request.path.startswith("/api/")
        if not (self._allowed(request) if api else self._is_ours(request)):
            raise web.HTTPUnauthorized
        body = await request.read()
        if request.path == "/api/action":
            async with self._room.turn():
                return await self._forward(request, body)
        return await self._forward(request, body)

    async def _forward(self, request: web.Request, body: bytes) -> web.Response:
        preview, session = self._preview, self._session
        if preview is None or session is None:
            raise web.HTTPServiceUnavailable
        try:
            base, _, key = preview.url.partition("#")
            headers = {k: v for k, v in request.headers.items() if k.lower() not in _OWN}
            if _KEY in request.headers:
                headers[_KEY] = key
            url = base.rstrip("/") + request.path_qs
            async with session.request(request.method, url, headers=headers, data=body) as answer:
                got = await answer.read()
        except (simcord.SetupError, aiohttp.ClientError):
            # The place is just being changed; the page asks again by itself.
            raise web.HTTPServiceUnavailable from None
        kept = {k: v for k, v in answer.headers.items() if k.lower() not in _OWN}
        if request.path == "/":
            got = got.replace(_INTO.encode(), (_ADDED + _INTO).encode())
        return web.Response(status=answer.status, headers=kept, body=got)


def _first_as(place: Place, before: Place | None) -> tuple[simcord.MemberActor | simcord.UserHandle, ...]:
    """The viewers of a place; whose direct messages were shown before comes first, so one stays oneself."""
    if before is None or len(before.viewers) != 1:
        return place.viewers
    last = before.viewers[0].id
    return tuple(sorted(place.viewers, key=lambda viewer: viewer.id != last))
