"""The judge: bodies Discord takes pass, bodies it refuses are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord.types import HttpLogEntry

from tests import judge as judges
from tests.judge import DocumentMissing, Judge, judge_requests

Json = Any

MESSAGES = ("POST", "/channels/1/messages")
CALLBACK = ("POST", "/interactions/1/token/callback")
COMMANDS = ("PUT", "/applications/1/commands")
EDIT = ("PATCH", "/webhooks/1/token/messages/@original")


def command(**changes: Json) -> list[Json]:
    """A registration of one good command, with these changes."""
    return [{"name": "declare", "description": "Say what you will do", "type": 1, **changes}]


def option(**changes: Json) -> Json:
    """One good string option, with these changes."""
    return {"type": 3, "name": "spell", "description": "Which one", **changes}


def row(*parts: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(parts)}


def button(**changes: Json) -> Json:
    """One good button, with these changes."""
    return {"type": 2, "style": 1, "label": "Melee", "custom_id": "melee", **changes}


def select(count: int, **changes: Json) -> Json:
    """A string select of so many options, with these changes."""
    options = [{"label": f"spell {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "spells", "options": options, **changes}


def text(content: str) -> Json:
    """A block of text."""
    return {"type": 10, "content": content}


def shown(*parts: Json) -> Json:
    """A message of components in one box."""
    return {"flags": 1 << 15, "components": [{"type": 17, "components": list(parts)}]}


def modal(title: str, *parts: Json) -> Json:
    """A callback that opens a modal."""
    return {"type": 9, "data": {"custom_id": "declare", "title": title, "components": list(parts)}}


def text_input(**changes: Json) -> Json:
    """A row with one text input, with these changes."""
    return row({"type": 4, "custom_id": "words", "label": "What?", "style": 1, **changes})


def choices(*values: str) -> Json:
    """An answer to an autocomplete."""
    return {"type": 8, "data": {"choices": [{"name": "one", "value": value} for value in values]}}


LONG_OPTIONS = [
    option(name=f"o{n}", choices=[{"name": "n" * 100, "value": f"{m}" + "v" * 90} for m in range(25)])
    for n in range(2)
]

GOOD: list[tuple[tuple[str, str], Json]] = [
    (MESSAGES, {"content": "Round 3", "tts": False, "allowed_mentions": {"parse": []}}),
    (MESSAGES, {"content": "x" * 2000}),
    (MESSAGES, {"content": "again", "message_reference": {"message_id": 17}}),
    (MESSAGES, {"payload_json": '{"content": "a picture", "attachments": [{"id": 0, "filename": "t.png"}]}'}),
    (MESSAGES, {"embeds": [{"title": "Round", "fields": [{"name": "1", "value": "Mira"}]}]}),
    (MESSAGES, {"content": "now", "components": [row(button()), row(select(25))]}),
    (MESSAGES, shown(*[text("x" * 500)] * 8, row(button()), row(select(2)))),
    (("PATCH", "/channels/1/messages/2"), {"content": None, "tts": False}),
    (("PUT", "/channels/1/messages/pins/2"), None),
    (("POST", "/users/@me/channels"), {"recipient_id": 5}),
    (("POST", "/api/v10/channels/1/threads"), {"name": "Fight", "type": 11}),
    (CALLBACK, {"type": 5, "data": {"flags": 64}}),
    (CALLBACK, {"type": 6}),
    (CALLBACK, {"type": 4, "data": {"content": "Sealed.", "flags": 64, "tts": False}}),
    (CALLBACK, {"type": 7, "data": {"content": "Sealed.", "components": []}}),
    (CALLBACK, modal("Declare", text_input())),
    (CALLBACK, choices("sleep", "web")),
    (EDIT, {"content": "Done."}),
    (("POST", "/webhooks/1/token?wait=true"), {"content": "And.", "flags": 64}),
    (COMMANDS, command(nsfw=False, options=[option(required=True), option(name="at")])),
    (COMMANDS, [*command(), {"name": "Who is that?", "type": 2}]),
]

BAD: list[tuple[str, tuple[str, str], Json]] = [
    # What the document says.
    ("an unknown operation", ("POST", "/channels/1/messages/2/shout"), {}),
    ("no body", MESSAGES, None),
    ("a misspelt key", MESSAGES, {"contents": "hello"}),
    ("a long embed title", MESSAGES, {"embeds": [{"title": "x" * 257}]}),
    ("26 fields", MESSAGES, {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}),
    ("11 embeds", MESSAGES, {"embeds": [{"title": "t"}] * 11}),
    ("an address that is none", MESSAGES, {"embeds": [{"title": "t", "url": "not an address"}]}),
    ("six buttons in a row", MESSAGES, {"components": [row(*[button(custom_id=str(n)) for n in range(6)])]}),
    ("a long label", MESSAGES, {"components": [row(button(label="x" * 81))]}),
    ("a long custom_id", MESSAGES, {"components": [row(button(custom_id="x" * 101))]}),
    ("26 options in a select", MESSAGES, {"components": [row(select(26))]}),
    ("a long placeholder", MESSAGES, {"components": [row(select(2, placeholder="x" * 151))]}),
    ("a long nonce", MESSAGES, {"content": "x", "nonce": "n" * 26}),
    ("2001 characters in a reply", CALLBACK, {"type": 4, "data": {"content": "x" * 2001}}),
    ("2001 characters in a follow-up", EDIT, {"content": "x" * 2001}),
    ("a long modal title", CALLBACK, modal("x" * 46, text_input())),
    ("a long label in a modal", CALLBACK, modal("t", text_input(label="x" * 46))),
    ("a button in a modal", CALLBACK, modal("t", row(button()))),
    ("an unknown kind of answer", CALLBACK, {"type": 99}),
    ("26 choices", CALLBACK, choices(*[str(n) for n in range(26)])),
    ("a long description", COMMANDS, command(description="x" * 101)),
    ("26 options in a command", COMMANDS, command(options=[option(name=f"o{n}") for n in range(26)])),
    ("an unknown option type", COMMANDS, command(options=[option(type=77)])),
    ("an unknown context", COMMANDS, command(contexts=[9])),
    # What it does not say, and the simulated Discord does.
    ("2001 characters in a channel", MESSAGES, {"content": "x" * 2001}),
    ("an empty message", MESSAGES, {"content": " "}),
    ("an empty reply", CALLBACK, {"type": 4, "data": {}}),
    ("6001 characters in embeds", MESSAGES, {"embeds": [{"description": "x" * 3001}] * 2}),
    ("a custom_id twice", MESSAGES, {"components": [row(button(), button())]}),
    ("4001 characters in texts", MESSAGES, shown(text("x" * 2000), text("x" * 2001))),
    ("4002 characters as UTF-16", MESSAGES, shown(text("\N{DRAGON}" * 2001))),
    ("41 components", MESSAGES, shown(*[text("x")] * 40)),
    ("a blank text", MESSAGES, shown(text(" "))),
    ("a blank label", MESSAGES, shown(row(button(label=" ")))),
    ("a value twice", MESSAGES, shown(row(select(2, options=[{"label": "a", "value": "a"}] * 2)))),
    ("two choices chosen of one", MESSAGES,
     shown(row(select(2, options=[{"label": n, "value": n, "default": True} for n in "ab"])))),
    # The thirteen that neither says.
    ("1: a space in a command name", COMMANDS, command(name="de clare")),
    ("1: a stop in an option name", COMMANDS, command(options=[option(name="sp.ell")])),
    ("2: capitals in a command name", COMMANDS, command(name="Declare")),
    ("2: capitals in an option name", COMMANDS, command(options=[option(name="Spell")])),
    ("3: a sign in a command name", COMMANDS, command(name="declare!")),
    ("4: an option twice", COMMANDS, command(options=[option(), option()])),
    ("5: a command twice", COMMANDS, command() + command()),
    ("6: a slash command without description", COMMANDS, [{"name": "declare"}]),
    ("7: a context menu with description", COMMANDS, command(type=3)),
    ("8: choices and autocomplete", COMMANDS,
     command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])),
    ("9: required after optional", COMMANDS,
     command(options=[option(), option(name="at", required=True)])),
    ("9: required after optional, in a subcommand", COMMANDS,
     command(options=[{"type": 1, "name": "cast", "description": "Cast",
                       "options": [option(), option(name="at", required=True)]}])),
    ("10: 101 slash commands", COMMANDS, [one for n in range(101) for one in command(name=f"c{n}")]),
    ("11: more than 8000 characters", COMMANDS, command(options=LONG_OPTIONS)),
    ("12: a long autocomplete value", CALLBACK, choices("v" * 101)),
    ("13: an empty embed field", MESSAGES, {"embeds": [{"fields": [{"name": "n", "value": " "}]}]}),
]  # fmt: skip


@pytest.fixture
def seeing(judge: Judge) -> Judge:
    """The judge, where there is a document to judge by."""
    if not judge.sees:
        pytest.skip("there is no OpenAPI document to judge by")
    return judge


@pytest.mark.parametrize(("operation", "body"), GOOD)
def test_what_discord_takes_passes(seeing: Judge, operation: tuple[str, str], body: Json) -> None:
    assert seeing.verdicts(*operation, body) == []


@pytest.mark.parametrize(("operation", "body"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_discord_refuses_is_named(seeing: Judge, operation: tuple[str, str], body: Json) -> None:
    assert seeing.verdicts(*operation, body)


def test_a_verdict_points_at_the_part_that_was_meant(seeing: Judge) -> None:
    body = {"content": "x", "components": [row(button(label="x" * 81))]}
    [verdict] = seeing.verdicts(*MESSAGES, body)
    assert "components/0/components/0/label" in verdict


class Greeter(discord.Client):
    """The smallest bot: one command, registered at login, answered late and with a file."""

    async def setup_hook(self) -> None:
        tree = app_commands.CommandTree(self)

        @tree.command(description="Say hello")
        async def hello(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.followup.send("Hello", file=discord.File(Path(__file__), "hello.txt"))

        await tree.sync()


async def test_what_the_simulated_discord_recorded_is_judged(seeing: Judge) -> None:
    bot = Greeter(intents=discord.Intents.default())
    async with simcord.run(bot) as env:
        guild = env.create_guild()
        mira = guild.add_member(env.create_user("mira"))
        await mira.slash(guild.create_text_channel("table"), "hello")
        assert len(env.http_requests) >= 3
        judge_requests(env, seeing)
        env.http_requests.append(HttpLogEntry("POST", "/channels/1/messages", {}, {"content": ""}, None))
        with pytest.raises(AssertionError, match="an empty message"):
            judge_requests(env, seeing)


def test_without_a_document_everything_passes_outside_ci(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(judges.VARIABLE, str(tmp_path / "none.json"))
    monkeypatch.delenv("CI", raising=False)
    blind = Judge.load()
    assert not blind.sees
    assert blind.verdicts(*MESSAGES, {"contents": 3}) == []


def test_without_a_document_ci_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(judges.VARIABLE, str(tmp_path / "none.json"))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(DocumentMissing, match=r"none\.json"):
        Judge.load()
