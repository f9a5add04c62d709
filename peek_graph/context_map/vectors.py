"""Keeps a map's vectors: what still waits for one, and the query's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from peek_graph.context_map.handle import MapHandle, now
from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.context_map.indexing.embedders import AUTO, NO_MODEL, MapEmbedders
from peek_graph.embedding.base import Embedder
from peek_graph.errors import EmbedderUnavailable
from peek_graph.graph import indexing
from peek_graph.graph.indexing import PendingEntry, VectorState
from peek_graph.records import Progress

# Large enough that sorting by length fills its batches evenly, small enough that memory stays some tens of MB.
_WINDOW: Final = 2048
NONE_WANTED: Final = "embedding.model is 'none': full text only"


@dataclass(frozen=True, slots=True)
class Filled:
    """What filling came to: ``taken`` entries wait no more; ``missing`` says why vectors are lacking, if some are."""

    computed: int
    embedder: str | None
    missing: dict[str, str] = field(default_factory=dict)
    taken: int = 0


class MapVectors:
    """The vectors of one map. ``given`` is an embedder handed in from Python; else settings name one."""

    def __init__(self, handle: MapHandle, given: Embedder | None = None) -> None:
        self._handle = handle
        self._embedders = MapEmbedders(handle, given)

    @property
    def wanted(self) -> bool:
        """Whether settings want vectors at all."""
        return self._embedders.wanted != NO_MODEL

    def check(self) -> None:
        """Refuse, before any work, an embedder that is unknown or not the map's own."""
        row = self._handle.vector_state()
        if not self.wanted:
            return
        try:
            if row.embedder is not None:
                self._embedders.of_map(row)
            elif self._embedders.wanted != AUTO:
                self._embedders.named(self._embedders.wanted)
        except EmbedderUnavailable:
            return  # costs the vectors, which `fill` says; never the sources

    def fill(
        self,
        report: Callable[[Progress], None],
        limit: int | None = None,
        row: VectorState | None = None,
        seconds: float | None = None,
    ) -> Filled:
        """Compute and store the vectors that the map waits for, at most ``limit``; the rest stays for the next time.

        ``row`` is the map's state if it was read just now. With ``seconds``, storing that takes longer, as when another
        writer has the map, is an error.
        """
        row = row or self._handle.vector_state()
        total = row.pending if limit is None else min(row.pending, limit)
        if not self.wanted:
            return Filled(0, None, {"vector": NONE_WANTED})
        if total <= 0:
            return Filled(0, row.embedder)
        computed = done = taken = 0
        missing: dict[str, str] = {}
        name = row.embedder
        try:
            service = self._embedders.decide(row)
            name = service.name
            while pending := self._pending(limit, done):
                texts = [_embedded(entry) for entry in pending]
                embedded = service.embed(texts, progress=_shifted(report, done, total))
                computed += embedded.computed
                done += len(pending)
                # Of what says nothing there is nothing wrong.
                rejected = {index: why for index, why in embedded.rejected.items() if texts[index].strip()}
                stored = self._store(name, pending, embedded.vectors, rejected, seconds)
                taken += stored
                if not stored:
                    break  # the map was handed to another embedder, or another process took this window
                if rejected:
                    missing["vector"] = f"{len(rejected)} entries got no vector: see vector_error on them"
        except EmbedderUnavailable as error:
            missing["vector"] = error.whole
        report(Progress("embed", total, total))
        return Filled(computed, name, missing, taken)

    def embed_query(self, text: str, row: VectorState | None = None) -> tuple[Sequence[float] | None, str | None]:
        """The query's vector, None for a map without vectors, and what the vectors lack, None if they are complete.

        ``row`` is the map's state if it was read just now. Raises EmbeddingError as the reason of a missing leg.
        """
        row = row or self._handle.vector_state()
        if not self.wanted:
            return None, NONE_WANTED
        waiting = f"{row.pending} entries have no vector yet: run `add` or `reindex`" if row.pending else None
        if row.embedder is None:
            return None, waiting
        return [float(x) for x in self._embedders.of_map(row).embed_query(text)], waiting

    def embed_passages(self, texts: Sequence[str]) -> list[Sequence[float] | None]:
        """Vectors of texts as entries get them, in order; None where there is none, as in a map without vectors.

        Raises EmbeddingError. What is computed here is in the cache when an entry with that text is written.
        """
        row = self._handle.vector_state()
        if not self.wanted or row.embedder is None:
            return [None] * len(texts)
        vectors = self._embedders.of_map(row).embed(texts).vectors
        return [None if vector is None else [float(x) for x in vector] for vector in vectors]

    def hand_over(self) -> None:
        """Give the map to the embedder that settings name ('auto' decides anew); every vector is asked for again."""
        wanted = self._embedders.wanted
        self._embedders.hand_over(None if wanted in (AUTO, NO_MODEL) else self._embedders.named(wanted))

    def close(self) -> None:
        """Close the cache's file."""
        self._embedders.close()

    def _pending(self, limit: int | None, done: int) -> list[PendingEntry]:
        size = _WINDOW if limit is None else min(_WINDOW, limit - done)
        return indexing.pending_entries(self._handle.db, self._handle.uid, size) if size > 0 else []

    def _store(
        self,
        name: str,
        pending: Sequence[PendingEntry],
        vectors: Sequence[Any],
        rejected: dict[int, str],
        seconds: float | None = None,
    ) -> int:
        rows = [
            {
                "uid": entry.uid,
                "since": entry.since,
                "title": entry.title,
                "length": entry.length,
                "vector": None if vector is None else vector.tolist(),
                "error": rejected.get(index),
            }
            for index, (entry, vector) in enumerate(zip(pending, vectors, strict=True))
        ]
        size = self._handle.settings.write.batch_size
        return self._handle.db.transact(
            lambda tx: indexing.set_vectors(tx, self._handle.uid, name, now(), rows, size), seconds
        )


def _embedded(entry: PendingEntry) -> str:
    return embedded_text(entry.kind, {"title": entry.title, "text": entry.text, "who": entry.who, "when": entry.when})


def _shifted(report: Callable[[Progress], None], done: int, total: int) -> Callable[[Progress], None]:
    return lambda step: report(Progress("embed", done + step.done, total))
