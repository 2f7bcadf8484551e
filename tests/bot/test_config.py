"""Settings: the example tells the truth, the environment wins, a mistake is one sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.config import VARIABLES, Config, ConfigError, load

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
SETTINGS = {
    (section, key)
    for section, field in Config.model_fields.items()
    for key in type(field.default).model_fields
}


def uncommented() -> dict[str, Any]:
    """The example with every setting taken out of its comment."""
    return tomllib.loads(
        re.sub(r"^# (?=\w+ = )", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )


def write(folder: Path, text: str) -> Path:
    """A settings file with this text."""
    file = folder / "dither.toml"
    file.write_text(text, encoding="utf-8")
    return file


def complaint(file: Path | None, environ: dict[str, str] | None = None) -> str:
    """The sentence that refuses these settings."""
    with pytest.raises(ConfigError) as caught:
        load(file, environ or {})
    return str(caught.value)


def test_the_example_changes_nothing() -> None:
    assert load(EXAMPLE, {}) == Config()


def test_the_example_lists_every_setting_with_its_true_default() -> None:
    tables = uncommented()
    assert {(section, key) for section, keys in tables.items() for key in keys} == SETTINGS
    assert Config.model_validate(tables) == Config()


def test_every_setting_has_one_variable_and_the_example_names_it() -> None:
    assert set(VARIABLES.values()) == SETTINGS
    assert len(VARIABLES) == len(SETTINGS)
    text = EXAMPLE.read_text(encoding="utf-8")
    assert [name for name in VARIABLES if name not in text] == []


def test_every_setting_says_what_is_expected_of_it() -> None:
    fields = {
        (s, k): f
        for s, field in Config.model_fields.items()
        for k, f in type(field.default).model_fields.items()
    }
    assert [name for name, field in fields.items() if not field.description] == []


def test_the_addresses_are_discords_own() -> None:
    assert Config().discord.api_url == Route.BASE
    assert Config().discord.gateway_url == str(DiscordWebSocket.DEFAULT_GATEWAY)
    assert discord.http.INTERNAL_API_VERSION == 10


def test_no_file_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(None, {}) == Config()


def test_the_file_in_the_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('[logging]\nlevel = "debug"', encoding="utf-8")
    assert load(None, {}).logging.level == "debug"


def test_a_named_file_goes_before_the_variables(tmp_path: Path) -> None:
    file = write(tmp_path, "[discord]\nguilds = [1, 2]")
    assert load(None, {"DITHER_CONFIG": str(file)}).discord.guilds == (1, 2)
    assert load(file, {"DITHER_CONFIG": "/nowhere"}).discord.guilds == (1, 2)


def test_the_environment_wins(tmp_path: Path) -> None:
    file = write(tmp_path, '[storage]\ndatabase = "a"\n[table]\ndeclaration_seconds = 60')
    environ = {
        "DITHER_TOKEN": "a.b.c",
        "DITHER_GUILDS": "3, 4",
        "DITHER_DATABASE": "b",
        "DITHER_REMINDER_SHARE": "0.25",
        "DITHER_EARLY_CLOSE_SECONDS": "-1",
        "DITHER_LOG_LEVEL": "",
    }
    config = load(file, environ)
    assert config.discord.token.get_secret_value() == "a.b.c"
    assert config.discord.guilds == (3, 4)
    assert config.storage.database == Path("b")
    assert config.table.reminder_share == 0.25
    assert config.table.early_close_seconds == -1
    assert config.table.declaration_seconds == 60
    assert config.logging.level == "info"


def test_the_token_is_never_shown() -> None:
    config = load(None, {"DITHER_TOKEN": "secret.secret.secret"})
    assert "secret.secret" not in f"{config!r} {config} {config.model_dump()}"


MISTAKES = [
    ("[table]\ndeclaration_second = 60", "[table] declaration_second", "declaration_seconds"),
    ("[tabel]\nx = 1", "[tabel]", "table"),
    ("[table]\nzzz = 1", "[table] zzz", "reminder_share"),
    ("table = 3", "table", "[table]"),
    ("[table]\ndeclaration_seconds = 5", "[table] declaration_seconds", "15 to 1209600"),
    ('[table]\ndeclaration_seconds = "60"', "[table] declaration_seconds", "15 to 1209600"),
    ("[table]\ndeclaration_seconds = 60.5", "[table] declaration_seconds", "default 120"),
    ("[table]\ndeclaration_seconds = true", "[table] declaration_seconds", "default 120"),
    ("[table]\nreminder_share = 1", "[table] reminder_share", "from 0"),
    ("[table]\nreminder_share = nan", "[table] reminder_share", "from 0"),
    ("[table]\nearly_close_seconds = -2", "[table] early_close_seconds", "-1 for off"),
    ("[table]\nanswer_seconds = 3", "[table] answer_seconds", "0.1 to 2.5"),
    ("[table]\nclock_cap_seconds = 0", "[table] clock_cap_seconds", "1 to 86400"),
    ('[logging]\nlevel = "loud"', "[logging] level", "warning"),
    ('[discord]\nguilds = ["x"]', "[discord] guilds", "server ids"),
    ("[discord]\nguilds = 7", "[discord] guilds", "server ids"),
    ("[discord]\ntoken = 7", "[discord] token", "in quotes"),
    ('[discord]\napi_url = "discord.com"', "[discord] api_url", "http"),
    ("[discord]\nshard_count = -1", "[discord] shard_count", "whole number"),
    ("[discord]\nshard_ids = [0]", "[discord] shard_ids", "below shard_count"),
    ("[discord]\nshard_count = 2\nshard_ids = [0, 2]", "[discord] shard_ids", "below shard_count"),
    ("[discord]\nshard_count = 2\nshard_ids = [1, 1]", "[discord] shard_ids", "different"),
    ("[discord]\nrequests_per_second = 1001", "[discord] requests_per_second", "from 1 to 1000"),
    ("[discord]\nrequests_per_second = -1", "[discord] requests_per_second", "0 for as fast as it can"),
    ("[storage]\ndatabase = 7", "[storage] database", "path of a file"),
    ("[table", "dither.toml", "not TOML"),
]


@pytest.mark.parametrize(("text", "where", "advice"), MISTAKES, ids=[case[0] for case in MISTAKES])
def test_a_mistake_in_the_file_is_one_sentence(tmp_path: Path, text: str, where: str, advice: str) -> None:
    sentence = complaint(write(tmp_path, text))
    assert sentence.startswith(str(tmp_path / "dither.toml"))
    assert where in sentence
    assert advice in sentence
    assert "\n" not in sentence
    assert sentence[-1] in ".?"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("DITHER_DECLARATION_SECONDS", "soon"),
        ("DITHER_DECLARATION_SECONDS", "14"),
        ("DITHER_GUILDS", "1,x"),
        ("DITHER_GUILDS", "0"),
        ("DITHER_LOG_LEVEL", "loud"),
        ("DITHER_API_URL", "discord.com"),
        ("DITHER_SHARD_IDS", "1"),
        ("DITHER_SHARD_COUNT", "two"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(variable: str, text: str) -> None:
    sentence = complaint(None, {variable: text})
    assert sentence.startswith(variable)
    assert "unset it" in sentence


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    assert "no such file" in complaint(tmp_path / "none.toml")
    assert "cannot be read" in complaint(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in complaint(binary)
