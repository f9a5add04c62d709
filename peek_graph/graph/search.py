"""The legs of a search, as rows of ``cypher/search.cypher``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from peek_graph.graph import lucene
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries

_QUERIES = load_queries("search")
_INDEXES = {
    "english": "peek_graph_text_english",
    "cjk": "peek_graph_text_cjk",
    "archived": "peek_graph_text_archived",
}
TextIndex = Literal["english", "cjk", "archived"]
# Where the index cannot filter: more neighbours than this are not worth the time of one search.
_MOST_FETCHED = 20_000


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry's uid and one leg's score, higher is better."""

    uid: str
    score: float


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """What a hit says of itself.

    ``key`` is its own or, of a section, its document's; ``submap`` the keys to where it is, dotted.
    """

    uid: str
    ref: str
    kind: str
    title: str
    text: str
    pointer: str | None
    confidence: float
    stale: bool
    contradicted: bool
    key: str | None
    submap: str | None


def search_text(
    db: Database,
    map_uid: str,
    terms: Sequence[str],
    index: TextIndex,
    kinds: Sequence[str],
    limit: int,
) -> list[Scored]:
    """Entries of the map in which any of the terms stands, best first; live ones but for the index ``archived``."""
    query = lucene.scoped_query(terms, map_uid, kinds)
    rows = db.read(_QUERIES["search_text"], map_uid=map_uid, index=_INDEXES[index], query=query, limit=limit)
    return [Scored(**row) for row in rows]


def search_vectors(
    db: Database, map_uid: str, vector: Sequence[float], kinds: Sequence[str], limit: int
) -> list[Scored]:
    """The map's nearest entries by cosine, best first, filtered inside the index where the server can."""
    if db.supports_vector_filter:
        rows = db.read(_QUERIES["search_vectors"], map_uid=map_uid, kinds=list(kinds), vector=list(vector), limit=limit)
        return [Scored(**row) for row in rows]
    # At least 100: an approximate index is only exact among its best when it looks at more than it returns.
    fetch = max(limit * 2, 100)
    while True:
        row = db.read(
            _QUERIES["search_vectors_overfetched"],
            map_uid=map_uid,
            kinds=list(kinds),
            vector=list(vector),
            fetch=fetch,
            limit=limit,
        )[0]
        if len(row["hits"]) >= limit or row["seen"] < fetch or fetch >= _MOST_FETCHED:
            return [Scored(**hit) for hit in row["hits"]]
        fetch = min(fetch * 4, _MOST_FETCHED)


def show_hits(db: Database, map_uid: str, uids: Sequence[str], *, archived: bool = False) -> dict[str, ShownEntry]:
    """What the live, or archived, entries of these uids say of themselves, by uid."""
    query = _QUERIES["show_archived" if archived else "show_hits"]
    rows: list[dict[str, Any]] = db.read(query, map_uid=map_uid, uids=list(uids))
    return {row["uid"]: ShownEntry(**row) for row in rows}
