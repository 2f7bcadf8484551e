"""What a rule case expects of a round, and whether it came about.

An expectation is a partial match on an event: every key it gives must be so. `seen_by` looks at the
events as somebody may see them; `absent`, `count`, `order`, `together`, `refused` and `secret` ask
other questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import Field

from rules import events as ev
from rules.encounter import Encounter
from rules.refusal import Code, Refusal
from rules.timeline import simultaneous
from rules.value import Value
from rules.visibility import EVERYONE, GAMEMASTER, Viewer, view

Json = Any
"""Any JSON value: what is compared is data of every shape."""

EVENTS: dict[str, type[Value]] = {
    event.model_fields["kind"].default: event for event in get_args(get_args(ev.Event)[0])
}
"""Every kind of event and its model."""

_QUESTIONS = ("absent", "count", "order", "together", "refused", "secret", "until", "seen_by")


class Expectation(Value):
    """One thing that must be so after a round."""

    match: dict[str, Any] = Field(default_factory=dict)
    """Keys and values of the event, or of the refusal."""
    absent: bool = False
    count: int | None = Field(default=None, ge=0)
    order: tuple[str, ...] = ()
    """Who completes on the segment, in order: an id, or an action."""
    together: tuple[str, ...] = ()
    """Two whose completions on the segment are simultaneous."""
    refused: str | None = None
    secret: str = ""
    """A text that is in nothing that may be seen, until segment `until` is called."""
    until: int | None = None
    seen_by: str = "gm"

    def failure(
        self, seen: Sequence[ev.Event], refusals: Sequence[Refusal], encounter: Encounter
    ) -> str | None:
        """Why the round is not as expected; None if it is."""
        shown = [e for event in seen if (e := view(event, viewer_of(encounter, self.seen_by))) is not None]
        if self.refused is not None:
            return self._refused_failure(refusals)
        if self.secret:
            return self._secret_failure(shown)
        if self.order or self.together:
            return self._landing_failure(shown)
        found = [e for e in shown if fits(self.match, e)]
        if self.absent or self.count is not None:
            wanted = self.count or 0
            ok = len(found) == wanted
            return None if ok else f"expected {wanted} × {self.match}, found {len(found)}: {_brief(found)}"
        if found:
            return None
        alike = [e for e in shown if e.kind == self.match.get("kind")]
        return f"expected {self.match}; instead: {_brief(alike) or 'no such event'}"

    def _refused_failure(self, refusals: Sequence[Refusal]) -> str | None:
        if any(self.admits(refusal) for refusal in refusals):
            return None
        return (
            f"expected the refusal {self.refused} {self.match or ''}; instead: {_brief(refusals) or 'none'}"
        )

    def admits(self, refusal: Refusal) -> bool:
        """Whether it expects this refusal."""
        return self.refused == refusal.code and fits(self.match, refusal)

    def _secret_failure(self, shown: Sequence[ev.Event]) -> str | None:
        for event in shown:
            if isinstance(event, ev.SegmentCalled) and event.segment == self.until:
                return None
            if self.secret in event.model_dump_json():
                return f"expected {self.secret!r} to stay secret; instead: {_brief([event])}"
        return None

    def _landing_failure(self, shown: Sequence[ev.Event]) -> str | None:
        landed = [e for e in shown if isinstance(e, ev.Completed) and e.segment == self.match["segment"]]
        names = self.order or self.together
        said = [next((n for n in names if n in (e.who, e.slot.action)), e.who) for e in landed]
        if self.order:
            return None if said == list(names) else f"expected the order {list(names)}; instead: {said}"
        keys = [e.key for e, name in zip(landed, said, strict=True) if name in names]
        ok = len(keys) == len(names) and all(simultaneous(keys[0], key) for key in keys)
        return None if ok else f"expected {list(names)} together; instead: {said} by {keys}"


def viewer_of(encounter: Encounter, name: str) -> Viewer:
    """The viewer a case names: gm, everyone, or the owner of that combatant."""
    match name:
        case "gm":
            return GAMEMASTER
        case "everyone":
            return EVERYONE
        case _:
            return Viewer(owns=(name,))


def fits(wanted: dict[str, Any], value: Value) -> bool:
    """Whether every key given, nested ones too, is so."""
    return _within(wanted, value.model_dump(mode="json"))


def _within(wanted: Json, found: Json) -> bool:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and _within(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list) and wanted and isinstance(wanted[0], dict):
        return len(wanted) == len(found) and all(map(_within, wanted, found))
    return bool(wanted == found) and isinstance(wanted, bool) == isinstance(found, bool)


def _brief(values: Sequence[Value]) -> str:
    shown = [v.model_dump_json(exclude_defaults=True) for v in values[:6]]
    kinds = [getattr(v, "kind", "") for v in values[:6]]
    return "; ".join(f"{kind} {text}".strip() for kind, text in zip(kinds, shown, strict=True))


def read_expectation(row: dict[str, Any]) -> Expectation:
    """An expectation from its table; raises ValueError naming a key that no such event has."""
    asked = {key: row[key] for key in _QUESTIONS if key in row}
    wanted = {key: value for key, value in row.items() if key not in _QUESTIONS}
    expectation = Expectation(match=wanted, **asked)
    if expectation.refused is not None:
        if expectation.refused not in get_args(Code):
            raise ValueError(f"refused: {expectation.refused!r} is no refusal's code")
        _known_keys(wanted, Refusal, "")
    elif expectation.order or expectation.together:
        if set(wanted) != {"segment"}:
            raise ValueError("order and together expect a segment beside them, and nothing else")
    elif not expectation.secret:
        model = EVENTS.get(str(wanted.get("kind")))
        if model is None:
            raise ValueError(f"kind: {wanted.get('kind')!r} is no kind of event")
        _known_keys(wanted, model, "")
    return expectation


def _known_keys(wanted: dict[str, Any], model: type[Value], path: str) -> None:
    for key, value in wanted.items():
        if key not in model.model_fields:
            raise ValueError(f"{path}{key}: {model.__name__} has no such key")
        inner = model.model_fields[key].annotation
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, Value):
            _known_keys(value, inner, f"{path}{key}.")
