"""What the channel sees of a round, and what the GM sees of everything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.narration.gms import who_runs
from bot.narration.roster import alias_of
from bot.narration.rounds import board_lines, close_lines, closed_lines, news_lines
from bot.narration.summary import summary_lines
from bot.narration.words import ROW, Names, escape, have, listed, row
from bot.render import TEXT_LIMIT, Button, Card, as_many, pages, relative, size, text_card
from bot.ui.ids import Press
from rules import EVERYONE, GAMEMASTER, Combatant, Encounter, Event, told_digest, views
from rules import events as ev

_ENDLESS = 10**6

_FEW = 6
"""Foes in melee with one creature that are named one by one."""


GRACE = "⏳ **Grace time:** who is late can still `/declare`; nothing has begun yet."
"""While a late declaration costs no more than its Delay (S-25)."""


def closing(deadline: datetime | None, paused: bool) -> str:
    """Until when there is time, behind a heading; a stopped clock has no countdown."""
    if paused:
        return " · ⏸️ the clock stands still"
    return f" · closes {relative(deadline)}" if deadline else ""


def board(
    key: str,
    encounter: Encounter,
    deadline: datetime | None,
    *,
    paused: bool = False,
    answering: bool = False,
) -> Card:
    """The round's board: who is sealed and who is awaited, never what.

    `answering`: the clock waits for the GM's answer to somebody, who is not named.
    """
    round_ = encounter.round
    names = Names(encounter, EVERYONE)
    if round_.stage == "declaring" and not encounter.over:
        press = Press("mine", key, round_.number)
        waits = ("💬 The clock waits a little: the GM is asked something.",) if answering else ()
        return Card(
            (
                f"## Round {round_.number} — declare{closing(deadline, paused)}",
                "\n".join((*board_lines(encounter, names), *waits)),
                (Button("My declaration", str(press), "primary"), Button("Ask the GM", press.to("ask"))),
            ),
            "declare",
        )
    return text_card(f"## Round {round_.number} — closed", closed_lines(encounter, names), "calm")


def close_cards(
    encounter: Encounter, round_: int, events: Sequence[Event], digest: str = ""
) -> tuple[Card, ...]:
    """The close of declarations, as everyone may hear it; under it, small, the digest of what is sealed."""
    seen = views(events, EVERYONE)
    names = Names(encounter, EVERYONE, seen)
    # Once steps are called, what the round waits for stands under them.
    waiting = () if names.steps and encounter.round.segment else waits(encounter)
    sealed = [f"-# 🔏 Sealed: `{told_digest(digest)}`"] if digest else []
    grace = [GRACE] if encounter.round.stage == "grace" and encounter.round.number == round_ else []
    lines = [*close_lines(seen, names, _still_open(encounter, round_)), *grace, *waiting, *sealed]
    return pages(f"## Round {round_} — declarations are closed", lines, "close")


def _still_open(encounter: Encounter, round_: int) -> int | None:
    """The segment a late declaration counts from; None where there is no time for one.

    In automatic play there is, where everybody is told that the round waits. A round that waits over
    something nobody may know of looks like one that is over (K-8).
    """
    waiting = encounter.play == "called" or bool(waits(encounter))
    now = encounter.round
    before_the_first = now.stage in ("locked", "resolving") and now.segment == 0 and waiting
    return 1 if now.number == round_ and (before_the_first or now.stage == "grace") else None


def summary_cards(key: str, encounter: Encounter, round_: int, events: Sequence[Event]) -> tuple[Card, ...]:
    """The segments called, as everyone may hear of them; no card if there is nothing to tell."""
    seen = views(events, EVERYONE)
    segments = [segment for event in seen if (segment := getattr(event, "segment", None)) is not None]
    lines = summary_lines(seen, Names(encounter, EVERYONE, seen))
    whole = segments[:1] == [1] and any(isinstance(event, ev.RoundEnded) for event in seen)
    if not lines and whole:
        lines = ("Nothing happens that anybody could see.",)
    names = Names(encounter, EVERYONE)
    # Of the steps called in one go only the last can be the one that waits.
    here = not names.steps or segments[-1:] == [encounter.round.segment]
    waiting = waits(encounter) if here else ()
    ended = any(isinstance(event, ev.RoundEnded) for event in seen)
    if not lines and ended:
        lines = ("Nothing more happens: the round is over.",)
    if not lines and not (names.steps and waiting):
        return ()
    lines = (*lines, *waiting)
    buttons = [
        Button("What did I do?", str(Press("did", key, round_))),
        Button("Why?", str(Press("why", key, round_))),
    ]
    if ended and encounter.play == "automatic":
        buttons.insert(0, Button("GM: open the next round", str(Press("open", key, round_))))
    title = f"## Round {round_} — {_stretch(segments, whole, names)}"
    return pages(title, lines, "story", buttons)


def _stretch(segments: Sequence[int], whole: bool, names: Names) -> str:
    """Which beats a summary tells of: a round that stopped for somebody's word is told in stretches."""
    if whole:
        return "step by step" if names.steps else "segment by segment"
    first, last = min(segments, default=0), max(segments, default=0)
    if names.steps:
        return names.short(first) if first == last else f"{names.short(first)} to {names.short(last)}"
    return f"segment {first}" if first == last else f"segments {first} to {last}"


