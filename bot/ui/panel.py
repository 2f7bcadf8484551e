"""The panel a declaration is made in: pick the action, answer only what it needs, read it back, seal it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration import plan_steps
from bot.narration.lateness import late_lines, late_notice
from bot.narration.orders import order_line
from bot.narration.plans import carried_line, heard_line, outcome_line, plan_lines
from bot.narration.refusals import refusal
from bot.narration.rounds import intention
from bot.narration.words import count, sentence
from bot.render import MOST_BUTTONS, TEXT_LIMIT, Button, Card, Part, cut, relative
from bot.ui import menus as segment_menus
from bot.ui import steps_menus
from bot.ui.board import waits
from bot.ui.desk import HIDDEN, Desk, title_of
from bot.ui.draft import Draft, group_members, misfit
from bot.ui.menus import carry_menu, who_menu
from rules import Combatant, Refusal, preview


def closing(desk: Desk, who: str) -> str:
    """Until when there is time, behind the heading."""
    if desk.late:
        return " · your turn" if desk.encounter.at_turn(who) else " · late"
    return f" · deadline {relative(desk.deadline)}" if desk.deadline else ""


def seal_button(desk: Desk, who: str, draft: Draft, ready: bool) -> Button:
    """The button that declares; after the close it says that it is late."""
    late = "Do it" if desk.encounter.at_turn(who.removeprefix("*")) else "Declare it late"
    label = late if desk.late else "Seal it"
    return Button(label, desk.press("seal", who, draft.mark), "success", disabled=not ready)


def panel(desk: Desk, who: str, draft: Draft, notice: str = "") -> Card:
    """The panel as it stands: being made, or sealed."""
    encounter = desk.encounter
    members = group_members(encounter, who)
    when = closing(desk, members[0].id)
    parts: list[Part] = [f"### {title_of(desk, who)} · round {encounter.round.number}{when}"]
    if desk.late:
        parts.append(late_notice(encounter, desk.names, members[0].id))
    if notice:
        parts.append(notice)
    if (chooser := who_menu(desk, who)) is not None:
        parts.append(chooser)
    if members[0].hidden:
        parts.append(f"🫥 {sentence(HIDDEN)}.")
    told = plan_steps.carried_line if desk.names.steps else carried_line
    if carried := told(encounter, members[0].id, desk.names):
        parts.append(carried)
    if later := _later(desk, members[0].id):
        parts.append(later)
    sealed = all(encounter.declaration(m.id) is not None for m in members)
    if not sealed and not desk.late and (order := desk.orders.get(members[0].id)):
        parts.append(order_line(desk.names[members[0].id], order))
    if sealed and not draft.editing and not desk.late:
        return Card((*parts, *_sealed(desk, who, members)), "story")
    return Card((*parts, *_making(desk, who, draft, members[0])), "private")


_PUT_OFF = "⏭️ **Put off from last round, and sealed**\nIt stands if you do nothing."
"""Over what is sealed because it came too late for the round before (P-3)."""


def _later(desk: Desk, who: str) -> str:
    """What is put off to the next round, or to this one and cannot stand in it; empty if nothing is (P-3)."""
    encounter, names = desk.encounter, desk.names
    queued = next((d for d in encounter.round.queued if d.who == who), None)
    if queued is None:
        return ""
    if encounter.round.stage != "declaring":
        return f"⏭️ {plan_steps.put_off_line(queued, encounter.round.number + 1, names)}"
    return f"⏭️ **Put off from last round:** {intention(queued, names)}. It cannot stand now: declare anew."


def _sealed(desk: Desk, who: str, members: Sequence[Combatant]) -> list[Part]:
    declaration = desk.encounter.declaration(members[0].id)
    assert declaration is not None
    parts: list[Part] = [
        _PUT_OFF if members[0].id in desk.encounter.round.put_off else "✅ **Sealed**",
        *read_back(desk, members[0].id, Draft(declaration=declaration, picked=True)),
    ]
    if desk.deadline:
        parts.append(f"You can change or withdraw it until declarations close, {relative(desk.deadline)}.")
    parts.append(
        (
            Button("Change", desk.press("change", who)),
            Button("Withdraw", desk.press("withdraw", who), "danger"),
            *_asking(desk),
        )
    )
    return parts


def _asking(desk: Desk, beside: int = 0) -> tuple[Button, ...]:
    """The button to ask the GM with, if there is room for it `beside` so many; a GM asks nobody (K-9)."""
    if desk.person in desk.encounter.gms or beside >= MOST_BUTTONS:
        return ()
    return (Button("Ask the GM", desk.press("ask", "")),)


def read_back(desk: Desk, who: str, draft: Draft) -> list[str]:
    """The plan with its segments, when it is done, and what the table will hear; or what is missing.

    Of a group it is the plan of one, unless it cannot stand for another: then why, and what to do.
    """
    members = group_members(desk.encounter, who)
    other = misfit(desk.encounter, who, draft) if len(members) > 1 else None
    if other is not None and other is not members[0]:
        alone = f"pick {desk.names[other.id]} alone under *Who?* first, then the others."
        return [*read_back(desk, other.id, draft), f"It cannot be sealed for all {len(members)}: {alone}"]
    who = members[0].id
    declaration = draft.declaration.model_copy(update={"who": who})
    if not desk.names.steps and declaration.major == "melee" and not _in_melee(desk, who):
        return [f"➡️ {_nobody_near(desk, who)}"]
    plan = preview(desk.encounter, declaration)
    if isinstance(plan, Refusal):
        return [f"➡️ {refusal(plan, desk.encounter, desk.names)}"]
    if desk.late:
        return ["\n".join(late_lines(desk.encounter, declaration, desk.names))]
    if desk.names.steps:
        return [plan_steps.read_back(desk.encounter, declaration, plan, desk.names)]
    if not plan.unfinished:
        return ["No action: ready for whatever comes. This counts as declared."]
    lines = [f"▸ {line}" for line in plan_lines(plan, desk.names)]
    return ["\n".join([*lines, outcome_line(plan), heard_line(desk.encounter, plan, desk.names)])]


def _in_melee(desk: Desk, who: str) -> bool:
    return any(desk.names.combatant(foe) for foe in desk.encounter.engaged_with(who))


def _nobody_near(desk: Desk, who: str) -> str:
    """What to do where nobody is in melee to be attacked (S-12)."""
    advice = "Charge somebody more than 10 ft away, shoot, or move up now and attack next round."
    gm = " `/combatant engage` puts two in melee." if desk.person in desk.encounter.gms else ""
    return f"Nobody is in melee with {desk.names[who]}. {advice}{gm}"


def _making(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    encounter, declaration = desk.encounter, draft.declaration
    parts: list[Part] = []
    sealed = encounter.declaration(first.id) if not desk.late else None
    if sealed is not None:
        parts.append(
            f"✅ **Still sealed:** {intention(sealed, desk.names)}. It stands until you seal a change."
        )
    carried = encounter.carried(first.id)
    if carried:
        parts.append(carry_menu(desk, who, draft))
    menus = steps_menus if desk.names.steps else segment_menus
    parts.append(menus.action_menu(desk, who, draft))
    if desk.names.steps and (immediate := steps_menus.immediate_line(desk, first)):
        parts.append(immediate)
    if draft.picked:
        if declaration.major is not None:
            parts += menus.questions(desk, who, draft, first)
        parts += menus.minor_menus(desk, who, draft, first)
        parts.append("**Your plan**")
        parts += read_back(desk, who, draft)
    elif carried:
        parts.append("Say nothing and what was begun goes on.")
    elif desk.names.steps and not desk.late:
        parts.append("❗ marks what must be declared now. All else can wait for your turn.")
    if not draft.picked:
        parts.append("-# Or write to me in your own words, like “I attack the orc with my axe”.")
    ready = draft.picked and misfit(encounter, who, draft) is None
    buttons = [seal_button(desk, who, draft, ready)]
    if draft.picked:
        buttons.append(Button("Start over", desk.press("anew", who)))
    else:
        if encounter.round.number > 1:
            buttons.append(Button("Same as last round", desk.press("same", who)))
        buttons.append(Button("Saved…", desk.press("presets", who)))
    if sealed is not None:
        buttons.append(Button("Keep what is sealed", desk.press("kept", who)))
        buttons.append(Button("Withdraw", desk.press("withdraw", who), "danger"))
    parts.append((*buttons, *_asking(desk, len(buttons))))
    return parts


def closed_panel(desk: Desk) -> Card:
    """What a panel becomes when declarations are closed: what was sealed, and nothing to press."""
    names, encounter = desk.names, desk.encounter
    lines, idle = [], []
    gm = desk.person in encounter.gms
    queued = {d.who: d for d in encounter.round.queued}
    for combatant in (c for c in encounter.combatants if c.seat == desk.person or (gm and c.seat is None)):
        declaration = encounter.declaration(combatant.id)
        if declaration is not None:
            lines.append(f"✅ {names[combatant.id]}: {intention(declaration, names)}.")
        elif names.steps and encounter.delayed(combatant.id):
            lines.append(f"🐢 {names[combatant.id]} did not declare: a Delay, acts in LOW.")
        elif encounter.delay(combatant.id):
            cost = count(encounter.delay(combatant.id), "segment")
            lines.append(f"🐢 {names[combatant.id]} did not declare: Delay of {cost}.")
        elif not combatant.down and not encounter.carried(combatant.id) and combatant.id not in queued:
            idle.append(names[combatant.id])
        if (late := queued.get(combatant.id)) is not None:
            told = plan_steps.put_off_line(late, encounter.round.number + 1, names)
            lines.append(f"⏭️ {names[combatant.id]}: {told}")
    if idle:
        idling = "Free to choose on the turn" if names.steps else "No action"
        lines.append(f"➖ {idling}: {', '.join(idle)}.")
    title = f"### Round {encounter.round.number} · declarations are closed"
    told = cut("\n".join(lines), TEXT_LIMIT - len(title)) or "Nothing was sealed here."
    button: tuple[Part, ...] = ()
    if desk.choice and _still_open(desk):
        label = "Say what is done" if desk.names.steps else "Declare late"
        button = ((Button(label, desk.press("mine", "")),),)
    return Card((title, told, *button), "calm")


def _still_open(desk: Desk) -> bool:
    """Whether a closed panel offers to declare late.

    A round that waits over what its player may not know of looks like one that is over (K-8).
    """
    encounter = desk.encounter
    told = encounter.play == "called" or bool(waits(encounter)) or desk.person in encounter.gms
    return desk.late and (told or encounter.round.stage == "grace")
