"""Which embedder fills a map: the one that it was given to, held against what settings want."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.embedding.base import Embedder
from peek_graph.embedding.cache import VectorCache
from peek_graph.embedding.choice import choose_embedder
from peek_graph.embedding.registry import make_embedder
from peek_graph.embedding.service import EmbeddingService
from peek_graph.errors import EmbedderMismatch, UnknownEmbedder
from peek_graph.graph import indexing
from peek_graph.graph.database import Transaction
from peek_graph.graph.indexing import VectorState

NO_MODEL: Final = "none"
AUTO: Final = "auto"
_SAMPLE: Final = 200
# A few todos say little about the language of the sources that come later: what they chose is asked again.
_FEW_CHARACTERS: Final = 5_000


class MapEmbedders:
    """The embedders of one map. ``given`` is one handed in from Python; else settings name it."""

    def __init__(self, handle: MapHandle, given: Embedder | None) -> None:
        self._handle = handle
        self._given = given
        self._lock = Lock()
        self._services: dict[str, EmbeddingService] = {}

    @property
    def wanted(self) -> str:
        """The name that settings want: an embedder's, 'auto' or 'none'."""
        return self._given.name if self._given is not None else self._handle.settings.embedding.model

    def named(self, name: str) -> Embedder:
        """The embedder of that name."""
        if self._given is not None and self._given.name == name:
            return self._given
        return make_embedder(name, self._handle.settings.embedding)

    def of_map(self, row: VectorState) -> EmbeddingService:
        """The service of the map's own embedder; EmbedderMismatch if settings want another."""
        name = row.embedder or ""
        if name in self._services and self.wanted in (AUTO, name):
            return self._services[name]
        try:
            embedder = self.named(name if self.wanted == AUTO else self.wanted)
        except UnknownEmbedder as error:
            raise UnknownEmbedder(
                error.message,
                "hand the embedder in with ContextMap.open(…, embedder=…)" if self.wanted == AUTO else error.hint,
            ) from error
        if embedder.name != name or (row.dimensions is not None and embedder.dimensions != row.dimensions):
            raise EmbedderMismatch(
                f"the map {self._handle.name!r} is filled by {name} ({row.dimensions} dimensions), "
                f"not by {embedder.name} ({embedder.dimensions})",
                f"set embedding.model to {name!r} or 'auto', or move the map over with `reindex --embeddings`",
            )
        return self._service(embedder)

    def decide(self, row: VectorState) -> EmbeddingService:
        """The service to fill with: of the map's own embedder, or of one chosen now.

        What another process wrote down first holds. 'auto' chooses anew as long as few texts did.
        """
        if row.embedder is not None and not (row.tentative and self.wanted == AUTO):
            return self.of_map(row)
        name, tentative = self.wanted, False
        if name == AUTO:
            sample = indexing.some_texts(self._handle.db, self._handle.uid, _SAMPLE)
            name, tentative = choose_embedder(sample).name, sum(map(len, sample)) < _FEW_CHARACTERS
        if row.embedder is None:
            embedder = self.named(name)
            self._handle.db.transact(
                lambda tx: indexing.set_embedder(
                    tx, self._handle.uid, embedder.name, embedder.dimensions, tentative=tentative
                )
            )
        elif name != row.embedder:
            self.hand_over(self.named(name), old=row.embedder, tentative=tentative)
        elif not tentative:
            self._handle.db.transact(lambda tx: indexing.settle_embedder(tx, self._handle.uid, name))
        return self.of_map(self._handle.vector_state())

    def hand_over(self, embedder: Embedder | None, *, old: str | None = None, tentative: bool = False) -> None:
        """Give the map to an embedder (None: to the one that is decided on next); all vectors are asked for again.

        With ``old`` only if that is the map's still, and was chosen by few texts.
        """
        name, dimensions = (embedder.name, embedder.dimensions) if embedder else (None, None)

        def work(tx: Transaction) -> None:
            if indexing.replace_embedder(tx, self._handle.uid, name, dimensions, old=old, tentative=tentative):
                indexing.mark_all_pending(tx, self._handle.uid)

        self._handle.db.transact(work)

    def close(self) -> None:
        """Close the cache's file."""
        if self._cache is not None:
            self._cache.close()

    @cached_property
    def _cache(self) -> VectorCache | None:
        return VectorCache() if self._handle.settings.embedding.cache else None

    def _service(self, embedder: Embedder) -> EmbeddingService:
        with self._lock:
            if embedder.name not in self._services:
                size = self._handle.settings.embedding.batch_size
                self._services[embedder.name] = EmbeddingService(embedder, self._cache, size)
            return self._services[embedder.name]