def reopened_card(
    key: str, encounter: Encounter, deadline: datetime | None, mine: Sequence[Combatant]
) -> Card:
    """For somebody who must declare again because the GM changed something."""
    who = listed(Names(encounter, GAMEMASTER).several(mine))
    first = f"🔄 The GM changed something, and **{who}** {have(len(mine))} nothing sealed now."
    return _please_declare(key, encounter, deadline, first, "Please declare again: it costs nothing.")


_WAITS_FOR = {
    "blow": "The GM says what comes of the blow",
    "time": "The GM sets a time",
    "target": "The round waits for a word on whom a blow goes at",
    "break": "The GM says what comes of breaking off",
    # That somebody casts is sealed: it reads the same whatever a player is asked (P-5, P-25).
    "spell-target": "The round waits for a player's choice",
    "turn": "The round waits for a player's choice",
}


def waits(encounter: Encounter) -> tuple[str, ...]:
    """A line where the round stops for the GM over something a player did or suffered, and so may know of."""
    for question in encounter.round.questions:
        about = encounter.find(question.target if question.kind == "blow" else question.who)
        if about is not None and about.seat is not None and not about.hidden:
            return (f"⏸️ {_WAITS_FOR[question.kind]}, then it goes on.",)
    return ()


def waiting_card(encounter: Encounter) -> Card:
    """For the channel, where who must answer cannot be asked in a direct message."""
    lines: tuple[str, ...]
    if encounter.round.questions[0].kind in ("spell-target", "turn"):
        lines = (
            "⏸️ This round waits for a player's choice, and I cannot send direct messages to everybody.",
            "`/encounter status` shows you, in private, what you are asked.",
        )
        return text_card("", lines, "close")
    lines = (
        "⏸️ This round waits for its GM.",
        "GM: I cannot send you direct messages. `/encounter status` shows you what to settle.",
    )
    return text_card("", lines, "close")


def news_cards(encounter: Encounter, events: Sequence[Event]) -> tuple[Card, ...]:
    """What changed at the table between segments."""
    seen = views(events, EVERYONE)
    lines = news_lines(seen, Names(encounter, EVERYONE, seen))
    return pages("", lines, "calm") if lines else ()


def reminder_card(
    key: str, encounter: Encounter, deadline: datetime | None, waiting: Sequence[Combatant]
) -> Card:
    """A reminder to somebody still awaited."""
    who = listed(Names(encounter, GAMEMASTER).several(waiting))
    first = f"⏰ **{who}** {have(len(waiting))} yet to declare for round {encounter.round.number}."
    second = "Without a declaration there is no action, and a Delay."
    if encounter.ruleset == "phases":
        second = "Silence is a Delay: you would act in LOW. To choose on your turn is an answer too."
    return _please_declare(key, encounter, deadline, first, second)


