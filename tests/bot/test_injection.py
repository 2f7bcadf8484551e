"""Whatever people type, anywhere: nothing pings, nothing restyles, nothing breaks into the lines of others.

Every option of every command that takes text is tried with hostile text, taken from the tree of commands, and
so is every field of every form a panel opens. What the bot then sends, to whomever, is read for what came of
it.
"""

from __future__ import annotations

import json
import re
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.bot.conftest import Opener
from tests.bot.table import Answer, Json, Person, Table, Typed, walk
from tests.share import SHARE

MARK = "zq"
"""In every hostile text, so that what came of it is found."""

HOSTILE = (
    "**zq** b",
    "`zq`",
    "||zq||",
    "~~zq~~",
    "__zq__",
    "<@123>zq",
    "<#1>zq",
    "<t:1>zq",
    "[zq](x)",
    "# zq",
    "> zq",
    "-# zq",
    "1. zq",
    "zq\n# zq",
    "zq\r\n> zq",
    "\u202ezq",
    "z\u200bq zq",
    "\u2066zq",
    "zq\u2028# zq",
    "@everyone zq",
    "```\nzq\n```",
    "\\**zq**",
    "zq\\",
)

RAW = re.compile(
    r"(?<!\\)(?:\\\\)*(?:\*\*zq\*\* b|`zq|\|\|zq|~~zq|__zq|\[zq\]|<@123|<#1>|<t:1>)"
    r"|^\s*(?:#|>|-#|1\.) zq|^```",
    re.MULTILINE,
)
"""Hostile text that would do something where markup is read."""

