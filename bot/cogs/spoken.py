"""Declaring in plain words: a sentence is read, read back, asked about where it is unclear, and sealed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import discord
from pydantic import ValidationError

from bot.cogs.again import SAME, as_before, nothing_before
from bot.cogs.common import find, known_to
from bot.cogs.host import Host, Reply, problem
from bot.cogs.line import Unclear
from bot.cogs.panels import Sheet, closed_reply, desk_for, filled_in, put, sheet
from bot.cogs.picks import PICKS, form_for, majors
from bot.narration.asks import question
from bot.narration.words import Names, clean, escape
from bot.render import Form, Menu
from bot.store import DraftRow, EncounterRow
from bot.ui.desk import Desk
from bot.ui.draft import SPOKEN, Draft, Spoken, group_members, move_of, read_feet, with_move, with_spoken
from bot.ui.forms import move_form, place_form, speak_form
from bot.ui.ids import Press
from bot.ui.layout import first_chosen, submitted
from bot.ui.menus import PLACE
from bot.ui.spoken import AIMS, MOST_SAID, NO_PLAN, WEAPONS, spoken_card, which_card, whose_card, words_form
from bot.ui.standing import runs, standing
from rules import (
    Ask,
    Combatant,
    Declaration,
    Encounter,
    Minor,
    Reading,
    as_seen,
    read_as,
    read_sentence,
    seen_by,
    viewer_for,
)

_OLDER = "🔄 This showed something older. This is how it stands now."
_PREFIX = re.compile(r"\s*(?P<name>[^:：\n]{1,80}?)\s*[:：]\s*(?P<rest>\S.*)", re.DOTALL)
Places = Callable[[int], str]
"""What a channel is called, by its id."""


# --- from words to a draft ------------------------------------------------------------------------------


async def heard(host: Host, user: discord.abc.User, text: str, place: Places) -> Reply:
    """What somebody wrote to the bot: read for the one creature meant, or answered with what can be done."""
    person, said = str(user.id), text[:MOST_SAID]
    async with host.store.reading() as tx:
        rows = await tx.encounters_of(person)
    if not clean(said):
        empty = "✏️ I can read words only. Write what your character does, and I read it back to you."
        return Reply(standing(rows, person, empty if rows else ""))
    open_ = [row for row in rows if row.encounter.round.stage == "declaring" and runs(row, person)]
    if not open_:
        return Reply(standing(rows, person))
    named = [row for row in open_ if whom(desk_for(row, person), said)[0]]
    if len(open_) > 1 and len(named) != 1:
        for row in open_:
            await _hold(host, row, person, said)
        return Reply(which_card([(desk_for(row, person), place(row.channel_id)) for row in open_], said))
    return await heard_in(host, (named if len(open_) > 1 else open_)[0], user, said)


async def heard_in(
    host: Host, row: EncounterRow, user: discord.abc.User, said: str, who: str = "", *, update: bool = False
) -> Reply:
    """The same where the fight is known; `who` where it is known for whom."""
    desk = desk_for(row, str(user.id))
    named, words = whom(desk, said)
    who = who or named
    if not who and len(desk.runs) > 1:
        await _hold(host, row, desk.person, said)
        return Reply(whose_card(desk, said), update=update)
    found = await sheet(host, Press("mine", row.id, row.encounter.round.number, who), user)
    return found if isinstance(found, Reply) else await taken(host, found, said, words, update=update)


def whom(desk: Desk, said: str) -> tuple[str, str]:
    """Who is named before the words, of those this person declares for, and the words; empty if nobody."""
    runs_ = desk.runs
    if match := _PREFIX.fullmatch(said):
        name, rest = match["name"].strip(), match["rest"]
        groups = {c.group.casefold(): f"*{c.id}" for c in reversed(runs_) if c.group}
        if (group := groups.get(clean(name).casefold())) is not None:
            return group, rest
        if (one := find(runs_, name)) is not None:
            return one.id, rest
    begins = [c for c in runs_ if re.match(rf"\s*{re.escape(c.name)}\b", said, re.IGNORECASE)]
    best = max(begins, key=lambda c: len(c.name), default=None)
    return (best.id if best is not None else "", said)


async def taken(host: Host, page: Sheet, said: str, words: str, *, update: bool = False) -> Reply:
    """The words as the creature's draft, read back; what made no plan leaves the draft as it was."""
    if SAME.fullmatch(words):
        made = await as_before(host, page)
        draft, notice = made if made is not None else (page.draft, nothing_before(page))
        draft = draft.model_copy(update={"spoken": Spoken(said=said)})
        return await _keep(host, page, draft, notice, update=update)
    reading = read_sentence(words, _heard(page), page.draft.declaration.who, _known(page))
    return await _drafted(host, page, said, reading, update=update)


