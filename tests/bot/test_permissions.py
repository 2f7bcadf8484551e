"""Who may do what: every command and every kind of button, for everybody who could try it.

The tables say what is expected. They are compared with the tree of commands and the registry of verbs, so a
new command or button that is not in them fails. Whoever may not gets a sentence nobody else sees, and nothing
is changed, queued or noted; whoever may is not turned away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from simcord.builders import ChannelHandle

from bot.cogs.presses import HANDLERS
from bot.render import Field, Form
from bot.ui.ids import Press
from bot.ui.layout import modal
from tests.bot.conftest import Opener
from tests.bot.table import Answer, Person, Shown, Table, Typed

GMS = frozenset({"gm", "co-gm"})
PLAYER = frozenset({"player"})
SERVER = GMS | PLAYER | {"bystander"}
"""Everybody in the server of the fight."""

DENIALS = (
    "Only the GM",
    "are the GM's",
    "is the GM's",
    "You do not declare for",
    "You have nobody",
    "Only who plays in this fight",
    "You are the GM here",
    "Pick one of yours",
    "is not yours to answer",
    "no fight of yours",
    "nobody called",
    "This fight is over",
)
"""What somebody is told who may not: nobody else is."""

LONG = {"early_close_seconds": 3600, "declaration_seconds": 7200}


@dataclass(frozen=True)
class Case:
    """How something is tried, at which point of a fight, and who may."""

    may: frozenset[str]
    at: str = "declaring"
    options: dict[str, Typed] = field(default_factory=dict)
    works: bool = True
    """Whether it is accepted when tried so; else it is turned away for what is asked, not for who asks."""


MELEE = {"combatant": "Orc 2", "foe": "Mira"}

COMMANDS: dict[str, Case] = {
    "encounter begin": Case(SERVER, "nothing"),
    "encounter status": Case(SERVER),
    "encounter settings": Case(GMS, "between", {"setting": "delay_die", "value": "4"}),
    "encounter end": Case(GMS),
    "encounter gm add": Case(GMS, options={"user": "newcomer"}),
    "encounter gm remove": Case(GMS, options={"user": "co-gm"}),
    "encounter gm hand-over": Case(GMS, options={"user": "newcomer"}),
    "encounter board": Case(GMS),
    "encounter export": Case(GMS),
    "encounter log": Case(SERVER),
    "encounter undo": Case(GMS),
    "encounter redo": Case(GMS, works=False),
    "encounter resend": Case(GMS),
    "round aim": Case(GMS | PLAYER, "resolving", {"combatant": "Mira", "target": "Orc 1"}, works=False),
    "round pass": Case(GMS | PLAYER, "resolving", {"combatant": "Mira"}, works=False),
    "round setoff": Case(GMS, "resolving", {"combatant": "Mira", "ability": "web"}, works=False),
    "round order": Case(GMS, "resolving", {"combatant": "Mira", "goes": "first"}, works=False),
    "round hasten": Case(GMS, "resolving", {"combatant": "Mira"}, works=False),
    "round nudge": Case(GMS),
    "round pause": Case(GMS),
    "round resume": Case(GMS, works=False),
    "join": Case(frozenset({"bystander", "co-gm", "gm"}), options={"name": "Newcomer"}),
    "leave": Case(PLAYER),
    "combatant add": Case(GMS, options={"name": "Rat"}),
    "combatant edit": Case(GMS | PLAYER, options={"combatant": "Mira", "speed": "90 ft"}),
    "combatant ability": Case(
        GMS | PLAYER, options={"combatant": "Mira", "line": "Web. [innate] (minor) Sticky."}
    ),
    "combatant remove": Case(GMS | PLAYER, options={"combatant": "Mira"}),
    "combatant engage": Case(GMS, options=MELEE),
    "combatant disengage": Case(GMS, options={"combatant": "Orc 1", "foe": "Borin"}),
    "combatant import": Case(GMS, options={"text": "Rat x2, claws 2"}),
    "combatant template save": Case(GMS, options={"combatant": "Orc 1"}),
    "combatant template list": Case(GMS),
    "combatant template delete": Case(GMS, options={"name": "Ogre"}, works=False),
    "combatant seat": Case(GMS, options={"combatant": "Mira"}),
    "combatant hide": Case(GMS, options={"combatant": "Orc 2"}),
    "combatant reveal": Case(GMS, options={"combatant": "Orc 2"}, works=False),
    "combatant list": Case(SERVER),
    "round open": Case(GMS, "between"),
    "round extend": Case(GMS),
    "round close": Case(GMS),
    "round next": Case(GMS, "resolving"),
    "round struck": Case(GMS, "resolving", {"combatant": "Mira"}, works=False),
    "round missed": Case(GMS, "resolving", works=False),
    "round down": Case(GMS, "resolving", {"combatant": "Mira"}),
    "round delay": Case(GMS, options={"combatant": "Mira"}),
    "round pardon": Case(GMS, "resolving", {"combatant": "Kesh"}),
    "round time": Case(GMS, "resolving", {"combatant": "Mira", "segments": 4}),
    "declare": Case(GMS | PLAYER, options={"action": "other", "text": "listens", "segments": 2}),
    "withdraw": Case(GMS | PLAYER, works=False),
    "rules": Case(SERVER, options={"query": "spell"}),
    "privacy": Case(SERVER),
    "ask": Case(PLAYER, options={"question": "Is it dark?"}),
    "delay": Case(GMS | PLAYER, options={"as": "Mira", "melee": True}),
    "change": Case(GMS | PLAYER, "resolving", {"as": "Mira", "action": "parry"}),
    "minor": Case(GMS | PLAYER, "resolving", {"as": "Mira", "what": "shout Now"}),
    "steer": Case(GMS | PLAYER, "resolving", {"as": "Mira", "stop": True}, works=False),
    "effect add": Case(GMS | PLAYER, options={"name": "Bless", "lasts": "1 round", "on": "Mira"}),
    "effect list": Case(SERVER),
    "effect end": Case(GMS | PLAYER, options={"effect": "Bless"}, works=False),
    "event add": Case(GMS, options={"what": "the ceiling falls", "when": "5"}),
    "event list": Case(GMS),
    "event remove": Case(GMS, options={"event": "the ceiling falls"}, works=False),
    "round surprise": Case(GMS, options={"combatant": "Mira"}),
    "round trigger": Case(GMS | PLAYER, "resolving", {"combatant": "Mira"}, works=False),
    "round redirect": Case(GMS | PLAYER, "resolving", {"combatant": "Mira", "target": "Orc 1"}, works=False),
    "round retarget": Case(GMS, "resolving", {"combatant": "Mira", "target": "Orc 1"}),
    "round waive": Case(GMS, options={"combatant": "Mira", "limit": "S-12"}),
    "round together": Case(GMS, "resolving", {"combatant": "Mira", "other": "Kesh"}, works=False),
    "help": Case(SERVER),
    "doctor": Case(GMS),
    "excuse": Case(GMS | PLAYER, options={"combatant": "Mira", "order": "guard"}),
    "preset save": Case(GMS | PLAYER, options={"name": "usual"}, works=False),
    "preset use": Case(GMS | PLAYER, options={"name": "usual"}, works=False),
    "preset list": Case(SERVER),
    "preset delete": Case(SERVER, options={"name": "usual"}, works=False),
}
"""Every command. A GM may declare too: for Orc 1, see `options_for`."""

IN_DIRECT_MESSAGES = {
    *("excuse", "help", "declare", "withdraw", "rules", "privacy", "preset"),
    *("ask", "change", "delay", "effect", "event", "minor", "steer"),
}
"""Commands Discord offers there."""


@dataclass(frozen=True)
class Tap:
    """How a kind of button, menu or form is tried, and who may."""

    may: frozenset[str]
    at: str = "declaring"
    extra: str = ""
    who: str = ""
    values: tuple[str, ...] = ()


OWN = Tap(PLAYER, who="Mira")

VERBS: dict[str, Tap] = {
    "mine": Tap(GMS | PLAYER),
    **dict.fromkeys(("seal", "change", "kept", "withdraw", "anew"), OWN),
    **{
        verb: Tap(PLAYER, who="Mira", values=("x",))
        for verb in ("act", "target", "weapon", "move", "into", "minors", "carry", "ability", "delay")
    },
    "who": Tap(PLAYER, who="Mira", values=("Mira",)),
    "presets": OWN,
    "preset": Tap(PLAYER, who="Mira", values=("x",)),
    "fill": Tap(PLAYER, who="Mira", extra="cast"),
    "speak": Tap(PLAYER, who="Mira", extra="shout"),
    "filled": Tap(PLAYER, who="Mira", extra="cast"),
    "placed": OWN,
    "moved": Tap(PLAYER, who="Mira", extra="before"),
    "spoken": Tap(PLAYER, who="Mira", extra="shout"),
    "which": Tap(GMS | PLAYER, values=("KEY",)),
    "whose": Tap(GMS | PLAYER, values=("Mira",)),
    **dict.fromkeys(
        ("answer", "tell", "reword", "menus", "told", "reworded", "same", "routines", "mark"), OWN
    ),
    "judge": Tap(GMS, "resolving", "s1"),
    "time": Tap(GMS, "resolving", "3.1"),
    "timeform": Tap(GMS, "resolving", "1"),
    "timed": Tap(GMS, "resolving", "1"),
    "breakoff": Tap(GMS, "resolving", "y1"),
    "turn": Tap(GMS | PLAYER, "resolving", "1.Mira.1"),
    "next": Tap(GMS, "resolving", "0"),
    "extend": Tap(GMS, extra="60"),
    "close": Tap(GMS),
    "endgrace": Tap(GMS),
    "open": Tap(GMS, "between"),
    **{verb: Tap(GMS, "resolving", values=("Kesh",)) for verb in ("disturb", "down", "pardon")},
    "end": Tap(GMS),
    **dict.fromkeys(("nudge", "pause", "resume", "undo", "redo", "undone", "redone"), Tap(GMS)),
    "did": Tap(SERVER, "resolving"),
    "leave": Tap(PLAYER),
    **dict.fromkeys(("pasted", "addthem", "mend", "nevermind"), Tap(GMS)),
    "away": Tap(GMS | PLAYER, who="Mira", extra="guard"),
    "why": Tap(SERVER, "resolving"),
    "reply": Tap(GMS, extra="1"),
    **dict.fromkeys(("ask", "asked"), Tap(PLAYER)),
    "replied": Tap(GMS, extra="1"),
    # A price is asked of one person and kept for that person alone: anybody else has none to pay.
    **dict.fromkeys(("pay", "unpaid"), Tap(SERVER, "resolving", who="Mira")),
    "ithappens": Tap(GMS | PLAYER, "resolving", who="Mira"),
    "trigger": Tap(GMS | PLAYER, "resolving", values=("Mira",)),
    # What a round of steps asks on a turn.
    **{
        verb: Tap(GMS | PLAYER, "stepping", who="Mira")
        for verb in ("aimform", "aimed", "sayform", "said", "low", "pass")
    },
    **{verb: Tap(GMS | PLAYER, "stepping", who="Mira", values=("Mira",)) for verb in ("aim", "do")},
    "someone": Tap(GMS | PLAYER, "stepping", values=("Mira",)),
    "onto": Tap(GMS, "stepping", extra="0.2"),
    **dict.fromkeys(("agree", "waveoff"), Tap(GMS, "stepping", who="Mira")),
}
"""Every verb. Who may press in a direct message is who may press in the server."""

PERSONAL = {"copy", "forget", "forgotten"}
"""Verbs about whoever presses, wherever that is: `test_privacy` has them."""

FORMS = (
    *("filled", "placed", "moved", "spoken", "timed", "told", "reworded", "asked", "replied", "pasted"),
    *("aimed", "said"),
)


def commands(table: Table) -> dict[str, app_commands.Command[Any, ..., Any]]:
    tree = table.bot.tree.walk_commands()
    return {c.qualified_name: c for c in tree if isinstance(c, app_commands.Command)}


async def test_the_tables_name_every_command_and_every_kind_of_button(table: Table) -> None:
    assert sorted(set(COMMANDS) ^ set(commands(table))) == []
    assert sorted((set(VERBS) | PERSONAL) ^ set(HANDLERS)) == []


async def test_only_what_is_meant_to_is_offered_in_direct_messages(table: Table) -> None:
    offered = set()
    for command in table.bot.tree.get_commands():
        contexts = command.to_dict(table.bot.tree).get("contexts")
        if contexts is None or 1 in contexts or 2 in contexts:
            offered.add(command.name)
    assert offered == IN_DIRECT_MESSAGES


@dataclass
class Scene:
    """A fight at one point of its life, its database, and everybody who could try something."""

    table: Table
    people: dict[str, Person]
    elsewhere: ChannelHandle
    outsider: Person
    key: str = ""
    kept: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:"))

    def meant(self, options: dict[str, Typed]) -> dict[str, Typed]:
        """The options, with the person who is meant by a name."""
        known = {**self.people, "newcomer": self.table.kesh}
        return {key: known[said].member if key == "user" else said for key, said in options.items()}

    @property
    def path(self) -> Path:
        return self.table.config.storage.database

    def dump(self) -> dict[str, list[Any]]:
        """All that is stored of the fights."""
        tables = ("encounters", "seats", "rounds", "events", "drafts", "outbox", "messages", "people")
        with closing(sqlite3.connect(self.path)) as connection:
            return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Whatever is done meanwhile is taken back in the database."""
        with closing(sqlite3.connect(self.path)) as connection:
            connection.backup(self.kept)
        yield
        with closing(sqlite3.connect(self.path)) as connection:
            self.kept.backup(connection)


