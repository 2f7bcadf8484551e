"""What the channel sees of a round, and what the GM sees of everything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.narration.phrases import doing, phrase
from bot.narration.plans import slot_line
from bot.narration.rounds import board_lines, close_lines, closed_lines, intention, news_lines
from bot.narration.steps import question_line
from bot.narration.summary import summary_lines
from bot.narration.words import Names, count, escape, listed, possessive
from bot.render import Button, Card, Choice, Menu, pages, relative, text_card
from bot.ui.ids import Press
from rules import EVERYONE, GAMEMASTER, Combatant, Encounter, Event, view
from rules import events as ev


def _seen(events: Sequence[Event]) -> list[Event]:
    return [seen for event in events if (seen := view(event, EVERYONE)) is not None]


def board(key: str, encounter: Encounter, deadline: datetime | None) -> Card:
    """The round's board: who is sealed and who is awaited, never what."""
    round_ = encounter.round
    names = Names(encounter, EVERYONE)
    if round_.stage == "declaring" and not encounter.over:
        closes = f" · closes {relative(deadline)}" if deadline else ""
        press = Press("mine", key, round_.number)
        return Card(
            (
                f"## Round {round_.number} — declare{closes}",
                "\n".join(board_lines(encounter, names)),
                (Button("My declaration", str(press), "primary"),),
            ),
            "declare",
        )
    return text_card(f"## Round {round_.number} — closed", closed_lines(encounter, names), "calm")


def close_cards(encounter: Encounter, round_: int, events: Sequence[Event]) -> tuple[Card, ...]:
    """The close of declarations, as everyone may hear it."""
    names = Names(encounter, EVERYONE)
    lines = [*close_lines(_seen(events), names), *_waits(encounter)]
    return pages(f"## Round {round_} — declarations are closed", lines, "close")


def summary_cards(encounter: Encounter, round_: int, events: Sequence[Event]) -> tuple[Card, ...]:
    """The segments called, as everyone may hear of them; no card if there is nothing to tell."""
    seen = _seen(events)
    called = [event.segment for event in seen if isinstance(event, ev.SegmentCalled)]
    lines = summary_lines(seen, Names(encounter, EVERYONE))
    whole = called[:1] == [1] and any(isinstance(event, ev.RoundEnded) for event in seen)
    if not lines and whole:
        lines = ("Nothing happens that anybody could see.",)
    if not lines:
        return ()
    lines = (*lines, *_waits(encounter))
    story = (
        "segment by segment" if len(called) > 1 else f"segment {called[0]}" if called else "the GM has spoken"
    )
    return pages(f"## Round {round_} — {story}", lines, "story")


def _waits(encounter: Encounter) -> tuple[str, ...]:
    """A line where the round stops for the GM over something a player did or suffered, and so may know of."""
    for question in encounter.round.questions:
        about = encounter.find(question.target if question.kind == "blow" else question.who)
        if about is not None and about.seat is not None and not about.hidden:
            return ("⏸️ The GM has something to settle, then it goes on.",)
    return ()


def waiting_card() -> Card:
    """For the channel, where the GM cannot be asked in a direct message."""
    lines = (
        "⏸️ This round waits for its GM.",
        "GM: I cannot send you direct messages. `/encounter status` shows you what to settle.",
    )
    return text_card("", lines, "close")


def news_cards(encounter: Encounter, events: Sequence[Event]) -> tuple[Card, ...]:
    """What changed at the table between segments."""
    lines = news_lines(_seen(events), Names(encounter, EVERYONE))
    return pages("", lines, "calm") if lines else ()


def reminder_card(
    key: str, encounter: Encounter, deadline: datetime | None, waiting: Sequence[Combatant]
) -> Card:
    """A reminder to somebody still awaited."""
    who = listed(escape(c.name) for c in waiting)
    closes = f" Declarations close {relative(deadline)}." if deadline else ""
    press = Press("mine", key, encounter.round.number)
    return Card(
        (
            f"⏰ **{who}** has yet to declare for round {encounter.round.number}.{closes}",
            "Without a declaration there is no action, and a Delay.",
            (Button("My declaration", str(press), "primary"),),
        ),
        "declare",
    )


