"""Secrets stay secret: everything each person can receive is read for what that person may not know yet.

A fight of two rounds is played with telling words in every secret place. Whatever the bot sends to Discord
goes to somebody: to everyone in the channel, to one person's direct messages, or to the one who pressed or
typed. After each step all of it is searched, ids and values of components included.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.cogs.host import Host, Pressed, Reply
from bot.cogs.presses import HANDLERS
from bot.ui.ids import Press
from tests.bot.conftest import Opener
from tests.bot.stepping import stepped
from tests.bot.table import Json, Person, Table, options_of, presses, text_of, walk

pytestmark = pytest.mark.xdist_group("leaks")

EVERYONE = "everyone"

HIDDEN = "Umbravex"
"""The hidden creature; players try its name's beginning, `Umbrave`, and must learn nothing by it."""

GUESS = HIDDEN[:-1]

LONG = {"early_close_seconds": 3600, "declaration_seconds": 7200}
"""So long that no timer runs out in real time while people pry."""


@pytest.fixture
async def table(open_table: Opener) -> Table:
    """A table with time to pry."""
    return await open_table(**LONG)


@dataclass
class Secret:
    """Words, who knows them from the start, and from which segment of a round's story all may."""

    words: str
    knows: tuple[str, ...]
    segment: int | None = None
    """None: never."""
    round: int = 1
    out: bool = False
    step: str = ""
    """In a fight by steps, where it may be told instead."""


@dataclass
class Watch:
    """Everything sent so far, by who received it."""

    table: Table
    secrets: list[Secret] = field(default_factory=list)
    pried: bool = False
    """Whether the GM has looked at everything once: for the GM nothing is secret."""
    _read: int = 0

    def keep(self, words: str, *people: Person, segment: int | None = None, round_: int = 1) -> str:
        """Remember that only these people, and the GM, know these words."""
        knows = (self.table.gm.id, *(person.id for person in people))
        self.secrets.append(Secret(words, knows, segment, round_))
        return words

    def received(self) -> list[tuple[str, str, Json]]:
        """Each new message: who receives it, the request, and the body."""
        requests = self.table.env.http_requests
        found = []
        for request in requests[self._read :]:
            reader = reader_of(self.table, request.path, request.json)
            if reader is not None:
                found.append((reader, f"{request.method} {request.path}", request.json))
        self._read = len(requests)
        return found

    def check(self, step: str) -> None:
        """Search all that has been received since the last check."""
        for reader, where, body in self.received():
            raw = json.dumps(body, ensure_ascii=False).lower()
            for secret in self.secrets:
                if secret.out or reader in secret.knows or secret.words.lower() not in raw:
                    continue
                assert may_be_told(secret, body), f"{step}: {reader} reads “{secret.words}” in {where}: {raw}"
                secret.out = reader == EVERYONE


def may_be_told(secret: Secret, body: Json) -> bool:
    """Whether the words stand only on lines of the story that tell of their segment or a later one."""
    text = text_of((body or {}).get("components") or ())
    if secret.step:
        told_of = [line for line in text.splitlines() if secret.words.lower() in line.lower()]
        return bool(told_of) and all(line.startswith(f"**{secret.step}") for line in told_of)
    if secret.segment is None:
        return False
    if f"Round {secret.round} " not in text.partition("\n")[0]:
        return False
    # The picture under a round that is over shows what the lines above it tell.
    shown = [line for line in text.splitlines() if not line.startswith("(picture: ")]
    lines = [line for line in shown if secret.words.lower() in line.lower()]
    told = [re.match(r"\*\*(\d+)\*\*", line) for line in lines]
    return bool(lines) and all(m is not None and int(m[1]) >= secret.segment for m in told)


def reader_of(table: Table, path: str, body: Json) -> str | None:
    """Who receives what this request carries; None if nobody does."""
    backend = table.env.backend
    dms = {channel: str(user) for user, channel in backend.dm_channels.items()}
    if found := re.match(r"/channels/(\d+)/messages", path):
        return dms.get(int(found[1]), EVERYONE)
    if found := re.match(r"/interactions/(\d+)/", path):
        record = backend.interactions[int(found[1])]
        public = record.command_name == "encounter" and not record.ephemeral and (body or {}).get("type") == 4
        return EVERYONE if public else str(record.user_id)
    if found := re.match(r"/webhooks/\d+/([^/]+)", path):
        return next(str(r.user_id) for r in backend.interactions.values() if r.token == found[1])
    return None