async def scene(table: Table, at: str) -> Scene:
    """The fight of Mira, Borin, Kesh and two orcs, with a second GM, brought to this point."""
    table.env.settle_timeout = 10
    co_gm, outsider_user = table.person("co-gm"), table.env.create_user("outsider")
    guild = table.env.create_guild()
    elsewhere = guild.create_text_channel("elsewhere")
    outsider = Person(table, guild.add_member(outsider_user))
    people = {
        "gm": table.gm, "co-gm": co_gm, "player": table.mira, "bystander": table.bystander,
    }  # fmt: skip
    made = Scene(table, people, elsewhere, outsider)
    if at == "nothing":
        return made
    ruleset = "phases" if at == "stepping" else "segments"
    await table.begin(play="called", time="2h", ruleset=ruleset)
    made.key = (await table.row()).id
    async with table.store.transaction() as tx:
        row = await tx.encounter(made.key)
        assert row is not None
        gms = (*row.encounter.gms, co_gm.id)
        object.__setattr__(row, "encounter", row.encounter.model_copy(update={"gms": gms}))
        await tx.save_encounter(row)
    if at in ("declaring", "resolving", "stepping"):
        await table.open_round()
    if at == "resolving":
        await table.declare(table.mira, action="cast", text="sleep", segments=3, target="the door")
        await table.gm.slash("round close")
    if at == "stepping":
        await table.gm.slash("round close")
    return made


