"""/rules and the button Why?: what a rule says, and why a round came out as it did. Always private."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices
from bot.cogs.host import Host, Reply, answer, paged, problem
from bot.narration.words import clean, escape
from bot.ui.explained import rule_cards, why_cards
from bot.ui.ids import Press
from rules import GAMEMASTER, RULES, Rule, explain, viewer_for

_MOST = 10
"""Rules in one answer."""


class ExplainingCog(commands.Cog):
    """Rules by number or by word."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="rules", description="What a rule means: by its number, or by words in it.")
    @app_commands.describe(query="A number, like S-20, or words, like charge distance.")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def rules(self, interaction: discord.Interaction, query: app_commands.Range[str, 1, 100]) -> None:
        """What the rule says, or every rule with all of these words."""
        await answer(self._host, interaction, _rules(query))

    @rules.autocomplete("query")
    async def _rules_named(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        del interaction
        pairs = [(f"{rule.id} · {rule.text}", rule.id) for rule in _fitting(typed)]
        return choices(pairs, "")


def _fitting(typed: str) -> list[Rule]:
    """What may be meant by what has been typed so far: numbers that begin so first, then words."""
    begun = typed.strip().replace("-", "").casefold()
    ids = [rule for rule in RULES.values() if rule.id.replace("-", "").casefold().startswith(begun)]
    return list(dict.fromkeys([*ids, *explain(typed, most=len(RULES))]))


async def _rules(query: str) -> Reply:
    found = explain(query, most=_MOST + 1)
    if not found:
        return problem(
            f"No rule says anything of “{escape(query)}”.",
            "Try a number, like `S-20`, or one word, like `charge`, `spell` or `Delay`.",
        )
    return paged(rule_cards(found[:_MOST], clean(query), more=len(found) > _MOST))


async def why(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """Why the round came out so, for whoever presses: what everybody may know, and one's own."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
        if row is None:
            return problem("I know nothing of this fight any more.", "`/rules` still explains every rule.")
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        # What the channel is not told yet, nobody but the GM is told here (K-8).
        before = None if viewer == GAMEMASTER else row.held_from
        events = await tx.events_of(row.id, press.round, before)
        departed = await tx.departures(row.id)
    return paged(why_cards(row.encounter, viewer, press.round, events, departed))
