"""What Discord writes in prose and neither its OpenAPI document nor the simulated Discord checks.

Source: Discord's developer documents, application-commands (names, options, 8000 characters, 100
commands), message (embeds, 2000 and 6000 characters) and components (4000 characters of text, 40 components,
a menu's values). The bodies have passed the document before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Json = Any
"""Any JSON value of a shape the document has vouched for."""

CHAT_INPUT = 1
SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2
NEW_MESSAGE, AUTOCOMPLETE_RESULT = 4, 8

_NAME = re.compile(r"[-_'\w]{1,32}")


def verdicts(method: str, parts: list[str], body: Json) -> list[str]:
    """What these rules refuse in a request; `parts` is its path, split at the slashes."""
    if body is None:
        return []
    match parts:
        case ["applications", _, "commands"] | ["applications", _, "guilds", _, "commands"]:
            return list(_commands(body if isinstance(body, list) else [body]))
        case ["applications", *_, "commands", _]:
            return list(_options(body))
        case ["interactions", _, _, "callback"]:
            return list(_callback(body))
        case ["channels", _, "messages"] | ["webhooks", _, _] if method == "POST":
            return list(_message(body, new=True))
        case ["channels", _, "messages", _] | ["webhooks", _, _, "messages", _] if method == "PATCH":
            return list(_message(body, new=False))
        case _:
            return []


def _commands(commands: list[Json]) -> Iterator[str]:
    kinds = [command.get("type") or CHAT_INPUT for command in commands]
    if kinds.count(CHAT_INPUT) > 100:
        yield f"{kinds.count(CHAT_INPUT)} slash commands, at most 100"
    for kind, name in _twice(zip(kinds, (c["name"] for c in commands), strict=True)):
        yield f"two commands named {name} of kind {kind}"
    for command in commands:
        yield from _command(command)


def _command(command: Json) -> Iterator[str]:
    name = command["name"]
    if (command.get("type") or CHAT_INPUT) == CHAT_INPUT:
        yield from _bad_name("command", name)
        if not command.get("description"):
            yield f"command {name}: a slash command needs a description"
    elif command.get("description"):
        yield f"command {name}: a context menu has no description"
    if _length(command) > 8000:
        yield f"command {name}: {_length(command)} characters in all, at most 8000"
    yield from _options(command)


def _options(parent: Json) -> Iterator[str]:
    options = parent.get("options") or []
    for name in _twice(option["name"] for option in options):
        yield f"{parent.get('name', 'command')}: two options named {name}"
    optional = False
    for option in options:
        name = option["name"]
        yield from _bad_name("option", name)
        if option.get("choices") and option.get("autocomplete"):
            yield f"option {name}: choices and autocomplete exclude each other"
        if option["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP):
            yield from _options(option)
            continue
        if option.get("required") and optional:
            yield f"option {name}: required after an optional one"
        optional = optional or not option.get("required")


def _bad_name(what: str, name: str) -> Iterator[str]:
    if not _NAME.fullmatch(name):
        yield f"{what} name {name!r}: only letters, digits, - _ and ', no spaces"
    elif name != name.lower():
        yield f"{what} name {name!r}: not in lower case"


def _length(part: Json) -> int:
    """Characters Discord counts: names, descriptions and values, each in its longest translation."""
    own = 0
    for key in ("name", "description", "value"):
        texts = [part.get(key), *(part.get(f"{key}_localizations") or {}).values()]
        own += max(len(str(text or "")) for text in texts)
    inner = [*(part.get("options") or []), *(part.get("choices") or [])]
    return own + sum(_length(one) for one in inner)


def _callback(body: Json) -> Iterator[str]:
    data = body.get("data") or {}
    if body["type"] == AUTOCOMPLETE_RESULT:
        for choice in data.get("choices") or []:
            if choice and isinstance(choice["value"], str) and len(choice["value"]) > 100:
                yield f"choice {choice['name']}: a value of {len(choice['value'])} characters, at most 100"
    else:
        yield from _message(data, new=body["type"] == NEW_MESSAGE)


def _message(message: Json, *, new: bool) -> Iterator[str]:
    content = message.get("content") or ""
    if len(content) > 2000:
        yield f"content of {len(content)} characters, at most 2000"
    filled = ("embeds", "components", "attachments", "sticker_ids", "poll", "message_reference")
    if new and not content.strip() and not any(message.get(k) for k in filled):
        yield "an empty message"
    embeds = message.get("embeds") or []
    if (size := sum(_embed_length(embed) for embed in embeds)) > 6000:
        yield f"{size} characters over all embeds, at most 6000"
    for embed in embeds:
        for field in embed.get("fields") or []:
            if not field["name"].strip() or not field["value"].strip():
                yield f"embed field {field['name']!r}: a name and a value may not be empty"
    yield from _components(message.get("components") or [])


def _components(tree: list[Json]) -> Iterator[str]:
    """Texts are counted as UTF-16, the longest way there is to count them."""
    parts = list(_all(tree))
    for custom_id in _twice(part["custom_id"] for part in parts if part.get("custom_id")):
        yield f"two components with the custom_id {custom_id}"
    if len(parts) > 40:
        yield f"{len(parts)} components, at most 40"
    texts = [str(part["content"]) for part in parts if part.get("content") is not None]
    if (size := sum(len(text.encode("utf-16-le")) // 2 for text in texts)) > 4000:
        yield f"{size} characters over all texts, at most 4000"
    if not all(text.strip() for text in texts):
        yield "a text without anything in it"
    for part in parts:
        options = part.get("options") or []
        for value in _twice(option["value"] for option in options):
            yield f"menu {part.get('custom_id')}: two choices with the value {value}"
        if sum(bool(option.get("default")) for option in options) > (part.get("max_values") or 1):
            yield f"menu {part.get('custom_id')}: more choices are chosen than can be"
        labels = [part.get("label"), *(option["label"] for option in options)]
        if any(label is not None and not label.strip() for label in labels):
            yield f"{part.get('custom_id')}: a blank label"


def _embed_length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)


def _all(tree: list[Json]) -> Iterator[Json]:
    """Every component, outer before inner."""
    for part in tree:
        yield part
        yield from _all(part.get("components") or [])
        yield from _all([inner for key in ("accessory", "component") if (inner := part.get(key))])


def _twice(things: Iterable[Any]) -> list[Any]:
    """Each thing that occurs more than once."""
    return [thing for thing, count in Counter(things).items() if count > 1]
