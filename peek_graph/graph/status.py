"""What a status shows, as rows of ``cypher/status.cypher``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from peek_graph.graph.database import Database
from peek_graph.graph.maps import MapRow
from peek_graph.graph.queries import load_queries
from peek_graph.records import SubMapInfo

_QUERIES = load_queries("status")
# About what a status of a thousand tokens shows: one page is mostly enough.
_PAGE = 32


@dataclass(frozen=True, slots=True)
class Frame:
    """All of a status but its documents. ``constraints`` are (ref, text)."""

    map: MapRow
    constraints: tuple[tuple[str, str], ...]
    submaps: tuple[SubMapInfo, ...]


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document as a status lists it."""

    ref: str
    title: str
    summary: str
    since: int
    stale: bool
    submap: str | None


def frame(db: Database, map_uid: str) -> Frame | None:
    """The map with its constraints and sub-maps, as of one moment; None if it is gone."""
    for row in db.read(_QUERIES["frame"], map_uid=map_uid):
        return Frame(
            MapRow(**row["map"]),
            tuple((item["ref"], item["text"]) for item in row["constraints"]),
            tuple(SubMapInfo(**item) for item in row["submaps"]),
        )
    return None


def latest_documents(db: Database, map_uid: str) -> Iterator[DocumentLine]:
    """The documents whose state is newest, stale ones after all others, read as far as they are asked for."""
    for stale in (False, True):
        skip = 0
        while True:
            rows = db.read(_QUERIES["latest_documents"], map_uid=map_uid, stale=stale, skip=skip, limit=_PAGE)
            yield from (DocumentLine(**row) for row in rows)
            if len(rows) < _PAGE:
                break
            skip += _PAGE
