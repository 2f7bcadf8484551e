"""/combatant template: creatures a server has saved, to bring into any fight there."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.cogs.common import choices, find, known_to
from bot.cogs.host import Reply, answer, paged, problem
from bot.cogs.particulars import Name, Unreadable, Whom, read_name
from bot.cogs.roster import Roster, nobody
from bot.narration.roster import particulars
from bot.narration.words import clean, count, escape
from bot.render import pages, text_card
from bot.store import EncounterRow
from bot.store.templates import TemplateRow
from rules import Combatant, stem

MOST = 100
"""Creatures one server may save."""

_KEPT = frozenset(
    {"side", "speed", "weapons", "dexterity", "size", "natural", "abilities", "encumbered", "alias"}
)
"""What is kept of a creature: what it is, not where it stands in a fight."""


class Templates(Roster):
    """Saving, listing and forgetting creatures."""

    template = app_commands.Group(
        name="template", description="Creatures saved in this server (GM).", guild_only=True
    )

    @template.command(name="save", description="Save a creature of this fight for others (GM).")
    @app_commands.describe(combatant="Which creature.", name="What to save it as. Usual: its name.")
    async def save(self, interaction: discord.Interaction, combatant: Whom, name: Name | None = None) -> None:
        """Keep a creature's particulars under a name."""
        await answer(self._host, interaction, self._save(interaction, combatant, name))

    async def _save(self, interaction: discord.Interaction, typed: str, name: str | None) -> Reply:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return row
        found = find(known_to(row.encounter, str(interaction.user.id)), typed)
        if found is None:
            return nobody(typed)
        try:
            label = read_name(name) if name is not None else stem(found.name)
        except Unreadable as error:
            return problem(str(error))
        body = found.model_dump(mode="json", include=set(_KEPT))
        body["alias"] = stem(found.alias) if found.group else found.alias
        async with self._host.store.transaction() as tx:
            saved = await tx.templates(row.guild_id)
            new = all(t.label.casefold() != label.casefold() for t in saved)
            if new and len(saved) >= MOST:
                return problem(
                    f"This server has saved {count(MOST, 'creature')}, and more cannot be kept.",
                    "Remove some with `/combatant template delete`.",
                )
            await tx.save_template(TemplateRow(row.guild_id, label, body))
        lines = (
            f"✅ Saved as **{escape(label)}**: {particulars(found)}.",
            "`/combatant add` with `template` brings it into any fight of this server.",
        )
        return Reply(text_card("", lines, "private"))

    @template.command(name="list", description="The creatures saved in this server (GM).")
    async def all_(self, interaction: discord.Interaction) -> None:
        """All there is."""
        await answer(self._host, interaction, self._all(interaction))

    async def _all(self, interaction: discord.Interaction) -> Reply:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return row
        async with self._host.store.reading() as tx:
            saved = await tx.templates(row.guild_id)
        lines = [f"- **{escape(t.label)}**: {particulars(_as_combatant(t))}" for t in saved]
        none = "None yet. `/combatant template save` keeps one of this fight."
        return paged(pages("### Saved creatures", lines or [none], "private"))

    @template.command(name="delete", description="Forget a saved creature (GM).")
    @app_commands.describe(name="Which one.")
    async def delete(self, interaction: discord.Interaction, name: Whom) -> None:
        """Forget one; fights it is in already keep it."""
        await answer(self._host, interaction, self._delete(interaction, name))

    async def _delete(self, interaction: discord.Interaction, name: str) -> Reply:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return row
        async with self._host.store.transaction() as tx:
            found = _of_name(await tx.templates(row.guild_id), name)
            if found is not None:
                await tx.drop_template(found)
        if found is None:
            return no_template(name)
        return Reply(text_card("", (f"✅ **{escape(found.label)}** is forgotten.",), "private"))

    async def _saved(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return []
        async with self._host.store.reading() as tx:
            return choices(((t.label, t.label) for t in await tx.templates(row.guild_id)), typed)

    async def _kept(self, row: EncounterRow, name: str) -> dict[str, Any] | None:
        """What is saved under that name; None if nothing is."""
        async with self._host.store.reading() as tx:
            found = _of_name(await tx.templates(row.guild_id), name)
        if found is None:
            return None
        combatant = _as_combatant(found)
        return {field: getattr(combatant, field) for field in _KEPT}

    save.autocomplete("combatant")(Roster._names)


Templates.delete.autocomplete("name")(Templates._saved)


def no_template(name: str) -> Reply:
    """The answer to a name under which nothing is saved."""
    return problem(
        f"Nothing is saved here as “{escape(name)}”.", "`/combatant template list` shows what there is."
    )


def _of_name(saved: tuple[TemplateRow, ...], name: str) -> TemplateRow | None:
    return next((t for t in saved if t.label.casefold() == clean(name).casefold()), None)


def _as_combatant(template: TemplateRow) -> Combatant:
    body = {key: value for key, value in template.body.items() if key in _KEPT}
    return Combatant.model_validate({**body, "id": "saved", "name": template.label})
