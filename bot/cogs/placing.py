"""/combatant seat, hide, reveal, engage and disengage: one creature or many in one go, told in one post."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord import app_commands

from bot.cogs.host import Reply, answer, at_once, nothing_here, problem
from bot.cogs.roster import Roster, Several, Unknown, named, nobody
from bot.narration.denials import denial
from bot.narration.words import Names, escape
from bot.narration.words import listed as in_a_row
from bot.render import text_card
from bot.store import EncounterRow
from rules import GAMEMASTER, Combatant
from rules import commands as cmd

WHOM = "Whom: a name, a group, a side, or several with commas between."
_MOST_PAIRS = 400

Made = tuple[list[cmd.Change], str] | Reply
"""The changes with what is said of them, or why there are none."""


class Placing(Roster):
    """Who plays, sees and fights whom."""

    @app_commands.command(name="seat", description="Give creatures to a player, or back to the GM (GM).")
    @app_commands.describe(combatant=WHOM, player="Who declares for them. Nobody: the GM.")
    @app_commands.guild_only()
    async def seat(
        self, interaction: discord.Interaction, combatant: Several, player: discord.Member | None = None
    ) -> None:
        """Change who declares; in an open round the new player gets time for it (FK-M8)."""
        if player is not None and player.bot:
            refused = problem("A bot cannot declare.", "Pick a player, or nobody: then it is the GM's.")
            await answer(self._host, interaction, at_once(refused))
            return

        def made(row: EncounterRow, meant: Sequence[Combatant]) -> Made:
            seat = str(player.id) if player else None
            whose = f"<@{player.id}> declares for" if player else "You declare for"
            return _edited(row, meant, f"{whose} {{}}.", f"{whose} {{}} already.", seat=seat)

        await answer(self._host, interaction, self._each(interaction, combatant, made))

    @app_commands.command(name="hide", description="Hide creatures: players see nothing of them (GM).")
    @app_commands.describe(combatant=WHOM)
    @app_commands.guild_only()
    async def hide(self, interaction: discord.Interaction, combatant: Several) -> None:
        """Take creatures out of sight, in silence: the board shows them no more."""

        def made(row: EncounterRow, meant: Sequence[Combatant]) -> Made:
            said = "Hidden: {}. Players see nothing of it until it acts or you reveal it."
            return _edited(row, meant, said, "Hidden already: {}.", hidden=True)

        await answer(self._host, interaction, self._each(interaction, combatant, made))

    @app_commands.command(
        name="reveal", description="Show the hidden, or tell a name players do not know (GM)."
    )
    @app_commands.describe(combatant=WHOM, name="Show it by its name at once, if players know it by another.")
    @app_commands.guild_only()
    async def reveal(self, interaction: discord.Interaction, combatant: Several, name: bool = False) -> None:
        """Show who is hidden; of who is in sight under an alias, tell the name."""

        def made(row: EncounterRow, meant: Sequence[Combatant]) -> Made:
            new = [c for c in meant if c.hidden or c.alias]
            if not new:
                return problem(f"{_told(row, meant)}: everybody sees that already.")
            changes: list[cmd.Change] = [cmd.Reveal(who=c.id, named=name) for c in new]
            return changes, f"Everybody sees {_told(row, new)} now."

        await answer(self._host, interaction, self._each(interaction, combatant, made))

    @app_commands.command(name="engage", description="Put creatures in melee with each other (GM).")
    @app_commands.describe(combatant=WHOM, foe="With whom: a name, a group, or several.")
    @app_commands.guild_only()
    async def engage(self, interaction: discord.Interaction, combatant: Several, foe: Several) -> None:
        """Each of the ones is in melee with each of the others."""
        await answer(self._host, interaction, self._pairs(interaction, combatant, foe, together=True))

    @app_commands.command(name="disengage", description="Take creatures out of melee with each other (GM).")
    @app_commands.describe(combatant=WHOM, foe="With whom: a name, a group, or several.")
    @app_commands.guild_only()
    async def disengage(self, interaction: discord.Interaction, combatant: Several, foe: Several) -> None:
        """They are no longer in melee."""
        await answer(self._host, interaction, self._pairs(interaction, combatant, foe, together=False))

    async def _pairs(self, interaction: discord.Interaction, ones: str, others: str, together: bool) -> Reply:
        command = cmd.Engage if together else cmd.Disengage
        word = "in melee with" if together else "out of melee with"

        def made(row: EncounterRow, meant: Sequence[Combatant]) -> Made:
            foes = named(row.encounter, str(interaction.user.id), others)
            pairs = dict.fromkeys(
                tuple(sorted((one.id, foe.id))) for one in meant for foe in foes if one.id != foe.id
            )
            if len(pairs) > _MOST_PAIRS:
                return problem(f"These are {len(pairs)} pairs, too many at once.", "Name fewer of them.")
            new = [p for p in pairs if (p[1] in row.encounter.engaged_with(p[0])) != together]
            # Of many, those that are so already do no harm; if there are no others the rules say why not.
            chosen = new or [*pairs][:1] or [(meant[0].id, foes[0].id)]
            changes: list[cmd.Change] = [command(who=one, foe=foe) for one, foe in chosen]
            return changes, f"{_told(row, meant)} {word} {_told(row, foes)}."

        return await self._each(interaction, ones, made)

    async def _each(
        self,
        interaction: discord.Interaction,
        typed: str,
        make: Callable[[EncounterRow, Sequence[Combatant]], Made],
    ) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        person = str(interaction.user.id)
        try:
            meant = named(row.encounter, person, typed)
            if person not in row.encounter.gms:
                return problem(denial("not-gm"))
            made = make(row, meant)
        except Unknown as unknown:
            return nobody(str(unknown))
        if isinstance(made, Reply):
            return made
        changes, said = made
        card = text_card("", (f"✅ {said}",), "private")
        return await self._do(interaction, row.id, cmd.Arrange(changes=tuple(changes)), card)

    seat.autocomplete("combatant")(Roster._several)
    hide.autocomplete("combatant")(Roster._several)
    reveal.autocomplete("combatant")(Roster._several)
    engage.autocomplete("combatant")(Roster._several)
    engage.autocomplete("foe")(Roster._several)
    disengage.autocomplete("combatant")(Roster._several)
    disengage.autocomplete("foe")(Roster._several)


def _edited(row: EncounterRow, meant: Sequence[Combatant], said: str, idle: str, **fields: object) -> Made:
    """Those for whom the fields are new; a reply where they are new for nobody."""
    new = [c for c in meant if any(getattr(c, field) != value for field, value in fields.items())]
    if not new:
        return problem(idle.format(_told(row, meant)))
    changes: list[cmd.Change] = [cmd.EditCombatant(combatant=c.model_copy(update=fields)) for c in new]
    return changes, said.format(_told(row, new))


def _told(row: EncounterRow, meant: Sequence[Combatant]) -> str:
    return in_a_row(escape(c.name) for c in meant) if len(meant) < 4 else _counted(row, meant)


def _counted(row: EncounterRow, meant: Sequence[Combatant]) -> str:
    return in_a_row(Names(row.encounter, GAMEMASTER).several(meant))
