"""/privacy: what is stored about whoever asks; a copy of it, and its end."""

from __future__ import annotations

import json
import secrets
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.host import Host, Reply, answer, person, problem
from bot.cogs.importing import LIST
from bot.narration.words import count, listed
from bot.render import Button, text_card
from bot.store import EncounterRow, Transaction
from bot.store.rows import from_ms
from bot.table import forget
from bot.ui.ids import Press
from rules import view, viewer_for
from rules.events import EVENT

OWN = "own"
"""Stands for the fight in the ids of buttons that are about the presser alone."""

_NOBODY_BELOW = 1 << 22
"""No account has an id below this: the lowest ones end in the first millisecond of Discord's time."""


class PrivacyCog(commands.Cog):
    """What is stored about a person."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(
        name="privacy", description="What I keep about you; get a copy of it, or have it deleted."
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def privacy(self, interaction: discord.Interaction) -> None:
        """In plain words, with the ways out."""
        await answer(self._host, interaction, _told(self._host, interaction))


async def _told(host: Host, interaction: discord.Interaction) -> Reply:
    who = person(interaction.user).id
    async with host.store.reading() as tx:
        keys = await tx.fights_with(who)
        traces = await tx.traces(who)
    ways = (
        Button("Send me a copy", str(Press("copy", OWN)), "secondary"),
        Button("Delete what is about me", str(Press("forget", OWN)), "danger"),
    )
    if not keys and not traces:
        return Reply(text_card("### What I keep about you", ("Nothing.",), "private"))
    half_made = traces.get("drafts", ())
    drafts = sum(draft["who"] != LIST for draft in half_made)
    lines = [
        f"Your Discord id, in {count(len(keys), 'fight')}: as a player, as GM, or as who did something.",
        "What you typed there: your characters, and what you declared for them.",
        f"{count(drafts, 'declaration')} begun and not sealed." if drafts else "",
        "A list of creatures read and not added." if len(half_made) > drafts else "",
        "Which messages I sent you, and whether your direct messages are open to me.",
        "Not kept: what you write to me in direct messages, and anything else about you. "
        "Whoever runs me can read what is kept.",
    ]
    told = [f"▸ {line}" for line in lines if line]
    return Reply(text_card("### What I keep about you", told, "private", ways))


async def copied(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """All that is kept about the presser, as a file for nobody else."""
    del press
    who = person(interaction.user).id
    async with host.store.reading() as tx:
        fights = [await _fight(tx, key, who) for key in await tx.fights_with(who)]
        traces = await tx.traces(who)
    data = {"person": who, "fights": fights, "kept": traces}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    said = text_card("", ("📄 Everything I keep about you, in the file below.",), "private")
    return Reply(said, files=(("dither-my-data.json", text),))


async def _fight(tx: Transaction, key: str, who: str) -> dict[str, Any]:
    """The person's part in a fight, as far as the person may know of it."""
    row = await tx.encounter(key)
    assert row is not None
    encounter = row.encounter
    viewer = viewer_for(encounter, who)
    deeds = []
    for seq, at, text in await tx.deeds(key, who):
        if not viewer.gm and row.held_from is not None and seq >= row.held_from:
            continue
        seen = view(EVENT.validate_json(text), viewer)
        if seen is not None:
            deeds.append({"at": from_ms(at).isoformat(), "event": json.loads(EVENT.dump_json(seen))})
    return {
        "server": str(row.guild_id),
        "channel": str(row.channel_id),
        "began": row.created_at.isoformat(),
        "ended": row.ended_at.isoformat() if row.ended_at else None,
        "gm": who in encounter.gms,
        "characters": [c.model_dump(mode="json") for c in encounter.combatants if c.seat == who],
        "done": deeds,
    }


async def asked_to_forget(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """Ask once more; say what it means."""
    del press
    async with host.store.reading() as tx:
        rows = await tx.encounters_of(person(interaction.user).id)
    if (refused := _still_gm(rows, person(interaction.user).id)) is not None:
        return refused
    lines = (
        "Your seats become free, and the GM is told. What is half made is deleted. In the story of each "
        "fight your characters stay, and what they did; that they were yours is gone.",
        "This cannot be taken back.",
    )
    sure = (Button("Delete it", str(Press("forgotten", OWN)), "danger"),)
    return Reply(text_card("### Delete what is about you?", lines, "problem", sure), update=True)


async def forgotten(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """It was confirmed."""
    del press
    by = person(interaction.user)
    departed = str(secrets.randbelow(_NOBODY_BELOW - 1) + 1)
    outcome = await forget(host.store, by, departed, host.now(), host.policy)
    host.moved()
    if (refused := _still_gm(outcome.still_gm, by.id)) is not None:
        return refused
    said = "✅ Deleted. Nothing I keep leads to you any more. `/join` begins anew."
    return Reply(text_card("", (said,), "private"), update=True)


def _still_gm(rows: tuple[EncounterRow, ...], who: str) -> Reply | None:
    """Why somebody cannot be forgotten yet; None if nothing stands in the way."""
    places = [f"<#{row.channel_id}>" for row in rows if who in row.encounter.gms]
    if not places:
        return None
    return problem(
        f"You are the GM of a fight that is under way: {listed(places)}.",
        "End it with `/encounter end`, or hand it over, then come back.",
    )
