"""What the GM sees: everybody's declarations in full, what is unsettled, and the buttons for now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import takewhile

from bot.narration.gms import who_runs
from bot.narration.phrases import doing, phrase
from bot.narration.plans import slot_line
from bot.narration.roster import alias_of
from bot.narration.rounds import intention
from bot.narration.words import Names, count, escape, listed, possessive, row, sentence
from bot.render import (
    MOST_CHOICES,
    TEXT_LIMIT,
    Button,
    Card,
    Choice,
    Menu,
    Part,
    as_many,
    cut,
)
from bot.ui.asked import asked_card
from bot.ui.astray import astray_for_gm
from bot.ui.board import closing, standing
from bot.ui.calling import act_menu, marks_line, next_parts
from bot.ui.ids import Press
from bot.ui.lasting import effect_lines
from bot.ui.pinned import pin_lines
from bot.ui.turns import target_card, turn_card
from bot.ui.waiting import held_menu
from rules import GAMEMASTER, Combatant, Encounter, Event, Viewer
from rules import events as ev
from rules.round import Question

_CONSOLE_TEXT = 2300
"""Characters for the GM's list of creatures; the rest of a message is for questions and menus."""

_LASTING_TEXT = 500
"""Characters for what lasts."""

_PINNED_TEXT = 500
"""Characters for what is pinned to segments or steps to come."""

NO_GM = "Its buttons do nothing for you any more. `/encounter status` in its channel shows where it stands."
"""In the place of the console of somebody who runs the fight no more."""

_CREATURE_TEXT = 1300
"""Characters for one of them."""


_PLAYERS = ("spell-target", "turn", "target")
"""Questions that its player answers as well as the GM (P-5, K-17)."""


def question_card(
    key: str, encounter: Encounter, about: str | None = None, viewer: Viewer = GAMEMASTER
) -> Card | None:
    """The question the round waits on, for the GM or for who may answer it; None when there is none.

    `about` is the slot of the blow, or of the activity without a time, or whose turn it is; None takes
    the first question.
    """
    round_ = encounter.round
    open_ = [q for q in round_.questions if about in (None, _subject(q))]
    if not viewer.gm:
        open_ = [q for q in open_ if q.kind in _PLAYERS and q.who in viewer.owns]
    return _asking(key, encounter, open_[0], viewer) if open_ else None


def _asking(key: str, encounter: Encounter, question: Question, viewer: Viewer) -> Card:
    names, round_ = Names(encounter, viewer), encounter.round
    press = Press("judge", key, round_.number)
    if question.kind == "blow":
        spell = encounter.slot(question.spell)
        casting = f", who is {doing(spell, names)} (done in {names.when(spell.end)})" if spell else ""
        return Card(
            (
                f"### {sentence(names.when(round_.segment))}: did it strike?",
                f"{possessive(names[question.who])} blow falls on **{names[question.target]}**{casting}. "
                "If it strikes, the spell is lost.",
                (
                    Button("Struck", press.to("judge", f"s{question.blow}"), "danger"),
                    Button("Missed", press.to("judge", f"m{question.blow}"), "secondary"),
                ),
            ),
            "private",
        )
    if question.kind == "turn":
        return turn_card(press, encounter, question.who, viewer)
    if question.kind == "spell-target":
        return target_card(press, encounter, question.who, encounter.slot(question.slot), viewer)
    if question.kind != "time":
        return asked_card(press, encounter, question.kind == "break", question.who, question.slot, viewer)
    slot = encounter.slot(question.slot)
    what = doing(slot, names) if slot else "an activity"
    buttons = tuple(Button(str(n), press.to("time", f"{n}.{question.slot}")) for n in (1, 3, 6, 10))
    return Card(
        (
            "### How long does it take?",
            f"**{names[question.who]}**: {what}. The round waits for its time, in segments."
            + (" From 10 on it takes the whole round." if names.steps else ""),
            (*buttons, Button("Another…", press.to("timeform", question.slot))),
        ),
        "private",
    )


def _subject(question: Question) -> str:
    """What a question is about: an activity, or the combatant whose turn it is."""
    if question.kind == "turn":
        return question.who
    return question.blow if question.kind == "blow" else question.slot


