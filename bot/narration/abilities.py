"""What was understood of an ability line, and what was not, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.narration.words import Names, count, escape
from rules import Ability, AbilityLine, Combatant, as_ability, read_ability

_PLACES = {
    "phase": "as its phase",
    "magic": "as its magic type",
    "activity": "as minor or major",
    "time": "as a time",
    "text": "as a part of the notation",
}


def told_ability_line(line: AbilityLine, name: str) -> list[str]:
    """For whoever gave the line: what the rules go by, what stays with the people, what was not understood."""
    return [
        f"✅ {escape(name)} has the ability **{escape(line.name)}**: {_rules_part(line)}.",
        *(f"{place}: {said}" for place, said in _rest(line)),
        *(f"❔ {said}" for said in unread_parts(line)),
    ]


def unread_parts(line: AbilityLine) -> tuple[str, ...]:
    """What was not understood of it, each with where it stands."""
    return tuple(
        f"Not understood {_PLACES[piece.part]}, left as text: {escape(piece.text)}" for piece in line.unread
    )


def in_short(ability: Ability) -> str:
    """One ability as a hint in a menu: its limits, and what the rules go by."""
    line = read_ability(ability.line)
    limits = f"{line.limits}; " if line is not None and line.limits else ""
    return f"{limits}{_used(ability)}"


def ability_lines(names: Names, combatants: Iterable[Combatant]) -> list[str]:
    """What these creatures can do, each line as it is printed; a group alike is told as one."""
    told = names.counted((c, "\n".join(_whole(a) for a in c.abilities)) for c in combatants if c.abilities)
    return [f"✨ {name} has:\n{lines}" for name, lines in told]


def _whole(ability: Ability) -> str:
    rest = ability.line.removeprefix(ability.name).removeprefix(".").strip()
    return f"- **{escape(ability.name)}** {escape(rest) if rest else f'({_used(ability)})'}"


def _rules_part(line: AbilityLine) -> str:
    """Magic, major or minor, time, and whether it goes first or last."""
    return _used(as_ability(line))


def _used(ability: Ability) -> str:
    match ability.segments:
        case None:
            time = "the usual time for its magic"
        case 0:
            time = "no time"
        case segments:
            time = count(segments, "segment")
    mark = f", goes {ability.mark}" if ability.mark else ""
    return f"{ability.magic}, a {'minor' if ability.minor else 'major'} action, {time}{mark}"


def _rest(line: AbilityLine) -> Iterator[tuple[str, str]]:
    """Where it stands in the round, and what the rules do not go by."""
    words = [word for word in (line.phase, *line.magic) if word]
    if len(words) > 1:  # One alone has been said with what the rules go by.
        yield "Phase and magic", escape("; ".join(words))
    said = [*((line.kind,) if line.kind else ()), *((line.time,) if line.time else ()), *line.attributes]
    if line.declared is not None:
        said.append("declared" if line.declared else "not declared")
    if line.delay is not None:
        said.append("grants a delay" if line.delay else "grants no delay")
    if said:
        yield "As the line says", escape("; ".join(said))
    if line.limits:
        yield "Limits, for you to count", escape(line.limits)
    if line.text:
        yield "What it does", escape(line.text)
