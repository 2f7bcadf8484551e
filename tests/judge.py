"""Discord's own OpenAPI document as the judge of every request the bot makes, and of a stand-in's answers.

The document is a preview and open to unknown keys; here it is closed, with what discord.py really sends
allowed, and joined by the rules Discord writes down in prose only (judge_rules.py).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError
from simcord import Env

from tests import judge_rules

Json = Any
"""Any JSON value: what is judged is data of unknown shape."""

VARIABLE = "DITHER_OPENAPI"
"""The environment variable that names the document's path."""

DEFAULT_PATH = Path(__file__).parents[2] / "shared" / "discord-api-spec" / "openapi.json"

ALLOWED: dict[str, dict[str, Json]] = {
    # discord.py always says whether a command is age-restricted.
    "ApplicationCommandCreateRequest": {"nsfw": {"type": "boolean"}},
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
    "ApplicationCommandPatchRequestPartial": {"nsfw": {"type": "boolean"}},
    # discord.py builds sends and edits in one place, and so sends `tts` with both.
    "MessageEditRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": {"type": "boolean"}},
    # The same for threads in a channel and posts in a forum.
    "CreateForumThreadRequest": {"type": {"type": "integer"}},
}
"""Keys Discord takes though its document does not list them."""

_API_PREFIX = re.compile(r"^(https?://[^/]+)?/?(api/v\d+/)?")


class DocumentMissing(Exception):
    """There is no OpenAPI document to judge by, and there must be one."""


def document_path() -> Path:
    """Where the OpenAPI document is expected."""
    return Path(os.environ.get(VARIABLE) or DEFAULT_PATH)