def commands(table: Table) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Every slash command, by its whole name."""
    tree = table.bot.tree.walk_commands()
    return {c.qualified_name: c for c in tree if isinstance(c, app_commands.Command)}


async def pry(watch: Watch, step: str) -> None:
    """Everybody looks at all that changes nothing: commands, boards, panels, choices while typing."""
    table = watch.table
    gms, beginnings = ((), ("",)) if watch.pried else ((table.gm,), ("", GUESS))
    watch.pried = True
    for person in (table.mira, table.bystander, *gms):
        name = HIDDEN if person is table.gm else GUESS
        for qualified, command in commands(table).items():
            for parameter in command.parameters:
                if parameter.autocomplete:
                    for typed in beginnings:
                        await person.typing(qualified, parameter.display_name, typed)
        await read_copy(watch, person)
        looks = ("encounter status", "encounter log", "combatant list", "effect list", "preset list", "ask")
        for looking in (*looks, "declare"):
            await person.slash(looking)
        await person.slash("rules", query="spell")
        await person.slash("rules", query=GUESS)
        if person is not table.gm:
            await refused_to(person, name)
        await person.press(table.messages()[-1], "mine") if _has_board(table) else None
        watch.check(f"{step}: {person.member.name} pries")


async def read_copy(watch: Watch, person: Person) -> None:
    """The file of what is kept about somebody holds nothing that person may not know yet."""
    asked = await person.slash("privacy")
    if "Nothing." in asked.text:
        return
    got = await person.press(asked.message, "copy")
    for followup in got.result.followups:
        for file in followup.attachments:
            text = (await file.read()).decode().lower()
            unknown = [s.words for s in watch.secrets if not s.out and person.id not in s.knows]
            assert [words for words in unknown if words.lower() in text] == [], person.member.name


async def ask_why(watch: Watch, step: str) -> None:
    """Everybody asks why, of the newest summary; and Mira and the bystander of the oldest."""
    table = watch.table
    told = [m for m in table.messages() if any(p.verb == "why" for p in presses(table.components(m)))]
    some = (table.mira, table.bystander)
    readers = {told[0]: some, told[-1]: (*some, table.borin, table.kesh, table.gm)} if told else {}
    for message, people in readers.items():
        for person in people:
            assert (await person.press(message, "did")).private
            answer = await person.press(message, "why")
            assert answer.private
            assert "why" in answer.text
    watch.check(f"{step}: everybody asks why")


def _has_board(table: Table) -> bool:
    return any(p.verb == "mine" for p in presses(table.components(table.messages()[-1])))


async def nobody_pries(*_: object) -> None:
    """Instead of `pry`, where it is not the point."""


async def refused_to(person: Person, guess: str) -> None:
    """Everything a player may try and must not be given."""
    tries: list[tuple[str, dict[str, Any]]] = [
        ("combatant edit", {"combatant": guess, "speed": "10 ft"}),
        ("combatant ability", {"combatant": guess, "line": "Web. [innate] (minor) Sticky."}),
        ("combatant remove", {"combatant": guess}),
        ("combatant engage", {"combatant": guess, "foe": "Mira"}),
        ("combatant disengage", {"combatant": "Mira", "foe": guess}),
        ("combatant import", {}),
        ("combatant template save", {"combatant": guess}),
        ("combatant template list", {}),
        ("combatant template delete", {"name": guess}),
        ("combatant hide", {"combatant": guess}),
        ("combatant reveal", {"combatant": f"Mira, {guess}"}),
        ("combatant seat", {"combatant": guess}),
        ("combatant add", {"name": guess}),
        ("declare", {"as": guess, "action": "parry"}),
        ("declare", {"as": guess}),
        ("declare", {"action": "melee", "target": guess}),
        ("declare", {"action": "parry", "move": f"10 ft into melee with {guess}"}),
        ("withdraw", {"as": guess}),
        ("change", {"as": guess, "action": "parry"}),
        ("change", {"action": "melee", "target": guess}),
        ("delay", {"as": guess, "until": 3}),
        ("round surprise", {"combatant": guess}),
        ("round trigger", {"combatant": guess}),
        ("round redirect", {"combatant": guess, "target": "Mira"}),
        ("round redirect", {"combatant": "Mira", "target": guess}),
        ("round retarget", {"combatant": "Mira", "target": guess}),
        ("round waive", {"combatant": guess, "limit": "S-12"}),
        ("round together", {"combatant": guess, "other": "Mira"}),
        ("minor", {"as": guess, "what": "drop it"}),
        ("steer", {"as": guess, "stop": True}),
        ("effect add", {"name": "curse", "lasts": "1 round", "on": guess}),
        ("effect end", {"effect": guess}),
        ("effect end", {"effect": "Umbrageou"}),
        ("event add", {"what": "Galumph", "when": "9"}),
        ("event list", {}),
        ("event remove", {"event": GUESS}),
        ("event remove", {"event": "Calloohcallay"}),
        ("preset save", {"name": "Jabber", "as": guess}),
        ("preset use", {"name": "Outgrab", "as": guess}),
        ("preset use", {"name": "Outgrab"}),
        ("preset delete", {"name": "Outgrab"}),
        ("round down", {"combatant": guess}),
        ("round struck", {"combatant": guess}),
        ("round delay", {"combatant": guess}),
        ("round pardon", {"combatant": guess}),
        ("round time", {"combatant": guess, "segments": 3}),
        ("round aim", {"combatant": guess, "target": "Mira"}),
        ("round aim", {"combatant": "Mira", "target": guess}),
        ("round pass", {"combatant": guess}),
        ("round setoff", {"combatant": guess, "ability": "Hug"}),
        ("round order", {"combatant": guess, "goes": "first"}),
        ("round hasten", {"combatant": guess}),
        ("excuse", {"combatant": guess, "order": "guard"}),
        ("round missed", {}),
        ("round next", {}),
        ("round extend", {}),
        ("round close", {}),
        ("round open", {}),
        ("encounter begin", {}),
        ("encounter settings", {"setting": "delay_die", "value": "4"}),
        ("encounter export", {}),
        ("encounter board", {}),
        ("encounter resend", {}),
        ("round pause", {}),
        ("round resume", {}),
        ("round nudge", {}),
        ("encounter undo", {}),
        ("encounter redo", {}),
        ("encounter gm add", {"user": person.member}),
        ("encounter gm remove", {"user": person.table.gm.member}),
        ("encounter gm hand-over", {"user": person.table.kesh.member}),
        ("encounter end", {}),
    ]
    for name, options in tries:
        answer = await person.slash(name, **options)
        assert answer.refused or name in ("declare", "withdraw"), (name, options, answer.text)


async def lasting(watch: Watch) -> None:
    """Effects that not everybody may know of: they begin, they end of themselves, and before their time."""
    gm, mira, keep = watch.table.gm, watch.table.mira, watch.keep
    await gm.slash("effect add", name=keep("Umbrageous"), lasts="1 round", on="Mira", seen="gm")
    await gm.slash("effect add", name=keep("Dreadmark", mira), lasts="1 round", on="Mira", seen="owner")
    await gm.slash("effect add", name=keep("Nethercloak"), lasts="1 round", on=HIDDEN)
    await mira.slash("effect add", name=keep("Quietmind", mira), lasts="9 rounds", seen="owner")
    await mira.slash("ask", question=keep("Whatsthisthen", mira))
    await gm.slash("ask")
    watch.check("effects begin")
    await gm.slash("effect end", effect="Nethercloak")
    await mira.slash("effect end", effect="Quietmind")
    watch.check("effects end early")


async def pinned(watch: Watch, *, removed: bool) -> None:
    """The GM pins what happens in segment 5, and with `removed` something that will not happen after all."""
    gm, ids = watch.table.gm, watch.table.ids
    kept = ids._last
    if removed:
        await gm.slash("event add", what=watch.keep("Calloohcallay"), when="7")
        watch.check("something is pinned")
        await gm.slash("event remove", event="Calloohcallay")
        ids._last = kept
        watch.check("something pinned is taken away")
    await gm.slash("event add", what=watch.keep("Frumiousroof", segment=5), when="5")
    ids._last = kept
    await gm.slash("event list")
    watch.check("what is pinned stays secret")


async def stalk(table: Table) -> None:
    """The GM's hidden creature declares, in the panel and in one line."""
    gm = table.gm
    creature = await table.id(HIDDEN)
    answer = await gm.slash("declare", **{"as": HIDDEN})
    await gm.pick(answer.message, "who", creature)
    form = await gm.pick(answer.message, "act", "other")
    await gm.fill(form, note="Grimskulking", segments="4")
    await gm.press(answer.message, "seal")
    await gm.dm_typing("declare", "as", "um")
    await gm.slash("declare", **{"as": creature, "action": "other", "text": "Grimskulking", "segments": 4})