def console(
    key: str,
    encounter: Encounter,
    deadline: datetime | None,
    unreachable: Sequence[str] = (),
    *,
    asks: bool = True,
    paused: bool = False,
    away: Collection[str] = (),
) -> Card:
    """The GM's view: everybody's declarations in full, what is unsettled, and the buttons for now.

    With `asks` an open question is put here too; without, it is put in a message of its own. `away` are the
    combatants for whom an order stands.
    """
    round_ = encounter.round
    names = Names(encounter, GAMEMASTER)
    parts: list[Part] = [_heading(encounter, closing(deadline, paused)) + f"\n{who_runs(encounter.gms)}"]
    parts.append(
        _roster(encounter, names, unreachable, away)
        or "Nobody is in this fight yet. Players use `/join`, you `/combatant add`."
    )
    if round_.number and not encounter.over and all(c.seat is None for c in encounter.combatants):
        # A fight everybody has left would lie in the channel for ever (FK-M7).
        parts.append(
            "🚪 No player is in this fight any more. `/encounter end` ends it; `/join` brings them back."
        )
    pins = pin_lines(encounter, names)
    if pins and not encounter.over:
        parts.append("\n".join(as_many(pins, _PINNED_TEXT, "`/event list` shows everything.")))
    lasting = effect_lines(encounter, GAMEMASTER)
    if lasting:
        parts.append("\n".join(as_many(lasting, _LASTING_TEXT, "`/effect list` shows everything.")))
    press = Press("gm", key, round_.number)
    if encounter.over:
        return Card((*parts, (Button("Undo…", press.to("undo")),)), "calm")
    if round_.stage == "declaring":
        parts.append(
            (
                Button("Declare for your creatures", press.to("mine"), "primary"),
                Button("1 minute more", press.to("extend", "60")),
                Button("Resume", press.to("resume")) if paused else Button("Pause", press.to("pause")),
                Button("Nudge", press.to("nudge")),
                Button("Close now", press.to("close"), "danger"),
            )
        )
    if round_.stage == "grace":
        parts.append((Button("End the grace time", press.to("endgrace"), "primary"),))
    if round_.stage == "resolving":
        parts += _calling(encounter, names, press, asks)
    if round_.stage == "ended":
        label = "Open the next round" if round_.number else "Open the first round"
        parts.append((Button(label, press.to("open"), "primary"),))
    parts.append((Button("Undo…", press.to("undo")), Button("Redo…", press.to("redo"))))
    return Card(tuple(parts), "private")


def _roster(encounter: Encounter, names: Names, unreachable: Sequence[str], away: Collection[str]) -> str:
    """A line for each creature, or for neighbours of a group that are alike; what does not fit is said."""
    entries = [(c, _state(encounter, names, c, unreachable, away)) for c in encounter.combatants]
    lines = [cut(f"**{name}**{rest}", _CREATURE_TEXT) for name, rest in names.counted(entries)]
    return "\n".join(as_many(lines, _CONSOLE_TEXT, "`/combatant list` shows everybody."))


def _state(
    encounter: Encounter,
    names: Names,
    combatant: Combatant,
    unreachable: Sequence[str],
    away: Collection[str],
) -> str:
    marks = [text for text, on in (("hidden", combatant.hidden), ("down", combatant.down)) if on]
    marks += [alias_of(combatant).strip(" ()")] if combatant.alias else []
    if combatant.seat in unreachable:
        marks.append("📵 no direct messages: uses the board's button")
    if combatant.id in away:
        marks.append("📌 away, with an order")
    mark = f" ({', '.join(marks)})" if marks else ""
    delay = encounter.delay(combatant.id)
    behind = f"{mark} · Delay {delay}" if delay else mark
    if names.steps and encounter.delayed(combatant.id):
        behind = f"{mark} · Delay, acts in LOW"
    if encounter.round.stage in ("grace", "locked", "resolving"):
        plan = encounter.plan(combatant.id)
        lines = [slot_line(s, names) + _status(s.status) for s in plan.slots] if plan else []
        late = next((d for d in encounter.round.queued if d.who == combatant.id), None)
        later = f" · ⏭️ next round: {intention(late, names)}" if late is not None else ""
        free = "free to choose on the turn" if names.steps else "no action"
        return f"{behind}: {'; '.join(lines) or free}{later}"
    declaration = encounter.declaration(combatant.id)
    if encounter.round.stage == "declaring" and declaration is not None:
        mark = "⏭️ put off from last round:" if combatant.id in encounter.round.put_off else "✅"
        return f"{behind}: {mark} {intention(declaration, names)}"
    if encounter.round.stage == "declaring" and not combatant.down:
        return f"{behind}: nothing sealed"
    foes = [names[f] for f in encounter.engaged_with(combatant.id)]
    told = ", ".join([escape(combatant.side), *marks])
    return f" ({told})" + (f", in melee with {listed(foes)}" if foes else "")


