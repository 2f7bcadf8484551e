"""Discord at wire level on this machine: REST v10 and gateway v10, judged by Discord's own document.

It runs in the caller's event loop; the bot is another process. Requests and answers are judged, and what
Discord would not take or say is kept in `complaints`, as is the loopback's own failure: the bot is then
answered with a 4xx it does not try again.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from tests.judge import Judge
from tests.wire.faults import MESSAGES, Fault
from tests.wire.limits import Limits
from tests.wire.rest import ROUTES
from tests.wire.things import Json
from tests.wire.world import Refused, World


@dataclass(frozen=True)
class Seen:
    """A request as it came and was answered; status 0 where it was not."""

    at: float
    method: str
    path: str
    route: str
    body: Json
    status: int


class Loopback(World):
    """One Discord with one bot in it, served on this machine."""

    def __init__(self, *, limits: Limits | None = None, judged: bool = True) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self.complaints: list[str] = []
        self.faults: list[Fault] = []
        self.limits = limits
        self.token = "loop.back.token"
        self._judge = Judge.load() if judged else Judge(None)
        self._runner: web.AppRunner | None = None

    # --- its own life -----------------------------------------------------------------------------------

    async def __aenter__(self) -> Loopback:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        for session in list(self.gateway.sessions.values()):
            if session.socket is not None:
                await session.socket.close()
        await self._runner.cleanup()

    # --- for tests --------------------------------------------------------------------------------------

    def fail(self, method: str, path: str, **how: Json) -> Fault:
        """Have the next requests of this kind go wrong; see Fault."""
        fault = Fault(method, path, **how)
        self.faults.append(fault)
        return fault

    def told(self, route: str) -> list[Seen]:
        """Requests of a route, like `POST /channels/*/messages`, that were done."""
        return [seen for seen in self.seen if seen.route == route and 200 <= seen.status < 300]

    async def until(self, what: Callable[[], object], seconds: float = 10.0, said: str = "") -> None:
        """Wait for something to be so.

        Raises:
            AssertionError: it is not in that time.
        """
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, said or f"still not so after {seconds} seconds"
            await asyncio.sleep(0.005)

    # --- requests ---------------------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        body = await _body(request)
        route = _route(path)
        name = f"{request.method} {route}"
        at = time.time()
        self.complaints += self._judge.verdicts(request.method, path, body)
        fault = next((f for f in self.faults if f.meets(request.method, path)), None)
        status, answer, headers = await self._answered(request, path, name, body, fault)
        self.seen.append(Seen(at, request.method, path, name, body, status))
        if status == 0:
            if request.transport is not None:
                request.transport.abort()
            # Never read: the connection is gone.
            return web.Response(status=400)
        self.complaints += self._judge.answer_verdicts(request.method, path, status, answer)
        if answer is None:
            return web.Response(status=status, headers=headers)
        text = json.dumps(answer).encode()
        return web.Response(status=status, body=text, headers={"Content-Type": "application/json", **headers})

    async def _answered(
        self, request: web.Request, path: str, name: str, body: Json, fault: Fault | None
    ) -> tuple[int, Json, dict[str, str]]:
        if fault is not None:
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.when == "before" and fault.call is not None:
                fault.call()
            if fault.when != "after" and (fault.drop or fault.status):
                return _faulty(fault)
        headers: dict[str, str] = {}
        if self.limits is not None:
            wait, everything, headers = self.limits.ask(name, _major(path))
            if wait:
                return _limited(wait, everything, headers)
        status, answer = await self._done(request, path, name, body)
        if fault is not None and fault.when == "after":
            if fault.call is not None:
                fault.call()
            if fault.drop or fault.status:
                return _faulty(fault)
        return status, answer, headers

    async def _done(self, request: web.Request, path: str, name: str, body: Json) -> tuple[int, Json]:
        doing = ROUTES.get(name)
        if doing is None:
            self.complaints.append(f"{name}: the loopback has no such route")
            return 404, {"code": 0, "message": "404: Not Found"}
        if "/interactions/" not in path and "/webhooks/" not in path:
            if request.headers.get("Authorization") != f"Bot {self.token}":
                return 401, {"code": 0, "message": "401: Unauthorized"}
        elif "Authorization" in request.headers:
            self.complaints.append(f"{name}: the token goes where none is wanted")
        parts = [
            p for p, t in zip(path.split("/"), name.partition(" ")[2].split("/"), strict=True) if t == "*"
        ]
        try:
            return await doing(self, request, body, *parts)
        except Refused as refused:
            status, words = MESSAGES[refused.code]
            answer = {"code": refused.code, "message": words}
            if status == 429:
                answer |= {"retry_after": 0.1, "global": False}
            return status, answer
        except Exception:
            # A 5xx would only be tried again.
            self.complaints.append(traceback.format_exc())
            return 400, {"code": 0, "message": "the loopback failed"}


def _route(path: str) -> str:
    """The path with a star for each id or token; literal parts stay."""
    made = re.sub(r"(?<=/)\d+(?=/|$)", "*", path)
    return re.sub(r"^/(interactions|webhooks)/\*/[^/]+", r"/\1/*/*", made)


def _major(path: str) -> str:
    found = re.match(r"/\w+/(\d+)", path)
    return found[1] if found else ""


def _faulty(fault: Fault) -> tuple[int, Json, dict[str, str]]:
    if fault.drop:
        return 0, None, {}
    words = MESSAGES.get(fault.code, (0, f"{fault.status}: asked for"))[1]
    answer: Json = {"code": fault.code, "message": words}
    if fault.status == 429:
        headers = {"X-RateLimit-Scope": "global" if fault.everything else "user"}
        status, limited, headers = _limited(fault.retry_after, fault.everything, headers)
        return status, limited | ({"code": fault.code, "message": words} if fault.code else {}), headers
    return fault.status, answer, {}


def _limited(wait: float, everything: bool, headers: dict[str, str]) -> tuple[int, Json, dict[str, str]]:
    said = "You are being rate limited."
    answer = {"code": 0, "message": said, "retry_after": round(wait, 3), "global": everything}
    # Without Via, discord.py takes it for a ban.
    return 429, answer, headers | {"Via": "1.1 google", "Retry-After": str(max(1, round(wait)))}


async def _body(request: web.Request) -> Json:
    if not request.can_read_body:
        return None
    if request.content_type != "multipart/form-data":
        return await request.json()
    form = await request.post()
    payload = json.loads(str(form.get("payload_json", "{}")))
    files = [value for key, value in form.items() if key.startswith("files[")]
    if files:
        payload["attachments"] = [
            {**known, "filename": file.filename}
            for known, file in zip(payload.get("attachments") or [{} for _ in files], files, strict=True)
            if isinstance(file, web.FileField)
        ]
    return payload
