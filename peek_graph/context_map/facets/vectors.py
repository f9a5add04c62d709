"""What parts of `ContextMap` share that bring sections back, whose vectors then have to be made anew."""

from __future__ import annotations

from peek_graph.context_map.adding import ProgressCallback
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.vectors import MapVectors
from peek_graph.errors import EmbeddingError
from peek_graph.records import Progress


class KeepsVectors:
    """A map's handle and its vectors."""

    _handle: MapHandle
    _vectors: MapVectors

    def _fill_vectors(self, progress: ProgressCallback | None) -> None:
        """Make the vectors that wait; those that cannot be made now stay for the next `add`, and searches say so."""
        if self._handle.vector_state().pending:
            try:
                self._vectors.fill(progress or _ignore)
            except EmbeddingError:
                return


def _ignore(_progress: Progress) -> None:
    """Nobody watches."""
