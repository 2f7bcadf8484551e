"""/encounter settings: what a house may set and what a GM may choose for a fight, one by one."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, not_accepted, nothing_here, paged, person, problem
from bot.cogs.places import place_of
from bot.narration.needs import Place, for_round_threads, how_to_allow
from bot.narration.words import escape
from bot.options import NEVER, Options
from bot.render import pages, text_card
from bot.store import EncounterRow
from bot.table import choose
from bot.zones import near
from rules import Settings, setting_rows, told_setting, with_setting
from rules import commands as cmd


def _rows() -> list[tuple[str, ...]]:
    """Every setting and every option: name, meaning, unit, values, default, rule."""
    return [*setting_rows(Options), *setting_rows()]


def named() -> list[tuple[str, str]]:
    """Every one of them with what it means, and its name, to choose from."""
    return [(f"{name.strip('`')}: {means}", name.strip("`")) for name, means, *_ in _rows()]


async def house(host: Host, interaction: discord.Interaction, name: str, value: str) -> Reply:
    """All of them, or one; or one of them changed."""
    row = await host.fight(interaction)
    if row is None:
        return nothing_here(interaction)
    if str(interaction.user.id) not in row.encounter.gms:
        return problem("The house settings are the GM's.", "`/encounter status` shows who that is.")
    settings, options = row.encounter.settings, row.options
    if not name:
        return paged(pages("## House settings", _all(settings, options), "private"))
    found = next((r for r in _rows() if r[0].strip("`") == name.strip().casefold()), None)
    if found is None:
        return problem(f"There is no setting called “{escape(name)}”.", "Pick one from the list as you type.")
    key = found[0].strip("`")
    if not value:
        now = told_setting(getattr(options if key in Options.model_fields else settings, key))
        return Reply(text_card(f"### {key}", _one(now, found), "private"))
    if key in Options.model_fields:
        return await _choose(host, interaction, row, found, value)
    changed = with_setting(settings, key, value)
    if changed is None:
        return _cannot_be(found, value)
    outcome = await host.act(row.id, cmd.ChangeSettings(settings=changed), interaction.user)
    said = f"✅ `{key}` is now **{told_setting(getattr(changed, key))}**, from the next round on."
    return not_accepted(outcome, interaction.user) or Reply(text_card("", (said,), "private"))


async def _choose(
    host: Host, interaction: discord.Interaction, row: EncounterRow, found: tuple[str, ...], value: str
) -> Reply:
    key = found[0].strip("`")
    options = with_setting(row.options, key, value)
    if options is None and key == "time_zone":
        alike = " or ".join(f"`{name}`" for name in near(value)) or "`Europe/Berlin` or `America/New_York`"
        return problem(f"I know no time zone called “{escape(value)}”.", f"Perhaps {alike}?")
    if options is None:
        return _cannot_be(found, value)
    outcome = await choose(host.store, row.id, person(interaction.user), options, host.now(), host.policy)
    host.moved()
    rest = _rest(options, key, place_of(interaction))
    said = f"✅ `{key}` is now **{told_setting(getattr(options, key))}**.{rest}"
    return not_accepted(outcome, interaction.user) or Reply(text_card("", (said,), "private"))


def _rest(options: Options, key: str, place: Place) -> str:
    """What is still to be chosen or allowed, or how it is read."""
    if key == "round_threads":
        return f" {_of_threads(options, place)}" if options.round_threads else ""
    if key not in ("quiet_from", "quiet_to"):
        return ""
    if (options.quiet_from == NEVER) != (options.quiet_to == NEVER):
        other = "quiet_to" if options.quiet_to == NEVER else "quiet_from"
        return f" Set `{other}` as well: until then there are no quiet hours."
    return "" if options.quiet_to == NEVER else f" Hours are those of {options.time_zone}."


def _of_threads(options: Options, place: Place) -> str:
    """What comes of a thread for each round in this place."""
    if place.thread:
        return "But this fight is in a thread, and there are no threads in threads: here it changes nothing."
    if not place.threads:
        return "But Discord has no threads in a channel of this kind: here it changes nothing."
    missing = place.missing(for_round_threads(place, options))
    if missing:
        return f"But {missing[0].lost} {how_to_allow(missing, place)}"
    return "The thread hangs under the post that closes declarations."


def _cannot_be(found: tuple[str, ...], value: str) -> Reply:
    return problem(f"“{escape(value)}” cannot be used for {found[0]}.", f"It can be: {_range(found)}.")


def _all(settings: Settings, options: Options) -> list[str]:
    """A line for each: its value, unit and rule; what is not as usual stands out."""
    table = [_line(options, row) for row in setting_rows(Options)]
    rules = [_line(settings, row) for row in setting_rows()]
    changed = [line for line in (*table, *rules) if "**" in line]
    return [
        "With `setting` this command says what one of them means, with `value` it changes it.",
        "**Changed by this house:**" if changed else "Nothing is changed: all is as usual.",
        *changed,
        "**At this table**, at any time:",
        *table,
        "**Rules**, from the next round on:",
        *rules,
    ]


def _line(values: Settings | Options, row: tuple[str, ...]) -> str:
    name, _, unit, _, default, rule = row
    now = told_setting(getattr(values, name.strip("`")))
    value = now if f"`{now}`" == default else f"**{now}**"
    return f"{name} {value}{_unit(now, unit)}{f' · {rule}' if rule else ''}"


def _unit(value: str, unit: str) -> str:
    """The unit behind a value, of one or of several; nothing behind `none`, which has none."""
    if not unit or value == NEVER:
        return ""
    return f" {_ONE_OF.get(unit, unit) if value == '1' else unit}"


_ONE_OF = {"segments": "segment", "dice": "die", "feet": "foot", "times": "time", "seconds": "second"}


def _one(now: str, row: tuple[str, ...]) -> tuple[str, ...]:
    _, means, _, _, default, rule = row
    lines = (means, f"Now **{now}**; usually {default}. It can be: {_range(row)}.")
    return (*lines, f"Rule {rule}.") if rule else lines


def _range(row: tuple[str, ...]) -> str:
    return f"{row[3]} {row[2]}".strip()
