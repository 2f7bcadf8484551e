"""/join, and /combatant: who is in the fight."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, seen_by
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.narration.words import Names, escape, listed
from bot.render import Card, pages, text_card
from bot.store import EncounterRow
from bot.ui.board import roster_lines
from rules import (
    Combatant,
    Command,
    Encounter,
    SpeedUnclear,
    Weapon,
    parse_speed,
    read_weapons,
    told_weapons,
    viewer_for,
)
from rules import commands as cmd

SPEED = 'Speed in feet per round, e.g. 120, or 12" in inches.'
WEAPONS = "With speed factor, commas between: long sword 5, short bow (bow), axe 7 (thrown)."

Name = app_commands.Range[str, 1, 60]
Words = app_commands.Range[str, 1, 300]
Adjustment = app_commands.Range[int, -5, 5]


class Unreadable(Exception):
    """What was typed cannot be read; the text says why and what is allowed."""


def _speed(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_speed(text)
    except SpeedUnclear:
        inches = text.strip()
        raise Unreadable(
            f'Is {escape(inches)} a speed in inches or in feet? Write {escape(inches)}" for inches '
            f"({int(inches) * 10} ft a round), or {escape(inches)} ft."
        ) from None
    except ValueError:
        raise Unreadable(
            f'“{escape(text)}” is not a speed. Write feet per round, like 120, or inches, like 12".'
        ) from None


def _weapons(text: str | None) -> tuple[Weapon, ...] | None:
    if text is None:
        return None
    weapons = read_weapons(text)
    if weapons is None or len(weapons) > 12:
        raise Unreadable(
            f"I cannot read these weapons: “{escape(text)}”. Write up to twelve, like: long sword 5, short bow (bow)."
        )
    return weapons


def made(**fields: object) -> dict[str, Any]:
    """The fields that were given."""
    return {key: value for key, value in fields.items() if value is not None}


class PlayersCog(commands.Cog):
    """/join: a player's own character."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="join", description="Join the fight in this channel with your character.")
    @app_commands.describe(
        name="Your character's name.",
        speed=SPEED,
        weapons=WEAPONS,
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        side="Whose side you are on. Usual: heroes.",
    )
    @app_commands.guild_only()
    async def join(
        self,
        interaction: discord.Interaction,
        name: Name,
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment = 0,
        side: app_commands.Range[str, 1, 40] = "heroes",
    ) -> None:
        """Take a seat; the bot opens a direct message to declare in."""
        work = self._join(interaction, name, speed, weapons, dexterity, side)
        await answer(self._host, interaction, work)

    async def _join(
        self,
        interaction: discord.Interaction,
        name: str,
        speed: str | None,
        weapons: str | None,
        dexterity: int,
        side: str,
    ) -> Reply:
        host = self._host
        async with host.store.transaction() as tx:
            row = await host.here(tx, interaction)
        if row is None:
            return nothing_here(interaction)
        try:
            given = made(speed=_speed(speed), weapons=_weapons(weapons))
        except Unreadable as error:
            return problem(str(error))
        combatant = Combatant(
            id=host.new_id(),
            name=name.strip() or name,
            side=_side(row.encounter, side, str(interaction.user.id)),
            seat=str(interaction.user.id),
            dexterity=dexterity,
            **given,
        )
        outcome = await host.act(row.id, cmd.AddCombatants(combatants=(combatant,)), interaction.user)
        if (refused := not_accepted(outcome, interaction.user)) is not None:
            return refused
        reached = await _greet(interaction, combatant)
        return Reply(_joined(combatant, reached))


def _side(encounter: Encounter, side: str, person: str) -> str:
    """The side as it is written already, whatever the capitals; only of those this person can see."""
    known = {c.side.casefold(): c.side for c in seen_by(encounter, viewer_for(encounter, person))}
    return known.get(side.strip().casefold(), side.strip() or side)


async def _greet(interaction: discord.Interaction, combatant: Combatant) -> bool:
    """Open the direct message now, in answer to the player's own command; False if it is refused."""
    where = f"<#{interaction.channel_id}>"
    card = text_card(
        f"### {escape(combatant.name)} is in the fight in {where}",
        ("When a round opens, you get a panel here to declare in. Nobody else sees it.",),
        "private",
    )
    from bot.ui.layout import NO_MENTIONS, layout  # noqa: PLC0415

    try:
        await interaction.user.send(view=layout(card), allowed_mentions=NO_MENTIONS)
    except discord.HTTPException:
        return False
    return True


