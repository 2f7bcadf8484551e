"""What is pressed, picked and typed in a panel: each changes the draft, which is stored and drawn anew."""

from __future__ import annotations

from collections.abc import Callable

import discord
from pydantic import ValidationError

from bot.cogs.host import Host, Reply, problem
from bot.cogs.panels import Sheet, keep, sheet
from bot.cogs.picks import PICKS, form_for, majors
from bot.cogs.sealing import forget, seal, withdraw
from bot.narration.words import escape
from bot.ui.draft import (
    SPOKEN,
    Draft,
    fresh,
    group_members,
    move_of,
    read_feet,
    read_segments,
    with_action,
    with_minors,
    with_move,
    with_spoken,
)
from bot.ui.draft_steps import SWITCHES
from bot.ui.ids import Press
from bot.ui.layout import chosen, submitted
from rules import Encounter, Minor


async def picked(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A menu or button of a panel was used."""
    values = chosen(interaction)
    pressed = interaction.message.id if interaction.message is not None else None
    wanted = values[0] if press.verb == "who" and values else None
    found = await sheet(host, press, interaction.user, wanted, pressed)
    if isinstance(found, Reply):
        return found
    page = found
    if (answered := _at_once(page, press, values)) is not None:
        return answered
    try:
        match press.verb:
            case "who":
                return page.drawn()
            case "seal":
                return await seal(host, page, interaction.user, press.extra)
            case "withdraw":
                return await withdraw(host, page, interaction.user)
            case "anew":
                anew = fresh(page.draft.declaration.who).model_copy(update={"editing": page.draft.editing})
                return await keep(host, page, anew)
            case "change" | "kept":
                return await _change(host, page, press.verb == "change")
            case _:
                changed = _changed(page, press, values)
    except (ValidationError, ValueError):
        return page.drawn("⚠️ That choice cannot be used. Pick another.")
    if changed is None:
        return problem("This button is out of date.", "Use the newest panel, or `/declare`.")
    return await keep(host, page, changed)


def _changed(page: Sheet, press: Press, values: list[str]) -> Draft | None:
    """The draft as a choice or a switch changes it; None for what is neither."""
    match press.verb:
        case "act" if values:
            return with_action(page.draft, page.row.encounter, values[0])
        case "minors":
            return with_minors(page.draft, values)
        case verb if verb in SWITCHES:
            return SWITCHES[verb](page.draft, press.extra)
        case verb if verb in PICKS and values:
            return PICKS[verb](page.draft, values[0])
        case _:
            return None


def _at_once(page: Sheet, press: Press, values: list[str]) -> Reply | None:
    """What a choice gets before it changes anything: that it is not there, or a form; None if neither."""
    if press.verb in ("act", "minors", *PICKS) and not page.offers(press.verb, values):
        return page.drawn("⚠️ That choice cannot be used now. Pick another.")
    form = form_for(press, values, page.draft, page.row.encounter)
    return None if form is None else Reply(form=form)


async def _change(host: Host, page: Sheet, begin: bool) -> Reply:
    """Open what is sealed for changing, or end that; it stays sealed until the change is."""
    if not begin:
        await forget(host, page)
        return page.sealed()
    first = group_members(page.row.encounter, page.who)[0]
    sealed = page.row.encounter.declaration(first.id)
    if sealed is None:
        return page.drawn()
    return await keep(host, page, Draft(declaration=sealed, picked=True, editing=True))


async def filled(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A form of a panel was sent in. What cannot be read is said, and the rest is kept."""
    typed = submitted(interaction)
    found = await sheet(host, press, interaction.user)
    if isinstance(found, Reply):
        return found
    page = found
    try:
        match press.verb:
            case "filled" if press.extra in majors(page.row.encounter):
                return await _fill(host, page, press.extra, typed)
            case "placed":
                return await keep(host, page, page.draft.changed(at=typed.get("at", ""), target=None))
            case "moved" if press.extra in ("before", "after"):
                feet = read_feet(typed.get("feet", ""))
                before = move_of(page.draft)
                move = Minor.model_validate(
                    {
                        "action": "move",
                        "when": press.extra,
                        "feet": feet,
                        "note": typed.get("note", ""),
                        "into": before.into if before else None,
                    }
                )
                return await keep(host, page, with_move(page.draft, move))
            case "spoken" if press.extra in SPOKEN:
                return await keep(host, page, with_spoken(page.draft, press.extra, typed.get("words", "")))
            case _:
                return problem("This form is out of date.", "Use the newest panel, or `/declare`.")
    except ValueError:
        said = escape(typed.get("feet", ""))
        return page.drawn(f'⚠️ “{said}” is not a distance. Give feet, like 30, or inches, like 3".')


async def _fill(host: Host, page: Sheet, key: str, typed: dict[str, str]) -> Reply:
    draft, notice = filled_in(page.draft, page.row.encounter, key, typed)
    return await keep(host, page, draft, notice)


def filled_in(draft: Draft, encounter: Encounter, key: str, typed: dict[str, str]) -> tuple[Draft, str]:
    """The draft with an action's form filled in, and what of it could not be read."""
    said: dict[str, object] = {}
    notice = ""
    readers: dict[str, tuple[Callable[[str], int], str]] = {
        "segments": (read_segments, "is not a time. Give segments, like 3, or rounds, like 1 round."),
        "feet": (read_feet, 'is not a distance. Give feet, like 30, or inches, like 3".'),
    }
    for field, text in typed.items():
        if field not in readers:
            said[field] = text
        elif text:
            read, wrong = readers[field]
            try:
                said[field] = read(text)
            except ValueError:
                notice = f"⚠️ “{escape(text)}” {wrong}"
    if said.get("at"):
        said["target"] = None
    return with_action(draft, encounter, key).changed(**said), notice
