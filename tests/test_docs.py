"""The documents keep step with the code: commands, controls, settings, the README's excerpt, the links."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

from bot import commands_page, demo
from bot.config import VARIABLES, Config
from bot.options import Options
from rules import setting_rows

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def text(name: str) -> str:
    """A document of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def tree() -> dict[str, list[str]]:
    """Every slash command with its options, as the tree has them."""
    found: dict[str, list[str]] = {}
    for line in asyncio.run(commands_page.listing()).splitlines():
        if line.startswith("/"):
            found[line.split(" (")[0]] = []
        elif option := re.match(r"    (\S+) \(\w[^)]*\): ", line):
            found[list(found)[-1]].append(option[1])
    return found


@cache
def sections() -> dict[str, str]:
    """What docs/commands.md says under each command."""
    _, *parts = re.split(r"^### (?=/)", text("docs/commands.md"), flags=re.MULTILINE)
    return {name.strip(): body for name, _, body in (part.partition("\n") for part in parts)}


def test_every_command_is_documented_and_no_other() -> None:
    assert list(tree())
    assert sorted(sections()) == sorted(tree())


def test_every_option_is_documented_with_its_command_and_no_other() -> None:
    for name, options in tree().items():
        body = sections()[name].partition("\n## ")[0]
        rows = re.findall(r"^\| \*?`(\w+)`\*? \|", body, flags=re.MULTILINE)
        assert [option for option in options if f"`{option}`" not in body] == [], name
        assert [row for row in rows if row not in options] == [], name
        assert len(rows) == len(set(rows)), name


def test_nothing_is_said_twice_and_every_heading_and_table_stands_apart() -> None:
    page = text("docs/commands.md")
    lines = page.splitlines()
    buttons = [line.split("|")[1].strip() for line in lines if re.match(r"\| [^`*-]", line)]
    assert {name for name in buttons if buttons.count(name) > 1} <= REPEATED
    openings = [p[:64] for p in page.split("\n\n") if not p.startswith(("|", "#", "**"))]
    assert {words for words in openings if openings.count(words) > 1} == set()
    for above, line in pairwise(lines):
        if line.startswith(("#", "**")) or (line.startswith("|") and not above.startswith("|")):
            assert not above, line


REPEATED = {"option", "button", "menu or button", "At whom?", "Seal it"}
"""Heads of tables, and what stands under several messages with a meaning of its own."""


def controls() -> Iterator[str]:
    """The label of every button, and what every menu asks, as they stand in the source."""
    for file in (*ROOT.glob("bot/ui/*.py"), *ROOT.glob("bot/cogs/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"Button": 0, "Menu": 1}.get(node.func.id)
                if place is not None and isinstance(label := node.args[place], ast.Constant):
                    yield str(label.value)


def test_every_button_and_menu_is_documented() -> None:
    page = text("docs/commands.md").partition("## Buttons and menus")[2]
    labels = set(controls())
    assert len(labels) > 20
    assert [label for label in sorted(labels) if label not in page] == []


def test_every_option_of_a_fight_is_documented_with_its_default() -> None:
    page = text("docs/house-settings.md").partition("## At this table")[2]
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page, flags=re.MULTILINE)
    assert rows == [
        (name.strip("`"), default.strip("`")) for name, _, _, _, default, _ in setting_rows(Options)
    ]


def settings() -> Iterator[tuple[str, str, object]]:
    """Every section, key and default."""
    for section in Config.model_fields:
        model = getattr(Config(), section)
        for key in type(model).model_fields:
            yield section, key, getattr(model, key)


def shown(default: object) -> str:
    """A default as the table of settings writes it."""
    if isinstance(default, SecretStr):
        return "none"
    return f"`{list(default) if isinstance(default, tuple) else default}`"


def test_every_setting_is_documented_with_its_default_and_variable() -> None:
    variables = {place: variable for variable, place in VARIABLES.items()}
    _, *parts = re.split(r"^## `\[(\w+)\]`$", text("docs/settings.md"), flags=re.MULTILINE)
    pages = dict(zip(parts[::2], parts[1::2], strict=True))
    for section, key, default in settings():
        row = f"| `{key}` | {shown(default)} | `{variables[section, key]}` |"
        assert row in pages[section]
    documented = {
        (s, key) for s, page in pages.items() for key in re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    }
    assert documented == {(section, key) for section, key, _ in settings()}


def test_the_example_file_names_every_setting_and_variable() -> None:
    example = text("config.example.toml")
    assert [key for _, key, _ in settings() if not re.search(rf"^# {key} = ", example, re.MULTILINE)] == []
    assert [variable for variable in VARIABLES if variable not in example] == []


def test_the_excerpt_in_the_readme_is_what_the_demo_prints() -> None:
    found = re.search(r"<!-- demo: seed (\d+) -->\n```\n(.*?)\n```", text("README.md"), re.DOTALL)
    assert found is not None
    transcript = asyncio.run(demo.play("segments", int(found[1])))
    pieces = found[2].split("\n…\n")
    assert len(pieces) > 3
    assert [piece for piece in pieces if piece not in transcript] == []


def test_the_invitation_asks_for_what_the_demo_was_played_with() -> None:
    found = re.search(r"scope=(\S+?)&permissions=(\d+)", text("README.md"))
    assert found is not None
    assert found[1].split("+") == ["bot", "applications.commands"]
    assert discord.Permissions(int(found[2])) == demo.PERMITTED


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere_and_nothing_outside_the_repository_is_meant(page: Path) -> None:
    body = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)", body) + re.findall(r'src="(?!https?:)([^"]+)"', body)
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert re.findall(r"\.\./shared|/work/|/tmp/", body) == []
