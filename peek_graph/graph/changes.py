"""Elements of a map, read and written in states: ``elements``, ``changes`` and ``relations`` in ``cypher/``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import DERIVED, LABELS, LINKS, State

_QUERIES = {**load_queries("elements"), **load_queries("changes"), **load_queries("relations")}
_COUNTED: Final = (*LABELS, "submap")
# What is a node's own, or says which state it is, is not part of the state. Counts and paths follow from other states.
_NOT_STATE: Final = DERIVED | {"uid", "map_uid", "ref", "since", "until", "live", "created_at", "updated_at", "path"}
_NOT_OF_ENTRY: Final = _NOT_STATE | {"kind"}
_NOT_OF_DOCUMENT: Final = _NOT_OF_ENTRY | {"text"}
_MAP_STATE: Final = ("name", "goal", "current_step", "task_id", "other_fields")
_FIRST_REVISION: Final = 1


@dataclass(frozen=True, slots=True)
class Loaded:
    """The entries that a batch asked for; those by ref may be archived."""

    by_ref: list[State]
    by_key: list[State]
    by_hash: list[State]


def map_state(node: Mapping[str, Any]) -> State:
    """The state of a map node; what a status counts on it is not part of it."""
    props = {name: node.get(name) for name in _MAP_STATE}
    return State("map", node["uid"], "", node.get("since") or _FIRST_REVISION, node.get("until"), props)


def submap_state(node: Mapping[str, Any]) -> State:
    """The state of a sub-map; its own ``kind``, topic or phase, is among the properties."""
    props = {key: value for key, value in node.items() if key not in _NOT_STATE and not key.endswith("_count")}
    return State("submap", node["uid"], "", node["since"], node.get("until"), props)


def entry_state(node: Mapping[str, Any]) -> State:
    """The state of an entry."""
    kind = node["kind"]
    apart = _NOT_OF_DOCUMENT if kind == "document" else _NOT_OF_ENTRY
    props = {key: value for key, value in node.items() if value is not None and key not in apart}
    return State(kind, node["uid"], node["ref"], node["since"], node.get("until"), props)


def load_submaps(runner: Database | Transaction, map_uid: str) -> list[tuple[State, str]]:
    """The live sub-maps with their paths, parents before children."""
    return [(submap_state(row["node"]), row["node"]["path"]) for row in _run(runner, "load_submaps", map_uid=map_uid)]


def load_elements(
    runner: Database | Transaction,
    map_uid: str,
    *,
    refs: Iterable[str] = (),
    keys: Iterable[str] = (),
    hashes: Iterable[str] = (),
) -> Loaded:
    """Entries by ref (archived ones too), key and content hash, without what is derived."""
    params = {"refs": sorted(refs), "keys": sorted(keys), "hashes": sorted(hashes)}
    if not any(params.values()):
        return Loaded([], [], [])
    row = _run(runner, "load_elements", map_uid=map_uid, **params)[0]
    return Loaded(*([entry_state(node) for node in row[name]] for name in ("by_ref", "by_key", "by_hash")))


def load_first(runner: Database | Transaction, map_uid: str, parent_uid: str, kind: str, limit: int) -> list[State]:
    """The first live entries of a list, in order."""
    rows = _run(runner, "load_first", map_uid=map_uid, parent_uid=parent_uid, kind=kind, limit=limit)
    return [entry_state(row["node"]) for row in rows]


def load_last(runner: Database | Transaction, map_uid: str, parent_uid: str, kind: str, limit: int) -> list[State]:
    """The last live entries of a list, in order."""
    rows = _run(runner, "load_last", map_uid=map_uid, parent_uid=parent_uid, kind=kind, limit=limit)
    return [entry_state(row["node"]) for row in reversed(rows)]


def load_before(
    runner: Database | Transaction, map_uid: str, parent_uid: str, kind: str, position: float, limit: int
) -> list[State]:
    """The last live entries of a list up to a position, in order."""
    where = {"parent_uid": parent_uid, "kind": kind, "position": position, "limit": limit}
    return [entry_state(row["node"]) for row in reversed(_run(runner, "load_before", map_uid=map_uid, **where))]


class ChangeWriter:
    """Writes elements under one revision, in batches, and keeps the counts."""

    def __init__(self, tx: Transaction, map_uid: str, number: int, at: datetime, batch_size: int) -> None:
        self.number: Final = number
        self._tx = tx
        self._map_uid = map_uid
        self._at = at
        self._batch_size = batch_size
        self._counts: Counter[tuple[str, str]] = Counter()
        self._around: dict[tuple[str, float], None] = {}

    def count(self, parent_uid: str | None, kind: str, change: int) -> None:
        """Note that so many more of a kind are in the map, and in the sub-map if its uid is given."""
        self._counts[self._map_uid, kind] += change
        if parent_uid is not None and parent_uid != self._map_uid:
            self._counts[parent_uid, kind] += change

    def create_entries(self, parent_uid: str, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Entries (kind, properties) of one parent: all but kind, map, parent, revision and times."""
        kinds: dict[str, list[dict[str, Any]]] = {}
        for kind, props in rows:
            kinds.setdefault(kind, []).append(dict(props))
        shared = {"number": self.number, "parent_uid": parent_uid, "at": self._at}
        for kind, made in kinds.items():
            self._batch("create_entries", made, kind=kind, label=LABELS[kind], relation=relation_of(kind), **shared)

    def update_entries(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """New states (uid, changed properties) of live entries; None removes a property."""
        self._batch("update_entries", _set_rows(rows), number=self.number, at=self._at)

    def archive_entries(self, uids: Sequence[str]) -> None:
        """Relabel live entries."""
        self._batch("archive_entries", _uid_rows(uids), number=self.number)

    def restore_entries(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Relabel archived entries back, in states that may differ: (uid, changed properties)."""
        self._batch("restore_entries", _set_rows(rows), number=self.number, at=self._at)

    def archive_sections_of(self, uids: Sequence[str]) -> dict[str, int]:
        """Archive the live sections of documents: how many, by document."""
        return _counted(self._batch("archive_sections_of", _uid_rows(uids), number=self.number))

    def restore_sections_of(self, uids: Sequence[str]) -> dict[str, int]:
        """Bring back the sections that went with their documents: how many, by document."""
        return _counted(self._batch("restore_sections_of", _uid_rows(uids), number=self.number, at=self._at))

    def create_submaps(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Sub-maps by their whole properties, parents before children; ``path`` is set by `set_paths`."""
        made = [
            {"parent_uid": row["parent_uid"], "properties": {**row, "map_uid": self._map_uid, "since": self.number}}
            for row in rows
        ]
        self._batch("create_submaps", made, number=self.number)

    def update_submaps(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """New states (uid, changed properties) of sub-maps, live or archived: they are live afterwards."""
        self._batch("update_submaps", _set_rows(rows), number=self.number)

    def archive_submaps(self, uids: Sequence[str]) -> None:
        """Take sub-maps out of the live ones."""
        self._batch("archive_submaps", _uid_rows(uids), number=self.number)

    def update_map(self, properties: Mapping[str, Any]) -> None:
        """A new state of the map node itself."""
        self._run("update_map", number=self.number, properties=dict(properties))

    def place_entries(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """(uid, kind, new parent's uid) of entries that moved."""
        placed = [{"uid": uid, "parent_uid": parent, "relation": relation_of(kind)} for uid, kind, parent in rows]
        self._batch("place_entries", placed, number=self.number)

    def place_sections(self, rows: Sequence[tuple[str, str]]) -> None:
        """(uid, new parent's uid) of documents that moved, to whose sections that is where they are."""
        self._batch("place_sections", [{"uid": uid, "parent_uid": parent} for uid, parent in rows])

    def note_action(self, parent_uid: str, position: float) -> None:
        """An action came to a place, went from it, or says something else there: those around it are linked anew."""
        self._around[parent_uid, position] = None

    def place_submaps(self, rows: Sequence[tuple[str, str, float]]) -> None:
        """(uid, new parent's uid, position) of sub-maps that moved."""
        placed = [{"uid": uid, "parent_uid": parent, "position": position} for uid, parent, position in rows]
        self._batch("place_submaps", placed, number=self.number)

    def set_paths(self, paths: Mapping[str, str]) -> None:
        """The paths of sub-maps by uid; they may trade places."""
        if paths:
            self._batch("set_paths", [{"uid": uid, "path": None} for uid in paths])
            self._batch("set_paths", [{"uid": uid, "path": path} for uid, path in paths.items()])

    def end_links(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """(uid, link, ref): links of live entries that are no more."""
        self._batch("end_links", _link_rows(rows), number=self.number)

    def begin_links(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """(uid, link, ref): links of live entries to others, live or archived."""
        self._batch("begin_links", _link_rows(rows), number=self.number)

    def begin_next(self, pairs: Sequence[tuple[str, str]]) -> None:
        """(from, to) of actions that follow each other."""
        self._batch("begin_next", [{"from_uid": start, "to_uid": end} for start, end in pairs], number=self.number)

    def finish(self, *, revision: Mapping[str, Any] | None = None, counters: Mapping[str, int] | None = None) -> None:
        """End the revision: its own properties, the last numbers given (``last_todo``), the counts."""
        counts: dict[str, dict[str, Any]] = {}
        for (uid, kind), change in self._counts.items():
            counts.setdefault(uid, {"uid": uid, **dict.fromkeys(_COUNTED, 0)})[kind] = change
        # At the end, when all stands where it shall.
        self._batch("mark_around", [{"parent_uid": uid, "position": position} for uid, position in self._around])
        of_map = counts.pop(self._map_uid, None)
        self._run(
            "finish_revision",
            number=self.number,
            revision=dict(revision or {}),
            counters=dict(counters or {}),
            map_counts=[of_map] if of_map else [],
            submap_counts=list(counts.values()),
        )

    def _batch(self, name: str, rows: Sequence[Mapping[str, Any]], **params: Any) -> list[dict[str, Any]]:
        if not rows:
            return []
        return self._tx.run_batched(_QUERIES[name], list(rows), self._batch_size, map_uid=self._map_uid, **params)

    def _run(self, name: str, **params: Any) -> None:
        self._tx.run(_QUERIES[name], map_uid=self._map_uid, **params)


def relation_of(kind: str) -> str:
    """The relationship from the map or sub-map to an entry of that kind."""
    return "HAS_CONSTRAINT" if kind == "constraint" else "CONTAINS"


def _set_rows(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    return [{"uid": uid, "properties": dict(properties)} for uid, properties in rows]


def _uid_rows(uids: Sequence[str]) -> list[dict[str, Any]]:
    return [{"uid": uid} for uid in uids]


def _link_rows(rows: Sequence[tuple[str, str, str]]) -> list[dict[str, Any]]:
    return [{"uid": uid, "relation": LINKS[link], "ref": ref} for uid, link, ref in rows]


def _counted(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {row["uid"]: int(row["count"]) for row in rows}


def _run(runner: Database | Transaction, name: str, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)
