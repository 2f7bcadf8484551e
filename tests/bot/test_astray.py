"""A blow whose target is gone is offered to be turned, and nothing stops for it (K-17)."""

from __future__ import annotations

from tests.bot.table import Person, Shown, Table, presses
from tests.bot.test_gmwords import aim, fought


def offers(person: Person) -> list[Shown]:
    """Direct messages that ask at whom the blow goes."""
    table = person.table
    return [m for m in person.dms if any(p.verb == "turn" for p in presses(table.components(m)))]


async def test_the_player_is_offered_the_other_foes_as_soon_as_the_target_falls(called: Table) -> None:
    await fought(called, 2)
    assert offers(called.borin) == []
    await called.gm.slash("round down", combatant="Orc 1")
    (offer,) = offers(called.borin)
    assert "Orc 1 is down" in called.borin.dm_texts[-1]
    assert offers(called.mira) == []
    assert not (await called.gm.slash("round next")).refused
    assert len(offers(called.borin)) == 1
    orc = await called.id("Orc 2")
    custom_id = next(p for p in presses(called.components(offer)) if p.who == orc)
    assert not (await called.borin.press_id(offer, str(custom_id))).refused
    assert await aim(called) == "Orc 2"
    assert offers(called.borin) == []


async def test_the_gm_turns_it_from_the_console_and_the_offer_then_is_over(called: Table) -> None:
    await fought(called, 2)
    await called.gm.slash("round down", combatant="Orc 1")
    (offer,) = offers(called.borin)
    console = (await called.gm.slash("encounter status")).message
    custom_id = next(p for p in presses(called.components(console)) if p.verb == "turn" and p.who)
    await called.gm.press_id(console, str(custom_id))
    assert await aim(called) == "Orc 2"
    assert (await called.borin.press(offer, "turn")).refused


async def test_unsaid_it_is_lost_and_says_why(called: Table) -> None:
    await fought(called, 2)
    await called.gm.slash("round down", combatant="Orc 1")
    for _ in range(5):
        assert not (await called.gm.slash("round next")).refused
    assert "finds Orc 1 gone" in called.posts()[-1]


async def test_of_two_blows_astray_the_one_turned_leaves_the_other_to_be_asked_about(called: Table) -> None:
    await called.gm.slash("combatant engage", combatant="Orc 1, Orc 2", foe="Borin")
    await called.gm.slash("combatant engage", combatant="Orc 1, Orc 2", foe="Kesh")
    await called.declare(called.gm, **{"as": "Orc", "action": "melee", "target": "Borin"})
    await called.all_declare(called.gm)
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    await called.gm.slash("round down", combatant="Borin")
    console = (await called.gm.slash("encounter status")).message
    kesh, one = await called.id("Kesh"), await called.id("Orc 1")
    blow = next(
        p
        for p in presses(called.components(console))
        if p.verb == "turn" and p.who == kesh and one in p.extra
    )
    turned = await called.gm.press_id(console, str(blow))
    assert "Orc 1's blow goes at Kesh" in turned.text
    assert "Orc 2's blow" in turned.text
    assert "[Kesh]" in turned.text
