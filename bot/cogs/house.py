"""/encounter settings: what a house may set, one by one."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, not_accepted, nothing_here, problem
from bot.narration.words import escape
from bot.render import text_card
from rules import Settings, setting_rows, told_setting, with_setting
from rules import commands as cmd


def named() -> list[tuple[str, str]]:
    """Every setting with what it means, and its name, to choose from."""
    return [(f"{name.strip('`')}: {means}", name.strip("`")) for name, means, *_ in setting_rows()]


async def house(host: Host, interaction: discord.Interaction, name: str, value: str) -> Reply:
    """All settings, or one of them; or one of them changed."""
    async with host.store.reading() as tx:
        row = await host.here(tx, interaction)
    if row is None:
        return nothing_here(interaction)
    if str(interaction.user.id) not in row.encounter.gms:
        return problem("The house settings are the GM's.", "Ask the one who began the fight.")
    settings = row.encounter.settings
    if not name:
        return Reply(text_card("## House settings", _all(settings), "private"))
    found = next((r for r in setting_rows() if r[0].strip("`") == name.strip().casefold()), None)
    if found is None:
        return problem(f"There is no setting called “{escape(name)}”.", "Pick one from the list as you type.")
    key = found[0].strip("`")
    if not value:
        return Reply(text_card(f"### {key}", _one(settings, key, found), "private"))
    changed = with_setting(settings, key, value)
    if changed is None:
        return problem(f"“{escape(value)}” cannot be used for `{key}`.", f"It can be: {_range(found)}.")
    outcome = await host.act(row.id, cmd.ChangeSettings(settings=changed), interaction.user)
    now = told_setting(getattr(changed, key))
    said = text_card("", (f"✅ `{key}` is now **{now}**, from the next round on.",), "private")
    return not_accepted(outcome, interaction.user) or Reply(said)


def _all(settings: Settings) -> list[str]:
    """A line for each: its value, unit and rule; what is not as usual stands out."""
    lines = []
    for name, _, unit, _, default, rule in setting_rows():
        now = told_setting(getattr(settings, name.strip("`")))
        value = now if f"`{now}`" == default else f"**{now}**"
        lines.append(f"{name} {value}{f' {unit}' if unit else ''} · {rule}")
    lines.append("Bold is what this house has changed. Name one to see what it means.")
    return lines


def _one(settings: Settings, key: str, row: tuple[str, ...]) -> tuple[str, ...]:
    _, means, _, _, default, rule = row
    now = told_setting(getattr(settings, key))
    return (means, f"Now **{now}**; usually {default}. It can be: {_range(row)}.", f"Rule {rule}.")


def _range(row: tuple[str, ...]) -> str:
    return f"{row[3]} {row[2]}".strip()