def denied(answer: Answer) -> bool:
    return not answer.form and answer.refused and any(words in answer.text for words in DENIALS)


def options_for(name: str, role: str, case: Case) -> dict[str, Typed]:
    """A GM declares for an orc; a player for the own character."""
    if name in ("declare", "withdraw", "minor") and role in GMS:
        return {**case.options, "as": "Orc 1"}
    return dict(case.options)


@pytest.mark.parametrize("at", ["nothing", "between", "declaring", "resolving"])
async def test_each_command_is_for_those_it_is_for(open_table: Opener, at: str) -> None:
    table = await open_table(**LONG)
    here = await scene(table, at)
    for name, case in COMMANDS.items():
        if case.at != at:
            continue
        for role, person in here.people.items():
            before = here.dump()
            with here.undone():
                answer = await person.slash(name, **here.meant(options_for(name, role, case)))
                what = f"/{name} by {role}: {answer.text}"
                if role not in case.may:
                    assert answer.refused, what
                    assert answer.private, what
                    assert here.dump() == before, what
                else:
                    assert not denied(answer), what
                    assert answer.refused is not case.works, what


@pytest.mark.parametrize("at", ["declaring", "resolving"])
async def test_commands_given_in_another_server_touch_no_fight_here(open_table: Opener, at: str) -> None:
    table = await open_table(**LONG)
    here = await scene(table, at)
    ids = {c.name: c.id for c in (await table.row()).encounter.combatants}
    before = here.dump()
    for name, case in COMMANDS.items():
        if name == "encounter begin":
            continue
        options: dict[str, Typed] = {key: ids.get(str(value), value) for key, value in case.options.items()}
        if "user" in options:
            options["user"] = here.outsider.member
        answer = await here.outsider.slash(name, here.elsewhere, **options)
        assert answer.private, name
        assert answer.refused or name in ("rules", "privacy", "help", "doctor", "preset list"), (
            f"/{name}: {answer.text}"
        )
    assert here.dump() == before


