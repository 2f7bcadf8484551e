"""Every button, menu and form comes in here and goes, by its id alone, to what it means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord.ext import commands

from bot.cogs.again import same
from bot.cogs.asking import ask_pressed, ask_sent, reply_pressed, reply_sent
from bot.cogs.changing import pay, unpaid
from bot.cogs.choosing import filled, picked
from bot.cogs.encounter import end_fight
from bot.cogs.excusing import away
from bot.cogs.explaining import why
from bot.cogs.halting import clock_pressed
from bot.cogs.host import Host, Pressed, Reply, answer, not_accepted, only_gm, problem
from bot.cogs.importing import decided, pasted
from bot.cogs.mending import meant, replied, written
from bot.cogs.panels import mine
from bot.cogs.players import leave_with_all
from bot.cogs.presets import presets
from bot.cogs.privacy import OWN, asked_to_forget, copied, forgotten
from bot.cogs.recording import did as did_in_round
from bot.cogs.rounds import called, did, extended, opened
from bot.cogs.taking_back import ask, confirmed
from bot.cogs.turns import TURNS
from bot.cogs.waiting import it_happens, triggered
from bot.narration.words import count, escape
from bot.render import Field, Form, text_card
from bot.table import redraw
from bot.ui.astray import turned_card
from bot.ui.console import told
from bot.ui.draft import read_segments
from bot.ui.draft_steps import SWITCHES
from bot.ui.ids import Press, parse
from bot.ui.layout import first_chosen, submitted
from rules import commands as cmd


async def _mine(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    return await mine(host, press, interaction.user)


async def _judge(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    struck, blow = press.extra[:1] == "s", press.extra[1:]
    outcome = await host.act(press.key, cmd.JudgeBlow(struck=struck, blow=blow), interaction.user)
    said = told(outcome.events, outcome.after) or ("It struck." if struck else "It missed.")
    return not_accepted(outcome, interaction.user) or Reply(
        text_card("", (f"✅ {said}",), "calm"), update=True
    )


async def _time(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    number, _, slot = press.extra.partition(".")
    try:
        segments = read_segments(number)
    except ValueError:
        return await _unknown()
    return await _set_time(host, interaction, press, segments, slot)


async def _set_time(
    host: Host, interaction: discord.Interaction, press: Press, segments: int, slot: str
) -> Reply:
    outcome = await host.act(press.key, cmd.SetTime(slot=slot, segments=segments), interaction.user)
    said = text_card("", (f"✅ {count(segments, 'segment')}.",), "calm")
    return not_accepted(outcome, interaction.user) or Reply(said, update=True)


async def _timeform(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    if (refused := await only_gm(host, press.key, interaction.user)) is not None:
        return refused
    field = Field("segments", "How many segments?", "", "14; or “2 rounds”", most=20)
    return Reply(form=Form(press.to("timed", press.extra), "How long does it take?", (field,)))


async def _timed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    typed = submitted(interaction).get("segments", "")
    try:
        segments = read_segments(typed)
    except ValueError:
        return problem(
            f"“{escape(typed)}” is not a time.", "Give segments, like 14, or rounds, like 2 rounds."
        )
    return await _set_time(host, interaction, press, segments, press.extra)


async def _breakoff(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    allowed, who = press.extra[:1] == "y", press.extra[1:]
    outcome = await host.act(press.key, cmd.BreakOff(who=who, allowed=allowed), interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    name = escape(outcome.after.combatant(who).name)
    said = f"✅ {name} {'gets away' if allowed else 'stays in melee'}."
    return Reply(text_card("", (said,), "calm"), update=True)


async def _turn(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    _, who, _ = (*press.extra.split("."), "", "")[:3]
    command = cmd.Redirect(who=who, target=press.who or None, slot=press.extra)
    outcome = await host.act(press.key, command, interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    card = turned_card(press.key, outcome.after, who, press.who, str(interaction.user.id))
    return Reply(card, update=True)


async def _next(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    after = int(press.extra) if press.extra.isdecimal() else None
    return await called(host, press.key, interaction.user, after, update=True)


async def _extend(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    seconds = int(press.extra) if press.extra.isdecimal() else 60
    if (stale := await _stale(host, press)) is not None:
        return stale
    return await extended(host, press.key, interaction.user, seconds)


async def _close(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    command = cmd.CloseDeclarations(round=press.round)
    return await did(host, press.key, command, interaction.user, "Declarations are closed.")


async def _end_grace(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    command = cmd.EndGrace(round=press.round)
    return await did(host, press.key, command, interaction.user, "The grace time is over.")


async def _open(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    if (stale := await _stale(host, press)) is not None:
        return stale
    return await opened(host, press.key, interaction.user, None)


async def _stale(host: Host, press: Press) -> Reply | None:
    """Why a button of another round's console is not followed; None if it is this round's (FK-R7)."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None or row.encounter.round.number == press.round:
        return None
    return problem(
        f"This belongs to round {press.round}; now it is round {row.encounter.round.number}.",
        "`/encounter status` shows you what is possible now.",
    )