async def in_words(watch: Watch) -> None:
    """Kesh and the GM write what is done in their own words, mend it and answer what is asked."""
    table, keep, kesh, gm = watch.table, watch.keep, watch.table.kesh, watch.table.gm
    shown = await kesh.write(f"throw my dagger at the orc, {keep('Snickersnack', kesh)}")
    await kesh.pick(shown, "answer", await table.id("Orc 2"))
    form = await kesh.press(shown, "reword")
    await kesh.fill(form, words=f"cast {keep('Frabjousfire', kesh)} at {GUESS}")
    await kesh.fill(await kesh.press(shown, "tell", "cast"), name="Frabjousfire", segments="4", at="the arch")
    await kesh.press(shown, "menus")
    await kesh.slash("declare", text=f"throw my dagger at {GUESS}")
    watch.check("Kesh declares in words")
    shown = await gm.write(f"parry and shout {keep('Gimblewabe')}")
    await gm.pick(shown, "whose", await table.id("Orc 2"))
    watch.check("the GM declares in words")


async def two_fights(watch: Watch) -> None:
    """Mira is in two fights and says in which she acts."""
    table, mira = watch.table, watch.table.mira
    await table.begin(time="2h")
    await table.open_round()
    line = f"Web. [innate] {watch.keep('Slithytove', mira)}"
    await mira.slash("combatant ability", combatant="Mira", line=line)
    await mira.pick(mira.panel, "act", "ability")
    await mira.pick(mira.panel, "ability", "Web")
    for person in (table.borin, table.bystander):
        await person.slash("combatant list")
    watch.check("Mira has an ability")
    await mira.slash("preset save", name=watch.keep("Borogrove", mira))
    await mira.press(mira.panel, "anew")
    await mira.press(mira.panel, "presets")
    await mira.pick(mira.panel, "preset", "Borogrove")
    for person in (table.borin, table.bystander):
        await person.slash("preset list")
        await person.typing("preset use", "name", "")
        await person.slash("preset use", name="Borogrov")
    watch.check("Mira has saved what she makes")
    cave = table.guild.create_text_channel("cave")
    await table.gm.slash("encounter begin", cave, time="2h")
    await mira.slash("join", cave, name="Sella")
    await table.gm.slash("round open", cave)
    shown = await mira.write(f"parry and shout {watch.keep('Mimsyborogove', mira)}")
    await mira.pick(shown, "which", next(iter(options_of(table.components(shown), "which"))))
    watch.check("Mira says in which fight")