TYPED = {"segments": "3", "words": "3", "at": "3", "text": "3"}


def _form(custom_id: str) -> Form:
    return Form(custom_id, "x", tuple(Field(name, "x", "", "", most=20) for name in TYPED))


async def forged(
    scene_: Scene, person: Person, where: ChannelHandle | None, press: Press, tap: Tap
) -> Answer:
    """A press with that id, on a message made to carry it; where None, in the person's direct messages."""
    table = scene_.table
    channel = where if where is not None else person.member.user.dm_channel
    actor = person.member if where is not None else person.member.user
    if press.verb in FORMS:
        # A form nobody opened, sent in with an id of one's own making.
        shown = await _click(table, actor, channel, str(Press("mine", "n0where")), ())
        shown._interaction.modal = modal(_form(str(press))).to_dict()
        return table.noted(person, str(press), await actor.submit_modal(shown, TYPED))
    return table.noted(person, str(press), await _click(table, actor, channel, str(press), tap.values))


async def _click(
    table: Table, actor: Typed, channel: Typed, custom_id: str, values: tuple[str, ...]
) -> Typed:
    part: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
    if values:
        options = [{"label": value, "value": value} for value in values]
        part = {"type": 3, "custom_id": custom_id, "options": options}
    backend = table.env.backend
    row = {"type": 1, "components": [part]}
    made = backend.create_message(
        channel.id, backend.bot_user.id, components=[row], flags=1 << 15, broadcast=False
    )
    seen: Shown = next(m for m in channel.history() if m.id == made.id)
    if values:
        return await actor.select(seen, list(values), custom_id=custom_id)
    return await actor.click(seen, custom_id=custom_id)