async def _trigger(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    return await triggered(host, interaction, press, first_chosen(interaction))


def _about(make: Callable[[str], cmd.Command], done: str) -> Pressed:
    async def handler(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
        return await did(host, press.key, make(first_chosen(interaction)), interaction.user, done)

    return handler


HANDLERS: dict[str, Pressed] = {
    "mine": _mine,
    **dict.fromkeys(
        ("who", "act", "target", "weapon", "ability", "move", "into", "minors", "carry", "fill", "speak"),
        picked,
    ),
    **dict.fromkeys(SWITCHES, picked),
    **dict.fromkeys(("seal", "change", "kept", "withdraw", "anew"), picked),
    **dict.fromkeys(("filled", "placed", "moved", "spoken"), filled),
    "same": same,
    **dict.fromkeys(("presets", "preset"), presets),
    **dict.fromkeys(("which", "whose"), meant),
    **dict.fromkeys(("answer", "tell", "reword", "menus"), replied),
    **dict.fromkeys(("told", "reworded"), written),
    "judge": _judge,
    "time": _time,
    "timeform": _timeform,
    "timed": _timed,
    "breakoff": _breakoff,
    "turn": _turn,
    "next": _next,
    "extend": _extend,
    **dict.fromkeys(("pause", "resume", "nudge"), clock_pressed),
    "close": _close,
    "endgrace": _end_grace,
    "open": _open,
    "disturb": _about(lambda who: cmd.Disturb(who=who), "Disturbed."),
    "down": _about(lambda who: cmd.Down(who=who), "Down."),
    "pardon": _about(lambda who: cmd.PardonDelay(who=who), "Pardoned."),
    "end": end_fight,
    "away": away,
    "leave": leave_with_all,
    "why": why,
    "did": did_in_round,
    "pasted": pasted,
    **dict.fromkeys(("addthem", "mend", "nevermind"), decided),
    **dict.fromkeys(("undo", "redo"), ask),
    **dict.fromkeys(("undone", "redone"), confirmed),
    **TURNS,
    "copy": copied,
    "forget": asked_to_forget,
    "forgotten": forgotten,
    "pay": pay,
    "unpaid": unpaid,
    "ask": ask_pressed,
    "asked": ask_sent,
    "reply": reply_pressed,
    "replied": reply_sent,
    "ithappens": it_happens,
    "trigger": _trigger,
}
"""What each verb of an id means."""

_UPDATES = frozenset(HANDLERS) - {
    *(
        "mine",
        "extend",
        "away",
        "pause",
        "resume",
        "nudge",
        "close",
        "endgrace",
        "open",
        "disturb",
        "down",
        "pardon",
        "why",
        "did",
        "undo",
        "redo",
        "someone",
        "pasted",
        "copy",
        "trigger",
        "ask",
        "asked",
    ),
}
"""Verbs whose answer changes the message that was pressed."""


_ABOUT_ONESELF = frozenset({"copy", "forget", "forgotten"})
"""Verbs that are about whoever presses, and about no fight."""

_PANEL = frozenset(verb for verb, handler in HANDLERS.items() if handler in (picked, filled))
"""Verbs of a panel."""


class PressesCog(commands.Cog):
    """The one router of presses. It keeps nothing in memory, so messages of a former process work as well."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route a press or a form by its id."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        press = parse(custom_id)
        handler = HANDLERS.get(press.verb) if press is not None else None
        if press is None or handler is None:
            await answer(self._host, interaction, _unknown())
            return
        work = _within_reach(handler, self._host, interaction, press)
        delivered = await answer(self._host, interaction, work, update=press.verb in _UPDATES)
        if not delivered and press.verb in _PANEL:
            await redraw(self._host.store, press.key, str(interaction.user.id), self._host.now())
            self._host.moved()


async def _within_reach(
    handler: Pressed, host: Host, interaction: discord.Interaction, press: Press
) -> Reply:
    """The press followed, if its fight is of this server or the presser's own; an id proves nothing.

    A fight of another server is answered like one that never was.
    """
    if press.key == OWN and press.verb in _ABOUT_ONESELF:
        return await handler(host, interaction, press)
    async with host.store.reading() as tx:
        known = await tx.within_reach(press.key, interaction.guild_id, str(interaction.user.id))
    if not known:
        return problem(
            "There is no fight of yours behind this any more.",
            "In the channel of a fight, `/join` brings you in.",
        )
    return await handler(host, interaction, press)


async def _unknown() -> Reply:
    return problem("This button is from an older version of me.", "Use the newest message, or the command.")
