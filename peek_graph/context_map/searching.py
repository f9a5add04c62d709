"""Search: full text and vectors, each within the map, fused by rank; a leg that fails is named, not hidden."""

from __future__ import annotations

from collections.abc import Callable

from peek_graph.context_map.fusion import Fused, fuse
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.paths import entry_path
from peek_graph.context_map.vectors import MapVectors
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import AuthenticationFailed, DatabaseError, DatabaseUnreachable, EmbeddingError, InvalidValue
from peek_graph.graph import lucene
from peek_graph.graph import search as legs
from peek_graph.graph.states import LABELS
from peek_graph.records import Hit, SearchResult

# Documents are found through their sections, which carry the title; a hit on both would say everything twice.
_KINDS = tuple(kind for kind in LABELS if kind != "document")
_WITH_VECTORS = ("section",)
_MOST_HITS = 1000


class Searcher:
    """Searches one map."""

    def __init__(self, handle: MapHandle, vectors: MapVectors) -> None:
        self._handle = handle
        self._vectors = vectors

    def search(self, query: str, k: int, archived: bool = False) -> SearchResult:
        """The ``k`` best hits. Any string is a query; one without a word finds nothing and says so.

        With ``archived``, those among what is archived, which is found by its text alone.
        """
        if not 1 <= k <= _MOST_HITS:
            raise InvalidValue(f"k is {k}", f"ask for 1 to {_MOST_HITS} hits")
        terms = lucene.terms_of(query)
        missing: dict[str, str] = {}
        if not terms:
            return SearchResult(self._handle.name, query, (), {"query": "it has no word to search for"})
        if terms.dropped:
            missing["text"] = f"the query is long: {terms.dropped} of its words were left out of full text"
        limit = max(self._handle.settings.search.candidates, k)
        found: dict[str, list[str]] = {}
        if archived:
            self._try(found, missing, "text", lambda: self._by_text(terms.mixed, "archived", limit))
        else:
            self._try(found, missing, "vector", lambda: self._by_vector(query, limit, missing))
            if terms.words:
                self._try(found, missing, "text", lambda: self._by_text(terms.words, "english", limit))
            if terms.grams:
                self._try(found, missing, "text_cjk", lambda: self._by_text(terms.mixed, "cjk", limit))
        fused = fuse(found, self._handle.settings.search.rank_constant)
        return SearchResult(self._handle.name, query, tuple(self._show(fused, k, archived)), missing)

    def _try(
        self, found: dict[str, list[str]], missing: dict[str, str], leg: str, search: Callable[[], list[str]]
    ) -> None:
        # A broken connection is an error of the whole search; a leg's own trouble, as an index that is being made anew,
        # only costs the leg.
        try:
            found[leg] = search()
        except (DatabaseUnreachable, AuthenticationFailed):
            raise
        except (EmbeddingError, DatabaseError) as error:
            missing[leg] = f"{error.message}; {error.hint}" if error.hint else error.message

    def _by_vector(self, query: str, limit: int, missing: dict[str, str]) -> list[str]:
        vector, lacking = self._vectors.embed_query(query)
        if lacking:
            missing["vector"] = lacking
        if vector is None:
            return []
        rows = legs.search_vectors(self._handle.db, self._handle.uid, vector, _WITH_VECTORS, limit)
        return [row.uid for row in rows]

    def _by_text(self, terms: tuple[str, ...], index: legs.TextIndex, limit: int) -> list[str]:
        rows = legs.search_text(self._handle.db, self._handle.uid, terms, index, _KINDS, limit)
        return [row.uid for row in rows]

    def _show(self, fused: list[Fused], k: int, archived: bool) -> list[Hit]:
        best = fused[:k]
        uids = [item.key for item in best]
        shown = legs.show_hits(self._handle.db, self._handle.uid, uids, archived=archived)
        return [self._hit(item, shown[item.key], archived) for item in best if item.key in shown]

    def _hit(self, item: Fused, entry: legs.ShownEntry, archived: bool) -> Hit:
        flags = {
            "stale": entry.stale,
            "doubtful": entry.confidence < self._handle.settings.confidence.doubtful_below,
            "contradicted": entry.contradicted,
            "archived": archived,
        }
        return Hit(
            ref=entry.ref,
            path=_path_of(entry),
            kind=entry.kind,
            title=entry.title,
            text=entry.text,
            pointer=entry.pointer,
            score=item.score,
            legs=item.legs,
            flags=tuple(flag for flag, raised in flags.items() if raised),
        )


def _path_of(entry: legs.ShownEntry) -> str:
    if entry.kind == "section":
        return entry_path(entry.submap, entry.key, entry.ref)
    keys = entry.submap.split(".") if entry.submap else ()
    return str(place_of(keys, entry.kind, key=entry.key, ref=entry.ref))
