"""Brings what is derived for search up to what the map says: all of it, or as much as a search can wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.linking import link_pending
from peek_graph.context_map.vectors import NONE_WANTED, MapVectors
from peek_graph.errors import AuthenticationFailed, DatabaseError, DatabaseUnreachable, EmbeddingError
from peek_graph.graph.indexing import VectorState
from peek_graph.records import Progress

PATIENCE: Final = 5.0
"""Seconds that a search waits for another writer of the map to finish."""

MOST_LINKS: Final = 2_000
"""The links that are made while a search waits."""


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What was done and what is left; ``missing`` says why, by leg. ``state`` is the map's afterwards."""

    linked: int
    embedded: int
    left_links: int
    left_vectors: int
    state: VectorState
    missing: Mapping[str, str] = field(default_factory=dict)


def catch_up(
    handle: MapHandle,
    vectors: MapVectors,
    limit: int | None = None,
    report: Callable[[Progress], None] | None = None,
) -> CaughtUp:
    """Link and embed what waits; with ``limit`` at most so many vectors, and `MOST_LINKS` links.

    One query where nothing waits. Two processes may do it at once. What cannot be done, as without an embedder that
    answers, stays for the next time and is said in ``missing``; only a lost connection is an error.
    """
    state = handle.vector_state()
    missing: dict[str, str] = {}
    linked = embedded = taken = 0
    most, seconds = (None, None) if limit is None else (MOST_LINKS, PATIENCE)
    if state.links:
        with _said("graph", missing):
            linked = link_pending(handle, most, report, total=state.links, seconds=seconds)
    if not vectors.wanted:
        missing["vector"] = NONE_WANTED
    elif state.pending and limit != 0:
        with _said("vector", missing):
            filled = vectors.fill(report or _ignore, limit, state, seconds)
            embedded, taken = filled.computed, filled.taken
            missing |= filled.missing
    if linked or taken:
        state = handle.vector_state()
    return CaughtUp(linked, embedded, state.links, state.pending, state, missing)


@contextmanager
def _said(leg: str, missing: dict[str, str]) -> Iterator[None]:
    try:
        yield
    except (DatabaseUnreachable, AuthenticationFailed):
        raise
    except (EmbeddingError, DatabaseError) as error:
        missing[leg] = error.whole


def _ignore(_progress: Progress) -> None:
    """Nobody watches."""
