"""Settings: config.toml and the environment become one frozen Config, or one sentence of what to do.

A field's `description` says what is expected of it and is what a ConfigError quotes, so every field has
one. The environment wins over the file.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    Strict,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo

DEFAULT_PATH = Path("config.toml")
"""Read when no other file is named; it may be absent."""

PATH_VARIABLE = "DITHER_CONFIG"
"""The environment variable that names another file."""

FOURTEEN_DAYS = 14 * 24 * 60 * 60

Whole = Annotated[int, Strict()]
Number = Annotated[float, Strict()]
Url = Annotated[str, Strict(), Field(max_length=200)]


class ConfigError(Exception):
    """The settings cannot be used. Its text is one sentence: file, key, what was expected, what to do."""


class Section(BaseModel):
    """Base of every section: frozen, and closed against misspelt keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class DiscordSettings(Section):
    """How to reach Discord. `token` is secret and never printed; `guilds` empty means global commands."""

    token: SecretStr = Field(default=SecretStr(""), description="the bot's token, in quotes")
    guilds: tuple[Annotated[Whole, Field(ge=1)], ...] = Field(
        default=(), description="server ids, as [123, 456] in the file or 123,456 in the variable"
    )
    api_url: Url = Field(
        default="https://discord.com/api/v10",
        pattern=r"^https?://[^\s/]+(/\S*)?$",
        description="an http or https address, in quotes",
    )
    gateway_url: Url = Field(
        default="wss://gateway.discord.gg/",
        pattern=r"^wss?://[^\s/]+(/\S*)?$",
        description="a ws or wss address, in quotes",
    )
    requests_per_second: Whole = Field(
        default=45, ge=0, le=1000, description="a whole number from 1 to 1000, or 0 for as fast as it can"
    )
    shard_count: Whole = Field(
        default=0, ge=0, le=16384, description="a whole number from 1, or 0 for as many as Discord asks for"
    )
    shard_ids: tuple[Annotated[Whole, Field(ge=0)], ...] = Field(
        default=(),
        description="different numbers below shard_count, which must be set, as [0, 1] in the file or 0,1 in"
        " the variable",
    )

    @field_validator("shard_ids")
    @classmethod
    def _are_of_the_count(cls, ids: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if len(set(ids)) != len(ids) or any(number >= info.data.get("shard_count", 0) for number in ids):
            raise ValueError
        return ids

    @property
    def hears_direct_messages(self) -> bool:
        """Whether this process hears them: Discord sends them all to shard 0."""
        return not self.shard_ids or 0 in self.shard_ids


SIMULATED = DiscordSettings(requests_per_second=0)
"""For a simulated Discord: it sets no limit, and its time stands still between two steps."""


class StorageSettings(Section):
    """Where the fights are kept."""

    database: Path = Field(default=Path("dither.sqlite3"), description="the path of a file, in quotes")


class LoggingSettings(Section):
    """How much is logged."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description='one of "debug", "info", "warning" and "error"'
    )
    format: Literal["text", "json"] = Field(default="text", description='"text" or "json"')


class MetricsSettings(Section):
    """Where numbers for Prometheus can be fetched; port 0 is nowhere."""

    port: Whole = Field(default=0, ge=0, le=65535, description="a port from 1 to 65535, or 0 for off")
    host: Annotated[str, Strict(), Field(min_length=1, max_length=200)] = Field(
        default="127.0.0.1", description="an address of this machine, in quotes"
    )


class TableSettings(Section):
    """Times at the table, in seconds unless the name says otherwise, and how much there may be."""

    declaration_seconds: Whole = Field(
        default=120,
        ge=15,
        le=FOURTEEN_DAYS,
        description=f"a whole number of seconds from 15 to {FOURTEEN_DAYS} (14 days)",
    )
    reminder_share: Number = Field(
        default=0.5, ge=0, lt=1, description="a number from 0 (no reminder) up to, but not including, 1"
    )
    early_close_seconds: Whole = Field(
        default=5, ge=-1, le=3600, description="a whole number of seconds from 0 to 3600, or -1 for off"
    )
    redraw_seconds: Whole = Field(
        default=2, ge=0, le=60, description="a whole number of seconds from 0 to 60"
    )
    answer_seconds: Number = Field(
        default=1.5, ge=0.1, le=2.5, description="a number of seconds from 0.1 to 2.5"
    )
    ask_wait_seconds: Whole = Field(
        default=60, ge=0, le=3600, description="a whole number of seconds from 0 (not at all) to 3600"
    )
    clock_cap_seconds: Whole = Field(
        default=3600, ge=1, le=86400, description="a whole number of seconds from 1 to 86400 (a day)"
    )
    most_fights: Whole = Field(default=50, ge=1, le=1000, description="a whole number from 1 to 1000")


class Config(Section):
    """Everything that can be set."""

    discord: DiscordSettings = DiscordSettings()
    storage: StorageSettings = StorageSettings()
    logging: LoggingSettings = LoggingSettings()
    metrics: MetricsSettings = MetricsSettings()
    table: TableSettings = TableSettings()


VARIABLES: Mapping[str, tuple[str, str]] = {
    "DITHER_TOKEN": ("discord", "token"),
    "DITHER_GUILDS": ("discord", "guilds"),
    "DITHER_API_URL": ("discord", "api_url"),
    "DITHER_GATEWAY_URL": ("discord", "gateway_url"),
    "DITHER_SHARD_COUNT": ("discord", "shard_count"),
    "DITHER_SHARD_IDS": ("discord", "shard_ids"),
    "DITHER_REQUESTS_PER_SECOND": ("discord", "requests_per_second"),
    "DITHER_DATABASE": ("storage", "database"),
    "DITHER_LOG_LEVEL": ("logging", "level"),
    "DITHER_LOG_FORMAT": ("logging", "format"),
    "DITHER_METRICS_PORT": ("metrics", "port"),
    "DITHER_METRICS_HOST": ("metrics", "host"),
    "DITHER_DECLARATION_SECONDS": ("table", "declaration_seconds"),
    "DITHER_REMINDER_SHARE": ("table", "reminder_share"),
    "DITHER_EARLY_CLOSE_SECONDS": ("table", "early_close_seconds"),
    "DITHER_REDRAW_SECONDS": ("table", "redraw_seconds"),
    "DITHER_ANSWER_SECONDS": ("table", "answer_seconds"),
    "DITHER_ASK_WAIT_SECONDS": ("table", "ask_wait_seconds"),
    "DITHER_CLOCK_CAP_SECONDS": ("table", "clock_cap_seconds"),
    "DITHER_MOST_FIGHTS": ("table", "most_fights"),
}
"""Each setting's environment variable. An empty variable counts as absent; guilds are separated by commas."""


def load(path: Path | None, environ: Mapping[str, str]) -> Config:
    """Read the settings from `path`, else the file the environment names, else ./config.toml if there is one.

    Raises:
        ConfigError: what is wrong and what to do, in one sentence.
    """
    named = path or (Path(environ[PATH_VARIABLE]) if environ.get(PATH_VARIABLE) else None)
    file = named or DEFAULT_PATH
    tables = _read(file, required=named is not None)
    _check_names(tables, file)
    origins: dict[tuple[str, str], str] = {}
    for variable, (section, key) in VARIABLES.items():
        if text := environ.get(variable, "").strip():
            tables.setdefault(section, {})[key] = _from_text(text, _field(section, key).default)
            origins[section, key] = variable
    try:
        return Config.model_validate(tables)
    except ValidationError as error:
        raise ConfigError(_sentence(error, file, origins)) from None


def _read(file: Path, *, required: bool) -> dict[str, dict[str, object]]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if not required:
            return {}
        raise ConfigError(
            f"{file}: there is no such file; name one that exists or copy config.example.toml there."
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: this is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise ConfigError(f"{file}: the file cannot be read ({reason}); make it readable.") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        raise ConfigError(f"{file}: this is not TOML: {reason}; compare config.example.toml.") from None


def _check_names(tables: Mapping[str, object], file: Path) -> None:
    """Refuse sections and keys that do not exist, with the nearest that does."""
    for section, keys in tables.items():
        known = Config.model_fields.get(section)
        if known is None:
            raise ConfigError(_unknown(f"{file}: [{section}]", "section", section, Config.model_fields))
        if not isinstance(keys, dict):
            raise ConfigError(f"{file}: {section} is expected to be a section; begin it with [{section}].")
        fields = _section(section).model_fields
        for key in keys:
            if key not in fields:
                raise ConfigError(_unknown(f"{file}: [{section}] {key}", "setting", key, fields))


def _unknown(where: str, what: str, name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    advice = f"did you mean {near[0]}?" if near else f"remove it, or use one of: {', '.join(known)}."
    return f"{where} is not a {what}; {advice}"


def _section(name: str) -> type[Section]:
    section = Config.model_fields[name].annotation
    assert isinstance(section, type)
    assert issubclass(section, Section)
    return section


def _field(section: str, key: str) -> FieldInfo:
    return _section(section).model_fields[key]


def _from_text(text: str, default: object) -> object:
    """What a variable's text means for a setting with this default; unreadable text stays text."""
    try:
        match default:
            case int():
                return int(text)
            case float():
                return float(text)
            case tuple():
                return tuple(int(part) for part in text.split(",") if part.strip())
            case _:
                return text
    except ValueError:
        return text


def _sentence(error: ValidationError, file: Path, origins: Mapping[tuple[str, str], str]) -> str:
    section, key = (str(part) for part in error.errors(include_input=False)[0]["loc"][:2])
    field = _field(section, key)
    variable = origins.get((section, key))
    where = variable or f"{file}: [{section}] {key}"
    drop = "unset it" if variable else "remove the line"
    shown = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
    standard = f"the default {shown}" if shown not in ("", ()) else "none"
    expected = field.description or "another value"
    if variable:
        expected = expected.removesuffix(", in quotes").replace('"', "")
    return f"{where} is expected to be {expected}; change it, or {drop} for {standard}."
