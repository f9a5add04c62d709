"""What every part of a map works with: the database, which map, its settings, and who is at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from peek_graph.errors import MapNotFound
from peek_graph.graph import indexing, maps
from peek_graph.graph.changes import ChangeWriter
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.status import Frame, frame
from peek_graph.records import SourceKind
from peek_graph.settings import Settings

T = TypeVar("T")


class NothingToWrite(Exception):
    """Raised inside a revision that turns out to change nothing: it is rolled back, its number not used."""


@dataclass(frozen=True, slots=True)
class Revising:
    """A revision under way, with the map's lock. At its end ``counters`` go to the map and ``noted`` to itself."""

    tx: Transaction
    begun: maps.RevisionRow
    writer: ChangeWriter
    at: datetime
    counters: dict[str, int] = field(default_factory=dict)
    noted: dict[str, Any] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The revision's own."""
        return self.begun.number


@dataclass(frozen=True, slots=True)
class MapHandle:
    """One open map."""

    db: Database
    uid: str
    name: str
    settings: Settings
    author: str

    @property
    def source_kind(self) -> SourceKind:
        """Whether the map was opened for a person, as far as the name says: nothing is decided by it."""
        return "user" if self.author.partition(":")[0] == "user" else "agent"

    def row(self) -> maps.MapRow:
        """The map node as it is now; MapNotFound if the map was deleted meanwhile."""
        row = maps.get_map(self.db, self.uid)
        if row is None:
            raise self._gone()
        return row

    def node(self) -> Mapping[str, Any]:
        """The map node with all its properties; MapNotFound if the map was deleted meanwhile."""
        node = maps.get_node(self.db, self.uid)
        if node is None:
            raise self._gone()
        return node

    def vector_state(self) -> indexing.VectorState:
        """The map's embedder, and what waits for it or for links; MapNotFound if the map was deleted meanwhile."""
        state = indexing.vector_state(self.db, self.uid)
        if state is None:
            raise self._gone()
        return state

    def frame(self) -> Frame:
        """The map node with its constraints and sub-maps; MapNotFound if the map was deleted meanwhile."""
        found = frame(self.db, self.uid)
        if found is None:
            raise self._gone()
        return found

    def revise(
        self,
        work: Callable[[Revising], T],
        *,
        source: str,
        reasoning: str,
        author: str | None = None,
        source_kind: SourceKind = "user",
        request_id: str | None = None,
    ) -> tuple[int, T] | None:
        """Run ``work`` as one revision: (its number, the work's result), or None if it raised `NothingToWrite`.

        The map is locked first, so ``work`` reads what no other writer can change until it ends. It may run more than
        once (after a deadlock), so it keeps nothing between runs.
        """

        def transaction(tx: Transaction) -> tuple[int, T]:
            at = now()
            of = maps.RevisionOf(
                author or self.author, source, reasoning, at, request_id=request_id, source_kind=source_kind
            )
            begun = maps.begin_revision(tx, self.uid, of)
            if begun is None:
                raise self._gone()
            writer = ChangeWriter(tx, self.uid, begun.number, at, self.settings.write.batch_size)
            revising = Revising(tx, begun, writer, at)
            result = work(revising)
            writer.finish(revision=revising.noted, counters=revising.counters)
            return begun.number, result

        try:
            return self.db.transact(transaction)
        except NothingToWrite:
            return None

    def _gone(self) -> MapNotFound:
        return MapNotFound(
            f"the map {self.name!r} is no longer in the database", "it was deleted meanwhile; see `maps`"
        )


def now() -> datetime:
    """The time that revisions carry: UTC, with its zone."""
    return datetime.now(UTC)
