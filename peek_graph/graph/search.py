"""The legs of a search, as rows of ``cypher/search.cypher``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from peek_graph.errors import QueryError
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries
from peek_graph.graph.scope import Scope, lucene_query

_QUERIES = load_queries("search")
_INDEXES: Final = {
    "english": "peek_graph_text_english",
    "cjk": "peek_graph_text_cjk",
    "archived": "peek_graph_text_archived",
}
TextIndex = Literal["english", "cjk", "archived"]
# A leg whose index cannot apply a filter looks at more and more of its best, up to so many.
MOST_LOOKED_AT: Final = 20_000
# Full text gives one after the other, so that of as many as these none costs a query of its own.
MOST_TEXTS: Final = 100_000
# So few are compared one by one: some milliseconds, where the index would have to look at most of the map.
_FEW: Final = 2_000
# An approximate index is only exact among its best when it looks at more than it returns.
_BREADTH: Final = 100
# A document with more sections than this is not stood for by its first ones.
_SECTIONS: Final = 50
_DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class Ranked:
    """Uids, best first; ``complete`` is False if a filter left too few of what was looked at."""

    uids: tuple[str, ...]
    complete: bool = True


def search_text(
    db: Database, scope: Scope, terms: Sequence[str], index: TextIndex, limit: int, *, own: bool = False
) -> Ranked:
    """Entries in which any of the terms stands, best first; live ones but for the index ``archived``."""
    given = {"index": _INDEXES[index], "query": lucene_query(scope, terms, own=own)}
    if not scope.is_narrow:
        rows = db.read(_QUERIES["search_text"], map_uid=scope.map_uid, limit=limit, **given)
        return Ranked(tuple(row["uid"] for row in rows if row["score"] > 0))
    rows = db.read(_QUERIES["search_text_within"], most=MOST_TEXTS, limit=limit, **given, **scope.params())
    complete = len(rows) >= limit or not db.read(_QUERIES["more_texts"], most=MOST_TEXTS, **given)[0]["more"]
    return Ranked(tuple(row["uid"] for row in rows), complete)


def search_vectors(db: Database, scope: Scope, vector: Sequence[float], limit: int) -> Ranked:
    """The nearest entries by cosine, best first."""
    if scope.is_beyond_vectors:
        try:
            few = _few(db, scope)
            if few is not None:
                return Ranked(_compared(db, scope, few, vector, limit))
        except QueryError:
            # Full text, which knows the few, is not ready; or one of them has a vector that is none, written by hand.
            # The vector index can do without the first and has left out the second.
            pass
    if db.supports_vector_filter:
        return _search_filtered(db, scope, vector, limit)

    def look(fetch: int) -> tuple[int, list[str]]:
        row = db.read(
            _QUERIES["search_vectors_overfetched"],
            map_uid=scope.map_uid,
            kinds=list(scope.kinds),
            vector=list(vector),
            fetch=fetch,
        )[0]
        return row["seen"], row["uids"]

    return _narrowed(db, scope, look, limit, fetch=max(limit * 2, _BREADTH))


def nearest(db: Database, scope: Scope, vector: Sequence[float], limit: int) -> dict[str, float]:
    """The nearest entries by uid with their cosines, -1 to 1, the highest first."""
    uids = search_vectors(db, scope, vector, limit).uids
    given = {"uids": list(uids), "vector": list(vector), "limit": limit}
    rows = db.read(_QUERIES["compare_vectors"], map_uid=scope.map_uid, **given) if uids else []
    return {row["uid"]: 2 * float(row["score"]) - 1 for row in rows}


def _compared(db: Database, scope: Scope, uids: Sequence[str], vector: Sequence[float], limit: int) -> tuple[str, ...]:
    given = {"uids": list(uids), "vector": list(vector), "limit": limit}
    return tuple(row["uid"] for row in db.read(_QUERIES["compare_vectors"], map_uid=scope.map_uid, **given))


def _search_filtered(db: Database, scope: Scope, vector: Sequence[float], limit: int) -> Ranked:
    name = "search_vectors" if scope.min_confidence is None else "search_trusted_vectors"
    least = {} if scope.min_confidence is None else {"min_confidence": scope.min_confidence}

    def look(fetch: int) -> tuple[int, list[str]]:
        rows = db.read(
            _QUERIES[name],
            map_uid=scope.map_uid,
            kinds=list(scope.kinds),
            vector=list(vector),
            limit=fetch,
            **least,
        )
        return len(rows), [row["uid"] for row in rows]

    return _narrowed(db, scope, look, limit) if scope.is_beyond_vectors else _all(look, limit)


def filter_uids(db: Database, scope: Scope, uids: Sequence[str]) -> list[str]:
    """Those of ``uids`` that are in the scope, in their order."""
    if not uids:
        return []
    kept = {row["uid"] for row in db.read(_QUERIES["filter_uids"], uids=list(uids), **scope.params())}
    return [uid for uid in uids if uid in kept]


def _all(look: Callable[[int], tuple[int, list[str]]], limit: int) -> Ranked:
    return Ranked(tuple(look(limit)[1]))


def _narrowed(
    db: Database,
    scope: Scope,
    look: Callable[[int], tuple[int, list[str]]],
    limit: int,
    *,
    fetch: int | None = None,
) -> Ranked:
    """The first ``limit`` in the scope of what ``look(n)`` gives, asked for more and more until there are enough."""
    fetch = limit if fetch is None else fetch
    while True:
        seen, uids = look(fetch)
        kept = filter_uids(db, scope, uids) if scope.is_narrow else uids
        if len(kept) >= limit or seen < fetch or fetch >= MOST_LOOKED_AT:
            return Ranked(tuple(kept[:limit]), len(kept) >= limit or seen < fetch)
        fetch = min(fetch * 8, MOST_LOOKED_AT)


def _few(db: Database, scope: Scope) -> list[str] | None:
    """Every entry in a scope that holds few; None if they are many."""
    if scope.by_revision:
        rows = db.read(
            _QUERIES["uids_by_revision"],
            map_uid=scope.map_uid,
            kinds=list(scope.kinds),
            since=scope.since or 0,
            until=scope.until,
            limit=_FEW + 1,
        )
    else:
        rows = db.read(
            _QUERIES["search_text"],
            map_uid=scope.map_uid,
            index=_INDEXES["english"],
            query=lucene_query(scope),
            limit=_FEW + 1,
        )
    return filter_uids(db, scope, [row["uid"] for row in rows]) if len(rows) <= _FEW else None


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """What a hit says of itself.

    ``key`` is its own or, of a section, its document's; ``submap`` the keys to where it is, dotted; ``parent``,
    ``previous`` and ``following`` are {uid, ref}; ``apart`` is what tells two of the same words apart.
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
    author: str
    source: str | None
    since: int
    status: str | None
    parent: dict[str, str] | None
    previous: dict[str, str] | None
    following: dict[str, str] | None
    apart: tuple[Any, ...] = ()


