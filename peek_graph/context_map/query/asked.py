"""What every answer is made with: the map, and the room that there is for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.places import Places
from peek_graph.context_map.status.lines import Marks
from peek_graph.graph import contents, history
from peek_graph.graph.states import State
from peek_graph.graph.status import Frame
from peek_graph.records import Reading, SearchResult, Status

# Entries of these kinds are disputed by others.
_CLAIMS = ("hypothesis", "finding")


class Readable(Protocol):
    """What a map can be asked."""

    def status(self, budget: int | None = None, **options: Any) -> Status:
        """See `ContextMap`."""

    def search(self, query: str, k: int = 10, **filters: Any) -> SearchResult:
        """See `ContextMap`."""

    def read(self, target: str) -> Reading:
        """See `ContextMap`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A map that is asked, as it was when the request came; ``frame`` is its node, with the counts."""

    handle: MapHandle
    map: Readable
    frame: Frame
    places: Places
    count: Callable[[str], int] = field(repr=False)

    @classmethod
    def begin(cls, handle: MapHandle, asked: Readable, count: Callable[[str], int]) -> Asked:
        """MapNotFound if the map was deleted meanwhile."""
        frame = handle.frame()
        return cls(handle, asked, frame, Places(handle.name, contents.submaps(handle.db, handle.uid)), count)

    def room(self, budget: int) -> Room:
        """A budget to fill."""
        return Room(budget, self.count)

    def marks(self, states: list[State]) -> Marks:
        """What is said of entries beside their own words."""
        uids = [state.uid for state in states if state.kind in _CLAIMS]
        against = history.contradicting(self.handle.db, self.handle.uid, self.frame.revision, uids)
        return Marks(self.places.paths, against, self.handle.settings.confidence.doubtful_below)
