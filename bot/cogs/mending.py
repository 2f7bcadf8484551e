"""Presses under words that were read back: what is asked is answered, and the words are mended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from pydantic import ValidationError

from bot.cogs.choosing import filled_in
from bot.cogs.host import Host, Reply, problem
from bot.cogs.panels import Sheet, closed_reply, put, sheet
from bot.cogs.picks import PICKS, form_for, majors
from bot.cogs.spoken import as_heard, drafted, heard_in, held, keep_words, known_of, taken, whom
from bot.narration.words import clean, escape
from bot.render import Form, Menu
from bot.ui.draft import SPOKEN, Draft, move_of, read_feet, with_move, with_spoken
from bot.ui.forms import move_form, place_form, speak_form
from bot.ui.ids import Press
from bot.ui.layout import first_chosen, submitted
from bot.ui.menus import PLACE
from bot.ui.spoken import AIMS, WEAPONS, spoken_card, words_form
from rules import Ask, Minor, read_as

_OLDER = "🔄 This showed something older. This is how it stands now."


async def meant(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """Which fight, or whose deed, was meant: then the words that were kept are read."""
    value = first_chosen(interaction)
    key = value if press.verb == "which" else press.key
    async with host.store.reading() as tx:
        rows = await tx.encounters_of(str(interaction.user.id))
    row = next((r for r in rows if r.id == key), None)
    if (refused := closed_reply(row, press)) is not None:
        return refused
    assert row is not None
    said = await held(host, row, str(interaction.user.id))
    if said is None:
        return problem("I do not have these words any more.", "Write them again.")
    who = value if press.verb == "whose" else ""
    return await heard_in(host, row, interaction.user, said, who, update=True)


async def replied(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A menu or button under words read back was used."""
    found = await sheet(host, press, interaction.user)
    if isinstance(found, Reply):
        return found
    value = first_chosen(interaction)
    match press.verb:
        case "reword":
            return Reply(form=words_form(press, found.draft.spoken.said if found.draft.spoken else ""))
        case "menus":
            free = found.draft.model_copy(update={"spoken": None})
            return (await put(host, found, free)).drawn()
        case "tell":
            form = _form(found, press)
            return Reply(form=form) if form is not None else _outdated(found)
        case _:
            return await _answered(host, found, press, value)


async def written(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A form under words read back was sent in."""
    typed = submitted(interaction)
    found = await sheet(host, press, interaction.user)
    if isinstance(found, Reply):
        return found
    if press.verb == "reworded":
        said = typed.get("words", "")
        if not clean(said):
            return _outdated(found, "✏️ There were no words in that. Write what is done.")
        _, words = whom(found.desk, said)
        return await taken(host, found, said, words, update=True)
    try:
        draft, notice = _told(found, press.extra, typed)
    except ValueError:
        wrong = escape(typed.get("feet", ""))
        return _outdated(found, f"⚠️ “{wrong}” cannot be used. Give feet, like 30, or change the words.")
    if not notice:
        draft = _settled(draft, lambda ask: _in_form(ask, press.extra, typed))
    return await keep_words(host, found, draft, notice)


def _outdated(page: Sheet, notice: str = _OLDER) -> Reply:
    if page.draft.spoken is None:
        return page.drawn(notice)
    return Reply(spoken_card(page.desk, page.who, page.draft, notice), update=True)


async def _answered(host: Host, page: Sheet, press: Press, value: str) -> Reply:
    field, _, mark = press.extra.partition(".")
    if page.draft.spoken is None or mark != page.draft.mark or not _offered(page, str(press), value):
        return _outdated(page)
    if value == PLACE:
        form = place_form(press, page.draft.declaration.at)
        return Reply(form=replace(form, id=press.to("told", "place")))
    if field == "major":
        said = page.draft.spoken.said
        words = whom(page.desk, said)[1]
        reading = read_as(words, as_heard(page), page.draft.declaration.who, known_of(page), value)
        return await drafted(host, page, said, reading, update=True)
    try:
        draft = _picked(page.draft, field, value)
    except (ValidationError, ValueError):
        return _outdated(page, "⚠️ That choice cannot be used. Pick another.")
    return await keep_words(host, page, _settled(draft, lambda ask: _in_menu(ask, field)))


def _offered(page: Sheet, custom_id: str, value: str) -> bool:
    """Whether the card as it stands has this choice in that menu: ids can be made up (K-8)."""
    parts = spoken_card(page.desk, page.who, page.draft).parts
    menus = (part for part in parts if isinstance(part, Menu) and part.id == custom_id)
    return any(choice.value == value for menu in menus for choice in menu.choices)


def _picked(draft: Draft, field: str, value: str) -> Draft:
    if field == "target":
        return draft.changed(target=value, at="")
    if field != "ability":
        return PICKS[field](draft, value)
    if draft.declaration.major == "ability" and not draft.declaration.name:
        return draft.changed(name=value)
    minors = [
        m.model_copy(update={"name": value}) if m.action == "use-minor" and not m.name else m
        for m in draft.declaration.minors
    ]
    return draft.changed(minors=[m.model_dump() for m in minors])


def _form(page: Sheet, press: Press) -> Form | None:
    """The form a question opens."""
    draft, encounter, what = page.draft, page.row.encounter, press.extra
    form: Form | None = None
    if what in majors(encounter):
        opens = Press("fill", press.key, press.round, press.who, what)
        form = form_for(opens, [], draft, encounter)
    elif what == "move" and (move := move_of(draft)) is not None:
        form = move_form(press, move.when, move)
    elif what in SPOKEN:
        said = next((m.note for m in draft.declaration.minors if m.action == what), "")
        form = speak_form(press, what, said)
    return replace(form, id=press.to("told", what)) if form is not None else None


def _told(page: Sheet, what: str, typed: dict[str, str]) -> tuple[Draft, str]:
    """The draft with a form's answer, and what of it could not be read; raises ValueError."""
    draft, encounter = page.draft, page.row.encounter
    if what in majors(encounter):
        return filled_in(draft, encounter, what, typed)
    if what == "place":
        return draft.changed(at=typed.get("at", ""), target=None), ""
    if what == "move":
        before = move_of(draft) or Minor(action="move")
        feet, note = read_feet(typed.get("feet", "")), typed.get("note", "")
        return with_move(draft, before.model_copy(update={"feet": feet, "note": note[:300]})), ""
    return with_spoken(draft, what, typed.get("words", "")), ""


# --- which asks are answered by what --------------------------------------------------------------------


def _settled(draft: Draft, answers: Callable[[Ask], bool]) -> Draft:
    """The draft without the asks that have their answer."""
    if draft.spoken is None:
        return draft
    left = tuple(ask for ask in draft.spoken.asks if not answers(ask))
    return draft.model_copy(update={"spoken": draft.spoken.model_copy(update={"asks": left})})


def _in_menu(ask: Ask, field: str) -> bool:
    match field:
        case "target":
            return ask.code in AIMS and ask.action != "move"
        case "into":
            return ask.code in AIMS and ask.action == "move"
        case "weapon":
            return ask.code in WEAPONS
        case "ability":
            return ask.code == "which-ability"
        case _:
            return False


def _in_form(ask: Ask, what: str, typed: dict[str, str]) -> bool:
    if what == "place":
        return ask.code in AIMS and ask.action != "move"
    if ask.action != what:
        return False
    return ask.code not in (*AIMS, *WEAPONS) or bool(typed.get("at") and ask.code in AIMS)
