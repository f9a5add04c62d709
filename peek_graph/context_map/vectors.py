"""Keeps a map's vectors: which embedder fills it, what still waits for a vector, and the query's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any

from peek_graph.context_map.handle import MapHandle, now
from peek_graph.embedding.base import Embedder
from peek_graph.embedding.cache import VectorCache
from peek_graph.embedding.choice import choose_embedder
from peek_graph.embedding.registry import make_embedder
from peek_graph.embedding.service import EmbeddingService
from peek_graph.errors import EmbedderMismatch, EmbedderUnavailable, UnknownEmbedder
from peek_graph.graph import documents, maps
from peek_graph.graph.database import Transaction
from peek_graph.records import Progress

# Large enough that sorting by length fills its batches evenly, small enough that memory stays some tens of MB.
_WINDOW = 2048
_SAMPLE = 200
_NO_MODEL = "none"
_AUTO = "auto"
_NONE_WANTED = "embedding.model is 'none': full text only"


@dataclass(frozen=True, slots=True)
class Filled:
    """What filling came to; ``missing`` says why vectors are lacking, if some are."""

    computed: int
    embedder: str | None
    missing: dict[str, str] = field(default_factory=dict)


class MapVectors:
    """The vectors of one map. ``given`` is an embedder handed in from Python; else settings name one."""

    def __init__(self, handle: MapHandle, given: Embedder | None = None) -> None:
        self._handle = handle
        self._given = given
        self._lock = Lock()
        self._services: dict[str, EmbeddingService] = {}

    def check(self) -> None:
        """Refuse, before any work, an embedder that is unknown or not the map's own."""
        row = self._handle.vector_state()
        if self._wanted == _NO_MODEL:
            return
        try:
            if row.embedder is not None:
                self._service_of(row)
            elif self._wanted != _AUTO:
                self._embedder(self._wanted)
        except EmbedderUnavailable:
            return  # costs the vectors, which `fill` says; never the sources

    def fill(self, report: Callable[[Progress], None]) -> Filled:
        """Compute and store every vector that the map waits for; what cannot be done now stays for the next time."""
        row = self._handle.vector_state()
        total = row.pending
        if self._wanted == _NO_MODEL:
            return Filled(0, None, {"vector": _NONE_WANTED})
        if total == 0:
            return Filled(0, row.embedder)
        computed = done = 0
        missing: dict[str, str] = {}
        name = row.embedder
        try:
            service = self._service_of(row) if name else self._decide()
            name = service.name
            while pending := documents.pending_sections(self._handle.db, self._handle.uid, _WINDOW):
                embedded = service.embed(
                    [embedded_text(section.title, section.text) for section in pending],
                    progress=_shifted(report, done, total),
                )
                computed += embedded.computed
                done += len(pending)
                if not self._store(name, pending, embedded.vectors, embedded.rejected):
                    break  # the map was handed to another embedder, or another process took this window
                if embedded.rejected:
                    missing["vector"] = f"{len(embedded.rejected)} sections got no vector: see vector_error on them"
        except EmbedderUnavailable as error:
            missing["vector"] = f"{error.message}; {error.hint}" if error.hint else error.message
        report(Progress("embed", total, total))
        return Filled(computed, name, missing)

    def embed_query(self, text: str) -> tuple[Sequence[float] | None, str | None]:
        """The query's vector, None for a map without vectors, and what the vectors lack, None if they are complete.

        Raises EmbeddingError as the reason of a missing leg.
        """
        row = self._handle.vector_state()
        if self._wanted == _NO_MODEL:
            return None, _NONE_WANTED
        waiting = f"{row.pending} sections have no vector yet: run `add` or `reindex`" if row.pending else None
        if row.embedder is None:
            return None, waiting
        return [float(x) for x in self._service_of(row).embed_query(text)], waiting

    def hand_over(self) -> None:
        """Give the map to the embedder that settings name ('auto' decides anew); every vector is asked for again."""
        embedder = None if self._wanted in (_AUTO, _NO_MODEL) else self._embedder(self._wanted)

        def work(tx: Transaction) -> None:
            maps.replace_embedder(
                tx, self._handle.uid, embedder.name if embedder else None, embedder.dimensions if embedder else None
            )
            documents.mark_all_pending(tx, self._handle.uid)

        self._handle.db.transact(work)

    def close(self) -> None:
        """Close the cache's file."""
        if self._cache is not None:
            self._cache.close()

    @property
    def _wanted(self) -> str:
        return self._given.name if self._given is not None else self._handle.settings.embedding.model

    @cached_property
    def _cache(self) -> VectorCache | None:
        return VectorCache() if self._handle.settings.embedding.cache else None

    def _embedder(self, name: str) -> Embedder:
        if self._given is not None and self._given.name == name:
            return self._given
        return make_embedder(name, self._handle.settings.embedding)

    def _service(self, embedder: Embedder) -> EmbeddingService:
        with self._lock:
            if embedder.name not in self._services:
                size = self._handle.settings.embedding.batch_size
                self._services[embedder.name] = EmbeddingService(embedder, self._cache, size)
            return self._services[embedder.name]

    def _service_of(self, row: maps.VectorState) -> EmbeddingService:
        """The service of the map's own embedder; EmbedderMismatch if settings want another."""
        name = row.embedder or ""
        if name in self._services and self._wanted in (_AUTO, name):
            return self._services[name]
        try:
            embedder = self._embedder(name if self._wanted == _AUTO else self._wanted)
        except UnknownEmbedder as error:
            raise UnknownEmbedder(
                error.message,
                "hand the embedder in with ContextMap.open(…, embedder=…)" if self._wanted == _AUTO else error.hint,
            ) from error
        if embedder.name != name or (row.dimensions is not None and embedder.dimensions != row.dimensions):
            raise EmbedderMismatch(
                f"the map {self._handle.name!r} is filled by {name} ({row.dimensions} dimensions), "
                f"not by {embedder.name} ({embedder.dimensions})",
                f"set embedding.model to {name!r} or 'auto', or move the map over with `reindex --embeddings`",
            )
        return self._service(embedder)

    def _decide(self) -> EmbeddingService:
        """Choose the map's embedder, once: what another process wrote down first holds."""
        name = self._wanted
        if name == _AUTO:
            sample = documents.pending_sections(self._handle.db, self._handle.uid, _SAMPLE)
            name = choose_embedder(section.text for section in sample).name
        embedder = self._embedder(name)
        held, _ = self._handle.db.transact(
            lambda tx: maps.set_embedder(tx, self._handle.uid, embedder.name, embedder.dimensions)
        )
        return self._service(embedder) if held == embedder.name else self._service_of(self._handle.vector_state())

    def _store(
        self,
        name: str,
        pending: Sequence[documents.PendingSection],
        vectors: Sequence[Any],
        rejected: dict[int, str],
    ) -> int:
        rows = [
            {
                "uid": section.uid,
                "title": section.title,
                "text_hash": section.text_hash,
                "vector": None if vector is None else vector.tolist(),
                "error": rejected.get(index),
            }
            for index, (section, vector) in enumerate(zip(pending, vectors, strict=True))
        ]
        size = self._handle.settings.write.batch_size
        return self._handle.db.transact(lambda tx: documents.set_vectors(tx, self._handle.uid, name, now(), rows, size))


def _shifted(report: Callable[[Progress], None], done: int, total: int) -> Callable[[Progress], None]:
    return lambda step: report(Progress("embed", done + step.done, total))


def embedded_text(title: str, text: str) -> str:
    """What is embedded of a section: title and heading path say who, when and about what; neighbours stay out."""
    return f"{title}\n{text}"
