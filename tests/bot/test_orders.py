"""Standing orders as their player meets them: in the panel, and told of when the GM sets or ends one."""

from __future__ import annotations

from tests.bot.table import Table


async def orders(table: Table) -> dict[str, str]:
    """The orders that stand."""
    key = (await table.row()).id
    async with table.store.reading() as tx:
        return dict(await tx.orders(key))


async def test_the_panel_shows_the_order_in_force_and_declaring_there_overrides_it(declaring: Table) -> None:
    mira = declaring.mira
    assert "Standing order" not in mira.panel_text
    await mira.slash("excuse", order="guard")
    assert "📌 **Standing order:** at the deadline Mira takes no action" in mira.panel_text
    assert "Declare anything, and it ends" in mira.panel_text
    picked = await mira.pick(mira.panel, "act", "parry")
    assert "Standing order" in picked.text
    sealed = await mira.press(mira.panel, "seal")
    assert "Standing order" not in sealed.text
    assert await orders(declaring) == {}
    await mira.press(mira.panel, "withdraw")
    assert "Standing order" not in mira.panel_text


async def test_the_order_stands_in_every_panel_until_it_is_ended(fight: Table) -> None:
    await fight.mira.slash("excuse", order="last")
    await fight.open_round()
    assert "does again what was declared last" in fight.mira.panel_text
    assert "does again what was declared last" in (await fight.mira.slash("declare")).text
    assert "Standing order" not in fight.borin.panel_text
    assert "Standing order" not in fight.gm.panel_text
    await fight.mira.slash("excuse", order="none")
    assert "Standing order" not in fight.mira.panel_text


async def test_a_player_is_told_when_the_gm_leaves_an_order_and_when_it_ends(declaring: Table) -> None:
    mira, posts = declaring.mira, declaring.posts()
    answer = await declaring.gm.slash("excuse", combatant="Mira", order="last")
    assert "Its player is told" in answer.text
    assert "The GM has left a standing order" in mira.dm_texts[-1]
    assert "Mira does again what was declared last" in mira.dm_texts[-1]
    assert "Standing order" in mira.panel_text
    await declaring.gm.slash("excuse", combatant="Mira", order="none")
    assert "The GM has ended the order for Mira" in mira.dm_texts[-1]
    assert "Standing order" not in mira.panel_text
    assert declaring.posts() == posts
    for other in (declaring.borin, declaring.kesh, declaring.bystander):
        assert not any("order" in text for text in other.dm_texts)


async def test_with_buttons_the_gm_tells_the_player_as_well(declaring: Table) -> None:
    card = await declaring.gm.slash("excuse", combatant="Kesh")
    await declaring.gm.press(card.message, "away", "guard")
    assert "Kesh takes no action" in declaring.kesh.dm_texts[-1]


async def test_nobody_is_told_of_an_order_of_their_own_or_of_one_that_changes_nothing(
    declaring: Table,
) -> None:
    mira = declaring.mira
    before = len(mira.dms)
    answer = await mira.slash("excuse", order="guard")
    assert "Its player is told" not in answer.text
    assert len(mira.dms) == before
    await declaring.gm.slash("excuse", combatant="Mira", order="guard")
    await declaring.gm.slash("excuse", combatant="Kesh", order="none")
    assert len(mira.dms) == before
    assert not any("order" in text for text in declaring.kesh.dm_texts)


async def test_of_several_creatures_each_order_is_told(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Squire", side="heroes")
    await fight.gm.slash("combatant seat", combatant="Squire", player=fight.mira.member)
    await fight.gm.slash("excuse", combatant="Squire", order="guard")
    told = fight.mira.dm_texts[-1]
    assert "Squire takes no action" in told
    assert "No order for Mira" in told
    await fight.open_round()
    squire = await fight.id("Squire")
    assert "Standing order" in (await fight.mira.pick(fight.mira.panel, "who", squire)).text
    assert (
        "Standing order" not in (await fight.mira.pick(fight.mira.panel, "who", await fight.id("Mira"))).text
    )


async def test_an_order_the_gm_may_not_leave_tells_nobody(declaring: Table) -> None:
    counts = [len(p.dms) for p in (declaring.mira, declaring.borin, declaring.kesh)]
    assert (await declaring.borin.slash("excuse", combatant="Mira", order="guard")).refused
    assert (await declaring.gm.slash("excuse", combatant="Orc 1", order="guard")).refused
    assert [len(p.dms) for p in (declaring.mira, declaring.borin, declaring.kesh)] == counts
    assert await orders(declaring) == {}
