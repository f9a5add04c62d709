"""Search: full text, vectors and links, each within the map, fused by rank; a leg that fails is named, not hidden."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.catching_up import CaughtUp, catch_up
from peek_graph.context_map.searching.asked import Asked, asked_by
from peek_graph.context_map.searching.folding import folded
from peek_graph.context_map.searching.fusion import Fused, fuse
from peek_graph.context_map.searching.hits import hit_of
from peek_graph.context_map.searching.legs import Legs
from peek_graph.context_map.searching.linked import with_links
from peek_graph.context_map.searching.scoping import scope_of
from peek_graph.context_map.vectors import MapVectors
from peek_graph.errors import InvalidValue
from peek_graph.graph import search as graph
from peek_graph.records import Hit, SearchFilter, SearchResult

_MOST_HITS: Final = 1000
# So many more than wanted are read, for those that are folded into others.
_SPARE: Final = 10
_FEW_EXACT: Final = 5
_ANY: Final = SearchFilter()


class Searcher:
    """Searches one map."""

    def __init__(self, handle: MapHandle, vectors: MapVectors) -> None:
        self._handle = handle
        self._vectors = vectors
        self._settings = handle.settings.search

    def search(self, query: str, k: int, wanted: SearchFilter = _ANY) -> SearchResult:
        """The ``k`` best hits. Any string is a query; one without a word finds nothing and says so.

        With ``archived``, those among what is archived, which is found by its text alone.
        """
        started = time.perf_counter()
        if not (isinstance(k, int) and 1 <= k <= _MOST_HITS):
            raise InvalidValue(f"k is {k}", f"ask for 1 to {_MOST_HITS} hits")
        if not isinstance(query, str):
            raise InvalidValue(f"the query is {query!r:.80}", "give a text")
        asked = asked_by(query)
        by_sections = "document" in wanted.kinds and "section" not in wanted.kinds and not wanted.archived
        scope = scope_of(self._handle, wanted)
        if by_sections:
            # What was read from a source is searched by its sections.
            scope = replace(scope, kinds=(*scope.kinds, "section"))
        if not asked.terms:
            self._handle.vector_state()  # which says if the map is gone
            return SearchResult(self._handle.name, query, (), {"query": "it has no word to search for"})
        legs = Legs(self._handle.db, scope, max(self._settings.candidates, k))
        if asked.terms.dropped:
            legs.missing["text"] = f"the query is long: {asked.terms.dropped} of its words were left out of full text"
        if wanted.archived:
            self._handle.vector_state()  # which says if the map is gone
            legs.by_text("text", asked.terms.mixed, "archived")
            legs.exactly(asked, archived=True)
            ranked = self._fused(legs)
        else:
            ranked = self._live(legs, query, asked)
        with legs.timed("show"):
            if by_sections:
                ranked = self._as_documents(ranked)
            hits = self._show(ranked, k, asked, legs, wanted.archived)
        legs.timings["total"] = time.perf_counter() - started
        return SearchResult(self._handle.name, query, tuple(hits), legs.missing, legs.timings)

    def _live(self, legs: Legs, query: str, asked: Asked) -> list[Fused]:
        with legs.timed("catch_up"):
            caught = catch_up(self._handle, self._vectors, self._settings.catch_up)
        wanted = self._settings.legs
        # In the order in which a tie is decided. Pairs of CJK characters seldom coincide, so they find the one passage
        # better than a small model's vectors (98 against 95 of 100 first hits); for words it is the other way round.
        if "text" in wanted and asked.terms.grams:
            legs.by_text("text_cjk", asked.terms.mixed, "cjk")
        if "vector" in wanted:
            legs.by_vector(query, self._vectors, caught.state)
            self._say_what_waits(legs, caught)
        if "text" in wanted and asked.terms.words:
            legs.by_text("text", asked.terms.words, "english")
        if "text" in wanted:
            legs.exactly(asked)
        ranked = self._fused(legs)
        return with_links(legs, ranked, asked.text, self._settings) if "graph" in wanted else ranked

    def _as_documents(self, ranked: Sequence[Fused]) -> list[Fused]:
        """Each section's document in its place, at its best rank."""
        documents = graph.documents_of(self._handle.db, self._handle.uid, [item.key for item in ranked])
        best: dict[str, Fused] = {}
        for item in ranked:
            key = documents.get(item.key, item.key)
            best.setdefault(key, replace(item, key=key))
        return list(best.values())

    def _fused(self, legs: Legs) -> list[Fused]:
        return fuse(legs.found, self._settings.rank_constant, self._settings.leg_weights)

    def _say_what_waits(self, legs: Legs, caught: CaughtUp) -> None:
        for leg, reason in caught.missing.items():
            said = legs.missing.get(leg, "")
            if reason not in said:
                legs.missing[leg] = f"{said}; {reason}" if said else reason
        if caught.left_links:
            legs.missing.setdefault("graph", f"{caught.left_links} entries are not linked yet: run `reindex`")

    def _show(self, ranked: Sequence[Fused], k: int, asked: Asked, legs: Legs, archived: bool) -> list[Hit]:
        first = {uid: number for number, uid in enumerate(legs.found.get("exact", ()))}
        if asked.is_bare or len(first) <= _FEW_EXACT:
            # What hardly any entry has to the letter is meant; what many have, as `30 %`, is one word among others.
            ranked = sorted(ranked, key=lambda item: first.get(item.key, len(first)))
        best = _falling(ranked)[: k + _SPARE]
        shown = graph.show_hits(self._handle.db, self._handle.uid, [item.key for item in best], archived=archived)
        by_uid = {item.key: item for item in best}
        entries = [shown[item.key] for item in best if item.key in shown]
        doubtful = self._handle.settings.confidence.doubtful_below
        return [
            hit_of(entry, by_uid[entry.uid], similar, doubtful_below=doubtful, archived=archived)
            for entry, similar in folded(entries, k)
        ]


def _falling(ranked: Sequence[Fused]) -> list[Fused]:
    """The ranking with scores that never rise: who sorts hits by score, as LlamaIndex does, must get the same order."""
    highest = list(accumulate((item.score for item in reversed(ranked)), max))[::-1]
    return [replace(item, score=score) for item, score in zip(ranked, highest, strict=True)]
