"""/preset: declarations saved by name, used again in any fight; private, and looked at anew each time."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, known_to
from bot.cogs.host import Host, Reply, answer, nothing_here, problem
from bot.cogs.line import Unclear, for_whom
from bot.cogs.panels import Sheet, keep, sheet
from bot.narration.words import can_be_seen, clean, escape
from bot.render import MOST_CHOICES, Choice, Menu, text_card
from bot.store.presets import PresetRow
from bot.ui.draft import Draft, group_members, misfit
from bot.ui.ids import Press
from bot.ui.layout import first_chosen
from bot.ui.preset import Preset, declared_of, preset_of
from rules import as_seen, viewer_for

MOST_EACH = 25
"""Saved declarations for one creature: as many as a menu shows."""

MOST = 100
"""Saved declarations of one person."""

Label = app_commands.Range[str, 1, 40]
Whom = app_commands.Range[str, 1, 100]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class PresetCog(commands.GroupCog, name="preset", description="Declarations you have saved by name."):
    """Saving, using, listing and deleting them."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host

    @app_commands.command(name="save", description="Save what you have made or sealed now, by a name.")
    @app_commands.rename(who="as")
    @app_commands.describe(name="What to call it.", who="For whom, if you declare for several.")
    async def save(self, interaction: discord.Interaction, name: Label, who: Whom | None = None) -> None:
        """Keep the plan in the panel, or what is sealed."""
        await answer(self._host, interaction, self._save(interaction, name, who))

    async def _save(self, interaction: discord.Interaction, name: str, who: str | None) -> Reply:
        page = await self._page(interaction, who)
        if isinstance(page, Reply):
            return page
        if not can_be_seen(name):
            return problem("Nothing of that name can be seen.", "Give one with letters or digits.")
        encounter, whose = page.row.encounter, whose_presets(page)
        first = group_members(encounter, page.who)[0]
        declaration = page.draft.declaration if page.draft.picked else encounter.declaration(first.id)
        if declaration is None:
            return problem(
                f"Nothing is made or sealed for {escape(whose)} now.", "Declare it first; then save it."
            )
        label = clean(name)
        body = preset_of(declaration, as_seen(encounter, viewer_for(encounter, page.desk.person)))
        async with self._host.store.transaction() as tx:
            mine = await tx.presets(page.desk.person)
            own = [p for p in mine if p.whose.casefold() == whose.casefold()]
            new = all(p.label.casefold() != label.casefold() for p in own)
            if new and (len(own) >= MOST_EACH or len(mine) >= MOST):
                return problem(
                    f"{len(own)} are saved for {escape(whose)}, {len(mine)} in all; more cannot be kept.",
                    "Remove some with `/preset delete`.",
                )
            await tx.save_preset(PresetRow(page.desk.person, whose, label, body.model_dump(mode="json")))
        return Reply(
            text_card("", (f"⭐ Saved for {escape(whose)} as **{escape(label)}**: {body.told}.",), "private")
        )

    @app_commands.command(name="use", description="Make a saved declaration your plan; then seal it.")
    @app_commands.rename(who="as")
    @app_commands.describe(name="Which one.", who="For whom, if you declare for several.")
    async def use(self, interaction: discord.Interaction, name: Label, who: Whom | None = None) -> None:
        """Open the panel with it."""
        await answer(self._host, interaction, self._use(interaction, name, who))

    async def _use(self, interaction: discord.Interaction, name: str, who: str | None) -> Reply:
        page = await self._page(interaction, who)
        return page if isinstance(page, Reply) else replace(await _used(self._host, page, name), update=False)

    @app_commands.command(name="list", description="What you have saved, for all of your creatures.")
    async def list_(self, interaction: discord.Interaction) -> None:
        """All there is."""
        await answer(self._host, interaction, self._list(str(interaction.user.id)))

    async def _list(self, person: str) -> Reply:
        async with self._host.store.reading() as tx:
            mine = await tx.presets(person)
        lines = [
            f"- {escape(p.whose)} · **{escape(p.label)}**: {Preset.model_validate(p.body).told}" for p in mine
        ]
        none = "Nothing yet. Declare something, then `/preset save`."
        lines += ["-# *Saved…* in your panel makes one your plan."] if lines else []
        return Reply(text_card("### ⭐ Your saved declarations", lines or (none,), "private"))

    @app_commands.command(name="delete", description="Forget a saved declaration.")
    @app_commands.rename(whose="of")
    @app_commands.describe(name="Which one.", whose="Whose, if several have one of that name.")
    async def delete(self, interaction: discord.Interaction, name: Label, whose: Whom | None = None) -> None:
        """Forget one."""
        await answer(self._host, interaction, self._delete(str(interaction.user.id), name, whose))

    async def _delete(self, person: str, name: str, whose: str | None) -> Reply:
        async with self._host.store.transaction() as tx:
            mine = await tx.presets(person, clean(whose) if whose else None)
            found = [p for p in mine if p.label.casefold() == clean(name).casefold()]
            if len(found) == 1:
                await tx.drop_preset(found[0])
        if len(found) > 1:
            return problem(f"Several of yours have one called “{escape(name)}”.", "Say whose with `of`.")
        if not found:
            return problem(
                f"You have saved nothing called “{escape(name)}”.", "`/preset list` shows what there is."
            )
        return Reply(
            text_card(
                "",
                (f"✅ Deleted: **{escape(found[0].label)}**, saved for {escape(found[0].whose)}.",),
                "private",
            )
        )

    async def _page(self, interaction: discord.Interaction, typed: str | None) -> Sheet | Reply:
        row = await self._host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        try:
            first = for_whom(row, typed, str(interaction.user.id))[0]
        except Unclear as unclear:
            return problem(str(unclear))
        who = f"*{first.id}" if (typed or "").startswith("*") else first.id
        return await sheet(
            self._host, Press("mine", row.id, row.encounter.round.number, who), interaction.user
        )

    @use.autocomplete("name")
    @delete.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        async with self._host.store.reading() as tx:
            mine = await tx.presets(str(interaction.user.id))
        return choices(dict.fromkeys((p.label, p.label) for p in mine), typed)


