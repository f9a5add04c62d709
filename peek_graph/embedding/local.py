"""Embedders that run in this process: loaded at first use, one text a thread on every core."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from peek_graph.embedding.base import Vector

_MOST_THREADS = 16  # a thread takes some 40 MB for a text of 512 tokens


class LoadedModel(Protocol):
    """A model in memory; both methods are called from many threads at once."""

    def passage(self, text: str) -> Vector:
        """The vector of a passage, at length 1."""

    def query(self, text: str) -> Vector:
        """The vector of a query, at length 1."""


class LocalEmbedder:
    """An embedder whose dimensions are known before its model is loaded.

    Every text runs alone. Batches save nothing on a CPU (padding costs more than they gain), take more memory, and
    with dynamically quantised weights a text's vector would depend on which others were beside it in the batch.
    """

    def __init__(self, name: str, dimensions: int, load: Callable[[], LoadedModel], threads: int | None = None) -> None:
        self.name = name
        self.dimensions = dimensions
        self._load = load
        self._threads = threads or min(_usable_cores(), _MOST_THREADS)
        self._lock = threading.Lock()
        self._model: LoadedModel | None = None
        self._pool: ThreadPoolExecutor | None = None

    def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector a text, in order."""
        model, pool = self._ready()
        try:
            vectors = pool.map(model.passage, texts)
        except RuntimeError:  # the interpreter ends, and what waited for that is still embedded
            return [model.passage(text) for text in texts]
        return list(vectors)

    def embed_query(self, text: str) -> Vector:
        """The vector of a query."""
        return self._ready()[0].query(text)

    def _ready(self) -> tuple[LoadedModel, ThreadPoolExecutor]:
        with self._lock:
            if self._model is None:  # a failed load is tried again at the next call: the network may be back
                self._model = self._load()
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix=self.name)
            return self._model, self._pool


def _usable_cores() -> int:
    # A container or `taskset` may leave fewer than the machine has; not every system can tell.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