async def _drafted(host: Host, page: Sheet, said: str, reading: Reading, *, update: bool) -> Reply:
    spoken = Spoken(said=said, unplaced=reading.unplaced, asks=reading.asks)
    if reading.declaration is None:
        draft = page.draft.model_copy(update={"spoken": spoken})
    else:
        members = group_members(page.row.encounter, page.who)
        sealed = all(page.row.encounter.declaration(m.id) is not None for m in members)
        draft = Draft(declaration=reading.declaration, picked=True, editing=sealed, spoken=spoken)
    return await _keep(host, page, draft, update=update)


def _heard(page: Sheet) -> Encounter:
    """The encounter with everybody under the name that the speaker knows."""
    return as_seen(page.row.encounter, viewer_for(page.row.encounter, page.desk.person))


def _known(page: Sheet) -> set[str]:
    return {c.id for c in known_to(page.row.encounter, page.desk.person)}


def counted(page: Sheet, draft: Draft) -> Declaration | None:
    """What of the draft counts at the deadline: nothing while something is asked about it."""
    before = page.draft.spoken.asks if page.draft.spoken is not None else ()
    asks = draft.spoken.asks if draft.spoken is not None else ()
    if asks and all(ask.code in NO_PLAN for ask in asks):
        asks = tuple(ask for ask in before if ask.code not in NO_PLAN)
    return None if asks else draft.complete(page.row.encounter)


async def _keep(host: Host, page: Sheet, draft: Draft, notice: str = "", *, update: bool = True) -> Reply:
    kept = await put(host, page, draft, counted(page, draft))
    return Reply(spoken_card(kept.desk, kept.who, kept.draft, notice), update=update)


async def _hold(host: Host, row: EncounterRow, person: str, said: str) -> None:
    """Keep words until it is known for whom they are: on disk, so that the answer works after a restart."""
    body = Spoken(said=said).model_dump(mode="json")
    async with host.store.transaction() as tx:
        await tx.save_draft(DraftRow(row.id, row.encounter.round.number, person, "", body))


async def _held(host: Host, row: EncounterRow, person: str) -> str | None:
    async with host.store.reading() as tx:
        kept = await tx.draft(row.id, row.encounter.round.number, person, "")
    return Spoken.model_validate(kept.body).said if kept is not None else None


def read_late(encounter: Encounter, combatant: Combatant, words: str, person: str) -> Declaration:
    """A sentence as a declaration that counts at once; raises Unclear where anything must be asked."""
    viewer = viewer_for(encounter, person)
    known = {c.id for c in seen_by(encounter, viewer)}
    reading = read_sentence(words, as_seen(encounter, viewer), combatant.id, known)
    if reading.declaration is None or reading.asks:
        names = Names(encounter, viewer)
        raise Unclear(" ".join(question(ask, combatant.id, names) for ask in reading.asks))
    return reading.declaration


# --- presses --------------------------------------------------------------------------------------------


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
    said = await _held(host, row, str(interaction.user.id))
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
            return (await put(host, found, free, free.complete(found.row.encounter))).drawn()
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
    return await _keep(host, found, draft, notice)


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
        reading = read_as(words, _heard(page), page.draft.declaration.who, _known(page), value)
        return await _drafted(host, page, said, reading, update=True)
    try:
        draft = _picked(page.draft, field, value)
    except (ValidationError, ValueError):
        return _outdated(page, "⚠️ That choice cannot be used. Pick another.")
    return await _keep(host, page, _settled(draft, lambda ask: _in_menu(ask, field)))


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
