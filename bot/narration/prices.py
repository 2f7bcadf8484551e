"""What another mind would cost, told before it is paid (S-20, P-10)."""

from __future__ import annotations

from bot.narration.phrases import doing
from bot.narration.words import Names, count, listed, rolled, segment_name
from rules import Encounter, Price, StepPrice


def price_lines(encounter: Encounter, price: Price | StepPrice, who: str, names: Names) -> tuple[str, ...]:
    """The price, a line for each part of it."""
    if isinstance(price, StepPrice):
        return _in_steps(price, who, names)
    lost = listed(doing(slot, names) for slot in price.lost)
    dropped = listed(doing(slot, names) for slot in price.dropped)
    lines = []
    if lost:
        lines.append(f"❌ Lost, for it has begun: {lost}.")
    if dropped:
        lines.append(f"➖ Not done any more: {dropped}.")
    fixed = encounter.settings.change_fixed
    if fixed is not None:
        cost, when = count(fixed, "segment"), f"segment {segment_name(price.earliest)}"
    else:
        cost = rolled(encounter.settings.change_die, "segment")
        when = f"segment {segment_name(price.earliest)} to {segment_name(price.latest)}"
    lines.append(f"🐢 A Delay of {cost}: the new action begins in {when}.")
    return tuple(lines)


def _in_steps(price: StepPrice, who: str, names: Names) -> tuple[str, ...]:
    told = listed(doing(slot, names) for slot in price.given_up)
    lines = []
    if price.spent:
        lines.append(f"❌ The magic fails and is used up: {told}. Nothing but 10 ft of movement is left.")
    elif told and price.done is None:
        lines.append(f"❌ {names[who]} is in LOW already: {told} is lost, and nothing comes instead.")
    elif told:
        lines.append(f"➖ Not done any more: {told}.")
    if price.delayed:
        lines.append("🐢 A change of mind in HIGH is a Delay: act in LOW instead.")
    if price.done is not None:
        lines.append(f"▸ The new action is done in {names.beat((price.done - 1) % 16 + 1)}.")
    return tuple(lines)
