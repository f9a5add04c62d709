"""A part of the view at a revision, reading no more of the map than leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.showing import inside, shown_state
from peek_graph.context_map.view.dictionary import build_view, shown_entry
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.nearest import nearest
from peek_graph.context_map.view.paths import Path, Step, parse_path
from peek_graph.context_map.view.places import MAP_GROUPS, PARTS
from peek_graph.errors import PathError
from peek_graph.graph import changes, history
from peek_graph.graph.history import Overlay
from peek_graph.graph.states import LETTERS, State

_ALL: Final = 2**31
_REF: Final = re.compile(r"[A-Z][1-9][0-9]*(?:§[0-9.]+(?:-[0-9]+)?)?")
_CONTAINERS: Final = {name: kind for group in PARTS.values() for name, kind in group.items()}
_DICTIONARIES: Final = frozenset(name for name, kind in _CONTAINERS.items() if KINDS[kind].form == "dict")
_ENTRIES: Final = tuple(kind for kind in KINDS if kind != "submap")


class Walk:
    """One path through the view of a map as it was at a revision; use it once."""

    def __init__(self, handle: MapHandle, revision: int, past: Overlay, path: str) -> None:
        self._handle = handle
        self._revision = revision
        self._past = past
        self._steps: Sequence[Step] = parse_path(path).steps
        self._submaps: list[State] | None = None

    def value(self) -> Any:
        """What stands there; PathError if nothing does."""
        found = self.element()
        if found is None or found[0].kind == "map" or (found[0].kind == "submap" and not found[1]):
            return self._part()
        state, rest = found
        entry = state.kind in LETTERS
        return self._inside(
            shown_entry(state, linked=bool(self._linked([state]))) if entry else shown_state(state), rest
        )

    def element(self) -> tuple[State, Sequence[Step]] | None:
        """The element that the path leads to, and the steps that go on in its value; None if it leads to a part."""
        for number, step in enumerate(self._steps):
            before = str(self._steps[number - 1].value) if number else ""
            as_key = step.kind == "key" and before not in _DICTIONARIES and _REF.fullmatch(str(step.value))
            if step.kind == "ref" or (as_key and (not number or before in _CONTAINERS)):
                return self._of_ref(step, _CONTAINERS.get(before)), self._steps[number + 1 :]
        scope, rest = self._scope()
        if not rest:
            return (scope, ()) if scope is not None else None
        first = str(rest[0].value)
        if scope is None and first == "meta" and len(rest) > 1 and rest[1].value not in PARTS["meta"]:
            return self._map(), rest[1:]
        if scope is not None and first not in (*MAP_GROUPS, *PARTS[""]):
            return scope, rest
        kind, after = _kind_of(rest)
        found = self._named(kind, self._uid_of(scope), after) if kind else None
        if found is not None:
            return found, after[0 if kind == "hypothesis" else 1 :]
        return None

    def _named(self, kind: str, parent_uid: str, after: Sequence[Step]) -> State | None:
        """The element of a list or dictionary that the next step names, or the one that is alone."""
        if KINDS[kind].form == "one":
            members = self._members(kind, parent_uid, ())
            return members[0] if len(members) == 1 else None
        if not after or after[0].kind != ("key" if KINDS[kind].form == "dict" else "index"):
            return None
        if after[0].kind == "key":
            return self._of_key(kind, parent_uid, str(after[0].value))
        index = int(after[0].value)
        members = self._members(kind, parent_uid, after)
        return members[index] if -len(members) <= index < len(members) else None

    def refuse_part(self) -> NoReturn:
        """For who needs an element."""
        raise PathError(
            f"{Path.of(self._steps)} is no single element of the view",
            "name one, or a field of it: [T12], meta.ultimate_goal",
        )

    def _part(self) -> Any:
        """A list or dictionary, or what is in it, built from the states that it is made of alone."""
        scope, rest = self._scope()
        kind, after = _kind_of(rest)
        if kind is not None:
            states = self._members(kind, self._uid_of(scope), after)
        elif rest and rest[0].value in MAP_GROUPS:
            states = self._everything([self._uid_of(scope)], PARTS[str(rest[0].value)].values())
        else:
            states = self._everything(self._below(self._uid_of(scope)), _ENTRIES)
        # Who is linked to from elsewhere shows its ref: the map stands in for the elements that were not read.
        root = self._map()
        root = replace(root, props={**root.props, "supported_by": sorted(self._linked(states))})
        view: Any = build_view([root, *(self._submaps or ()), *states], map_name=self._handle.name)
        return self._inside(view, self._steps)

    def _scope(self) -> tuple[State | None, Sequence[Step]]:
        """The sub-map that the path leads into (None: the map itself), and the steps that are left."""
        steps, scope = self._steps, None
        while len(steps) > 1 and steps[0].value == "sub_maps":
            uid = self._uid_of(scope)
            there = {str(state.props.get("key")): state for state in self._all_submaps() if state.parent_uid == uid}
            scope = there.get(str(steps[1].value))
            if scope is None:
                raise self._refusal(steps[1], there)
            steps = steps[2:]
        return scope, steps

    def _uid_of(self, scope: State | None) -> str:
        return self._handle.uid if scope is None else scope.uid

    def _below(self, uid: str) -> list[str]:
        """A map or sub-map and the sub-maps in it, at any depth."""
        found = [uid]
        for parent in found:  # grows while it is gone through
            found += [state.uid for state in self._all_submaps() if state.parent_uid == parent]
        return found

    def _everything(self, parents: Iterable[str], kinds: Iterable[str]) -> list[State]:
        kinds = tuple(kinds)
        return [state for uid in parents for kind in kinds for state in self._members(kind, uid, ())]

    def _members(self, kind: str, parent_uid: str, after: Sequence[Step]) -> list[State]:
        """The entries of a list in order, from the end that the next step counts from and as far as it does."""
        if kind == "submap":
            return []
        at_index = after and after[0].kind == "index" and KINDS[kind].form == "list"
        index = int(after[0].value) if at_index else None
        needed = _ALL if index is None else index + 1 if index >= 0 else -index
        load = changes.load_last if index is not None and index < 0 else changes.load_first
        while True:
            limit = min(needed + len(self._past.states), _ALL)
            rows = load(self._handle.db, self._handle.uid, parent_uid, kind, limit)
            self._past.refresh()
            live = [state for state in rows if state.uid not in self._past.states]
            if len(live) >= needed or len(rows) < limit:
                break
        was = [found.state for found in self._past.states.values() if found.kind == kind and found.state is not None]
        members = [*live, *(state for state in was if state.parent_uid == parent_uid)]
        members.sort(key=lambda state: (state.position, state.uid))
        return members[-needed:] if index is not None and index < 0 else members[:needed]

    def _of_key(self, kind: str, parent_uid: str, key: str) -> State | None:
        rows = changes.load_elements(self._handle.db, self._handle.uid, keys=[key]).by_key
        self._past.refresh()
        was = [found.state for found in self._past.states.values() if found.state is not None]
        states = [*(state for state in rows if state.uid not in self._past.states), *was]
        here = [state for state in states if state.kind == kind and state.parent_uid == parent_uid]
        found = [state for state in here if state.props.get("key") == key and state.since <= self._revision]
        return min(found, key=lambda state: (state.position, state.uid)) if found else None

    def _of_ref(self, step: Step, kind: str | None) -> State:
        ref = str(step.value)
        for found in history.states_at(self._handle.db, self._handle.uid, self._revision, refs=[ref]):
            if found.state is not None and kind in (None, found.kind):
                return found.state
        raise PathError(
            f"{self._before(step)} had no {ref} at revision {self._revision}", f"see `history {ref}`", position=step.at
        )

    def _all_submaps(self) -> list[State]:
        if self._submaps is None:
            self._submaps = self._of_kind("submap")
        return self._submaps

    def _map(self) -> State:
        return self._of_kind("map")[0]

    def _of_kind(self, kind: str) -> list[State]:
        return history.map_at(self._handle.db, self._handle.uid, self._revision, kinds=(kind,), past=self._past)

    def _linked(self, states: Sequence[State]) -> set[str]:
        return history.linked_refs(self._handle.db, self._handle.uid, self._revision, [state.uid for state in states])

    def _inside(self, value: Any, rest: Sequence[Step]) -> Any:
        try:
            return inside(value, rest)
        except LookupError as error:
            step: Step = error.args[0]
        around = inside(value, rest[: rest.index(step)])
        raise self._refusal(step, around if isinstance(around, dict) else ())

    def _before(self, step: Step) -> Path:
        return Path.of(self._steps[: self._steps.index(step)])

    def _refusal(self, step: Step, there: Iterable[str]) -> PathError:
        names = list(there)
        near = nearest(str(step.value), names) or names[:5]
        return PathError(
            f"{self._before(step)} had no {str(step.value)[:80]!r} at revision {self._revision}",
            f"it had {', '.join(near)}" if near else None,
            position=step.at,
        )


def _kind_of(rest: Sequence[Step]) -> tuple[str | None, Sequence[Step]]:
    """The kind of element in the list or dictionary that these steps lead to, and the steps in it."""
    if not rest:
        return None, rest
    first = str(rest[0].value)
    if first in MAP_GROUPS:
        return (PARTS[first].get(str(rest[1].value)), rest[2:]) if len(rest) > 1 else (None, ())
    kind = PARTS[""].get(first)
    return (None if kind == "submap" else kind), rest[1:]
