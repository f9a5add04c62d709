"""A map's past, in states of its elements, as rows of ``cypher/history.cypher``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from peek_graph.graph import maps
from peek_graph.graph.changes import entry_state, map_state, submap_state
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import LABELS, State
from peek_graph.records import RevisionInfo, SnapshotInfo

_QUERIES = load_queries("history")
# States come by so many, so that neither side ever holds all of a large map in one answer.
_PAGE: Final = 1000
# After every revision that there is or will be.
_NO_END: Final = 2**62
VIEW_KINDS: Final = ("map", "submap", *(kind for kind in LABELS if kind != "section"))
"""Every kind of element but sections, which no view shows."""


@dataclass(frozen=True, slots=True)
class StateAt:
    """An element at a revision: ``state`` None if it was not there, or archived; a lower ``order`` is an older node."""

    uid: str
    kind: str
    order: int
    state: State | None


@dataclass(frozen=True, slots=True)
class Touched:
    """An element that was touched between two revisions, at both."""

    uid: str
    kind: str
    before: State | None
    after: State | None


def touched(
    runner: Database | Transaction, map_uid: str, after: int, until: int | None = None, *, sections: bool = False
) -> dict[str, int]:
    """The elements that revisions after one, up to another, touched, each with the last that did."""
    end = _NO_END if until is None else until
    rows = _run(runner, "touched", map_uid=map_uid, after=after, until=end, sections=sections)
    return {row["uid"]: row["last"] for row in rows}


def states_at(
    runner: Database | Transaction,
    map_uid: str,
    revision: int,
    *,
    uids: Collection[str] = (),
    refs: Collection[str] = (),
) -> Iterator[StateAt]:
    """Elements by uid, and entries by ref, as they were; those that never were are left out."""
    wanted = [("uids", uid) for uid in uids] + [("refs", ref) for ref in refs]
    for start in range(0, len(wanted), _PAGE):
        page = wanted[start : start + _PAGE]
        given: dict[str, list[str]] = {"uids": [], "refs": []}
        for name, value in page:
            given[name].append(value)
        for row in _run(runner, "states_at", map_uid=map_uid, revision=revision, **given):
            yield _state_at(row)


def present_states(tx: Transaction, map_uid: str, uids: Sequence[str]) -> Iterator[State]:
    """Sub-maps and entries as they are now, live or archived."""
    for start in range(0, len(uids), _PAGE):
        for row in _run(tx, "present", map_uid=map_uid, uids=list(uids[start : start + _PAGE])):
            yield _make(row["element"], row["node"])


class Overlay:
    """What later revisions touched, by uid in ``states``, as it was at ``revision``.

    Refresh it after what is live was read: then the two together are the map at the revision, whatever was written
    meanwhile. States of the past do not change, so each is read once.
    """

    def __init__(self, runner: Database | Transaction, map_uid: str, revision: int, *, sections: bool = False) -> None:
        self.states: Final[dict[str, StateAt]] = {}
        self._runner = runner
        self._map_uid = map_uid
        self._revision = revision
        self._seen = revision
        self._sections = sections

    def refresh(self) -> Self:
        """Read what is not known yet."""
        found = touched(self._runner, self._map_uid, self._seen, sections=self._sections)
        # The newest may be just being written: it is looked at again.
        self._seen = max([self._seen, *(last - 1 for last in found.values())])
        new = [uid for uid in found if uid not in self.states]
        for one in states_at(self._runner, self._map_uid, self._revision, uids=new):
            self.states[one.uid] = one
        return self


def live_states(
    runner: Database | Transaction, map_uid: str, revision: int, *, kinds: Iterable[str] = VIEW_KINDS
) -> Iterator[State]:
    """The live elements of these kinds whose state held at a revision, in no order."""
    for kind in kinds:
        if kind == "map":
            node = maps.get_node(runner, map_uid)
            states = [map_state(node)] if node else []
            yield from (state for state in states if state.since <= revision)
        elif kind == "submap":
            rows = _run(runner, "live_submaps", map_uid=map_uid, revision=revision)
            yield from (submap_state(row["node"]) for row in rows)
        else:
            rows = _run(runner, "live_entries", map_uid=map_uid, kind=kind, revision=revision)
            yield from (entry_state(row["node"]) for row in rows)


def map_at(
    runner: Database | Transaction,
    map_uid: str,
    revision: int,
    *,
    kinds: Sequence[str] = VIEW_KINDS,
    past: Overlay | None = None,
) -> list[State]:
    """Every element of these kinds as it was at a revision; ``past`` is its overlay, if there is one already."""
    states = {state.uid: state for state in live_states(runner, map_uid, revision, kinds=kinds)}
    past = past or Overlay(runner, map_uid, revision, sections="section" in kinds)
    for found in past.refresh().states.values():
        states.pop(found.uid, None)
        if found.state is not None and found.kind in kinds:
            states[found.uid] = found.state
    return list(states.values())


def states_between(db: Database, map_uid: str, older: int, newer: int) -> Iterator[Touched]:
    """The elements, sections too, that revisions after ``older`` and up to ``newer`` touched, in pages."""
    # The first revision touches the map by being its first.
    first = [map_uid] if older < 1 <= newer else []
    uids = list(dict.fromkeys([*first, *touched(db, map_uid, older, newer, sections=True)]))
    for start in range(0, len(uids), _PAGE):
        page = uids[start : start + _PAGE]
        before = {found.uid: found for found in states_at(db, map_uid, older, uids=page)}
        for found in states_at(db, map_uid, newer, uids=page):
            was = before[found.uid].state if found.uid in before else None
            yield Touched(found.uid, found.kind, was, found.state)


def first_revisions(db: Database, map_uid: str, uids: Collection[str]) -> dict[str, int]:
    """The revisions that first made those elements, of those that have former states."""
    rows = _run(db, "first_states", map_uid=map_uid, uids=list(uids))
    return {row["uid"]: row["since"] for row in rows}


def states_of(db: Database, map_uid: str, *, uid: str | None = None, ref: str | None = None) -> list[State]:
    """Every state of an entry by ref, or of the map or a sub-map by uid, the oldest first; empty if there is none."""
    given = {"uids": [uid] if uid else [], "refs": [ref] if ref else []}
    return [_make(row["element"], row["node"]) for row in _run(db, "states_of", map_uid=map_uid, **given)]


def linked_refs(db: Database, map_uid: str, revision: int, uids: Sequence[str]) -> set[str]:
    """The refs of those entries that another one linked to at a revision."""
    pages = (uids[start : start + _PAGE] for start in range(0, len(uids), _PAGE))
    rows = (row for page in pages for row in _run(db, "linked_at", map_uid=map_uid, revision=revision, uids=list(page)))
    return {row["ref"] for row in rows}


def revisions(db: Database, map_uid: str, numbers: Iterable[int]) -> dict[int, RevisionInfo]:
    """Those revisions that there are, by number."""
    return {row["number"]: _revision(row) for row in _revision_rows(db, map_uid, numbers)}


def revision_and_verdicts(db: Database, map_uid: str, number: int) -> tuple[RevisionInfo, str | None] | None:
    """A revision, and the JSON text of its verdicts if it came from a batch of operations."""
    rows = _revision_rows(db, map_uid, [number])
    return (_revision(rows[0]), rows[0]["verdicts"]) if rows else None


def contradicting(db: Database, map_uid: str, revision: int, uids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Of these entries those that contradict others, or are contradicted, at a revision: by uid, the others' refs."""
    if not uids:
        return {}
    rows = _run(db, "contradicting", map_uid=map_uid, revision=revision, uids=list(uids))
    return {row["uid"]: tuple(row["refs"]) for row in rows}


