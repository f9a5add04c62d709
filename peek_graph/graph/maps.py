"""Maps, sub-maps and revisions as rows of ``cypher/maps.cypher``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries
from peek_graph.records import RevisionInfo, SourceKind, SubMapInfo

_QUERIES = load_queries("maps")


@dataclass(frozen=True, slots=True)
class MapRow:
    """The map node as it is now. ``embedder`` is None until the first vectors are asked for."""

    uid: str
    name: str
    goal: str
    revision: int
    embedder: str | None
    dimensions: int | None
    documents: int
    sections: int


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """A revision that was begun, with the map node as it is under its lock.

    ``done`` is the revision that did the same request before: {number, verdicts, request_hash}.
    """

    number: int
    map: Mapping[str, Any]
    done: Mapping[str, Any] | None

    def last(self, kind: str) -> int:
        """The last number given to an entry of that kind."""
        return int(self.map.get(f"last_{kind}") or 0)


@dataclass(frozen=True, slots=True)
class RevisionOf:
    """Who changes the map, from what, and why."""

    author: str
    source: str
    reasoning: str
    at: datetime
    operations: int = 1
    request_id: str | None = None
    source_kind: SourceKind = "user"


def create_map(tx: Transaction, *, uid: str, name: str, goal: str, home: str, at: datetime) -> bool:
    """Make the map; False if one of that name was there."""
    return bool(tx.run(_QUERIES["create_map"], uid=uid, name=name, goal=goal, home=home, at=at)[0]["uid"] == uid)


def find_map(db: Database, name: str) -> tuple[str, str | None] | None:
    """The uid and the home folder of the map of that name."""
    rows = db.read(_QUERIES["find_map"], name=name)
    return (str(rows[0]["uid"]), rows[0]["home"]) if rows else None


def get_map(db: Database, map_uid: str) -> MapRow | None:
    """The map node; None if it is gone."""
    rows = db.read(_QUERIES["get_map"], map_uid=map_uid)
    return MapRow(**rows[0]) if rows else None


def get_node(runner: Database | Transaction, map_uid: str) -> Mapping[str, Any] | None:
    """The map node with all its properties; None if it is gone."""
    run = runner.read if isinstance(runner, Database) else runner.run
    rows = run(_QUERIES["get_node"], map_uid=map_uid)
    return rows[0]["node"] if rows else None


def begin_revision(tx: Transaction, map_uid: str, revision: RevisionOf) -> RevisionRow | None:
    """Take the map's lock and the next number; None if the map is gone."""
    rows = tx.run(
        _QUERIES["begin_revision"],
        map_uid=map_uid,
        author=revision.author,
        source=revision.source,
        source_kind=revision.source_kind,
        reasoning=revision.reasoning,
        request_id=revision.request_id,
        operations=revision.operations,
        at=revision.at,
    )
    return RevisionRow(**rows[0]) if rows else None


def find_request(db: Database, map_uid: str, request_id: str) -> tuple[int, str] | None:
    """The number of the revision that did a request, and its verdicts as JSON; None if none did."""
    rows = db.read(_QUERIES["find_request"], map_uid=map_uid, request_id=request_id)
    return (int(rows[0]["number"]), str(rows[0]["verdicts"] or "[]")) if rows else None


def list_revisions(db: Database, map_uid: str, limit: int) -> list[RevisionInfo]:
    """The last ``limit`` revisions, newest first."""
    return [RevisionInfo(**row) for row in db.read(_QUERIES["list_revisions"], map_uid=map_uid, limit=limit)]


def find_submap(runner: Database | Transaction, map_uid: str, path: str) -> str | None:
    """The uid of the sub-map of that dotted path."""
    run = runner.read if isinstance(runner, Database) else runner.run
    rows = run(_QUERIES["find_submap"], map_uid=map_uid, path=path)
    return str(rows[0]["uid"]) if rows else None


def list_submaps(db: Database, map_uid: str) -> list[SubMapInfo]:
    """Every sub-map, parents before children."""
    return [SubMapInfo(**row) for row in db.read(_QUERIES["list_submaps"], map_uid=map_uid)]
