"""Small things put in while segments are called, and how the timeline then stands (S-8)."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.cogs.host import Host, Reply, not_accepted, problem
from bot.narration.plan_steps import chosen_lines
from bot.narration.plans import outcome_line, plan_lines
from bot.narration.words import Names
from bot.render import Card, text_card
from bot.store import EncounterRow
from bot.table import Outcome
from rules import Combatant, Minor, viewer_for
from rules import commands as cmd


async def add_minors(
    host: Host,
    row: EncounterRow,
    members: Sequence[Combatant],
    minors: Sequence[Minor],
    user: discord.abc.User,
    how: str = "declared late",
) -> Reply:
    """Add small things to what was declared, all or none and as one act (S-8)."""
    wanted = [cmd.AddMinor(who=m.id, minor=minor) for m in members for minor in minors]
    if not wanted:
        return problem("There is no small thing in that.", "Say one, like shout Get down!, or drop torch.")
    outcome = await host.act_as_one(row.id, wanted, user)
    return not_accepted(outcome, user) or Reply(placed(outcome, members[0], str(user.id), how))


def placed(outcome: Outcome, combatant: Combatant, person: str, how: str = "declared late") -> Card:
    """What the combatant now has before it, and when that is done."""
    names = Names(outcome.after, viewer_for(outcome.after, person))
    plan = outcome.after.plan(combatant.id)
    if names.steps and how == "declared late":
        told = chosen_lines(outcome.after, outcome.events, combatant.id, names)
        return text_card(f"### {names[combatant.id]} · round {outcome.after.round.number}", told, "private")
    lines = [f"▸ {line}" for line in plan_lines(plan, names)] if plan else []
    # A step's line says when it is done; a segment's says when it began and ended.
    closing = [outcome_line(plan)] if plan and plan.unfinished and not names.steps else []
    return text_card(f"### {names[combatant.id]} · {how}", [*lines, *closing], "private")