async def question(watch: Watch) -> None:
    """Mira asks the GM something from the board, and is answered."""
    table, gm, mira, keep = watch.table, watch.table.gm, watch.table.mira, watch.keep
    form = await mira.press(table.board, "ask")
    await mira.fill(form, words=keep("Whereabouts", mira))
    for message in reversed(gm.dms):
        if any(p.verb == "reply" for p in presses(table.components(message))):
            form = await gm.press(message, "reply")
            await gm.fill(form, words=keep("Thereabouts", mira))
            break
    watch.check("Mira asks the GM")


async def first_round(watch: Watch, hidden: bool) -> None:
    """Round one: a spell that completes, one that is lost, a change of mind, a draft, a blow in question."""
    table, keep, check = watch.table, watch.keep, watch.check
    gm, mira, borin, kesh = table.gm, table.mira, table.borin, table.kesh
    await table.open_round()
    check("round one opens")
    # What an open round shows before anything is sealed is the same in both kinds of play.
    called_play = (await table.row()).encounter.play == "called"
    await pry(watch, "round one") if hidden and called_play else None
    panel = mira.panel
    form = await mira.pick(panel, "act", "cast")
    await mira.fill(form, name=keep("Whimsydraft", mira), segments="soon", at="the Follyplace")
    await mira.press(panel, "fill", "cast")
    check("a draft")
    form = await mira.press(panel, "fill", "cast")
    spell, place = keep("Zephyrblast", mira, segment=3), keep("porphyry dais", mira, segment=3)
    await mira.fill(form, name=spell, segments="3", at=place)
    form = await mira.pick(panel, "target", "place")
    await mira.fill(form, at=place)
    form = await mira.pick(panel, "move", "after:words")
    await mira.fill(form, feet="30", note=keep("behindthearras", mira, segment=4))
    await mira.pick(panel, "into", "open")
    await mira.pick(panel, "minors", "drop:before")
    form = await mira.press(panel, "speak", "shout")
    await mira.fill(form, words=keep("Hullabaloo", mira, segment=1))
    form = await mira.press(panel, "speak", "other-minor")
    await mira.fill(form, words="")
    await mira.press(panel, "seal")
    check("Mira seals")
    await mira.press(panel, "change")
    await mira.press(panel, "anew")
    await mira.press(panel, "kept")
    check("Mira thinks again and leaves it")
    await question(watch)
    await borin.slash("declare", action="cast", text=keep("Quenchfire", borin), segments=9, target="the door")
    check("Borin declares")
    await in_words(watch)
    await kesh.dm_slash("declare", action="other", text=keep("Fleetfolly", kesh), segments=1)
    await kesh.dm_slash("withdraw")
    await kesh.slash(
        "declare", action="cast", text=keep("Longwall", kesh, segment=4, round_=2), segments=14, target="x"
    )
    check("Kesh declares, and again")
    panel = (await gm.slash("declare", **{"as": "Orc 1"})).message
    await gm.pick(panel, "act", "melee")
    await gm.press(panel, "seal")
    await gm.slash("declare", **{"as": "Orc 2", "action": "other", "text": "growlthrum", "segments": 6})
    keep("growlthrum", segment=6)
    if hidden:
        await stalk(table)
    await pinned(watch, removed=hidden)
    check("the GM declares")
    await pry(watch, "all is sealed") if hidden and not called_play else None


async def judged(watch: Watch) -> None:
    """The blow on Borin strikes."""
    table = watch.table
    for message in reversed(table.gm.dms):
        extras = [p.extra for p in presses(table.components(message)) if p.verb == "judge"]
        if extras:
            await table.gm.press(message, "judge", extras[0])
            break
    watch.check("the blow is judged")


async def second_round(watch: Watch, hidden: bool) -> None:
    """Round two: work that runs on, an unknown time, somebody down, a pardon."""
    table, keep, check = watch.table, watch.keep, watch.check
    gm, mira, borin, kesh = table.gm, table.mira, table.borin, table.kesh
    await table.open_round()
    check("round two opens")
    await borin.press(borin.panel, "same")
    check("Borin would do the same")
    kesh_panel = kesh.panel
    await kesh.pick(kesh_panel, "carry", "continue")
    check("Kesh goes on")
    await mira.slash("declare", action="other", text=keep("Tinkerlock", mira, segment=1, round_=2))
    await gm.slash("round delay", combatant="Borin")
    check("a Delay is called")
    await gm.slash("combatant edit", combatant="Borin", weapons="axe 7, Vorpalspoon 4, short bow (bow)")
    keep("Vorpalspoon", borin)
    await borin.pick(borin.panel, "act", "melee")
    await borin.pick(borin.panel, "target", await table.id("Orc 1"))
    await borin.pick(borin.panel, "weapon", "Vorpalspoon")
    await borin.press(borin.panel, "seal")
    await borin.press(borin.panel, "withdraw")
    await borin.pick(borin.panel, "act", "missile")
    check("Borin has a bow in hand")
    if hidden:
        await stalk(table)
    await gm.slash("round extend", time="1m")
    check("more time")