def _heading(encounter: Encounter, closes: str) -> str:
    round_ = encounter.round
    if encounter.over:
        return "### GM · this fight is over"
    if round_.number == 0:
        return "### GM · no round yet"
    match round_.stage:
        case "declaring":
            return f"### GM · round {round_.number} · declaring{closes}"
        case "grace":
            return f"### GM · round {round_.number} · grace time"
        case "ended":
            return f"### GM · round {round_.number} is over"
        case _:
            return f"### GM · round {round_.number} · {standing(encounter, Names(encounter, GAMEMASTER))}"


def _status(status: str) -> str:
    return {"done": " ✔", "lost": " ✖ lost", "dropped": " ✖ given up", "begun": " ▶"}.get(status, "")


def _calling(encounter: Encounter, names: Names, press: Press, asks: bool) -> list[Part]:
    """What the GM can say while segments are called."""
    round_ = encounter.round
    parts: list[Part] = []
    question = question_card(press.key, encounter)
    if question is not None:
        parts += question.parts if asks else ("⏸️ I have asked you something: answer that first.",)
    else:
        parts += next_parts(encounter, names, press)
        acts = act_menu(encounter, names, press)
        parts += [acts] if acts is not None else []
    if marks := marks_line(encounter, names):
        parts.insert(0, marks)
    casting = [
        s
        for p in round_.plans
        for s in p.slots
        if s.status == "begun" and s.action in ("cast", "scroll", "ability")
    ]
    if casting and question is None:
        choices = tuple(Choice(encounter.combatant(s.who).name, s.who, "loses the spell") for s in casting)
        parts.append(Menu(press.to("disturb"), "A caster was disturbed", _unique(choices)))
    if question is None:
        parts += astray_for_gm(press.key, encounter)
    parts += held_menu(encounter, press)
    standing = [c for c in encounter.combatants if not c.down]
    parts.append(
        Menu(
            press.to("down"),
            "Somebody is down" if len(standing) <= MOST_CHOICES else "Somebody is down (others: /round down)",
            tuple(Choice(c.name, c.id, c.side) for c in standing[:MOST_CHOICES]),
        )
    )
    delayed = [c for c in encounter.combatants if _owes(encounter, names, c)]
    if delayed:
        choices = tuple(Choice(c.name, c.id, _cost(encounter, names, c)) for c in delayed[:MOST_CHOICES])
        parts.append(Menu(press.to("pardon"), "Pardon a Delay", choices))
    return parts


def _owes(encounter: Encounter, names: Names, combatant: Combatant) -> bool:
    """Whether it has a Delay that can be pardoned."""
    return encounter.delayed(combatant.id) if names.steps else bool(encounter.delay(combatant.id))


def _cost(encounter: Encounter, names: Names, combatant: Combatant) -> str:
    return "acts in LOW" if names.steps else count(encounter.delay(combatant.id), "segment")


def _unique(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    return tuple({c.value: c for c in choices}.values())[:MOST_CHOICES]


def told(events: Sequence[Event], encounter: Encounter) -> str:
    """What the GM's word brought about at once, for the GM: not what then goes on by itself."""
    names = Names(encounter, GAMEMASTER)
    at_once = takewhile(lambda e: not isinstance(e, ev.SegmentCalled | ev.Completed), events)
    return row((text for event in at_once if (text := phrase(event, names))), TEXT_LIMIT // 2, " · ")
