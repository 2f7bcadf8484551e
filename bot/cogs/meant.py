"""Which fight and which creature a command means, and the choices its options offer as one types."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs.common import choices, creatures, label, seen_by
from bot.cogs.host import Host
from bot.cogs.line import Unclear, for_whom
from bot.cogs.panels import desk_for
from bot.narration.abilities import in_short
from bot.narration.words import clean
from bot.store import EncounterRow
from bot.ui.draft import NOTHING, declarable, group_members, nothing_label
from rules import CATALOGUE, Combatant, viewer_for

Choices = list[app_commands.Choice[str]]


async def row_meant(
    host: Host, interaction: discord.Interaction, typed: str | None
) -> tuple[EncounterRow | None, str | None]:
    """The encounter meant, and whom; in a direct message the choice names its encounter too."""
    key, slash, who = (typed or "").partition("/")
    async with host.store.reading() as tx:
        if slash and interaction.guild_id is None:
            rows = await tx.encounters_of(str(interaction.user.id))
            # A name may hold a slash as well.
            if (chosen := next((r for r in rows if r.id == key), None)) is not None:
                return chosen, _as_listed(chosen, who, str(interaction.user.id))
        row = await host.here(tx, interaction)
    if row is None or typed is None:
        return row, typed
    return row, _as_listed(row, typed, str(interaction.user.id))


def _as_listed(row: EncounterRow, typed: str, person: str) -> str:
    """The list's choice for a group whose name somebody typed instead of picking it; else what was typed."""
    wanted = clean(typed).casefold()
    for name, value in _whom(row, person):
        if value.startswith("*") and wanted in (name.casefold(), name.partition(" × ")[2].casefold()):
            return value
    return typed


async def whom_choices(host: Host, interaction: discord.Interaction, typed: str) -> Choices:
    """Whom the person declares for, groups first; in a direct message of every fight."""
    async with host.store.reading() as tx:
        if interaction.guild_id is None:
            rows = list(await tx.encounters_of(str(interaction.user.id)))
        else:
            here = await host.here(tx, interaction)
            rows = [here] if here is not None else []
    pairs: list[tuple[str, str]] = []
    for number, row in enumerate(rows, 1):
        prefix = f"{row.id}/" if interaction.guild_id is None else ""
        where = _where(interaction, row, number) if len(rows) > 1 else ""
        pairs += [
            (f"{name}{where}", f"{prefix}{value}") for name, value in _whom(row, str(interaction.user.id))
        ]
    return choices(pairs, typed)


def _where(interaction: discord.Interaction, row: EncounterRow, number: int) -> str:
    """Which fight it is, for somebody in several: its channel's name, or its number where none is known."""
    channel = interaction.client.get_channel(row.channel_id)
    name = getattr(channel, "name", None)
    return f" · #{name}" if name else f" · fight {number}"


def _whom(row: EncounterRow, person: str) -> list[tuple[str, str]]:
    desk = desk_for(row, person)
    pairs: list[tuple[str, str]] = []
    groups: set[str] = set()
    for c in desk.runs:
        members = group_members(row.encounter, f"*{c.id}")
        if len(members) > 1 and c.group not in groups:
            groups.add(c.group)
            pairs.append((f"{len(members)} × {c.group}", f"*{members[0].id}"))
        pairs.append((c.name, c.id))
    return pairs


async def sketched(
    host: Host, interaction: discord.Interaction
) -> tuple[EncounterRow | None, Combatant | None]:
    """The encounter and the combatant of a command being typed."""
    typed = getattr(interaction.namespace, "as", None)
    row, wanted = await row_meant(host, interaction, typed if isinstance(typed, str) else None)
    if row is None:
        return None, None
    try:
        return row, for_whom(row, wanted, str(interaction.user.id))[0]
    except Unclear:
        return row, None


async def creature_choices(host: Host, interaction: discord.Interaction, typed: str) -> Choices:
    """The creatures of the fight that who types may know of."""
    row = await host.fight(interaction)
    return [] if row is None else creatures(row.encounter, str(interaction.user.id), typed)


async def action_choices(
    host: Host, interaction: discord.Interaction, typed: str, *, before: bool = False
) -> Choices:
    """What can be done as a major action, or declared `before` the close: by name, or by one of its words."""
    row, first = await sketched(host, interaction)
    # Where no fight is known, what most fights offer.
    ruleset = row.encounter.ruleset if row is not None else "segments"
    majors = [each for each in CATALOGUE[ruleset].values() if each.major]
    pairs = [(each.name, each.key) for each in majors]
    powers = declarable(row.encounter, first) if row is not None and first is not None else ()
    pairs += [(f"{a.name} · {in_short(a)}", a.name) for a in powers]
    # Once the round is called nobody chooses on the turn any more: it has come, or is changed here.
    pairs.append((nothing_label(ruleset if before else "segments"), NOTHING))
    pairs += [("Same as last round", "same")] if before else []
    if found := choices(pairs, typed):
        return found
    wanted = typed.strip().casefold()
    by_word = [(each.name, each.key) for each in majors if any(w.startswith(wanted) for w in each.words)]
    return choices(by_word, "")


async def target_choices(host: Host, interaction: discord.Interaction, typed: str) -> Choices:
    """Whom it can be done to, foes in melee first."""
    row, first = await sketched(host, interaction)
    if row is None:
        return []
    viewer = viewer_for(row.encounter, str(interaction.user.id))
    engaged = row.encounter.engaged_with(first.id) if first else ()
    side = first.side if first else ""
    seen = sorted(seen_by(row.encounter, viewer), key=lambda c: (c.down, c.id not in engaged, c.side == side))
    return choices(((label(c), c.id) for c in seen), typed)


async def weapon_choices(host: Host, interaction: discord.Interaction, typed: str) -> Choices:
    """With what: the weapons of the creature meant."""
    row, first = await sketched(host, interaction)
    if row is None or first is None:
        return []
    return choices(((w.name, w.name) for w in first.weapons), typed)
