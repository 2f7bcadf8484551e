"""A declaration said in plain words, read back: the plan, what is still asked, and one button to seal it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.narration.asks import question
from bot.narration.lateness import late_notice
from bot.narration.rounds import intention
from bot.narration.words import escape
from bot.render import MOST_CHOICES, Button, Card, Choice, Field, Form, Menu, Part, cut
from bot.ui.desk import Desk, title_of
from bot.ui.draft import SPOKEN, Draft, Spoken, group_members, misfit, move_of, needs_words
from bot.ui.ids import Press, parse
from bot.ui.menus import carry_menu, into_menu, questions, who_menu
from bot.ui.panel import closing, read_back, seal_button
from rules import Ask, Combatant, Refusal, action, preview

AIMS = ("which-target", "unknown-target", "needs-target", "needs-aim")
WEAPONS = ("which-weapon", "unknown-weapon", "needs-weapon")
_WORDS = ("needs-name", "needs-segments", "needs-feet", "needs-note", "needs-at", "out-of-range")
"""Asks that are answered in a form."""

NO_PLAN = ("unreadable", "two-majors")
"""Asks of words that made no plan at all."""

_QUOTED = 300
MOST_SAID = 1000
"""Characters of what is said that are read."""


def spoken_card(desk: Desk, who: str, draft: Draft, notice: str = "") -> Card:
    """What was said, what it comes to, what is asked, and what can be done with it."""
    encounter, spoken = desk.encounter, draft.spoken or Spoken(said="")
    first = group_members(encounter, who)[0]
    when = closing(desk, first.id)
    parts: list[Part] = [
        f"### {title_of(desk, who)} · round {encounter.round.number}{when}",
        f"💬 “{escape(cut(spoken.said, _QUOTED))}”",
    ]
    if desk.late:
        parts.append(late_notice(encounter, desk.names, first.id))
    if notice:
        parts.append(notice)
    if not desk.late and (sealed := encounter.declaration(first.id)) is not None:
        parts.append(
            f"✅ **Still sealed:** {intention(sealed, desk.names)}. It stands until you seal a change."
        )
    if draft.picked:
        parts += _plan(desk, who, draft, spoken)
    for ask in spoken.asks:
        parts.append(f"❔ {question(ask, first.id, desk.names)}")
        parts += _answers(desk, who, draft, first, ask)
    forms = dict.fromkeys(f for ask in spoken.asks if (f := _form_for(desk, draft, first, ask)))
    if forms:
        parts.append(
            tuple(Button("Answer in words…", desk.press("tell", who, form), "primary") for form in forms)
        )
    if draft.picked and not spoken.asks:
        parts += _mending(desk, who, draft, first)
    parts.append(_buttons(desk, who, draft))
    return Card(tuple(parts), "private")


def _plan(desk: Desk, who: str, draft: Draft, spoken: Spoken) -> list[Part]:
    """The plan with its segments; what there is of it while something is asked."""
    note = f"📝 I found no place for “{escape(spoken.unplaced)}”: it goes along as a note."
    noted: list[Part] = [note] if spoken.unplaced else []
    if not spoken.asks:
        return [*read_back(desk, who, draft), *noted]
    so_far = intention(draft.declaration, desk.names)
    if any(ask.code in NO_PLAN for ask in spoken.asks):
        return [f"What you had made before stays as it is: {so_far}."]
    return [f"**So far:** {so_far}.", *noted]


def _buttons(desk: Desk, who: str, draft: Draft) -> tuple[Button, ...]:
    asks = draft.spoken.asks if draft.spoken is not None else ()
    ready = not asks and misfit(desk.encounter, who, draft) is None
    seal = seal_button(desk, who, draft, ready)
    return (
        *((seal,) if draft.picked else ()),
        Button("Change the words…", desk.press("reword", who)),
        Button("Pick from menus", desk.press("menus", who)),
    )


def _mending(desk: Desk, who: str, draft: Draft, first: Combatant) -> list[Part]:
    """Menus that may mend a plan which cannot stand; none where it can."""
    plan = preview(desk.encounter, draft.declaration.model_copy(update={"who": first.id}))
    if not isinstance(plan, Refusal):
        return []
    carried = [carry_menu(desk, who, draft)] if desk.encounter.carried(first.id) else []
    asked = questions(desk, who, draft, first) if draft.declaration.major is not None else []
    return [_ours(part, draft) for part in (*carried, *asked)]


def _answers(desk: Desk, who: str, draft: Draft, first: Combatant, ask: Ask) -> list[Part]:
    """The menu that answers one ask; none where a form does, or only other words."""
    mark = draft.mark
    if ask.code == "two-majors":
        rows = [action(desk.encounter.ruleset, key) for key in dict.fromkeys(ask.choices)]
        choices = [Choice(row.name, row.key, row.hint) for row in rows]
        if len(choices) < 2:
            return []
        return [Menu(desk.press("answer", who, f"major.{mark}"), "Which one?", tuple(choices))]
    if ask.code == "which-target":
        known = [c for i in ask.choices if (c := desk.names.combatant(i)) is not None]
        field = "into" if ask.action == "move" else "target"
        choices = [Choice(c.name, c.id, c.side) for c in known]
        return [Menu(desk.press("answer", who, f"{field}.{mark}"), "Which one?", tuple(choices))]
    if ask.code in AIMS and ask.action == "move":
        menu = into_menu(desk, who, draft, first) if move_of(draft) is not None else None
        return [_ours(menu, draft)] if menu is not None else []
    if ask.code in ("which-weapon", "unknown-weapon", "needs-weapon", "which-ability"):
        field = "ability" if ask.code == "which-ability" else "weapon"
        asks = "Which one?" if field == "ability" else "With which weapon?"
        choices = [Choice(name, name) for name in ask.choices]
        return [Menu(desk.press("answer", who, f"{field}.{mark}"), asks, tuple(choices))] if choices else []
    if ask.code in AIMS:
        return [_ours(p, draft) for p in questions(desk, who, draft, first) if _is_aim(p)]
    return []


def _is_aim(part: Part) -> bool:
    return isinstance(part, Menu) and (made := parse(part.id)) is not None and made.verb == "target"


def _ours(part: Part, draft: Draft) -> Part:
    """A menu or button of the panel, whose answer redraws this card and not the panel."""
    match part:
        case Menu():
            made = parse(part.id)
            assert made is not None
            return replace(part, id=made.to("answer", f"{made.verb}.{draft.mark}"))
        case str():
            return part
        case _:
            return tuple(
                replace(b, id=made.to("tell", made.extra)) if (made := parse(b.id)) else b for b in part
            )


def _form_for(desk: Desk, draft: Draft, first: Combatant, ask: Ask) -> str:
    """Which form answers the ask: a major's, the movement's, a shout's; empty where none does."""
    if ask.code not in _WORDS:
        return ""
    if ask.action == draft.declaration.major:
        return ask.action if needs_words(desk.encounter, ask.action, first.id) else ""
    return ask.action if ask.action in ("move", *SPOKEN) else ""


