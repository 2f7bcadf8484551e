"""Presses that come too late, from the wrong person, or with an id nobody was ever given."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.common import MORE
from bot.cogs.presses import HANDLERS
from bot.ui.ids import Press
from tests.bot.table import Answer, Person, Table, id_of, presses


async def forged(person: Person, custom_id: str, *values: str) -> Answer:
    """A press with an id of anybody's making, on a message made to carry it."""
    table = person.table
    backend = table.env.backend
    part: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
    if values:
        options = [{"label": value[:20] or "x", "value": value} for value in values]
        part = {"type": 3, "custom_id": custom_id, "options": options}
    row = {"type": 1, "components": [part]}
    message = backend.create_message(
        table.channel.id, backend.bot_user.id, components=[row], flags=1 << 15, broadcast=False
    )
    seen = next(m for m in table.channel.history() if m.id == message.id)
    if values:
        result = await person.member.select(seen, list(values), custom_id=custom_id)
    else:
        result = await person.member.click(seen, custom_id=custom_id)
    return table.noted(person, custom_id, result)


async def test_a_panel_of_round_one_pressed_in_round_two_gets_a_sentence(declaring: Table) -> None:
    reply = (await declaring.mira.press(declaring.board, "mine")).message
    await declaring.mira.pick(reply, "act", "parry")
    await declaring.gm.slash("round close")
    late = await declaring.mira.press(reply, "seal")
    assert late.refused
    assert late.private
    await declaring.open_round()
    before = (await declaring.row()).encounter
    for verb in ("seal", "anew"):
        answer = await declaring.mira.press(reply, verb)
        assert answer.refused
        assert "round 2" in answer.text
    answer = await declaring.mira.pick(reply, "act", "full-move")
    assert answer.refused
    assert (await declaring.row()).encounter == before
    assert "What will you do" in declaring.mira.panel_text


async def test_a_form_of_round_one_sent_in_round_two_gets_a_sentence(declaring: Table) -> None:
    form = await declaring.mira.pick(declaring.mira.panel, "act", "cast")
    await declaring.gm.slash("round close")
    await declaring.open_round()
    answer = await declaring.mira.fill(form, name="sleep", segments="3", at="the altar")
    assert answer.refused
    assert "round 2" in answer.text


async def test_the_boards_button_of_round_one_leads_nobody_astray_in_round_two(declaring: Table) -> None:
    old = id_of(declaring.components(declaring.board), "mine")
    await declaring.gm.slash("round close")
    await declaring.open_round()
    answer = await forged(declaring.mira, old)
    assert answer.private
    assert answer.refused or "round 2" in answer.text


async def test_one_player_cannot_press_what_is_anothers(declaring: Table) -> None:
    borin = await declaring.id("Borin")
    before = (await declaring.row()).encounter
    for verb in ("seal", "withdraw", "change", "anew", "fill", "speak"):
        answer = await forged(declaring.mira, str(Press(verb, before_key(declaring), 1, borin, "cast")))
        assert answer.refused, verb
    for verb, value in (("act", "parry"), ("who", borin), ("target", borin), ("minors", "drop:before")):
        answer = await forged(declaring.mira, str(Press(verb, before_key(declaring), 1, borin)), value)
        assert answer.refused, verb
    assert (await declaring.row()).encounter == before


def before_key(table: Table) -> str:
    """The fight's key, from the board."""
    return presses(table.components(table.board))[0].key


GM_VERBS = ("close", "extend", "next", "open", "judge", "time", "disturb", "down", "pardon", "end")


@pytest.mark.parametrize("verb", GM_VERBS)
async def test_the_gms_buttons_in_another_hand_do_nothing(called: Table, verb: str) -> None:
    mira = await called.id("Mira")
    if verb not in ("close", "extend"):
        await called.all_declare()
        await called.gm.slash("round close")
    before = await called.row()
    extra = {"extend": "60", "next": "0", "judge": "s1", "time": "3.1"}.get(verb, "")
    custom_id = str(Press(verb, before.id, 1, "", extra))
    for person in (called.mira, called.bystander):
        values = (mira,) if verb in ("disturb", "down", "pardon") else ()
        answer = await forged(person, custom_id, *values)
        assert answer.refused
        assert answer.private
        assert "GM" in answer.text
    assert await called.row() == before


