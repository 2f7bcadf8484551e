"""Presses by which a player, or the GM in that place, answers what a round of steps waits for (P-5, P-23)."""

from __future__ import annotations

import discord

from bot.cogs.common import find
from bot.cogs.host import Host, Pressed, Reply, not_accepted, only_gm, problem
from bot.cogs.rounds import called
from bot.narration.plan_steps import put_off_line
from bot.narration.refusals import action_name
from bot.narration.rounds import intention
from bot.narration.steps import queued
from bot.narration.words import Names, escape, sentence
from bot.render import Card, text_card
from bot.store import EncounterRow
from bot.table import Outcome
from bot.ui.ids import Press
from bot.ui.layout import first_chosen, submitted
from bot.ui.turns import own_words, place_words, turn_card, turn_choices
from rules import Ask, Command, Declaration, Encounter, Refusal, as_seen, read_sentence, seen_by, viewer_for
from rules import commands as cmd
from rules import events as ev


def _done(text: str) -> Reply:
    return Reply(text_card("", (f"✅ {text}",), "calm"), update=True)


async def _row(host: Host, press: Press, user: discord.abc.User) -> EncounterRow | Reply:
    """The fight, if the press is of its present round and its creature is this person's to speak for."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None or row.encounter.over:
        return problem("This fight is over.", "Nothing can be chosen any more.")
    if row.encounter.round.number != press.round:
        return Reply(text_card("", (f"That was round {press.round}. It is over.",), "calm"), update=True)
    person = str(user.id)
    found = row.encounter.find(press.who)
    if person not in row.encounter.gms and (found is None or found.seat != person):
        return problem("That is not yours to answer.", "`/encounter status` shows what you are asked.")
    if found is None:
        return Reply(text_card("", ("That creature has left the fight.",), "calm"), update=True)
    return row


async def _answered(host: Host, press: Press, user: discord.abc.User, command: Command, said: str) -> Reply:
    """Give the answer; where it has been given already, by the GM or by the player, say so in its place."""
    outcome = await host.act(press.key, command, user)
    if isinstance(outcome.refusal, Refusal) and outcome.refusal.code in ("not-your-turn", "nothing-to-aim"):
        return Reply(text_card("", ("That has been answered already.",), "calm"), update=True)
    return not_accepted(outcome, user) or _done(said)


async def _aim(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    target = first_chosen(interaction)
    names = Names(row.encounter, viewer_for(row.encounter, str(interaction.user.id)))
    said = f"{names[press.who]} aims at {names[target]}."
    return await _answered(host, press, interaction.user, cmd.NameTarget(who=press.who, target=target), said)


async def _aimform(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    return row if isinstance(row, Reply) else Reply(form=place_words(press, press.who))


async def _aimed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    typed = submitted(interaction).get("at", "")[:100]
    if not typed.strip():
        return problem("That says nothing.", "Name the target, or describe the place.")
    viewer = viewer_for(row.encounter, str(interaction.user.id))
    target = find(seen_by(row.encounter, viewer), typed)
    names = Names(row.encounter, viewer)
    command = cmd.NameTarget(who=press.who, target=target.id if target else None, at="" if target else typed)
    said = f"{names[press.who]} aims at {names[target.id] if target else escape(typed)}."
    return await _answered(host, press, interaction.user, command, said)


async def _pass(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    names = Names(row.encounter, viewer_for(row.encounter, str(interaction.user.id)))
    said = f"{names[press.who]} lets the turn go by."
    return await _answered(host, press, interaction.user, cmd.Pass(who=press.who), said)


async def _low(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    return await _chosen(host, interaction, row, Declaration(who=press.who, delay=True))


async def _do(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    viewer = viewer_for(row.encounter, str(interaction.user.id))
    wanted = first_chosen(interaction)
    made = next((d for c, d in turn_choices(row.encounter, press.who, viewer) if c.value == wanted), None)
    if made is None:
        return problem("That cannot be done any more.", "Choose something else, or say it in your own words.")
    return await _chosen(host, interaction, row, made)


async def _sayform(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    return row if isinstance(row, Reply) else Reply(form=own_words(press, press.who))


async def _said(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    row = await _row(host, press, interaction.user)
    if isinstance(row, Reply):
        return row
    typed = submitted(interaction).get("text", "")
    viewer = viewer_for(row.encounter, str(interaction.user.id))
    encounter = as_seen(row.encounter, viewer)
    known = {c.id for c in seen_by(encounter, viewer)}
    reading = read_sentence(typed, encounter, press.who, known)
    if reading.declaration is None or reading.asks:
        return problem(*_unclear(typed, reading.asks[0] if reading.asks else None, encounter, known))
    return await _chosen(host, interaction, row, reading.declaration)


def _unclear(typed: str, ask: Ask | None, encounter: Encounter, known: set[str]) -> tuple[str, ...]:
    """What is not clear, and what to do."""
    if ask is None or ask.code == "unreadable":
        return (f"I cannot read an action in “{escape(typed[:100])}”.", "Say it like: I attack Orc 2.")
    if ask.code == "two-majors":
        return ("That is more than one action.", "Say the one to be done now.")
    about = f"**{action_name(ask.action)}**: " if ask.action else ""
    names = [encounter.combatant(c).name if c in known else c for c in ask.choices[:5]]
    which = f" Which do you mean: {', '.join(map(escape, names))}?" if names else ""
    return (
        f"{about}something is missing or unclear.{which}",
        "Say it once more, with whom, what or how far.",
    )


async def _chosen(
    host: Host, interaction: discord.Interaction, row: EncounterRow, declaration: Declaration
) -> Reply:
    """Do what was chosen on the turn; or the minors, where nothing else was said."""
    user = interaction.user
    command: Command = cmd.Declare(declarations=(declaration,), round=row.encounter.round.number)
    outcome = await host.act(row.id, command, user)
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    return Reply(_chosen_card(row.id, outcome, declaration, str(user.id)), update=True)


def _chosen_card(key: str, outcome: Outcome, declaration: Declaration, person: str) -> Card:
    """What was chosen, read back; or that it must wait for the next round, and what to do in this (P-3)."""
    after, viewer = outcome.after, viewer_for(outcome.after, person)
    names = Names(after, viewer)
    put_off = next((e for e in outcome.events if isinstance(e, ev.Queued) and e.who == declaration.who), None)
    if put_off is not None:
        what = put_off_line(put_off.declaration, after.round.number + 1, names)
        notice = f"⏭️ {sentence(queued(put_off, names))}. {what}"
        if not after.at_turn(put_off.who):
            return text_card("", (notice,), "calm")
        press = Press("do", key, after.round.number)
        return turn_card(
            press, after, put_off.who, viewer, notice=f"{notice} This round's turn is still open:"
        )
    if declaration.delay and declaration.major is None:
        return text_card("", (f"✅ {names[declaration.who]} waits for LOW, and chooses there.",), "calm")
    return text_card("", (f"✅ {names[declaration.who]}: {intention(declaration, names)}.",), "calm")


async def _someone(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The GM picks who acts now: the same card as for a player's turn."""
    about = Press(press.verb, press.key, press.round, first_chosen(interaction))
    row = await _row(host, about, interaction.user)
    if isinstance(row, Reply):
        return row
    viewer = viewer_for(row.encounter, str(interaction.user.id))
    if row.encounter.round.stage != "resolving":
        return problem("Nothing is being called right now.", "`/encounter status` shows where the round is.")
    asked = row.encounter.at_turn(about.who)
    return Reply(turn_card(about, row.encounter, about.who, viewer, waits=asked))


