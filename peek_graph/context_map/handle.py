"""What every part of a map works with: the database, which map, its settings, and who is at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from peek_graph.errors import MapNotFound
from peek_graph.graph import maps
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.status import Frame, frame
from peek_graph.settings import Settings

T = TypeVar("T")


class NothingToWrite(Exception):
    """Raised inside a revision that turns out to change nothing: it is rolled back, its number not used."""


@dataclass(frozen=True, slots=True)
class MapHandle:
    """One open map."""

    db: Database
    uid: str
    name: str
    settings: Settings
    author: str

    def row(self) -> maps.MapRow:
        """The map node as it is now; MapNotFound if the map was deleted meanwhile."""
        row = maps.get_map(self.db, self.uid)
        if row is None:
            raise self._gone()
        return row

    def vector_state(self) -> maps.VectorState:
        """The map's embedder and what waits for it; MapNotFound if the map was deleted meanwhile."""
        state = maps.vector_state(self.db, self.uid)
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
        self, work: Callable[[Transaction, maps.RevisionRow], T], *, source: str, reasoning: str
    ) -> tuple[int, T] | None:
        """Run ``work`` as one revision: (its number, the work's result), or None if it raised `NothingToWrite`.

        The map is locked first, so ``work`` reads what no other writer can change until it ends. It may run more than
        once (after a deadlock), so it keeps nothing between runs.
        """

        def transaction(tx: Transaction) -> tuple[int, T]:
            revision = maps.begin_revision(tx, self.uid, maps.RevisionOf(self.author, source, reasoning, now()))
            if revision is None:
                raise self._gone()
            return revision.number, work(tx, revision)

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
