"""/combatant import: many creatures at once, from pasted lines or a file; shown first, then all or none.

What was sent is kept as a draft until it is decided on, so that a restart between loses nothing. It is read
anew when it is: what is added is what was shown, or it is shown again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

import discord
from discord import app_commands

from bot.cogs.host import Host, Reply, answer, not_accepted, paged, problem
from bot.cogs.newcomers import combatants_of, told_incoming, told_newcomers
from bot.cogs.particulars import Unreadable, known_side
from bot.cogs.pasted import LINE, Pasted, as_text, read_file, read_pasted
from bot.cogs.roster import Roster
from bot.narration.denials import denial
from bot.narration.refusals import refusal
from bot.narration.words import Names, count
from bot.render import pages, text_card
from bot.store import DraftRow, EncounterRow
from bot.ui.ids import Press
from bot.ui.incoming import MOST_PASTED, incoming_cards, lines_form
from bot.ui.layout import submitted
from rules import GAMEMASTER, Combatant, Refusal, SeededDice, decide
from rules import commands as cmd

LARGEST = 64 * 1024
"""Bytes of a file that is read."""

LIST = "+"
"""In a draft's place for a combatant: it is a list of creatures that was read and not yet decided on."""

_CHANGED = "🔄 The fight has changed since this was read. Look once more: nobody has been added."


@dataclass(frozen=True)
class Incoming:
    """What a list comes to in the fight as it is now."""

    groups: tuple[tuple[Combatant, ...], ...]
    lines: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def everybody(self) -> tuple[Combatant, ...]:
        """All of them, in order."""
        return tuple(c for group in self.groups for c in group)


class Importing(Roster):
    """Bringing in many at once."""

    @app_commands.command(name="import", description="Add many creatures at once: lines or a file (GM).")
    @app_commands.rename(attached="file")
    @app_commands.describe(
        text="One creature in a line. Leave it empty to paste many.",
        attached="A JSON or TOML file with creatures, at most 64 KB.",
    )
    @app_commands.guild_only()
    async def import_(
        self,
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, MOST_PASTED] | None = None,
        attached: discord.Attachment | None = None,
    ) -> None:
        """Read lines or a file, and show what would come in; with neither, a form opens to paste into."""
        await answer(self._host, interaction, self._import(interaction, text, attached))

    async def _import(
        self, interaction: discord.Interaction, text: str | None, attached: discord.Attachment | None
    ) -> Reply:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return row
        if attached is None:
            if text is None:
                return Reply(form=lines_form(row.id, "", LINE))
            return await _begun(self._host, interaction, row, "", text)
        if attached.size > LARGEST or not attached.filename.lower().endswith((".json", ".toml")):
            return problem(
                "I cannot use this file.", "Attach a JSON or TOML file of at most 64 KB, or paste lines."
            )
        try:
            said = as_text(await attached.read())
        except Unreadable as error:
            return problem(str(error))
        return await _begun(self._host, interaction, row, attached.filename, said)