async def automatic(watch: Watch, hidden: bool, *, threads: bool = False) -> None:
    """The whole fight, resolved by itself; with `threads` each round is told in one of its own."""
    table, gm = watch.table, watch.table.gm
    await table.begin(time="2h")
    if threads:
        await gm.slash("encounter settings", setting="round_threads", value="yes")
    table.ids()
    if hidden:
        watch.keep(HIDDEN)
        watch.keep("Gloomfang")
        watch.keep("Grimskulking")
        unburned = table.ids
        table.ids._last -= 1
        await gm.slash("combatant add", name=HIDDEN, weapons="Gloomfang 3", hidden=True)
        assert unburned is table.ids
        await gm.slash("combatant engage", combatant=HIDDEN, foe="Mira")
        table.ids._last -= 1
        await gm.slash("effect add", name=watch.keep("Nethercloak"), lasts="1 round", on=HIDDEN)
    watch.check("the fight begins")
    await first_round(watch, hidden)
    await gm.slash("round close")
    watch.check("round one closes")
    await ask_why(watch, "a blow in question")
    await judged(watch)
    await ask_why(watch, "round one is over")
    await pry(watch, "between rounds") if hidden else None
    await second_round(watch, hidden)
    await table.advance(8000)
    watch.check("round two closes by itself")
    await ask_why(watch, "a time in question")
    for message in reversed(gm.dms):
        if any(p.verb == "time" for p in presses(table.components(message))):
            form = await gm.press(message, "timeform")
            await gm.fill(form, segments="2")
            break
    watch.check("the time is set")
    await ask_why(watch, "round two is over")
    await pry(watch, "the end") if hidden else None
    asked = await gm.slash("encounter end")
    await gm.press(asked.message, "end")
    watch.check("the fight ends")
    await ask_why(watch, "the fight is over")


async def deputized(watch: Watch) -> None:
    """Somebody else runs the fight too, then alone, then no more; what is secret later is none of theirs."""
    gm, deputy = watch.table.gm, watch.table.person("deputy")
    for secret in watch.secrets:
        secret.knows += (deputy.id,)
    await gm.slash("encounter gm add", user=deputy.member)
    await gm.slash("encounter gm hand-over", user=deputy.member)
    watch.check("another GM")
    await deputy.slash("encounter gm add", user=gm.member)
    await gm.slash("encounter gm remove", user=deputy.member)
    watch.check("the GM again")


async def excused(watch: Watch) -> None:
    """Somebody leaves an order and takes it back, the GM for somebody else; everybody asks what to do."""
    table = watch.table
    for person, whose in ((table.gm, "Kesh"), (table.mira, "Mira")):
        await person.typing("excuse", "combatant", "")
        await person.press((await person.slash("excuse", combatant=whose)).message, "away", "guard")
        watch.check(f"{whose} is excused")
        await person.slash("excuse", combatant=whose, order="none")
    for person in (table.gm, table.mira, table.kesh, table.bystander):
        await person.slash("help")
        await person.slash("doctor")
    watch.check("what there is to do")


async def called(watch: Watch) -> None:
    """The whole fight, called segment by segment; every command given by who may and by who may not."""
    table = watch.table
    gm = table.gm
    await table.begin(play="called", time="2h")
    for words in (HIDDEN, "Gloomfang", "Grimskulking"):
        watch.keep(words)
    await gm.slash("combatant add", name=HIDDEN, weapons="Gloomfang 3", hidden=True)
    await gm.slash("combatant engage", combatant=HIDDEN, foe="Mira")
    await lasting(watch)
    await gm.slash("combatant edit", combatant=HIDDEN, dexterity=1)
    await gm.slash(
        "combatant ability", combatant=HIDDEN, line=f"{watch.keep('Gorgonstare')}. [innate; gaze] (minor)"
    )
    watch.check("the fight begins")
    await deputized(watch)
    await excused(watch)
    await first_round(watch, hidden=True)
    console = (await gm.slash("encounter status")).message
    await gm.press(console, "extend")
    await gm.press(console, "nudge")
    await gm.press(console, "pause")
    await gm.press((await gm.slash("encounter status")).message, "resume")
    for command in ("round nudge", "round pause", "round resume", "encounter board", "encounter resend"):
        await gm.slash(command)
        watch.check(command)
    await gm.press(console, "mine")
    await gm.press(console, "close")
    watch.check("round one closes")
    await pry(watch, "closed")
    for _ in range(12):
        row = await table.row()
        if row.encounter.round.stage != "resolving":
            break
        segment = row.encounter.round.segment
        if row.encounter.round.questions:
            await gm.slash("round struck")
        elif segment % 2:
            await gm.slash("round next")
        else:
            await gm.press((await gm.slash("encounter status")).message, "next")
        watch.check(f"after segment {segment}")
        await ask_why(watch, f"after segment {segment}")
        if segment == 1:
            await gm.slash("round struck", combatant="Orc 2")
            await gm.pick((await gm.slash("encounter status")).message, "disturb", await table.id("Borin"))
            watch.check("Borin is disturbed")
            await other_minds(watch)
            await pry(watch, "in the midst")
    await second_round(watch, hidden=True)
    await gm.slash("round close")
    watch.check("round two closes")
    await called_second(watch)


STEP_WORDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("round aim", {"target": "the arch"}),
    ("round pass", {}),
    ("round setoff", {"ability": "Hug", "target": HIDDEN}),
    ("round order", {"goes": "last"}),
    ("round hasten", {}),
)
"""What a GM says of a creature in a fight by steps; elsewhere it is refused, in private."""