def _joined(combatant: Combatant, reached: bool) -> Card:
    weapons = told_weapons(combatant.weapons) or "none named"
    lines = [
        f"Speed {combatant.speed} ft a round · weapons: {escape(weapons)}",
        "`/combatant edit` changes this.",
    ]
    if reached:
        lines.append("I have sent you a direct message: that is where you declare, in private.")
    else:
        lines.append(
            "📵 I cannot send you direct messages. To allow them: server name, *Privacy Settings*, "
            "*Direct Messages*. Without them, use the **My declaration** button when a round opens: "
            "it is just as private."
        )
    return text_card(f"### {escape(combatant.name)} joins the fight", lines, "private")


class CombatantCog(commands.GroupCog, name="combatant", description="Who is in the fight."):
    """Add, edit, remove, engage, disengage and list."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    async def _row(self, interaction: discord.Interaction) -> EncounterRow | None:
        async with self._host.store.transaction() as tx:
            return await self._host.here(tx, interaction)

    async def _do(self, interaction: discord.Interaction, key: str, command: Command, card: Card) -> Reply:
        outcome = await self._host.act(key, command, interaction.user)
        return not_accepted(outcome, interaction.user) or Reply(card)

    @app_commands.command(name="add", description="Add a creature, or a group of them (GM).")
    @app_commands.describe(
        name="Its name; a group is numbered: Orc 1, Orc 2.",
        count="How many of them.",
        side="Whose side. Usual: foes.",
        speed=SPEED,
        weapons=WEAPONS,
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        size="For natural weapons: claws, bites.",
        hidden="Players see nothing of it until it acts or you show it.",
        seat="The player who declares for it. Nobody: you do.",
    )
    @app_commands.choices(
        size=[app_commands.Choice(name=s, value=s) for s in ("small", "man-sized", "large", "huge")]
    )
    @app_commands.guild_only()
    async def add(
        self,
        interaction: discord.Interaction,
        name: Name,
        count: app_commands.Range[int, 1, 50] = 1,
        side: app_commands.Range[str, 1, 40] = "foes",
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment = 0,
        size: str | None = None,
        hidden: bool = False,
        seat: discord.Member | None = None,
    ) -> None:
        """Bring creatures into the fight."""
        work = self._add(interaction, name, count, side, speed, weapons, dexterity, size, hidden, seat)
        await answer(self._host, interaction, work)

    async def _add(
        self,
        interaction: discord.Interaction,
        name: str,
        count: int,
        side: str,
        speed: str | None,
        weapons: str | None,
        dexterity: int,
        size: str | None,
        hidden: bool,
        seat: discord.Member | None,
    ) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        if seat is not None and seat.bot:
            return problem("A bot cannot declare.", "Pick a player for the seat, or leave it empty.")
        try:
            given = made(speed=_speed(speed), weapons=_weapons(weapons), size=size)
        except Unreadable as error:
            return problem(str(error))
        natural = size is not None and not given.get("weapons")
        names = _numbered(row.encounter, name.strip() or name, count)
        combatants = tuple(
            Combatant(
                id=self._host.new_id(),
                name=each,
                group=name.strip() if count > 1 else "",
                side=_side(row.encounter, side, str(interaction.user.id)),
                seat=str(seat.id) if seat else None,
                dexterity=dexterity,
                natural=natural,
                hidden=hidden,
                **given,
            )
            for each in names
        )
        secret = " Hidden: players see nothing of it yet." if hidden else ""
        told = listed(escape(n) for n in names)
        card = text_card("", (f"✅ Added: {told} ({escape(combatants[0].side)}).{secret}",), "private")
        return await self._do(interaction, row.id, cmd.AddCombatants(combatants=combatants), card)

    @app_commands.command(name="edit", description="Change a creature (GM), or your own character.")
    @app_commands.describe(
        combatant="Whom.",
        name="Its new name.",
        side="Whose side (GM).",
        speed=SPEED,
        weapons=WEAPONS + " Replaces what it had.",
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        hidden="Hide it, or show it (GM).",
        seat="The player who declares for it (GM).",
        unseat="Give it to the GM (GM).",
    )
    @app_commands.guild_only()
    async def edit(
        self,
        interaction: discord.Interaction,
        combatant: Name,
        name: Name | None = None,
        side: app_commands.Range[str, 1, 40] | None = None,
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment | None = None,
        hidden: bool | None = None,
        seat: discord.Member | None = None,
        unseat: bool = False,
    ) -> None:
        """Change a creature's particulars."""
        try:
            given = made(
                name=name,
                side=side,
                speed=_speed(speed),
                weapons=_weapons(weapons),
                dexterity=dexterity,
                hidden=hidden,
                seat=str(seat.id) if seat else None,
            )
        except Unreadable as error:
            await answer(self._host, interaction, _said(problem(str(error))))
            return
        if unseat:
            given["seat"] = None
        await answer(self._host, interaction, self._edit(interaction, combatant, given))

    async def _edit(self, interaction: discord.Interaction, typed: str, given: dict[str, Any]) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        found = self._find(interaction, row, typed)
        if found is None:
            return _nobody(typed)
        if not given:
            return problem("Nothing to change was given.", "Add what is to be new, like a speed or weapons.")
        changed = Combatant.model_validate({**found.model_dump(), **given})
        told = ", ".join(f"{key}" for key in given)
        card = text_card("", (f"✅ {escape(changed.name)}: changed {told}.",), "private")
        return await self._do(interaction, row.id, cmd.EditCombatant(combatant=changed), card)

    def _find(self, interaction: discord.Interaction, row: EncounterRow, typed: str) -> Combatant | None:
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        return find(seen_by(row.encounter, viewer), typed)

    @app_commands.command(name="remove", description="Take a creature out of the fight (GM).")
    @app_commands.describe(combatant="Whom.")
    @app_commands.guild_only()
    async def remove(self, interaction: discord.Interaction, combatant: Name) -> None:
        """Take a creature out; what it had not finished is lost."""
        await answer(self._host, interaction, self._remove(interaction, combatant))

    async def _remove(self, interaction: discord.Interaction, typed: str) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        found = self._find(interaction, row, typed)
        if found is None:
            return _nobody(typed)
        card = text_card("", (f"✅ {escape(found.name)} is out of the fight.",), "private")
        return await self._do(interaction, row.id, cmd.RemoveCombatant(who=found.id), card)

    @app_commands.command(name="engage", description="Put two creatures in melee with each other (GM).")
    @app_commands.describe(combatant="One of them.", foe="The other.")
    @app_commands.guild_only()
    async def engage(self, interaction: discord.Interaction, combatant: Name, foe: Name) -> None:
        """Two creatures are in melee."""
        await answer(self._host, interaction, self._pair(interaction, combatant, foe, together=True))

    @app_commands.command(name="disengage", description="Take two creatures out of melee (GM).")
    @app_commands.describe(combatant="One of them.", foe="The other.")
    @app_commands.guild_only()
    async def disengage(self, interaction: discord.Interaction, combatant: Name, foe: Name) -> None:
        """Two creatures are no longer in melee."""
        await answer(self._host, interaction, self._pair(interaction, combatant, foe, together=False))

    async def _pair(self, interaction: discord.Interaction, one: str, two: str, together: bool) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        first, second = self._find(interaction, row, one), self._find(interaction, row, two)
        if first is None or second is None:
            return _nobody(one if first is None else two)
        command = cmd.Engage if together else cmd.Disengage
        word = "in melee with" if together else "out of melee with"
        card = text_card("", (f"✅ {escape(first.name)} is {word} {escape(second.name)}.",), "private")
        return await self._do(interaction, row.id, command(who=first.id, foe=second.id), card)

    @app_commands.command(name="list", description="Who is in the fight, and who is in melee with whom.")
    @app_commands.guild_only()
    async def list_(self, interaction: discord.Interaction) -> None:
        """The roster, as the asker may see it."""
        await answer(self._host, interaction, self._list(interaction))

    async def _list(self, interaction: discord.Interaction) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        names = Names(row.encounter, viewer_for(row.encounter, str(interaction.user.id)))
        lines = roster_lines(row.encounter, names)
        if not lines:
            return Reply(text_card("### Nobody is here yet", ("Players use `/join`.",), "calm"))
        return Reply(pages("### Who is in the fight", lines, "calm")[0])

    @edit.autocomplete("combatant")
    @remove.autocomplete("combatant")
    @engage.autocomplete("combatant")
    @engage.autocomplete("foe")
    @disengage.autocomplete("combatant")
    @disengage.autocomplete("foe")
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        if row is None:
            return []
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        return choices(((c.name, c.id) for c in seen_by(row.encounter, viewer)), typed)


async def _said(reply: Reply) -> Reply:
    return reply


def _nobody(typed: str) -> Reply:
    return problem(
        f"There is nobody called “{escape(typed)}” in this fight.", "Pick a name from the list as you type."
    )


def _numbered(encounter: Encounter, name: str, count: int) -> list[str]:
    """The name, or the name with numbers for a group, going on where numbers are taken."""
    if count == 1:
        return [name]
    taken = {c.name.casefold() for c in encounter.combatants}
    names: list[str] = []
    number = 0
    while len(names) < count:
        number += 1
        if f"{name} {number}".casefold() not in taken:
            names.append(f"{name} {number}")
    return names
