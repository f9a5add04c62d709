"""Sets of entries to be archived or brought back, by page, as rows of ``cypher/archive.cypher``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries

_QUERIES = load_queries("archive")
# Each page looks again at all that the transaction changed, so a few large ones are faster than many small ones.
_PAGE: Final = 10_000
# Of those that are archived without being read, only refs are answered.
_REFS_PAGE: Final = 20_000
_BELOW_ALL: Final = -1.0e308


@dataclass(frozen=True, slots=True)
class Placed:
    """As much of an entry as it takes to archive it or to bring it back."""

    uid: str
    kind: str
    ref: str
    parent_uid: str
    key: str | None
    source_uri: str | None
    position: float
    since: int


@dataclass(frozen=True, slots=True)
class ArchivedSubMap:
    """A sub-map that revision ``until`` archived."""

    uid: str
    key: str
    parent_uid: str
    until: int


@dataclass(frozen=True, slots=True)
class Ancestor:
    """One of the sub-maps in which another is, or that one itself."""

    uid: str
    key: str
    live: bool


@dataclass(frozen=True, slots=True)
class Superseded:
    """An archived entry that others took the place of: (uid, ref, live)."""

    uid: str
    contradicts: tuple[str, ...]
    by: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class ArchivedKind:
    """Entries of one kind and parent that were archived; ``documents`` are the uids of those that are documents."""

    kind: str
    refs: tuple[str, ...]
    documents: tuple[str, ...]


class Pages:
    """Reads the entries of one map by page; what was read may be archived before the next page is asked for."""

    def __init__(self, runner: Database | Transaction, map_uid: str, size: int = _PAGE) -> None:
        self._runner = runner
        self._map_uid = map_uid
        self._size = size

    def of_parent(self, parent_uid: str) -> Iterator[list[Placed]]:
        """All live entries of the map or a sub-map."""
        kind, position, uid = "", _BELOW_ALL, ""
        while page := self._page("page_of_parent", parent_uid=parent_uid, kind=kind, position=position, uid=uid):
            yield page
            if len(page) < self._size:
                return
            kind, position, uid = page[-1].kind, page[-1].position, page[-1].uid

    def finished(self, kind: str, statuses: Collection[str], until: int) -> Iterator[list[Placed]]:
        """Live entries with one of the statuses, in a state from revision ``until`` or before."""
        since, uid = 0, ""
        wanted = {"kind": kind, "statuses": sorted(statuses), "until": until}
        while page := self._page("page_of_finished", **wanted, since=since, uid=uid):
            yield page
            if len(page) < self._size:
                return
            since, uid = page[-1].since, page[-1].uid

    def surplus_actions(self, parents: Sequence[str], keep: int) -> Iterator[list[Placed]]:
        """Actions beyond the newest ``keep`` of each parent."""
        for border in _run(self._runner, "last_surplus_actions", map_uid=self._map_uid, parents=parents, keep=keep):
            position, uid = _BELOW_ALL, ""
            wanted = {
                "parent_uid": border["parent_uid"],
                "last_position": border["position"],
                "last_uid": border["uid"],
            }
            while page := self._page("page_of_actions", **wanted, position=position, uid=uid):
                yield page
                if len(page) < self._size:
                    break
                position, uid = page[-1].position, page[-1].uid

    def archived_in(self, number: int, parents: Sequence[str]) -> Iterator[list[Placed]]:
        """Entries of these parents that a revision archived and that still are."""
        uid = ""
        while page := self._page("page_of_archived_in", number=number, parents=list(parents), uid=uid):
            yield page
            if len(page) < self._size:
                return
            uid = page[-1].uid

    def _page(self, name: str, **params: Any) -> list[Placed]:
        rows = _run(self._runner, name, map_uid=self._map_uid, limit=self._size, **params)
        return [Placed(**row["entry"]) for row in rows]


def archive_all_of(tx: Transaction, map_uid: str, number: int, parent_uid: str) -> Iterator[list[ArchivedKind]]:
    """Archive all live entries of the map or a sub-map in a revision, page by page; sections are left to the caller."""
    while True:
        rows = _run(
            tx, "archive_page_of_parent", map_uid=map_uid, number=number, parent_uid=parent_uid, limit=_REFS_PAGE
        )
        page = [ArchivedKind(row["kind"], tuple(row["refs"]), tuple(row["documents"])) for row in rows]
        if page:
            yield page
        if sum(len(part.refs) for part in page) < _REFS_PAGE:
            return


def first_of_kinds(
    runner: Database | Transaction, map_uid: str, parents: Iterable[str], kinds: Iterable[str]
) -> dict[str, tuple[str, str]]:
    """(kind, ref) of a live entry of one of the kinds, by the uid of the parent that has one."""
    rows = _run(runner, "first_of_kinds", map_uid=map_uid, parents=list(parents), kinds=sorted(kinds))
    return {row["parent_uid"]: (row["kind"], row["ref"]) for row in reversed(rows)}


def count_sections_of(
    runner: Database | Transaction, map_uid: str, uids: Sequence[str], *, archived: bool = False
) -> int:
    """How many sections would go, or with ``archived`` come back, with these documents."""
    name = "count_archived_sections_of" if archived else "count_sections_of"
    return int(_run(runner, name, map_uid=map_uid, uids=list(uids))[0]["count"]) if uids else 0


def archived_submaps(runner: Database | Transaction, map_uid: str, parent_uid: str, key: str) -> list[ArchivedSubMap]:
    """The archived sub-maps that had this key there, the last one first."""
    rows = _run(runner, "archived_submaps", map_uid=map_uid, parent_uid=parent_uid, key=key)
    return [ArchivedSubMap(**row) for row in rows]


def submaps_archived_in(runner: Database | Transaction, map_uid: str, number: int) -> list[ArchivedSubMap]:
    """The sub-maps that a revision archived and that still are."""
    return [ArchivedSubMap(**row) for row in _run(runner, "submaps_archived_in", map_uid=map_uid, number=number)]


def lineage(runner: Database | Transaction, map_uid: str, uid: str) -> list[Ancestor]:
    """A sub-map, live or archived, after all that it is in, the outermost first; none for the map itself."""
    return [Ancestor(**row) for row in _run(runner, "lineage", map_uid=map_uid, uid=uid)]


def superseding(runner: Database | Transaction, map_uid: str, uids: Sequence[str]) -> list[Superseded]:
    """Those of the archived entries that others superseded."""
    rows = _run(runner, "superseding", map_uid=map_uid, uids=list(uids)) if uids else []
    return [
        Superseded(
            row["uid"], tuple(row["contradicts"]), tuple((x["uid"], x["ref"] or "", bool(x["live"])) for x in row["by"])
        )
        for row in rows
    ]


def _run(runner: Database | Transaction, name: str, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)
