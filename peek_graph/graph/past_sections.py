"""The sections of a document as they were, and their way back, as rows of ``cypher/history.cypher``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from peek_graph.graph.database import Transaction
from peek_graph.graph.history import states_at
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import State

_QUERIES: Final = load_queries("history")


@dataclass(frozen=True, slots=True)
class PlacedSection:
    """A section in its state at a revision, with its place in the document and the source then."""

    state: State
    position: int
    pointer: str


class PastSections:
    """The sections of one document, be it live or archived, at any revision; brought back under a new one."""

    def __init__(self, tx: Transaction, map_uid: str, document_uid: str, number: int, batch_size: int) -> None:
        self._tx = tx
        self._own: Final = {"map_uid": map_uid, "document_uid": document_uid}
        self._map_uid = map_uid
        self._number = number
        self._batch_size = batch_size

    def places(self, revision: int) -> dict[str, tuple[int, str]]:
        """Position and pointer by uid, in order; also of those that were archived with the document."""
        rows = self._tx.run(_QUERIES["places_at"], **self._own, revision=revision)
        rows.sort(key=lambda row: (row["position"], row["uid"]))
        return {row["uid"]: (row["position"], row["pointer"] or "") for row in rows}

    def at(self, revision: int) -> list[PlacedSection]:
        """Those that the document had at a revision, in order."""
        places = self.places(revision)
        found = states_at(self._tx, self._map_uid, revision, uids=list(places))
        states = {one.uid: one.state for one in found}
        return [PlacedSection(state, *place) for uid, place in places.items() if (state := states.get(uid)) is not None]

    def end_places(self, uids: Iterable[str]) -> None:
        """End the places of archived sections that do not come back with the document."""
        self._batch("end_places", [{"uid": uid} for uid in uids], **self._own, number=self._number)

    def end_order(self, pairs: Iterable[tuple[str, str]]) -> None:
        """End NEXT between these, live or archived."""
        rows = [{"from_uid": start, "to_uid": end} for start, end in pairs]
        self._batch("end_order", rows, map_uid=self._map_uid, number=self._number)

    def restore(self, rows: Sequence[Mapping[str, Any]], at: datetime) -> None:
        """Rows {uid, position, pointer, placed, properties} of archived sections that come back."""
        self._batch("restore_sections", rows, **self._own, number=self._number, at=at)

    def _batch(self, name: str, rows: Sequence[Mapping[str, Any]], **params: Any) -> None:
        if rows:
            self._tx.run_batched(_QUERIES[name], list(rows), self._batch_size, **params)