GARBAGE = (
    "x",
    "1:",
    "2:seal:KEY:1:WHO:",
    "0:mine:KEY:1::",
    "1:seal:KEY:1:WHO",
    "1:seal:KEY:-1:WHO:",
    "1:seal:KEY:9999999999:WHO:",
    "1:nonsense:KEY:1:WHO:",
    "1:seal:nokey:1:WHO:",
    "1:mine:nokey:0::",
    "1:judge:nokey:1::s",
    "1:judge:KEY:1::",
    "1:time:KEY:1::x.y",
    "1:time:KEY:1::99999999999999999999.1",
    "1:time:KEY:1::-3.1",
    "1:timeform:KEY:1::" + "y" * 60,
    "1:next:KEY:1::zzz",
    "1:next:KEY:1::99999999999999999999",
    "1:extend:KEY:1::99999999999999999999999",
    "1:extend:KEY:1::-5",
    "1:close:KEY:999::",
    "1:open:KEY:1::",
    "1:why:nokey:1::",
    "1:why:KEY:999::",
    "1:why:KEY:0:WHO:x",
    "1:end:nokey:1::",
    "1:fill:KEY:1:WHO:nonsense",
    "1:speak:KEY:1:WHO:nonsense",
    "1:disturb:KEY:1::",
    "1:down:KEY:1::",
    "1:act:KEY:1:WHO:",
    "1:minors:KEY:1:*:",
    "1:seal:KEY:1:*WHO:",
    "1:timed:KEY:1::1",
    "1:filled:KEY:1:WHO:cast",
    "1:moved:KEY:1:WHO:during",
    "²:mine:KEY:1::",
    "1:mine:KEY:²::",
    "1:mine:KEY:1::😀",
)


async def test_an_id_nobody_was_given_changes_nothing_and_gets_a_private_sentence(declaring: Table) -> None:
    await declaring.all_declare()
    before = await declaring.row()
    orc = await declaring.id("Orc 1")
    for pattern in GARBAGE:
        custom_id = pattern.replace("KEY", before.id).replace("WHO", orc)
        for person in (declaring.mira, declaring.bystander):
            answer = await forged(person, custom_id)
            assert answer.form or (answer.private and answer.text), custom_id
    after = await declaring.row()
    assert (after.encounter, after.deadline) == (before.encounter, before.deadline)


@pytest.mark.parametrize("verb", ["act", "target", "weapon", "move", "into", "minors", "carry", "who"])
async def test_a_choice_nobody_was_offered_is_never_sealed(declaring: Table, verb: str) -> None:
    custom_id = str(Press(verb, before_key(declaring), 1, await declaring.id("Mira")))
    for value in ("-", "nonsense", "before:x", "before:-5", "before:²", "a:b:c", "*", "😀" * 40):
        answer = await forged(declaring.mira, custom_id, value)
        assert answer.text
    await declaring.advance(91)
    missing = declaring.post("declarations are closed")
    assert "Mira" in "".join(line for line in missing.splitlines() if "🐢" in line)


async def test_a_target_nobody_can_see_is_never_taken(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Lurker", hidden=True)
    await fight.open_round()
    lurker, mira = await fight.id("Lurker"), await fight.id("Mira")
    form = await fight.mira.pick(fight.mira.panel, "act", "cast")
    await fight.mira.fill(form, name="sleep", segments="3", at="the altar")
    texts = []
    for target in (lurker, "made-up"):
        answer = await forged(fight.mira, str(Press("target", before_key(fight), 1, mira)), target)
        texts.append(answer.text)
    assert texts[0] == texts[1]
    await fight.mira.press(fight.mira.panel, "anew")
    line = await fight.mira.slash("declare", action="cast", text="sleep", segments=3, target=lurker)
    made_up = await fight.mira.slash("declare", action="cast", text="sleep", segments=3, target="made-up")
    assert line.text.replace(lurker, "made-up") == made_up.text


async def test_every_verb_a_panel_or_console_shows_has_a_meaning(declaring: Table) -> None:
    seen = set()
    for person in (declaring.gm, declaring.mira):
        for message in (person.panel, (await person.slash("encounter status")).message):
            seen |= {p.verb for p in presses(declaring.components(message))}
    assert seen <= set(HANDLERS)


async def test_ids_say_nothing_of_who_or_how_many_came_before(declaring: Table) -> None:
    for press in presses(declaring.components(declaring.board)):
        assert press.who == ""
        assert press.extra == ""


@pytest.mark.parametrize("verb", ["extend", "open"])
async def test_a_console_of_another_round_moves_nothing(fight: Table, verb: str) -> None:
    await fight.gm.slash("round open")
    console = await fight.gm.slash("encounter status")
    await fight.gm.slash("round close")
    if verb == "open":
        console = await fight.gm.slash("encounter status")
    await fight.gm.slash("round open")
    before = (await fight.row()).deadline
    stale = await fight.gm.press(console.message, verb)
    assert stale.refused
    assert "round 1" in stale.text
    assert (await fight.row()).deadline == before


async def test_the_last_choice_of_a_list_too_long_is_no_target(fight: Table) -> None:
    await fight.gm.slash("round open")
    refused = await fight.kesh.slash("declare", action="missile", target=MORE)
    assert refused.refused
    assert "few letters" in refused.text
