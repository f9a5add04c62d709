"""What parts of `ContextMap` share that bring entries in or back, whose vectors and links then have to be made."""

from __future__ import annotations

from peek_graph.context_map.adding import ProgressCallback
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.catching_up import catch_up
from peek_graph.context_map.vectors import MapVectors
from peek_graph.errors import DatabaseError


class KeepsVectors:
    """A map's handle and its vectors."""

    _handle: MapHandle
    _vectors: MapVectors

    def _catch_up(self, progress: ProgressCallback | None) -> None:
        """Make the links and vectors that wait; what cannot be made stays for the next time, and searches say so."""
        try:
            catch_up(self._handle, self._vectors, report=progress)
        except DatabaseError:
            return  # the change itself is written, and what follows from it can be made again
