"""Where the project stands at a revision: the same code for now and for then, so that both say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.rendering import Board, Line, MoreNeeded, Stream, check_budget, render_status
from peek_graph.context_map.status_lines import (
    Marks,
    constraint_line,
    entry_line,
    rank,
    step_line,
    submap_line,
)
from peek_graph.context_map.view.json_values import compact
from peek_graph.context_map.view.kinds import FINISHED_TODO
from peek_graph.context_map.view.stored import other_fields
from peek_graph.graph import history
from peek_graph.graph.states import State
from peek_graph.graph.status import Frame, Listed, ListSpec, frame, listed
from peek_graph.records import Status

# So many of a list are looked at before it is decided which are shown, and how many there are.
_WINDOW: Final = 40
_MOST_ACTIONS: Final = 10
_STALE: Final = ListSpec("stale", "document", stale=True)
_SPECS: Final = (
    ListSpec("hypothesis", "hypothesis"),
    ListSpec("todo", "todo", finished=tuple(sorted(FINISHED_TODO))),
    ListSpec("question", "question", finished=("answered", "dropped")),
    ListSpec("finding", "finding"),
    # What rests on sources that changed or are gone comes after all that does not.
    ListSpec("document", "document", stale=False),
    ListSpec("action", "action"),
)
# A status shows claims that are disputed; of these kinds.
_CLAIMS: Final = ("hypothesis", "finding")


def status_of(handle: MapHandle, budget: int | None = None, revision: int | None = None) -> Status:
    """The status in at most ``budget`` tokens (default: the setting) at a revision, by default the newest.

    A pure function of the map at the revision: what was shown then is what is shown for then, whatever was written
    since, or is being written.
    """
    budget = check_budget(handle.settings.status.budget if budget is None else budget)
    found = frame(handle.db, handle.uid, revision) or handle.frame()  # which says that the map is gone
    past = history.Overlay(handle.db, handle.uid, found.revision)
    specs: tuple[ListSpec, ...] = _SPECS
    # Of what is read live, what was touched since gives way to its state of then.
    limit = _WINDOW + 1 + (min(len(past.refresh().states), _WINDOW) if found.newest > found.revision else 0)
    while True:
        part = listed(handle.db, handle.uid, found, specs, limit, past)
        try:
            return render_status(_board(handle, found, part), budget)
        except MoreNeeded as more:
            if more.kind == "stale":
                specs = (*_SPECS, _STALE)
            else:
                limit *= 4


def _board(handle: MapHandle, found: Frame, part: Listed) -> Board:
    uids = [state.uid for kind in _CLAIMS for state in part.lists[kind].states]
    marks = Marks(
        submap_paths(part.submaps),
        history.contradicting(handle.db, handle.uid, found.revision, uids),
        handle.settings.confidence.doubtful_below,
    )
    props = part.map.props
    constraints = sorted(part.constraints, key=lambda state: (state.position, state.uid))
    counts = found.counts
    return Board(
        name=str(props.get("name") or handle.name),
        revision=found.revision,
        goal=str(props.get("goal") or ""),
        constraints=tuple(constraint_line(state, marks) for state in constraints),
        streams=_streams(part, marks, counts),
        documents=counts.get("document", 0),
        sections=counts.get("section", 0),
        others={"variable": counts.get("variable", 0)},
    )


def _streams(part: Listed, marks: Marks, counts: Mapping[str, int]) -> dict[str, Stream]:
    streams: dict[str, Stream] = {}
    submaps = sorted((marks.places[state.uid], state) for state in part.submaps if state.uid in marks.places)
    streams["submap"] = Stream([submap_line(state, path) for path, state in submaps], len(submaps))
    for spec in _SPECS:
        streams[spec.name] = _stream(spec.name, part, marks, counts.get(spec.kind, 0))
    step = _step(part.map)
    streams["current_step"] = Stream([step_line(step)] if step else [], 1 if step else 0)
    return {kind: stream for kind, stream in streams.items() if stream.total}


def _stream(name: str, part: Listed, marks: Marks, count: int) -> Stream:
    listing = part.lists[name]
    states = list(listing.states)
    complete = listing.complete
    count = max(count, min(len(states), _WINDOW))
    if not complete and len(states) <= _WINDOW:
        raise MoreNeeded(name)
    if name == "action":
        return Stream(_lines(states[:_MOST_ACTIONS], marks), count)
    if name == "todo":
        states[:_WINDOW] = sorted(states[:_WINDOW], key=rank)
    if name in ("todo", "question") and len(states) <= _WINDOW:
        count = len(states)  # of more than that it is only known how many there are with the finished ones
    if name == "document" and complete and len(states) < count:
        stale = part.lists.get("stale")
        if stale is None:
            return Stream(_then_stale(states, marks), count)
        states += stale.states
        complete = stale.complete
    return Stream(_lines(states, marks), count, complete)


def _then_stale(states: Iterable[State], marks: Marks) -> Iterable[Line]:
    yield from _lines(states, marks)
    raise MoreNeeded("stale")


def _lines(states: Iterable[State], marks: Marks) -> Iterable[Line]:
    return (entry_line(state, marks) for state in states)


def _step(state: State) -> str:
    step = state.props.get("current_step")
    if step is None:
        step = other_fields(state.props).get("current_step") or ""
    return step if isinstance(step, str) else compact(step)


def submap_paths(submaps: Iterable[State]) -> dict[str, str]:
    """The dotted keys from the root of those sub-maps, by uid; without those whose parent is not among them."""
    by_uid = {state.uid: state for state in submaps}
    paths: dict[str, str] = {}
    for state in by_uid.values():
        keys: list[str] = []
        at: State | None = state
        while at is not None and len(keys) <= len(by_uid):
            keys.append(str(at.props.get("key") or ""))
            parent = by_uid.get(at.parent_uid or "")
            at = parent
        paths[state.uid] = ".".join(reversed(keys))
    return paths
