"""What the bot can ask of the loopback over REST, one function for each route."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from tests.wire import things
from tests.wire.things import EPHEMERAL, LOADING, Json
from tests.wire.world import NONCE_SECONDS, Refused, World

Answered = tuple[int, Json]
"""Status and body."""

Doing = Callable[..., Awaitable[Answered]]
"""World, request, body and the starred parts of the route; gives status and answer, or raises Refused."""


async def _me(world: World, request: web.Request, body: Json) -> Answered:
    return 200, world.me | {"mfa_enabled": True, "locale": "en-US"}


async def _application(world: World, request: web.Request, body: Json) -> Answered:
    owner = things.user("owner")
    return 200, {
        "id": world.me["id"],
        "name": "Dither",
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.me,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


async def _gateway_bot(world: World, request: web.Request, body: Json) -> Answered:
    limit = {"max_concurrency": 1, "remaining": 999, "reset_after": 0, "total": 1000}
    # An address nobody listens at: what is set as gateway_url must win.
    return 200, {"url": "ws://127.0.0.1:9/", "shards": 1, "session_start_limit": limit}


async def _sync(world: World, request: web.Request, body: Json, _: str, guild: str = "") -> Answered:
    registered = []
    for asked in body:
        made = {key: value for key, value in asked.items() if value is not None}
        made |= {
            "id": things.snowflake(),
            "application_id": world.me["id"],
            "version": things.snowflake(),
            "default_member_permissions": asked.get("default_member_permissions"),
            "type": asked.get("type", 1),
            "description": asked.get("description", ""),
        }
        registered.append(made | ({"guild_id": guild} if guild else {}))
    world.commands[guild] = registered
    return 200, registered


async def _open_direct(world: World, request: web.Request, body: Json) -> Answered:
    person = world.users.get(str(body["recipient_id"]))
    if person is None:
        raise Refused(10013)
    return 200, world.direct(person).wire()


async def _channel(world: World, request: web.Request, body: Json, channel_id: str) -> Answered:
    return 200, world.reached(channel_id).wire()


async def _send(world: World, request: web.Request, body: Json, channel_id: str) -> Answered:
    channel = world.reached(channel_id)
    if channel.closed:
        raise Refused(channel.closed)
    if channel.locked:
        raise Refused(50083)
    sends = things.SEND_IN_THREADS if channel.type == things.THREAD else things.SEND
    if channel.denied & sends:
        raise Refused(50013)
    channel.archived = False
    nonce = str(body["nonce"]) if body.get("nonce") is not None else None
    if nonce is not None and body.get("enforce_nonce") and not world.forget_nonces:
        at, known = channel.nonces.get(nonce, (0.0, ""))
        if known and time.monotonic() - at < NONCE_SECONDS:
            return 200, channel.messages[known].wire() if known in channel.messages else {}
    message = world.new(channel, body, nonce=nonce)
    if nonce is not None:
        channel.nonces[nonce] = time.monotonic(), message.id
    return 200, message.wire()


async def _history(world: World, request: web.Request, body: Json, channel_id: str) -> Answered:
    channel = world.reached(channel_id)
    if channel.denied & things.HISTORY:
        raise Refused(50001)
    limit, after = int(request.query.get("limit", 50)), int(request.query.get("after", 0))
    later = [m for m in channel.history() if int(m.id) > after]
    some = later[:limit] if after else later[-limit:]
    # What comes from the history has no nonce.
    return 200, [{key: part for key, part in m.wire().items() if key != "nonce"} for m in reversed(some)]


async def _one(world: World, request: web.Request, body: Json, channel_id: str, id_: str) -> Answered:
    return 200, world.posted(channel_id, id_).wire()


async def _edit(world: World, request: web.Request, body: Json, channel_id: str, id_: str) -> Answered:
    message = world.posted(channel_id, id_)
    channel = world.channels[channel_id]
    if channel.archived or channel.locked:
        raise Refused(50083)
    world.edited(message, body)
    return 200, message.wire()


async def _delete(world: World, request: web.Request, body: Json, channel_id: str, id_: str) -> Answered:
    del world.channels[channel_id].messages[world.posted(channel_id, id_).id]
    return 204, None


async def _thread(world: World, request: web.Request, body: Json, channel_id: str, id_: str) -> Answered:
    channel = world.reached(channel_id)
    world.posted(channel_id, id_)
    if channel.denied & things.CREATE_THREADS:
        raise Refused(50013)
    if id_ in world.channels:
        raise Refused(160004)
    guild = world.guilds[channel.guild_id or ""]
    made = world.add_channel(guild, str(body["name"]), thread_in=channel, id_=id_)
    await world.gateway.tell(guild.id, "THREAD_CREATE", made.wire() | {"newly_created": True})
    return 201, made.wire()


async def _callback(world: World, request: web.Request, body: Json, id_: str, token: str) -> Answered:
    it = world.tokens.get(token)
    if it is None or it.id != id_ or time.monotonic() - it.created > world.interaction_seconds:
        raise Refused(10062)
    if it.acknowledged:
        raise Refused(40060)
    it.acknowledged, it.acknowledged_at = body["type"], time.monotonic()
    it.data = body.get("data") or {}
    answer: Json = {"id": it.id, "type": it.type, "channel_id": it.channel.id}
    resource: Json = None
    if body["type"] in (4, 5):
        it.ephemeral = bool(int(it.data.get("flags") or 0) & EPHEMERAL)
        it.original = world.new(it.channel, it.data, only_for=it.user["id"] if it.ephemeral else "", by=it)
        if body["type"] == 5:
            it.original.flags |= LOADING
        resource = {"type": 4, "message": it.original.wire()} if body["type"] == 4 else None
    elif body["type"] in (6, 7):
        it.original = it.message
        if it.message is not None and body["type"] == 7:
            world.edited(it.message, it.data)
            resource = {"type": 7, "message": it.message.wire()}
    if it.original is not None:
        answer |= {
            "response_message_id": it.original.id,
            "response_message_loading": bool(it.original.flags & LOADING),
            "response_message_ephemeral": it.ephemeral,
        }
    if body["type"] not in (5, 6):
        it.answered.set()
    if request.query.get("with_response") not in ("1", "true"):
        return 204, None
    return 200, {"interaction": answer} | ({"resource": resource} if resource else {})


async def _follow(world: World, request: web.Request, body: Json, app: str, token: str) -> Answered:
    it = world.by_token(token)
    if it.original is not None and it.original.flags & LOADING:
        it.original.flags &= ~LOADING
        world.edited(it.original, body)
        it.answered.set()
        return 200, it.original.wire()
    hidden = bool(int(body.get("flags") or 0) & EPHEMERAL)
    made = world.new(it.channel, body, only_for=it.user["id"] if hidden else "", by=it)
    it.later.append(made)
    it.answered.set()
    return 200, made.wire()


async def _follow_edit(
    world: World, request: web.Request, body: Json, app: str, token: str, id_: str = ""
) -> Answered:
    it = world.by_token(token)
    message = it.original if not id_ else next((m for m in it.later if m.id == id_), None)
    if message is None:
        raise Refused(10008)
    message.flags &= ~LOADING
    world.edited(message, body)
    it.answered.set()
    return 200, message.wire()


ROUTES: dict[str, Doing] = {
    "GET /users/@me": _me,
    "GET /oauth2/applications/@me": _application,
    "GET /gateway/bot": _gateway_bot,
    "PUT /applications/*/commands": _sync,
    "PUT /applications/*/guilds/*/commands": _sync,
    "POST /users/@me/channels": _open_direct,
    "GET /channels/*": _channel,
    "POST /channels/*/messages/*/threads": _thread,
    "GET /channels/*/messages": _history,
    "POST /channels/*/messages": _send,
    "GET /channels/*/messages/*": _one,
    "PATCH /channels/*/messages/*": _edit,
    "DELETE /channels/*/messages/*": _delete,
    "POST /interactions/*/*/callback": _callback,
    "POST /webhooks/*/*": _follow,
    "PATCH /webhooks/*/*/messages/@original": _follow_edit,
    "PATCH /webhooks/*/*/messages/*": _follow_edit,
}
"""What the loopback can do. Anything else is answered with 404 and kept as a complaint."""
