"""Whether what an operation changes is still as its author saw it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, Protocol

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import JSON, ValueRefused, compact, same
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.stored import other_fields
from peek_graph.graph import changes
from peek_graph.graph.database import Transaction
from peek_graph.graph.history import Overlay, StateAt, present_states, states_at
from peek_graph.graph.states import LINKS, State

_SHORT = 200


class Base(Protocol):
    """What the author of a batch knew."""

    def check(self, element: Element, names: Set[str] | None) -> None:
        """ValueRefused, code conflict, if one of these fields (None: anything) changed since."""

    def check_map(self, element: Element, name: str) -> None:
        """The same for a property of the map."""


class NoBase:
    """The author did not say: the last writer wins, and what was before is in the history."""

    def check(self, element: Element, names: Set[str] | None) -> None:
        """Nothing to compare with."""

    def check_map(self, element: Element, name: str) -> None:
        """Nothing to compare with."""


class Known:
    """The author knew the map as it was at a revision."""

    def __init__(self, tx: Transaction, draft: Draft, revision: int) -> None:
        self._runner = tx
        self._draft = draft
        self._map_uid = draft.root.uid
        self._revision = revision
        self._present: dict[str, list[State]] = {}
        self._lists: dict[tuple[str, str], tuple[int, list[tuple[float, Element]] | None]] = {}
        self._then: dict[str, State | None] = {}
        self._overlay: dict[str, StateAt] | None = None

    def check(self, element: Element, names: Set[str] | None) -> None:
        """ValueRefused if one of these fields (None: anything) changed since the revision, with both values."""
        now = element.stored
        if now is None or now.since <= self._revision:
            return  # of this batch itself, or in a state that held then
        then = self._at(element.uid)
        if then is None:
            raise self._refusal(element, "it", "not there", f"from revision {now.since}")
        before, after = _known(then, element), _known(now, element)
        changed = {name for name in before.keys() | after.keys() if not same(before.get(name), after.get(name))}
        for name in sorted(changed - self._draft.adding if names is not None else changed):
            if names is None or name in names:
                raise self._refusal(element, name, _short(before.get(name)), _short(after.get(name)))

    def list_then(self, draft: Draft, parent_uid: str, kind: str) -> list[tuple[float, Element]] | None:
        """A list as it was at the revision, with positions, but for what the batch took away; None if it is so still.

        Positions mean what their author saw, not what others made of the list since.
        """
        name = (parent_uid, kind)
        if name not in self._lists or self._lists[name][0] != draft.shape:
            self._lists[name] = draft.shape, self._list_then(draft, parent_uid, kind)
        return self._lists[name][1]

    def _list_then(self, draft: Draft, parent_uid: str, kind: str) -> list[tuple[float, Element]] | None:
        overlay = self._touched()
        states = [then.state for then in overlay.values() if then.kind == kind and then.state is not None]
        moved = {state.ref: state for state in states if state.parent_uid == parent_uid}
        now_here = [state for state in self._now(kind) if state.live and state.parent_uid == parent_uid]
        if not moved and not now_here:
            return None
        here = draft.all(parent_uid, kind)
        there = [(element.position, element) for element in here if element.stored and element.uid not in overlay]
        for state in changes.load_elements(self._runner, self._map_uid, refs=moved).by_ref:
            # As it is now, archived perhaps: that is what its use is refused for.
            element = draft.adopt(state)
            if element.live == state.live:
                there.append((moved[state.ref].position, element))
        return there

    def _now(self, kind: str) -> list[State]:
        """What later revisions touched of a kind, as it is now."""
        if kind not in self._present:
            uids = [then.uid for then in self._touched().values() if then.kind == kind]
            self._present[kind] = list(present_states(self._runner, self._map_uid, uids))
        return self._present[kind]

    def _touched(self) -> dict[str, StateAt]:
        if self._overlay is None:
            self._overlay = Overlay(self._runner, self._map_uid, self._revision).refresh().states
        return self._overlay

    def check_map(self, element: Element, name: str) -> None:
        """The same for a property of the map."""
        now = element.stored
        if now is None or now.since <= self._revision:
            return
        then = self._at(element.uid)
        before, after = map_value(then.props if then else {}, name), map_value(now.props, name)
        if then is not None and not same(before, after):
            raise self._refusal(element, name, _short(before), _short(after))

    def _at(self, uid: str) -> State | None:
        if uid not in self._then:
            found = next(states_at(self._runner, self._map_uid, self._revision, uids=[uid]), None)
            self._then[uid] = found.state if found else None
        return self._then[uid]

    def _refusal(self, element: Element, name: str, before: str, after: str) -> ValueRefused:
        of = f"{name} of {element.ref or element.props.get('key') or 'the map'}"
        return ValueRefused(
            "conflict",
            f"{of} changed since revision {self._revision}: it was {before}, now it is {after}",
            "an operation that takes the present value into account",
        )


def named_fields(value: ViewValue) -> dict[str, JSON]:
    """The visible fields, a bare value by the name that it has as a field."""
    return {KINDS[value.kind].primary or "value": value.bare} if value.is_bare else dict(value.fields)


def map_value(props: Mapping[str, Any], name: str) -> JSON:
    """The map's goal, task or current step; one that is no text or number is kept with the other fields."""
    return other_fields(props).get(name, props.get(name))


def _known(state: State, element: Element) -> Mapping[str, Any]:
    """What an author could see of an element, field by field."""
    value = fields.from_props(element.kind, state.props)
    shown = named_fields(value)
    links = {name: state.props.get(name) for name in LINKS}
    return {**shown, **links, **{name: state.props.get(name) for name in ("parent_uid", "position")}}


def _short(value: Any) -> str:
    text = compact(value)
    return text if len(text) <= _SHORT else text[: _SHORT - 1] + "…"
