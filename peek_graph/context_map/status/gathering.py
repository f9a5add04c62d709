"""Reads what a status may show of a map at a revision: bounded lists, whatever the size of the map."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.status.board import Board, Failure, Piece, Unit
from peek_graph.context_map.status.failures import failures_of, matters
from peek_graph.context_map.status.focusing import focused, submap_paths
from peek_graph.context_map.status.lines import (
    Marks,
    constraint_piece,
    entry_piece,
    notice_piece,
    proposal_piece,
    submap_piece,
)
from peek_graph.context_map.status.now import now_lines
from peek_graph.context_map.status.scoring import is_open
from peek_graph.context_map.status.words import WORDS, language_of
from peek_graph.errors import SubMapNotFound
from peek_graph.graph import history
from peek_graph.graph import status as rows
from peek_graph.graph.history import Overlay
from peek_graph.graph.states import LINKS, State
from peek_graph.graph.status import Frame, Listed, ListSpec

# Of each list so many are looked at, by the budget: about twice as many as there might be lines of it.
_FEWEST, _MOST, _TOKENS_A_LINE = 20, 250, 40
_SPECS: Final = (
    ListSpec("hypothesis", "hypothesis", "standing"),
    ListSpec("todo", "todo", "standing"),
    ListSpec("question", "question", "standing"),
    ListSpec("finding", "finding", "since"),
    ListSpec("trusted", "finding", "standing"),
    ListSpec("document", "document", "standing"),
    ListSpec("action", "action", "since"),
    ListSpec("failed", "action", "standing"),
    ListSpec("notice", "notice", "since"),
)
# A status shows claims that are disputed; of these kinds.
_CLAIMS: Final = ("hypothesis", "finding")
_LISTED: Final = ("hypothesis", "document", "finding", "question", "todo", "action")
_MOST_RIVALS: Final = 20
# The state as of an epoch is what many steps begin with, and the past does not change.
_MOST_KNOWN: Final = 8
_KNOWN: OrderedDict[tuple[object, ...], Board] = OrderedDict()
_LOCK: Final = threading.Lock()
_MOST_TOGETHER: Final = 4
_MOST_TRIED: Final = 400


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the arguments decides what is read."""

    budget: int
    focus: str | None
    language: str

    @property
    def window(self) -> int:
        """How many of each list are looked at."""
        return max(_FEWEST, min(_MOST, self.budget // _TOKENS_A_LINE))


def gather(handle: MapHandle, found: Frame, wanted: Wanted) -> tuple[Board, Marks]:
    """The board as of the frame's revision, and the marks that it was made with."""
    past = Overlay(handle.db, handle.uid, found.revision)
    part = rows.listed(handle.db, handle.uid, found, _SPECS, wanted.window, past)
    places = submap_paths(part.submaps)
    wide = focused(handle, places, wanted.focus, part.submaps)
    lists = [one.states for name, one in part.lists.items() if name != "notice"]
    states = {state.uid: state for one in lists for state in one}
    failures = _failures(handle, found, [state for state in states.values() if state.kind == "action"], past)
    for uid in _in_nobodys_way(handle, found, part, failures):
        del states[uid]
    if wide is not None:
        inside = rows.entries_in(handle.db, handle.uid, found, wide, _LISTED, wanted.window, past)
        states |= {state.uid: state for state in inside if is_open(state)}
    against = _contradicting(handle, found, states)
    words = WORDS[_language(wanted.language, part)]
    doubtful_below = handle.settings.confidence.doubtful_below
    marks = Marks(places, against, doubtful_below, words, _cited(states.values()), wide)
    proposals, waiting = rows.proposals_at(handle.db, handle.uid, found.revision, wanted.window)
    units = [
        *_units(states, against, marks),
        *(Unit.of(proposal_piece(row, marks)) for row in proposals),
        *_submaps(part, marks),
    ]
    actions = [state for state in states.values() if state.kind == "action"]
    todos = [state for state in states.values() if state.kind == "todo"]
    board = Board(
        words=words,
        name=str(part.map.props.get("name") or handle.name),
        revision=found.revision,
        goal=str(part.map.props.get("goal") or ""),
        constraints=tuple(
            constraint_piece(state, marks)
            for state in sorted(part.constraints, key=lambda state: (state.position, state.uid))
        ),
        units=tuple(sorted(units, key=lambda unit: (unit.order, unit.pieces[0].ref))),
        totals={**_totals(found, part, states.values()), "proposal": waiting, "submap": len(places)},
        failures=failures,
        now=now_lines(part.map, part.submaps, todos, actions, marks),
        documents=found.counts.get("document", 0),
        sections=found.counts.get("section", 0),
        oldest=found.pruned_before,
        notices=tuple(notice_piece(state, marks) for state in part.lists["notice"].states),
        notice_count=found.counts.get("notice"),
    )
    return board, marks


class ReadPast:
    """Reads on for a status at ``frame``, which was made with ``marks``."""

    def __init__(self, handle: MapHandle, frame: Frame, wanted: Wanted, marks: Marks) -> None:
        self._handle = handle
        self._frame = frame
        self._wanted = replace(wanted, language=marks.words.language)
        self._marks = marks

    def sizes(self, after: int) -> list[tuple[int, int, int]]:
        """The revisions after one, up to the frame's, with how many operations they had and elements they touched."""
        return rows.sizes(self._handle.db, self._handle.uid, after, self._frame.revision)

    def first_touched(self, after: int, uids: Collection[str]) -> dict[str, int]:
        """By uid the first revision after one that changed an entry, of those that were changed more than once."""
        return rows.first_since(self._handle.db, self._handle.uid, after, self._frame.revision, uids)

    def board(self, revision: int) -> Board | None:
        """The board as of an earlier revision; None if what is in focus was not there yet."""
        handle, wanted = self._handle, self._wanted
        settings = handle.settings
        decides = (settings.confidence.doubtful_below, settings.status.failed_for)
        name = (handle.db.address, handle.db.database, handle.uid, revision, wanted, *decides)
        with _LOCK:
            if name in _KNOWN:
                _KNOWN.move_to_end(name)
                return _KNOWN[name]
        found = rows.frame(handle.db, handle.uid, revision)
        if found is None:
            return None
        try:
            board = gather(handle, found, wanted)[0]
        except SubMapNotFound:
            return None
        with _LOCK:
            _KNOWN[name] = board
            while len(_KNOWN) > _MOST_KNOWN:
                _KNOWN.popitem(last=False)
        return board

    def pieces(self, refs: Collection[str]) -> dict[str, Piece]:
        """Entries by ref as they are at the frame's revision."""
        db, uid, number = self._handle.db, self._handle.uid, self._frame.revision
        states = [at.state for at in history.states_at(db, uid, number, refs=refs) if at.state is not None]
        claims = [state.uid for state in states if state.kind in _CLAIMS]
        marks = replace(self._marks, contradicting=history.contradicting(db, uid, number, claims))
        return {state.ref: entry_piece(state, marks) for state in states}


def _failures(handle: MapHandle, found: Frame, actions: Collection[State], past: Overlay) -> Mapping[str, Failure]:
    """The failed ones of those actions; of what went well since, more is read than a status shows."""
    oldest = found.revision - handle.settings.status.failed_for
    failures = failures_of(actions)
    unmended = [one.since for one in failures.values() if one.since >= oldest and not one.mended_at]
    if not unmended:
        return failures
    known = {state.uid for state in actions}
    more = rows.tried(handle.db, handle.uid, found, min(unmended) - 1, _MOST_TRIED, past)
    return failures_of([*actions, *(s for s in more if s.uid not in known and s.props.get("outcome") != "failed")])


def _in_nobodys_way(handle: MapHandle, found: Frame, part: Listed, failures: Mapping[str, Failure]) -> set[str]:
    """The uids of the failed actions that were mended, or are long ago, and are none of the last actions."""
    last = {state.uid for state in part.lists["action"].states}
    for_revisions = handle.settings.status.failed_for
    return {
        state.uid
        for state in part.lists["failed"].states
        if state.uid not in last
        and not (state.ref in failures and matters(failures[state.ref], found.revision, for_revisions))
    }


def _language(asked: str, part: Listed) -> str:
    if asked != "auto":
        return asked
    texts = [str(part.map.props.get("goal") or ""), *(str(s.props.get("text") or "") for s in part.constraints)]
    return language_of(texts)


def _contradicting(handle: MapHandle, found: Frame, states: dict[str, State]) -> Mapping[str, tuple[str, ...]]:
    """Who contradicts whom; of those concerned, the ones that were not read yet come to ``states``."""
    uids = [state.uid for state in states.values() if state.kind in _CLAIMS]
    against = history.contradicting(handle.db, handle.uid, found.revision, uids)
    known = {state.ref for state in states.values()}
    missing = sorted({ref for refs in against.values() for ref in refs[:_MOST_TOGETHER]} - known)[:_MOST_RIVALS]
    new = [
        at.state
        for at in history.states_at(handle.db, handle.uid, found.revision, refs=missing)
        if at.state is not None and at.kind in _LISTED and is_open(at.state)
    ]
    if not new:
        return against
    states |= {state.uid: state for state in new}
    return {**against, **history.contradicting(handle.db, handle.uid, found.revision, [state.uid for state in new])}


def _units(states: Mapping[str, State], against: Mapping[str, tuple[str, ...]], marks: Marks) -> list[Unit]:
    """Each entry by itself, but those that contradict each other together."""
    by_ref = {state.ref: state for state in states.values()}
    group: dict[str, list[str]] = {}
    for state in sorted((states[uid] for uid in against if uid in states), key=_order):
        for ref in against[state.uid]:
            one, other = group.get(state.ref, [state.ref]), group.get(ref, [ref])
            if ref in by_ref and one is not other and len(one) + len(other) <= _MOST_TOGETHER:
                joined = one + other
                group |= dict.fromkeys(joined, joined)
    pieces = {state.ref: entry_piece(state, marks) for state in states.values()}
    units: dict[str, Unit] = {}
    for ref in pieces:
        together = sorted(group.get(ref, [ref]), key=lambda each: (_section(by_ref[each].kind), pieces[each].order))
        if together[0] not in units:
            units[together[0]] = Unit.of(*(pieces[each] for each in together))
    return list(units.values())


def _section(kind: str) -> int:
    return _LISTED.index(kind)


def _order(state: State) -> tuple[int, float, str]:
    return _section(state.kind), state.position, state.uid


def _submaps(part: Listed, marks: Marks) -> Iterable[Unit]:
    known = sorted((marks.places[state.uid], state.uid, state) for state in part.submaps if state.uid in marks.places)
    pieces: list[Piece] = [submap_piece(state, path, n, marks) for n, (path, _, state) in enumerate(known)]
    return [Unit.of(piece) for piece in pieces]


def _cited(states: Iterable[State]) -> dict[str, list[int]]:
    """By ref, the revisions of those entries that were read which cite it; a section's counts for its document."""
    cited: dict[str, list[int]] = {}
    for state in states:
        given = (state.props.get(name) for name in LINKS)
        refs = {str(ref) for refs in given if isinstance(refs, (list, tuple)) for ref in refs}
        for ref in refs | {ref.partition("§")[0] for ref in refs}:
            cited.setdefault(ref, []).append(state.since)
    return cited


def _totals(found: Frame, part: Listed, states: Iterable[State]) -> dict[str, int]:
    """How many there are of each kind; of todos and questions, that are open."""
    totals = {kind: found.counts.get(kind, 0) for kind in (*_LISTED, "variable")}
    seen: dict[str, int] = {}
    for state in states:
        seen[state.kind] = seen.get(state.kind, 0) + 1
    for kind in ("todo", "question"):
        counted = found.counts.get(f"open_{kind}")
        if part.lists[kind].complete:
            counted = seen.get(kind, 0)
        totals[kind] = totals[kind] if counted is None else counted
    return {kind: max(count, seen.get(kind, 0)) for kind, count in totals.items()}