def question_card(key: str, encounter: Encounter) -> Card | None:
    """The question the round waits on, for the GM; None when there is none."""
    names = Names(encounter, GAMEMASTER)
    round_ = encounter.round
    if not round_.questions:
        return None
    question = round_.questions[0]
    press = Press("judge", key, round_.number)
    if question.kind == "blow":
        spell = encounter.slot(question.spell)
        casting = f", who is {doing(spell, names)} (done in segment {spell.end})" if spell else ""
        return Card(
            (
                f"### Segment {round_.segment}: did it strike?",
                f"{possessive(names[question.who])} blow falls on **{names[question.target]}**{casting}. "
                "If it strikes, the spell is lost.",
                (
                    Button("Struck", press.to("judge", f"s{question.blow}"), "danger"),
                    Button("Missed", press.to("judge", f"m{question.blow}"), "secondary"),
                ),
            ),
            "private",
        )
    if question.kind != "time":
        return text_card("", (question_line(question.kind, names[question.who]),), "private")
    slot = encounter.slot(question.slot)
    what = doing(slot, names) if slot else "an activity"
    buttons = tuple(Button(str(n), press.to("time", f"{n}.{question.slot}")) for n in (1, 3, 6, 10))
    return Card(
        (
            "### How long does it take?",
            f"**{names[question.who]}**: {what}. The round waits for its time, in segments.",
            (*buttons, Button("Another…", press.to("timeform", question.slot))),
        ),
        "private",
    )


def console(
    key: str, encounter: Encounter, deadline: datetime | None, unreachable: Sequence[str] = ()
) -> Card:
    """The GM's view: everybody's declarations in full, what is unsettled, and the buttons for now."""
    round_ = encounter.round
    names = Names(encounter, GAMEMASTER)
    parts: list[str | tuple[Button, ...] | Menu] = [_heading(encounter, deadline)]
    roster = "\n".join(_state_line(encounter, names, c, unreachable) for c in encounter.combatants)
    parts.append(
        _shorten(roster) or "Nobody is in this fight yet. Players use `/join`, you `/combatant add`."
    )
    press = Press("gm", key, round_.number)
    if encounter.over:
        return Card(tuple(parts), "calm")
    if round_.stage == "declaring":
        parts.append(
            (
                Button("Declare for your creatures", press.to("mine"), "primary"),
                Button("1 minute more", press.to("extend", "60")),
                Button("Close now", press.to("close"), "danger"),
            )
        )
    if round_.stage == "resolving":
        parts += _calling(encounter, names, press)
    if round_.stage == "ended":
        parts.append((Button("Open the next round", press.to("open"), "primary"),))
    return Card(tuple(parts), "private")


def _shorten(text: str) -> str:
    return text if len(text) < 3000 else text[:3000].rsplit("\n", 1)[0] + "\n…"


def _heading(encounter: Encounter, deadline: datetime | None) -> str:
    round_ = encounter.round
    if encounter.over:
        return "### GM · this fight is over"
    if round_.number == 0:
        return "### GM · no round yet"
    match round_.stage:
        case "declaring":
            closes = f" · closes {relative(deadline)}" if deadline else ""
            return f"### GM · round {round_.number} · declaring{closes}"
        case "ended":
            return f"### GM · round {round_.number} is over"
        case _:
            return f"### GM · round {round_.number} · segment {round_.segment} of 10 called"


def _state_line(encounter: Encounter, names: Names, combatant: Combatant, unreachable: Sequence[str]) -> str:
    marks = [text for text, on in (("hidden", combatant.hidden), ("down", combatant.down)) if on]
    if combatant.seat in unreachable:
        marks.append("📵 no direct messages: uses the board's button")
    name = f"**{names[combatant.id]}**" + (f" ({', '.join(marks)})" if marks else "")
    delay = encounter.delay(combatant.id)
    behind = f" · Delay {delay}" if delay else ""
    if encounter.round.stage in ("locked", "resolving"):
        plan = encounter.plan(combatant.id)
        lines = [slot_line(s, names) + _status(s.status) for s in plan.slots] if plan else []
        return f"{name}{behind}: {'; '.join(lines) or 'no action'}"
    declaration = encounter.declaration(combatant.id)
    if encounter.round.stage == "declaring" and declaration is not None:
        return f"✅ {name}{behind}: {intention(declaration, names)}"
    if encounter.round.stage == "declaring" and not combatant.down:
        return f"▫️ {name}{behind}: nothing sealed"
    foes = [names[f] for f in encounter.engaged_with(combatant.id)]
    return f"{name} ({escape(combatant.side)})" + (f", in melee with {listed(foes)}" if foes else "")