def words_form(press: Press, said: str) -> Form:
    """The form with the words as they were said, to be mended."""
    field = Field(
        "words",
        "What do you do?",
        said[:MOST_SAID],
        "move 30 ft north, then cast sleep, 3 segments, at the orcs",
        long=True,
        most=MOST_SAID,
    )
    return Form(press.to("reworded"), "In your words", (field,))


def whose_card(desk: Desk, said: str) -> Card:
    """Who is meant, where somebody declares for several."""
    menu = who_menu(desk, "")
    assert menu is not None
    mine = replace(menu, id=desk.press("whose", ""), asks=menu.asks)
    return Card(
        (
            f"💬 “{escape(cut(said, _QUOTED))}”",
            "❔ You declare for several. Who does this? Next time put the name first, like "
            f"“{escape(desk.choice[0].name)}: …”.",
            mine,
        ),
        "private",
    )


def which_card(fights: Sequence[tuple[Desk, str]], said: str) -> Card:
    """Which fight is meant, where somebody is in several that are open."""
    choices = [Choice(place, desk.key, cut(_roster(desk), 100)) for desk, place in fights[:MOST_CHOICES]]
    menu = Menu(str(Press("which", fights[0][0].key)), "In which fight?", tuple(choices))
    return Card(
        (
            f"💬 “{escape(cut(said, _QUOTED))}”",
            "❔ Several of your fights are open. Which one is this for?",
            menu,
        ),
        "private",
    )


def _roster(desk: Desk) -> str:
    names: Iterable[str] = (c.name for c in desk.choice)
    return f"round {desk.encounter.round.number}: {', '.join(names)}"
