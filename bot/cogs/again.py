"""The same as last round: what was declared before where it still stands, else the nearest start."""

from __future__ import annotations

import re

import discord

from bot.cogs.common import known_to
from bot.cogs.host import Host, Reply
from bot.cogs.panels import Sheet, keep, sheet
from bot.ui.draft import Draft, for_member, group_members, misfit
from bot.ui.ids import Press
from rules import Declaration

SAME = re.compile(
    r"\s*(?:i\s+(?:do|will\s+do)\s+|do\s+)?(?:the\s+)?"
    r"(?:same(?:\s+again)?(?:\s+as\s+(?:before|last\s+(?:round|time)))?|again|repeat(?:\s+(?:that|last\s+round))?)"
    r"[\s.!]*",
    re.IGNORECASE,
)
"""Words for it: same, again, the same as last round."""


async def same(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """*Same as last round*: the panel with it, to be sealed."""
    page = await sheet(host, press, interaction.user)
    return page if isinstance(page, Reply) else await same_in(host, page)


async def same_in(host: Host, page: Sheet) -> Reply:
    """The panel with what was declared before; as it was where nothing has been."""
    made = await as_before(host, page)
    return page.drawn(nothing_before(page)) if made is None else await keep(host, page, *made)


def nothing_before(page: Sheet) -> str:
    """What is said where there is no earlier round to repeat."""
    name = page.desk.names[group_members(page.row.encounter, page.who)[0].id]
    return f"🔁 {name} has declared nothing in an earlier round. Pick what to do."


async def as_before(host: Host, page: Sheet) -> tuple[Draft, str] | None:
    """The draft with what was declared in an earlier round, and what to say of it; None if nothing was."""
    encounter = page.row.encounter
    members = group_members(encounter, page.who)
    who = members[0].id
    async with host.store.reading() as tx:
        found = await tx.last_declared(page.row.id, who, encounter.round.number)
    if found is None:
        return None
    number, declaration = found
    known = {c.id for c in known_to(encounter, page.desk.person)}
    sealed = all(encounter.declaration(m.id) is not None for m in members)
    draft = Draft(declaration=_still(for_member(declaration, who), known), picked=True, editing=sealed)
    if misfit(encounter, page.who, draft) is None:
        return draft, f"🔁 The same as in round {number}."
    return draft, f"🔁 As it was in round {number} it does not stand now. Mend it here."


def _still(declaration: Declaration, known: set[str]) -> Declaration:
    """The declaration without whom the speaker cannot know of any more, and with nothing carried over."""
    minors = tuple(
        m if m.into is None or m.into in known else m.model_copy(update={"into": None})
        for m in declaration.minors
    )
    target = declaration.target if declaration.target in known else None
    return declaration.model_copy(update={"carry": None, "minors": minors, "target": target})