def show_hits(db: Database, map_uid: str, uids: Sequence[str], *, archived: bool = False) -> dict[str, ShownEntry]:
    """What the live, or archived, entries of these uids say of themselves, by uid."""
    query = _QUERIES["show_archived" if archived else "show_hits"]
    rows: list[dict[str, Any]] = db.read(query, map_uid=map_uid, uids=list(uids))
    return {row["uid"]: ShownEntry(**{**row, "apart": tuple(row["apart"])}) for row in rows}


def links_of(db: Database, map_uid: str, uids: Sequence[str], fan_out: int) -> list[tuple[str, str]]:
    """What those entries are linked with: (uid, uid of the other), at most ``fan_out`` of each kind of link."""
    rows = db.read(_QUERIES["links_of"], map_uid=map_uid, uids=list(uids), fan_out=fan_out, sections=_SECTIONS)
    return [(row["start"], row["end"]) for row in rows]


def documents_of(db: Database, map_uid: str, uids: Sequence[str]) -> dict[str, str]:
    """The uid of each section's document, and of all others their own."""
    rows = db.read(_QUERIES["documents_of"], map_uid=map_uid, uids=list(uids))
    return {row["uid"]: row["document"] for row in rows}


def standing_for(db: Database, map_uid: str, uids: Sequence[str]) -> dict[str, list[str]]:
    """What a search shows of those entries: themselves, or the first sections of a document that was read."""
    shown: dict[str, list[str]] = {}
    for row in db.read(_QUERIES["standing_for"], map_uid=map_uid, uids=list(uids), sections=_SECTIONS):
        shown.setdefault(row["uid"], []).append(row["shown"])
    return shown


def find_refs(db: Database, map_uid: str, refs: Sequence[str]) -> list[str]:
    """The uids of live entries of these refs, in their order."""
    found = {row["ref"]: row["uid"] for row in db.read(_QUERIES["find_refs"], map_uid=map_uid, refs=list(refs))}
    return [found[ref] for ref in refs if ref in found]


def find_document(db: Database, map_uid: str, name: str, *, archived: bool = False) -> tuple[str, str] | None:
    """The (uid, ref) of the live document, or with ``archived`` of any, of that ref, key or source uri."""
    rows = db.read(_QUERIES["find_document"], map_uid=map_uid, name=name, archived=archived)
    return (rows[0]["uid"], rows[0]["ref"]) if rows else None


def find_places(db: Database, map_uid: str, path: str) -> list[str]:
    """The uids of the sub-map of that dotted path and of all below it."""
    return [row["uid"] for row in db.read(_QUERIES["find_places"], map_uid=map_uid, path=path, below=f"{path}.")]


def find_all_places(db: Database, map_uid: str, path: str) -> list[str]:
    """The uids of the sub-maps, live or archived, that have that dotted path or had it, and of all below them."""
    above = {row["uid"]: row for row in db.read(_QUERIES["list_places"], map_uid=map_uid)}
    keys = path.split(".")
    return [uid for uid in above if _keys_of(uid, above)[: len(keys)] == keys]


def _keys_of(uid: str, above: Mapping[str, Mapping[str, str]]) -> list[str]:
    keys: list[str] = []
    while uid in above and len(keys) < _DEEPEST:
        keys.append(above[uid]["key"])
        uid = above[uid]["parent_uid"]
    return keys[::-1]