async def other_minds(watch: Watch) -> None:
    """Mira thinks of something else and leaves it; the GM's creatures do something else."""
    gm, mira = watch.table.gm, watch.table.mira
    asked = await mira.slash("change", action="potion", text=watch.keep("Bubblebrew", mira))
    await mira.press(asked.message, "unpaid")
    for creature, segments in (("Orc 2", 2), (HIDDEN, 40)):
        told = watch.keep(f"Turnabout{creature[0]}", segment=3 if creature == "Orc 2" else None)
        new = {"as": creature, "action": "other", "text": told, "segments": segments}
        asked = await gm.slash("change", **new)
        await gm.press(asked.message, "pay" if creature == "Orc 2" else "unpaid")
    await gm.slash("minor", **{"as": HIDDEN, "what": f"drop {watch.keep('Slimehat')}"})
    await gm.slash("steer", **{"as": HIDDEN, "to": watch.keep("Netherward")})
    watch.check("another mind")
    await gm.slash("round surprise", combatant=HIDDEN)
    await gm.slash("round waive", combatant=HIDDEN, limit="S-12")
    await gm.slash("round together", combatant=HIDDEN, other="Orc 2")
    await gm.slash("round redirect", combatant=HIDDEN, target="Mira")
    await gm.slash("round retarget", combatant=HIDDEN, target="Mira")
    await gm.slash("round trigger", combatant=HIDDEN)
    for word, more in STEP_WORDS:
        await gm.slash(word, combatant=HIDDEN, **more)
    watch.check("the GM's word")


async def arranged(watch: Watch) -> None:
    """The GM saves a creature, brings in another, and hides and shows a third."""
    gm = watch.table.gm
    await gm.slash("combatant template save", combatant=HIDDEN)
    await gm.slash("combatant template list")
    shown = await gm.fill(await gm.slash("combatant import"), lines=f"{watch.keep('Jubjub')}, beak, hidden")
    watch.check("a list is read")
    shown = await gm.fill(await gm.press(shown.message, "mend"), lines="Jubjub, beak 3, hidden")
    await gm.press(shown.message, "addthem")
    shown = await gm.slash("combatant import", text="Jubjubber, beak 3, hidden")
    await gm.press(shown.message, "nevermind")
    await watch.table.mira.typing("combatant add", "template", "")
    await gm.slash("combatant template delete", name=HIDDEN)
    await gm.slash("combatant hide", combatant="Orc 2")
    await gm.slash("combatant reveal", combatant="Orc 2")
    await gm.slash("combatant seat", combatant=HIDDEN)
    watch.check("the GM arranges")


async def saved(watch: Watch) -> None:
    """Mira and the GM save what they declared by a name, use it again, and forget it."""
    gm, mira, keep = watch.table.gm, watch.table.mira, watch.keep
    deed = {"action": "other", "text": keep("Bandersnatch", mira), "segments": 2}
    await watch.table.declare(mira, **deed)
    await mira.slash("preset save", name=keep("Borogove", mira))
    await watch.table.declare(gm, **{"as": "Orc 2", **deed, "text": keep("Momerath")})
    await gm.slash("preset save", **{"as": "Orc 2", "name": keep("Outgrabe")})
    for person, name in ((mira, "Borogove"), (gm, "Outgrabe")):
        assert name in (await person.slash("preset list")).text
        for other in (watch.table.borin, watch.table.kesh, watch.table.bystander, person):
            await other.typing("preset use", "name", "")
            await other.typing("preset delete", "name", name[:3])
            await other.slash("preset list")
            await other.slash("preset use", name=name[:-1])
        await person.slash("preset use", name=name, **({"as": "Orc 2"} if person is gm else {}))
        watch.check("a preset is used")
        await person.slash("preset delete", name=name)
        watch.check("a preset is forgotten")


async def called_second(watch: Watch) -> None:
    """The second round of called play, and the end."""
    table = watch.table
    gm, mira = table.gm, table.mira
    console = (await gm.slash("encounter status")).message
    await gm.pick(console, "pardon", await table.id("Borin"))
    await table.borin.slash("declare", action="melee", target="Orc 1")
    watch.check("Borin declares late")
    console = (await gm.slash("encounter status")).message
    await gm.pick(console, "down", await table.id("Borin"))
    await gm.slash("round down", combatant="Borin", rises=True)
    console = (await gm.slash("encounter status")).message
    if any(press.verb == "time" for press in presses(table.components(console))):
        await gm.press(console, "time")
    await gm.slash("round time", combatant="Mira", segments=4)
    await mira.slash("declare", minors="drop it")
    await gm.slash("round delay", combatant="Orc 2")
    await gm.slash("round pardon", combatant="Orc 2")
    watch.check("the GM has a word")
    while (await table.row()).encounter.round.stage == "resolving":
        answer = await gm.slash("round next")
        if answer.refused:
            await gm.slash("round missed")
        watch.check("round two goes on")
        await ask_why(watch, "round two goes on")
    await gm.slash("encounter settings", setting="grace_seconds", value="30")
    await gm.press((await gm.slash("encounter status")).message, "open")
    await called_third(watch)
    await gm.press((await gm.slash("encounter status")).message, "open")
    await saved(watch)
    await gm.slash("combatant disengage", combatant=HIDDEN, foe="Mira")
    await arranged(watch)
    await gm.slash("combatant remove", combatant=HIDDEN)
    await gm.slash("withdraw", **{"as": "Orc 1"})
    await gm.slash("round missed")
    await gm.slash("leave")
    await gm.slash("combatant add", name="Hound", seat=mira.member)
    await mira.press((await mira.slash("leave")).message, "leave")
    watch.check("Mira leaves")
    await gm.slash("encounter export")
    await gm.slash("encounter log", rounds=9)
    await mira.slash("encounter log", rounds=9)
    watch.check("records")
    await back_and_again(watch)
    await gm.press((await gm.slash("encounter end")).message, "end")
    watch.check("the fight ends")
    await read_copy(watch, gm)
    for person in (mira, gm):
        asked = await person.press((await person.slash("privacy")).message, "forget")
        await person.press(asked.message, "forgotten")
    watch.check("they are forgotten")