async def pasted(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The form with pasted lines was sent in; where it was to mend some, what is shown of them changes."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None:
        return problem("This fight is over.", "A GM starts one with `/encounter begin`.")
    if str(interaction.user.id) not in row.encounter.gms:
        return problem(denial("not-gm"))
    shown = await _begun(host, interaction, row, "", submitted(interaction).get("lines", ""))
    return replace(shown, update=interaction.message is not None)


async def decided(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A button under what was shown: they come in, or the list is mended, or put away."""
    kept = await _kept(host, interaction, press)
    if isinstance(kept, Reply):
        return kept
    row, draft = kept
    match press.verb:
        case "mend":
            return Reply(form=lines_form(row.id, draft.body["text"], LINE))
        case "nevermind":
            return await _put_away(host, draft)
        case _:
            return await _add(host, interaction, press, row, draft)


async def _put_away(host: Host, draft: DraftRow) -> Reply:
    async with host.store.transaction() as tx:
        stands = await tx.draft(draft.key, draft.round, draft.person, draft.who) == draft
        if stands:
            await tx.drop_draft(draft.key, draft.round, draft.person, draft.who)
    if not stands:
        return problem(denial("draft-gone"))
    return Reply(text_card("", ("Put away. Nobody was added.",), "calm"), update=True)


async def _add(
    host: Host, interaction: discord.Interaction, press: Press, row: EncounterRow, draft: DraftRow
) -> Reply:
    incoming = _read(host, row, draft)
    if incoming.faults or _mark(draft, incoming) != press.extra:
        return replace(_shown(draft, incoming, _CHANGED), update=True)
    command = cmd.AddCombatants(combatants=incoming.everybody)
    outcome = await host.act_as_one(row.id, (command,), interaction.user, draft)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    lines = [f"- {who} {what}" for who, what in map(told_newcomers, incoming.groups)]
    many = count(len(incoming.everybody), "creature")
    return replace(paged(pages("", [f"✅ Added {many}:", *lines], "private")), update=True)


async def _kept(
    host: Host, interaction: discord.Interaction, press: Press
) -> tuple[EncounterRow, DraftRow] | Reply:
    """The fight and the list that the button stood under; or why there is none any more."""
    person = str(interaction.user.id)
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
        draft = await tx.draft(press.key, press.round, person, LIST)
    if row is None or person not in row.encounter.gms:
        return problem(denial("not-gm"))
    if draft is None or _source(draft) != press.extra.partition(".")[0]:
        return problem(denial("draft-gone"))
    return row, draft


async def _begun(
    host: Host, interaction: discord.Interaction, row: EncounterRow, file: str, text: str
) -> Reply:
    """Keep the list, in place of the one before it, and show what it would add."""
    body, person = {"file": file, "text": text}, str(interaction.user.id)
    draft = DraftRow(row.id, row.encounter.round.number, person, LIST, body)
    async with host.store.transaction() as tx:
        await tx.save_draft(draft)
    return _shown(draft, _read(host, row, draft))


def _shown(draft: DraftRow, incoming: Incoming, notice: str = "") -> Reply:
    press = Press("addthem", draft.key, draft.round, "", _mark(draft, incoming))
    number, file = len(incoming.everybody), bool(draft.body["file"])
    return paged(incoming_cards(press, number, incoming.lines, incoming.faults, file=file, notice=notice))


def _read(host: Host, row: EncounterRow, draft: DraftRow) -> Incoming:
    """Who would come in now, and all that stands in the way."""
    file, text, house = draft.body["file"], draft.body["text"], row.encounter.settings
    read: Pasted = read_file(file, text, house) if file else read_pasted(text, house)
    encounter, groups, lines = row.encounter, list[tuple[Combatant, ...]](), list[str]()
    for each in read.found:
        known = replace(each, side=known_side(row.encounter, each.side, draft.person))
        made = combatants_of(known, encounter, row.options, host.new_id)
        encounter = encounter.model_copy(update={"combatants": (*encounter.combatants, *made)})
        groups.append(made)
        lines += told_incoming(made, each.unread)
    incoming = Incoming(tuple(groups), tuple(lines), read.faults)
    return incoming if read.faults else replace(incoming, faults=_in_the_way(row, incoming))


def _in_the_way(row: EncounterRow, incoming: Incoming) -> tuple[str, ...]:
    """Why the fight does not take them, if it does not."""
    everybody = incoming.everybody
    if len(everybody) > cmd.MOST_COMBATANTS:
        many = count(len(everybody), "creature")
        return (f"These are {many}; a fight holds {cmd.MOST_COMBATANTS}. Bring in fewer.",)
    refused = decide(row.encounter, cmd.AddCombatants(combatants=everybody), SeededDice(row.seed))
    if not isinstance(refused, Refusal):
        return ()
    return (refusal(refused, row.encounter, Names(row.encounter, GAMEMASTER)),)


def _source(draft: DraftRow) -> str:
    """What tells this list from another."""
    return _digest(f"{draft.body['file']}\n{draft.body['text']}")


def _mark(draft: DraftRow, incoming: Incoming) -> str:
    """What tells this list, as it was shown, from another and from what it would come to now."""
    return f"{_source(draft)}.{_digest(chr(10).join(incoming.lines))}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