def whose_presets(page: Sheet) -> str:
    """The name under which a panel's creature, or group, has its saved declarations."""
    first = group_members(page.row.encounter, page.who)[0]
    return first.group if page.who.startswith("*") and first.group else first.name


async def presets(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """*Saved…* and its menu: the panel with what has been saved, or with the one that was picked."""
    page = await sheet(host, press, interaction.user)
    if isinstance(page, Reply):
        return page
    if press.verb == "preset":
        return await _used(host, page, first_chosen(interaction))
    whose = whose_presets(page)
    async with host.store.reading() as tx:
        mine = await tx.presets(page.desk.person, whose)
    if not mine:
        return page.drawn(
            f"⭐ Nothing is saved for {escape(whose)}. Make or seal something, then `/preset save`."
        )
    offered = tuple(Choice(p.label, p.label, Preset.model_validate(p.body).told) for p in mine[:MOST_CHOICES])
    menu = Menu(page.desk.press("preset", page.who), "Which of your saved ones?", offered)
    drawn = page.drawn()
    assert drawn.card is not None
    title, *rest = drawn.card.parts
    return replace(drawn, card=replace(drawn.card, parts=(title, menu, *rest)))


async def _used(host: Host, page: Sheet, label: str) -> Reply:
    encounter, person = page.row.encounter, page.desk.person
    async with host.store.reading() as tx:
        mine = await tx.presets(person, whose_presets(page))
    found = next((p for p in mine if p.label.casefold() == clean(label).casefold()), None)
    if found is None:
        return problem(
            f"{escape(whose_presets(page))} has nothing saved as “{escape(label)}”.",
            "`/preset list` shows what there is.",
        )
    members = group_members(encounter, page.who)
    seen = known_to(encounter, person)
    declaration = declared_of(Preset.model_validate(found.body), encounter, members[0].id, seen)
    sealed = all(encounter.declaration(m.id) is not None for m in members)
    draft = Draft(declaration=declaration, picked=True, editing=sealed)
    stands = misfit(encounter, page.who, draft) is None
    end = "Seal it, or change it." if stands else "As it was saved it does not stand now: mend it here."
    return await keep(host, page, draft, f"⭐ **{escape(found.label)}.** {end}")