async def back_and_again(watch: Watch) -> None:
    """The GM takes back all that is left of the fight, a good deal of it, and brings it back; twice."""
    gm = watch.table.gm
    for command, button, verb, times in (
        ("encounter undo", "undo", "undone", 6),
        ("encounter redo", "redo", "redone", 6),
    ):
        for n in range(times):
            if n % 2:
                asked = await gm.slash(command)
            else:
                asked = await gm.press((await gm.slash("encounter status")).message, button)
            await gm.press(asked.message, verb)
            watch.check(f"{verb} {n}")


async def called_third(watch: Watch) -> None:
    """A third round: a grace time, somebody who breaks off, a blow whose target has fallen."""
    table = watch.table
    gm = table.gm
    for foe, hero in (("Orc 1", "Borin"), ("Orc 2", "Borin"), ("Orc 2", "Mira")):
        await gm.slash("combatant engage", combatant=foe, foe=hero)
    await table.declare(table.mira, move="10 ft back")
    await table.declare(table.borin, action="melee", target="Orc 1", **{"with": "axe"})
    await gm.slash("combatant add", name="Pony", seat=table.kesh.member)
    told = watch.keep("Fidgetgadget", table.kesh, segment=9, round_=3)
    fidget = {"as": "Kesh", "action": "other", "text": told, "segments": 1}
    await table.declare(table.kesh, **fidget)
    await table.kesh.slash("delay", **{"as": "Kesh", "trigger": watch.keep("moonrise", table.kesh)})
    await gm.slash("declare", **{"as": "Orc 2", "action": "other", "text": "snarl", "segments": 1})
    await gm.slash("delay", **{"as": "Orc 2", "trigger": watch.keep("gonghour")})
    await gm.slash("round close")
    watch.check("the grace time")
    await gm.press((await gm.slash("encounter status")).message, "endgrace")
    watch.check("the grace time is over")
    for _ in range(30):
        row = await table.row()
        if row.encounter.round.stage != "resolving":
            break
        console = (await gm.slash("encounter status")).message
        verbs = {p.verb for p in presses(table.components(console))}
        if row.encounter.round.segment == 1 and "trigger" in verbs and "next" in verbs:
            await gm.pick(console, "trigger", await table.id("Orc 2"))
            watch.check("the orc acts")
        if row.encounter.round.segment == 8 and "next" in verbs:
            for message in reversed(table.kesh.dms):
                if any(p.verb == "ithappens" for p in presses(table.components(message))):
                    await table.kesh.press(message, "ithappens")
                    break
            watch.check("Kesh acts")
        if row.encounter.round.segment == 2 and not row.encounter.combatant(await table.id("Orc 1")).down:
            await gm.slash("round down", combatant="Orc 1")
        else:
            await gm.press(console, next(v for v in ("breakoff", "turn", "judge", "next") if v in verbs))
        watch.check("round three goes on")
        await ask_why(watch, "round three goes on")


async def by_steps(watch: Watch) -> None:
    """A fight of Declare Actions, in which a spell is named on its step and not before."""
    table = watch.table
    gm, mira = table.gm.id, table.mira.id
    watch.secrets = [
        Secret("Zephyrblast", (gm, mira), step="E · spells"),
        Secret("porphyry dais", (gm, mira), step="E · spells"),
        Secret("Doomword", (gm,), step="E · spells"),
        Secret("Grimskulking", (gm,)),
        Secret("flurble", (gm, table.borin.id)),
        # What Borin types himself is sent back to him alone; of a name he made up nobody else hears.
        Secret(HIDDEN, (gm, table.borin.id)),
    ]
    await stepped(table, watch.check)


async def automatic_with_a_hidden_creature(watch: Watch) -> None:
    """As `automatic`, with everybody prying."""
    await automatic(watch, hidden=True)


async def called_with_everything(watch: Watch) -> None:
    """As `called`; and no command, and no option that offers choices, is left out."""
    await called(watch)
    tried(watch.table)


STORIES = {
    "automatic play": automatic_with_a_hidden_creature,
    "called play": called_with_everything,
    "two fights": two_fights,
    "steps": by_steps,
}

PRESSED: dict[str, set[str]] = {}
"""Which kinds of buttons and forms a story has used, of those played so far."""


async def told(story: str, table: Table) -> None:
    """Play a story, and note what was pressed in it."""
    pressed: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for verb, handler in list(HANDLERS.items()):
            patch.setitem(HANDLERS, verb, _noting(verb, handler, pressed))
        await STORIES[story](Watch(table))
    PRESSED[story] = pressed