def pressed(verb: str, tap: Tap, key: str, ids: dict[str, str]) -> tuple[Press, Tap]:
    values = tuple({**ids, "KEY": key}.get(value, value) for value in tap.values)
    press = Press(
        verb,
        key,
        0 if tap.at == "between" else 1,
        ids.get(tap.who, ""),
        tap.extra.replace("Mira", ids["Mira"]),
    )
    return press, Tap(tap.may, tap.at, tap.extra, tap.who, values)


@pytest.mark.parametrize("at", ["between", "declaring", "resolving", "stepping"])
async def test_each_button_is_for_those_it_is_for_wherever_it_is_pressed(open_table: Opener, at: str) -> None:
    table = await open_table(**LONG)
    here = await scene(table, at)
    ids = {c.name: c.id for c in (await table.row()).encounter.combatants}
    for verb, given in VERBS.items():
        if given.at != at:
            continue
        press, tap = pressed(verb, given, here.key, ids)
        tries: list[tuple[str, Person, ChannelHandle | None]] = [
            *((role, person, table.channel) for role, person in here.people.items()),
            *((role, person, None) for role, person in here.people.items()),
            ("outsider", here.outsider, here.elsewhere),
            ("outsider", here.outsider, None),
        ]
        for role, person, where in tries:
            before = here.dump()
            with here.undone():
                answer = await forged(here, person, where, press, tap)
                what = f"{verb} by {role} {'in a direct message' if where is None else ''}: {answer.text}"
                # A direct message is for those who are in the fight.
                may = role in tap.may - ({"bystander"} if where is None else set())
                if may:
                    assert not denied(answer), what
                else:
                    assert denied(answer), what
                    assert answer.private or where is None, what
                    assert here.dump() == before, what


async def test_an_unknown_fight_and_one_of_another_server_are_answered_alike(open_table: Opener) -> None:
    table = await open_table(**LONG)
    here = await scene(table, "declaring")
    ids = {c.name: c.id for c in (await table.row()).encounter.combatants}
    for verb, given in VERBS.items():
        press, tap = pressed(verb, given, here.key, ids)
        unknown, _ = pressed(verb, given, "n0where", ids)
        for where in (here.elsewhere, None):
            real = await forged(here, here.outsider, where, press, tap)
            made_up = await forged(here, here.outsider, where, unknown, tap)
            assert real.text == made_up.text, verb