def _status(status: str) -> str:
    return {"done": " ✔", "lost": " ✖ lost", "dropped": " ✖ given up", "begun": " ▶"}.get(status, "")


def _calling(encounter: Encounter, names: Names, press: Press) -> list[str | tuple[Button, ...] | Menu]:
    """What the GM can say while segments are called."""
    round_ = encounter.round
    parts: list[str | tuple[Button, ...] | Menu] = []
    question = question_card(press.key, encounter)
    if question is not None:
        parts += question.parts
    else:
        following = round_.segment + 1
        label = f"Next segment ({following})"
        parts.append((Button(label, press.to("next", str(round_.segment)), "primary"),))
    casting = [
        s for p in round_.plans for s in p.slots if s.status == "begun" and s.action in ("cast", "ability")
    ]
    if casting and question is None:
        choices = tuple(Choice(encounter.combatant(s.who).name, s.who, "loses the spell") for s in casting)
        parts.append(Menu(press.to("disturb"), "A caster was struck or disturbed", _unique(choices)))
    standing = [c for c in encounter.combatants if not c.down]
    parts.append(
        Menu(
            press.to("down"),
            "Somebody is down",
            tuple(Choice(c.name, c.id, c.side) for c in standing[:25]),
        )
    )
    delayed = [c for c in encounter.combatants if encounter.delay(c.id)]
    if delayed:
        choices = tuple(Choice(c.name, c.id, count(encounter.delay(c.id), "segment")) for c in delayed[:25])
        parts.append(Menu(press.to("pardon"), "Pardon a Delay", choices))
    return parts


def _unique(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    return tuple({c.value: c for c in choices}.values())[:25]


def status_card(encounter: Encounter, deadline: datetime | None) -> Card:
    """Where the fight stands, as anybody may see it."""
    names = Names(encounter, EVERYONE)
    round_ = encounter.round
    lines: tuple[str, ...]
    if encounter.over:
        title, lines = "### This fight is over", ()
    elif round_.number == 0:
        title, lines = "### No round yet", ("The GM opens the first round with `/round open`.",)
    elif round_.stage == "declaring":
        closes = f" · closes {relative(deadline)}" if deadline else ""
        title, lines = f"### Round {round_.number} — declare{closes}", board_lines(encounter, names)
    elif round_.stage == "ended":
        title, lines = f"### Round {round_.number} is over", ("The GM opens the next with `/round open`.",)
    else:
        title = f"### Round {round_.number} — segment {round_.segment} of 10"
        lines = ("The GM calls the segments.",)
    return text_card(title, [*lines, *roster_lines(encounter, names)], "calm")


def roster_lines(encounter: Encounter, names: Names) -> list[str]:
    """Who is in the fight, side by side, and who is in melee with whom."""
    lines = []
    for side in dict.fromkeys(c.side for c in encounter.combatants if names.combatant(c.id)):
        members = [c for c in encounter.combatants if c.side == side and names.combatant(c.id)]
        told = [
            names[c.id] + (" (down)" if c.down else "") + (" (hidden)" if c.hidden else "") for c in members
        ]
        lines.append(f"**{escape(side)}:** {', '.join(told)}")
    for a, b in encounter.engagements:
        if names.combatant(a) and names.combatant(b):
            lines.append(f"⚔️ {names[a]} and {names[b]} are in melee")
    return lines


def told(events: Sequence[Event], encounter: Encounter) -> str:
    """What the GM's command brought about, in a line or two, for the GM."""
    names = Names(encounter, GAMEMASTER)
    lines = [text for event in events if (text := phrase(event, names))]
    return " · ".join(lines[:6])