def _please_declare(
    key: str, encounter: Encounter, deadline: datetime | None, first: str, second: str
) -> Card:
    """Two sentences and the button to declare with; the first also says until when."""
    closes = f" Declarations close {relative(deadline)}." if deadline else ""
    press = Press("mine", key, encounter.round.number)
    button = Button("My declaration", str(press), "primary")
    return Card((f"{first}{closes}", second, (button,)), "declare")


def status_card(
    encounter: Encounter, deadline: datetime | None, asked: Card | None = None, *, paused: bool = False
) -> Card:
    """Where the fight stands, as anybody may see it; with what this reader is `asked`, if anything."""
    names = Names(encounter, EVERYONE)
    round_ = encounter.round
    lines: tuple[str, ...]
    if encounter.over:
        title, lines = "### This fight is over", ()
    elif round_.number == 0:
        title, lines = "### No round yet", ("The GM opens the first round with `/round open`.",)
    elif round_.stage == "declaring":
        closes = closing(deadline, paused)
        title, lines = f"### Round {round_.number} — declare{closes}", board_lines(encounter, names)
    elif round_.stage == "ended":
        title, lines = f"### Round {round_.number} is over", ("The GM opens the next with `/round open`.",)
    elif round_.stage == "grace":
        title, lines = (
            f"### Round {round_.number} — grace time",
            (GRACE,),
        )
    else:
        title = f"### Round {round_.number} — {standing(encounter, names)}"
        what = "steps" if names.steps else "segments"
        lines = waits(encounter) or (f"The GM calls the {what}.",)
    lines = (*lines, who_runs(encounter.gms))
    room = TEXT_LIMIT - size(title) - sum(size(line) + 1 for line in lines)
    roster = as_many(roster_lines(encounter, names), room, "`/combatant list` shows everybody.")
    card = text_card(title, [*lines, *roster], "calm")
    return card if asked is None else Card((*asked.parts, *card.parts), "private")


def standing(encounter: Encounter, names: Names) -> str:
    """How far the round has been called."""
    beat = encounter.round.segment
    if not beat:
        return f"before {names.beat(1)}" if names.steps else "before segment 1"
    return f"called: {names.beat(beat)}" if names.steps else f"segment {beat} of {names.last} called"


def roster_lines(encounter: Encounter, names: Names, *, whole: bool = False) -> list[str]:
    """Who is in the fight, side by side, and who is in melee with whom; a group alike is told as one.

    With `whole` everybody is named, however long the lines get; without, what does not fit is counted.
    """
    limit = _ENDLESS if whole else ROW
    lines = []
    known = [seen for c in encounter.combatants if (seen := names.combatant(c.id)) is not None]
    for side in dict.fromkeys(c.side for c in known):
        told = names.counted(
            (c, (" (down)" if c.down else "") + (" (hidden)" if c.hidden else "") + alias_of(c))
            for c in known
            if c.side == side
        )
        lines.append(f"**{escape(side)}:** {row((name + rest for name, rest in told), limit)}")
    told_of: set[frozenset[str]] = set()
    for c in sorted(known, key=lambda c: -len(_seen_foes(encounter, names, c.id))):
        foes = [f for f in _seen_foes(encounter, names, c.id) if frozenset((c.id, f.id)) not in told_of]
        told_of |= {frozenset((c.id, foe.id)) for foe in foes}
        if foes:
            # A few are named: of six orcs, it matters which two.
            told_foes = [names[foe.id] for foe in foes] if len(foes) <= _FEW else names.several(foes)
            lines.append(f"⚔️ {names[c.id]} is in melee with {listed(told_foes, limit=limit)}")
    return lines


def _seen_foes(encounter: Encounter, names: Names, who: str) -> list[Combatant]:
    """Whom a creature is in melee with, as far as the reader may know."""
    return [foe for f in encounter.engaged_with(who) if (foe := names.combatant(f)) is not None]
