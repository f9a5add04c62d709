"""The legs of one search: each finds entries in its own way, and costs only itself when it fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from peek_graph.context_map.keys import as_key
from peek_graph.context_map.searching.asked import Asked, holds, spellings
from peek_graph.context_map.vectors import MapVectors
from peek_graph.errors import AuthenticationFailed, DatabaseError, DatabaseUnreachable, EmbeddingError
from peek_graph.graph import lucene
from peek_graph.graph import search as graph
from peek_graph.graph.database import Database
from peek_graph.graph.indexing import VectorState
from peek_graph.graph.scope import Scope

# What is meant to the letter is looked for among so many that have its words in a row.
_EXACT = 20


@dataclass(slots=True)
class Legs:
    """What the legs of a search found (uids by leg, best first), what is missing, and how many seconds each took."""

    db: Database
    scope: Scope
    limit: int
    found: dict[str, Sequence[str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    timings: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Adds the time of what is done inside."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.timings[part] = self.timings.get(part, 0.0) + time.perf_counter() - started

    def attempt(self, leg: str, look: Callable[[], Sequence[str]]) -> None:
        """Run a leg; its own trouble, as an index that is being made anew, costs the leg.

        A broken connection is an error of the whole search.
        """
        try:
            with self.timed(leg):
                self.found[leg] = look()
        except (DatabaseUnreachable, AuthenticationFailed):
            raise
        except (EmbeddingError, DatabaseError) as error:
            self.missing[leg] = error.whole

    def by_text(self, leg: str, terms: Sequence[str], index: graph.TextIndex) -> None:
        """Full text."""
        self.attempt(leg, lambda: self._ranked(leg, graph.search_text(self.db, self.scope, terms, index, self.limit)))

    def by_vector(self, query: str, vectors: MapVectors, state: VectorState) -> None:
        """Nearest vectors."""

        def look() -> Sequence[str]:
            with self.timed("embedding"):
                vector, lacking = vectors.embed_query(query, state)
            if lacking:
                self.missing["vector"] = lacking
            if vector is None:
                return ()
            return self._ranked("vector", graph.search_vectors(self.db, self.scope, vector, self.limit))

        self.attempt("vector", look)
        # The time of the embedding is a part of its own.
        self.timings["vector"] -= self.timings.get("embedding", 0.0)

    def exactly(self, asked: Asked, *, archived: bool = False) -> None:
        """Entries of the refs in the query, then those that hold what is meant to the letter, with most of it first."""

        def look() -> Sequence[str]:
            named = [] if archived else [*self._of_refs(asked.refs), *self._of_files(asked.files)]
            # Unfiltered, a document is found by its ref though it is searched by its sections.
            kept = named if self.scope.is_all else graph.filter_uids(self.db, self.scope, named)
            uids = dict.fromkeys(kept)
            return [*uids, *(uid for uid in self._holding(asked.exact, archived) if uid not in uids)]

        if asked.refs or asked.exact:
            self.attempt("exact", look)

    def _of_refs(self, refs: Sequence[str]) -> list[str]:
        return graph.find_refs(self.db, self.scope.map_uid, refs) if refs else []

    def _of_files(self, files: Sequence[str]) -> list[str]:
        uids: list[str] = []
        for name in files:
            for known in (name, as_key(PurePosixPath(name).stem)):
                if document := graph.find_document(self.db, self.scope.map_uid, known):
                    uids += graph.standing_for(self.db, self.scope.map_uid, [document[0]]).get(document[0], [])
                    break
        return uids

    def _holding(self, exact: Sequence[str], archived: bool) -> list[str]:
        candidates: dict[str, None] = {}
        for text in exact:
            phrases = list(dict.fromkeys(filter(None, map(lucene.phrase_of, spellings(text)))))
            has_cjk = any(map(lucene.is_cjk, text))
            index: graph.TextIndex = "archived" if archived else "cjk" if has_cjk else "english"
            candidates |= dict.fromkeys(graph.search_text(self.db, self.scope, phrases, index, _EXACT, own=True).uids)
        if not candidates:
            return []
        shown = graph.show_hits(self.db, self.scope.map_uid, list(candidates), archived=archived)
        held = {
            uid: sum(holds(f"{shown[uid].title}\n{shown[uid].text}", text) for text in exact)
            for uid in candidates
            if uid in shown
        }
        return sorted((uid for uid, count in held.items() if count), key=lambda uid: -held[uid])

    def _ranked(self, leg: str, ranked: graph.Ranked) -> Sequence[str]:
        if not ranked.complete:
            most = graph.MOST_LOOKED_AT if leg == "vector" else graph.MOST_TEXTS
            self.missing[leg] = f"the filter left few of the best {most}: there may be more"
        return ranked.uids