UNSEEN = re.compile("[\u0000-\u0009\u000b-\u001f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""What hides or reorders, wherever it stands; a line's end is allowed between the bot's own lines."""

LONG = {"early_close_seconds": 3600, "declaration_seconds": 7200}

FILLED: dict[str, dict[str, Typed]] = {
    "combatant add": {"name": "Rat"},
    "combatant edit": {"combatant": "Mira"},
    "combatant ability": {"combatant": "Mira", "line": "Web. Sticky."},
    "combatant remove": {"combatant": "Nobody"},
    "combatant engage": {"combatant": "Mira", "foe": "Orc 2"},
    "combatant disengage": {"combatant": "Mira", "foe": "Orc 2"},
    "round down": {"combatant": "Nobody"},
    "round delay": {"combatant": "Nobody"},
    "round pardon": {"combatant": "Nobody"},
    "round time": {"combatant": "Nobody", "segments": 3},
    "encounter settings": {"setting": "delay_die"},
    "event add": {"what": "rain", "when": "10"},
    "join": {"name": "Newcomer"},
    "rules": {"query": "spell"},
    "declare": {"action": "other", "segments": 2},
}
"""What else a command needs, so that it gets as far as it can."""


def texts(table: Table) -> list[tuple[str, app_commands.transformers.CommandParameter]]:
    """Every option that takes free text, with the name of its command."""
    found: list[tuple[str, Any]] = []
    for command in table.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            found += [
                (command.qualified_name, parameter)
                for parameter in command.parameters
                if parameter.type is discord.AppCommandOptionType.string and not parameter.choices
            ]
    return found


def filled_in(table: Table, name: str) -> dict[str, Typed]:
    """What a command must be given: as the table above says, else any name, number or choice."""
    command = next(c for c in table.bot.tree.walk_commands() if c.qualified_name == name)
    assert isinstance(command, app_commands.Command)
    needed = {
        p.display_name: p.choices[0].value
        if p.choices
        else ("Mira" if p.type is discord.AppCommandOptionType.string else 3)
        for p in command.parameters
        if p.required
    }
    return {**needed, **FILLED.get(name, {})}


def fits(text: str, parameter: Any) -> str:  # noqa: ANN401 - discord.py's own
    """The text as Discord would let it be typed there."""
    most = parameter.max_value if isinstance(parameter.max_value, int) else 4000
    return text[:most]


def sent(table: Table, since: int) -> list[Json]:
    """Every body sent since then."""
    return [request.json for request in table.env.http_requests[since:] if isinstance(request.json, dict)]


def check(table: Table, since: int, what: str) -> None:
    """Nothing of what was typed does anything, in anything that was sent."""
    for body in sent(table, since):
        data = body.get("data") if isinstance(body.get("data"), dict) else body
        for component in walk(data.get("components") or ()):
            if component.get("type") == 10:
                text = component["content"]
                assert not RAW.search(text), f"{what}: {text!r}"
                assert not UNSEEN.search(text), f"{what}: {text!r}"
            for shown in ("label", "placeholder", "description"):
                label = component.get(shown)
                if isinstance(label, str):
                    assert not UNSEEN.search(label), f"{what}: {label!r}"
                    assert "\n" not in label, f"{what}: {label!r}"
            for option in component.get("options") or ():
                raw = f"{option['label']}{option.get('description') or ''}"
                assert not UNSEEN.search(raw), f"{what}: {raw!r}"
                assert "\n" not in raw, f"{what}: {raw!r}"
        if data.get("components") and "custom_id" not in data:
            assert data.get("allowed_mentions", {}).get("parse") == [], f"{what}: {json.dumps(body)[:300]}"


@pytest.mark.parametrize("at", ["before the round", "while declaring", "while segments are called"])
async def test_every_option_of_every_command_takes_hostile_text_and_nothing_comes_of_it(
    open_table: Opener, at: str
) -> None:
    table = await open_table(**LONG)
    table.env.settle_timeout = 10
    await table.begin(play="called", time="2h")
    if at != "before the round":
        await table.open_round()
    if at == "while segments are called":
        await table.all_declare()
        await table.gm.slash("round close")
    # Some of the texts for each option at each of the three points of a fight, and each text at some option.
    # In the whole run every option meets every text, at one of the points.
    stride = 8 if SHARE == 1 else 3
    third = ["before the round", "while declaring", "while segments are called"].index(at)
    options = texts(table)
    assert len(options) > 25
    for number, (name, parameter) in enumerate(options):
        if name in ("encounter end", "round open"):
            continue
        for text in HOSTILE[(third + number) % stride :: stride]:
            typed = fits(text, parameter)
            since = len(table.env.http_requests)
            person = table.mira if name in ("declare", "withdraw", "rules") else table.gm
            await person.slash(name, **{**filled_in(table, name), parameter.display_name: typed})
            check(table, since, f"/{name} {parameter.display_name}: {text!r}")


async def test_hostile_names_are_told_all_through_a_round_and_nothing_comes_of_it(table: Table) -> None:
    table.env.settle_timeout = 10
    gm, mira = table.gm, table.mira
    await table.begin()
    start = len(table.env.http_requests)
    for text in HOSTILE:
        await gm.slash("combatant add", name=text, side=f"{text} s"[:40], weapons=f"{text} 4"[:60])
    await gm.slash("combatant edit", combatant="Mira", name="**zq** ||zq||", weapons="`zq` 3")
    await gm.slash("combatant add", name="__zq__ <@123>", count=3)
    await table.open_round()
    for text in HOSTILE:
        await mira.slash("declare", action="cast", text=text, segments=1, target=f"place {text}"[:100])
        await mira.slash(
            "declare", action="other", text=text, segments=1, minors=f"shout {text}, drop {text}"
        )
    await mira.slash("declare", action="other", text="**zq** # zq", move="10 ft ||zq||", minors="shout `zq`!")
    await table.borin.slash("declare", action="cast", text="~~zq~~", segments=2, target="[zq](x)")
    await gm.slash("encounter status")
    await gm.slash("combatant list")
    await table.kesh.slash("combatant list")
    await gm.slash("round close")
    await gm.slash("encounter status")
    check(table, start, "the round")
    told = " ".join(table.posts())
    assert MARK in told, "the names have been told"


async def filled(table: Table, person: Person, form: Answer, text: str) -> None:
    """The form sent in with the text in each of its fields."""
    fields = {c["component"]["custom_id"]: c["component"] for c in form.components}
    typed = {key: text[: field.get("max_length") or 4000] for key, field in fields.items()}
    await person.fill(form, **typed)


@pytest.mark.parametrize("act", ["cast", "other", "item"])
async def test_every_field_of_a_panels_forms_takes_hostile_text_and_nothing_comes_of_it(
    declaring: Table, act: str
) -> None:
    table, mira = declaring, declaring.mira
    table.env.settle_timeout = 10
    for text in HOSTILE:
        start = len(table.env.http_requests)
        form = await mira.pick(mira.panel, "act", act)
        if form.form:
            await filled(table, mira, form, text)
        await filled(table, mira, await mira.pick(mira.panel, "move", "before:words"), text)
        for said in ("shout", "other-minor"):
            await filled(table, mira, await mira.press(mira.panel, "speak", said), text)
        check(table, start, f"{act}: {text!r}")