@pytest.mark.parametrize("story", STORIES)
async def test_nothing_leaks_in(table: Table, story: str) -> None:
    await told(story, table)


async def test_the_stories_press_every_kind_of_button_and_send_every_kind_of_form(open_table: Opener) -> None:
    for story in STORIES:
        if story not in PRESSED:
            await told(story, await open_table(**LONG))
    assert set(HANDLERS) - set().union(*PRESSED.values()) == set()


def tried(table: Table) -> None:
    """That the story has left out no command, and no option that offers choices."""
    for person, but in ((table.gm, {"join"}), (table.mira, set[str]())):
        done = {what.split(" {")[0].removeprefix("dm ") for who, what, _ in table.answers if who == person.id}
        missing = {f"/{name}" for name in commands(table) if name not in but} - done
        assert not missing, f"{person.member.name} has not tried {missing}"
        typed = {(name, option) for who, name, option, _ in table.offered if who == person.id}
        wanted = {
            (name, parameter.display_name)
            for name, command in commands(table).items()
            for parameter in command.parameters
            if parameter.autocomplete
        }
        assert wanted <= typed


def _noting(verb: str, handler: Pressed, pressed: set[str]) -> Pressed:
    async def noted(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
        pressed.add(verb)
        return await handler(host, interaction, press)

    return noted


# --- twins ----------------------------------------------------------------------------------------------


async def streams(table: Table, hidden: bool, threads: bool) -> dict[str, list[str]]:
    """All that each person receives in a whole fight, with Discord's own ids named by their order."""
    await automatic(Watch(table), hidden, threads=threads)
    assert len(table.channel.threads) == (2 if threads else 0)
    readers = (EVERYONE, table.mira.id, table.borin.id, table.kesh.id, table.bystander.id)
    names = {EVERYONE: EVERYONE, **{p.id: p.member.name for p in (table.mira, table.borin, table.kesh)}}
    names[table.bystander.id] = "bystander"
    made: dict[str, list[str]] = {names[reader]: [] for reader in readers}
    seen: dict[str, dict[str, str]] = {name: {} for name in made}
    for request in table.env.http_requests:
        reader = names.get(reader_of(table, request.path, request.json) or "")
        if reader is None:
            continue
        body = {k: v for k, v in (request.json or {}).items() if k != "nonce"}
        path = re.sub(r"/interactions/.*", "/interaction", request.path)
        path = re.sub(r"/webhooks/\d+/[^/]+", "/webhook", path)
        line = f"{request.method} {path} {json.dumps(body, ensure_ascii=False, sort_keys=True)}"
        # The digest alone may be another: it is as long and stands in the same place (test_envelopes).
        line = re.sub(r"Sealed: `[0-9a-f ]{39}`", "Sealed: `#`", line)
        # The mark of the outermost box is made as the nonce is: by a key, and opaque.
        line = re.sub(r'"id": \d+, "spoiler": false, "type": 17', '"id": #, "type": 17', line)
        ids = seen[reader]
        made[reader].append(
            re.sub(r"\d{17,20}", lambda m, ids=ids: ids.setdefault(m[0], f"#{len(ids)}"), line)  # type: ignore[misc]
        )
    return made


@pytest.mark.parametrize("threads", [False, True])
async def test_a_fight_looks_the_same_to_everybody_with_and_without_a_hidden_creature(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch, threads: bool
) -> None:
    monkeypatch.setattr("tests.bot.test_leaks.pry", nobody_pries)
    without = await streams(await open_table(**LONG), hidden=False, threads=threads)
    with_it = await streams(await open_table(**LONG), hidden=True, threads=threads)
    for name, lines in without.items():
        for one, other in zip(lines, with_it[name], strict=False):
            assert one == other, name
        assert len(lines) == len(with_it[name]), name


async def test_what_a_player_is_told_by_prying_is_the_same_with_and_without_a_hidden_creature(
    open_table: Opener,
) -> None:
    told: list[list[str]] = []
    for hidden in (False, True):
        table = await open_table()
        await table.begin()
        if hidden:
            await table.gm.slash("combatant add", name=HIDDEN, hidden=True)
            await table.gm.slash("combatant engage", combatant=HIDDEN, foe="Mira")
        await table.open_round()
        watch = Watch(table)
        watch.received()
        await refused_to(table.mira, HIDDEN)
        panel = table.mira.panel
        for key in ("melee", "parry"):
            answer = await table.mira.pick(panel, "act", key)
        answer = await table.mira.pick(panel, "move", "before:24")
        assert options_of(answer.components, "into")
        await table.mira.slash("declare", action="charge", target="Orc 2", move="40 ft")
        joined = await table.bystander.slash("join", name=HIDDEN)
        told.append(
            [
                re.sub(r"\d{17,20}|i\d\d\d", "#", json.dumps(body, ensure_ascii=False, sort_keys=True))
                for reader, _, body in watch.received()
                if reader == table.mira.id
            ]
            + [joined.text]
        )
    assert told[0] == told[1]


def test_the_walk_over_components_misses_no_text(tmp_path: Path) -> None:
    del tmp_path
    form = [{"type": 18, "label": "a", "component": {"type": 4, "value": "b"}}]
    assert [c["type"] for c in walk(form)] == [18, 4]