class Judge:
    """Says what Discord would refuse in a request; without a document it says nothing at all."""

    def __init__(self, document: dict[str, Json] | None) -> None:
        self._operations: dict[str, list[tuple[list[str], dict[str, Json]]]] = {}
        self._components: dict[str, Json] = {}
        self._open: dict[str, Json] = {}
        self._validators: dict[int, Draft202012Validator] = {}
        if document is None:
            return
        self._open = document["components"]
        self._components = _adjust(document["components"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if method != "parameters":
                    parts = path.strip("/").split("/")
                    self._operations.setdefault(method.upper(), []).append((parts, operation))

    @property
    def sees(self) -> bool:
        """Whether there is a document to judge by."""
        return bool(self._operations)

    @classmethod
    def load(cls) -> Judge:
        """The judge, from the document's file.

        Raises:
            DocumentMissing: there is no file, and this is continuous integration (CI is set).
        """
        return _load(document_path(), must=bool(os.environ.get("CI")))

    def verdicts(self, method: str, path: str, body: Json) -> list[str]:
        """Each thing Discord would refuse in this request, in words; empty when it would be taken."""
        if not self.sees:
            return []
        parts = _parts(path)
        operation = self._find(method.upper(), parts)
        if operation is None:
            return [f"{method} {path}: Discord has no such operation"]
        body = _payload(body)
        found = self._against_document(operation, body)
        # The prose rules rely on the shapes the document has vouched for.
        found = found or judge_rules.verdicts(method.upper(), parts, body)
        return [f"{method} {path}: {verdict}" for verdict in found]

    def answer_verdicts(self, method: str, path: str, status: int, body: Json) -> list[str]:
        """Each thing in an answer that Discord would not say, in words; to judge a stand-in by."""
        if not self.sees:
            return []
        parts = _parts(path)
        operation = self._find(method.upper(), parts)
        if operation is None:
            return []
        answers = operation["responses"]
        wanted = answers.get(str(status)) or answers.get(f"{status // 100}XX")
        if status >= 500:
            return []
        if wanted is None:
            return [f"{method} {path}: Discord does not answer with {status}"]
        if "$ref" in wanted:
            wanted = self._components["responses"][wanted["$ref"].rpartition("/")[2]]
        schema = wanted.get("content", {}).get("application/json", {}).get("schema")
        if schema is not None and status >= 400:
            # Errors are made of parts that allow each other's keys, so they are judged as written.
            found = self._against(id(wanted), schema, body, self._open)
        elif schema is None:
            found = [] if body is None else ["a body where there is none"]
        else:
            found = self._against(id(wanted), schema, body)
        return [f"{method} {path}: answer {status}: {verdict}" for verdict in found]

    def _find(self, method: str, parts: list[str]) -> dict[str, Json] | None:
        """The operation of a path; a literal part beats a parameter, from left to right."""
        best: tuple[list[bool], dict[str, Json]] | None = None
        for template, operation in self._operations.get(method, ()):
            if len(template) != len(parts):
                continue
            literal = [ours == theirs for ours, theirs in zip(parts, template, strict=True)]
            fits = all(same or part.startswith("{") for same, part in zip(literal, template, strict=True))
            if fits and (best is None or literal > best[0]):
                best = literal, operation
        return best[1] if best else None

    def _against_document(self, operation: dict[str, Json], body: Json) -> list[str]:
        wanted = operation.get("requestBody")
        if wanted is None:
            return [] if body in (None, {}) else ["a body where none is taken"]
        schema = wanted["content"].get("application/json", {}).get("schema")
        if schema is None:
            # Files alone (a sticker): no JSON to judge.
            return []
        if body is None:
            return ["no body where one is needed"] if wanted.get("required") else []
        return self._against(id(operation), schema, body)

    def _against(
        self, key: int, schema: dict[str, Json], body: Json, components: dict[str, Json] | None = None
    ) -> list[str]:
        validator = self._validators.get(key)
        if validator is None:
            root = {"components": components or self._components, **schema}
            validator = Draft202012Validator(root, validate_formats=True, mask="it")
            self._validators[key] = validator
        return [line for error in validator.iter_errors(body) for line in _explain(error)]


@cache
def _load(path: Path, *, must: bool) -> Judge:
    if path.is_file():
        return Judge(json.loads(path.read_text(encoding="utf-8")))
    if must:
        raise DocumentMissing(
            f"{path}: there is no OpenAPI document; put Discord's there, or name it in {VARIABLE}."
        )
    return Judge(None)


def judge_requests(env: Env, judge: Judge | None = None) -> None:
    """Judge every request the bot has made in this simulated Discord.

    Raises:
        AssertionError: Discord would have refused at least one; the text lists all verdicts.
    """
    judge = judge or Judge.load()
    found = [
        verdict
        for entry in env.http_requests
        for verdict in judge.verdicts(entry.method, entry.path, entry.json)
    ]
    if found:
        raise AssertionError("Discord would refuse:\n" + "\n".join(found))


def _parts(path: str) -> list[str]:
    return _API_PREFIX.sub("", path.partition("?")[0]).strip("/").split("/")


def _payload(body: Json) -> Json:
    """The JSON of a body; a multipart one carries it in `payload_json` beside the files."""
    if isinstance(body, dict) and isinstance(body.get("payload_json"), str):
        return json.loads(body["payload_json"])
    return body


def _adjust(components: dict[str, Json]) -> dict[str, Json]:
    """The document's schemas, closed, with ids as numbers too and the allowances of ALLOWED."""
    schemas: dict[str, Json] = json.loads(json.dumps(components["schemas"]))
    snowflake = schemas["SnowflakeType"]
    schemas["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
    for name, keys in ALLOWED.items():
        properties = schemas[name]["properties"]
        for key, schema in keys.items():
            properties.setdefault(key, schema)
    _close(schemas)
    return {"schemas": schemas, "responses": components.get("responses", {})}


def _close(schema: Json) -> None:
    """Make every object with listed properties refuse others."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") in (
            "object",
            ["object", "null"],
        ):
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _close(part)
    elif isinstance(schema, list):
        for part in schema:
            _close(part)


def _explain(error: ValidationError) -> Iterator[str]:
    """An error in words; of a choice of schemas, the errors of the one that was meant."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", [])
    meant = min(branches, key=_distance, default=None)
    if not meant:
        where = "/".join(str(step) for step in error.instance_path) or "body"
        yield f"{where}: {error.message[:200]}"
        return
    for inner in meant:
        yield from _explain(inner)


def _distance(errors: list[ValidationError]) -> tuple[bool, int]:
    """How far a value is from a schema of a choice: another `type` is farther than anything else."""
    other = any(e.kind.name == "type" or list(e.instance_path)[-1:] == ["type"] for e in errors)
    return other, len(errors)
