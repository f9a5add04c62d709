"""Every state that an element was in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.refs import as_ref, ref_not_found
from peek_graph.context_map.history.showing import inside, shown_state
from peek_graph.context_map.history.walking import Walk
from peek_graph.context_map.view.steps import Step
from peek_graph.graph import history as rows
from peek_graph.graph.history import Overlay
from peek_graph.graph.states import State
from peek_graph.records import EntryState

_NOTHING = object()


def history(handle: MapHandle, target: str) -> list[EntryState]:
    """The states of an element by ref, live or archived, or by its path now, or of one of its fields; oldest first.

    The times in which it was archived are there too, with the value None.
    """
    ref = as_ref(target)
    rest: Sequence[Step] = ()
    if ref is not None:
        states = rows.states_of(handle.db, handle.uid, ref=ref)
        if not states:
            raise ref_not_found(handle, ref)
    else:
        revision = handle.frame().revision
        walk = Walk(handle, revision, Overlay(handle.db, handle.uid, revision).refresh(), target)
        state, rest = walk.element() or walk.refuse_part()
        by_ref = {"ref": state.ref} if state.ref else {"uid": state.uid}
        states = rows.states_of(handle.db, handle.uid, **by_ref)
    spans = list(_joined(_spans(states, lambda one: _field(one, rest)), whole=not rest))
    known = rows.revisions(handle.db, handle.uid, [since for since, _, _ in spans])
    return [EntryState(states[-1].ref, since, until, value, known.get(since)) for since, until, value in spans]


def _spans(states: Sequence[State], show: Callable[[State], Any]) -> Iterator[tuple[int, int | None, Any]]:
    for state, following in pairwise([*states, None]):
        assert state is not None
        if state.until != state.since:  # else it was replaced in the revision that made it
            yield state.since, state.until, show(state)
        if state.until is not None and (following is None or state.until < following.since):
            yield state.until, following.since if following else None, None


def _joined(spans: Iterator[tuple[int, int | None, Any]], *, whole: bool) -> Iterator[tuple[int, int | None, Any]]:
    """Of a field, states that differ elsewhere count as one."""
    last: tuple[int, int | None, Any] | None = None
    for span in spans:
        if last is not None and not whole and last[2] == span[2] and type(last[2]) is type(span[2]):
            last = (last[0], span[1], span[2])
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _field(state: State, rest: Sequence[Step]) -> Any:
    try:
        return inside(shown_state(state), rest)
    except LookupError:
        return None  # the field came later, or went