async def _onto(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """Call the empty steps, and the first in which something happens; stop where somebody must be asked."""
    start, _, until = press.extra.partition(".")
    if not (start.isdecimal() and until.isdecimal()):
        return problem("This button is from an older version of me.", "Use the newest message.")
    reply = await called(host, press.key, interaction.user, int(start), update=True)
    for after in range(int(start) + 1, int(until)):
        async with host.store.reading() as tx:
            row = await tx.encounter(press.key)
        round_ = row.encounter.round if row is not None else None
        stands = round_ is None or round_.number != press.round or round_.segment != after
        if stands or (round_ is not None and (round_.questions or round_.stage != "resolving")):
            break
        reply = await called(host, press.key, interaction.user, after, update=True)
    return reply


async def _agree(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The GM calls the Delay that was proposed (P-23)."""
    outcome: Outcome = await host.act(press.key, cmd.CallDelay(who=press.who), interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    name = escape(outcome.after.combatant(press.who).name)
    return _done(f"{name} has a Delay, and acts in LOW.")


async def _waveoff(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    return await only_gm(host, press.key, interaction.user) or _done("No Delay.")


TURNS: dict[str, Pressed] = {
    "aim": _aim,
    "aimform": _aimform,
    "aimed": _aimed,
    "do": _do,
    "sayform": _sayform,
    "said": _said,
    "low": _low,
    "pass": _pass,
    "someone": _someone,
    "onto": _onto,
    "agree": _agree,
    "waveoff": _waveoff,
}
"""What each of their verbs means."""