def lock_map(tx: Transaction, map_uid: str, at: datetime) -> dict[str, Any] | None:
    """Take the map's write lock without beginning a revision: the map node, None if it is gone."""
    rows = tx.run(_QUERIES["lock_map"], map_uid=map_uid, at=at)
    return dict(rows[0]["node"]) if rows else None


def find_snapshot(runner: Database | Transaction, map_uid: str, name: str) -> SnapshotInfo | None:
    """The snapshot of that name."""
    rows = _run(runner, "find_snapshot", map_uid=map_uid, name=name)
    return SnapshotInfo(**rows[0]) if rows else None


def create_snapshot(tx: Transaction, map_uid: str, uid: str, snapshot: SnapshotInfo) -> None:
    """Write a snapshot whose name is free."""
    tx.run(
        _QUERIES["create_snapshot"],
        map_uid=map_uid,
        uid=uid,
        name=snapshot.name,
        revision=snapshot.revision,
        author=snapshot.author,
        at=snapshot.at,
    )


def list_snapshots(db: Database, map_uid: str) -> list[SnapshotInfo]:
    """Every snapshot, in order of revision and name."""
    return [SnapshotInfo(**row) for row in _run(db, "list_snapshots", map_uid=map_uid)]


def _state_at(row: Mapping[str, Any]) -> StateAt:
    node = row["node"]
    state = _make(row["element"], node) if node is not None else None
    return StateAt(row["uid"], row["element"], int(row["order"].rpartition(":")[2]), state)


def _make(element: str, node: Mapping[str, Any]) -> State:
    return {"map": map_state, "submap": submap_state}.get(element, entry_state)(node)


def _revision_rows(db: Database, map_uid: str, numbers: Iterable[int]) -> list[dict[str, Any]]:
    return _run(db, "revisions", map_uid=map_uid, numbers=sorted(set(numbers)))


def _revision(row: Mapping[str, Any]) -> RevisionInfo:
    return RevisionInfo(**{name: value for name, value in row.items() if name != "verdicts"})


def _run(runner: Database | Transaction, name: str, /, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)
