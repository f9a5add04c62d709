"""Documents and sections as rows of ``cypher/documents.cypher``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.indexing import set_contexts
from peek_graph.graph.queries import load_queries

_QUERIES = load_queries("documents")


@dataclass(frozen=True, slots=True)
class StoredSource:
    """What decides whether a source changed since it was read."""

    uid: str
    ref: str
    source_uri: str
    source_hash: str
    stale: bool
    submap: str | None


@dataclass(frozen=True, slots=True)
class StoredSection:
    """A section of a document as the graph has it; ``position`` is None for an archived one."""

    uid: str
    ref: str
    heading_path: tuple[str, ...]
    title: str
    text: str
    text_hash: str
    pointer: str
    context: str
    position: int | None
    live: bool


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry by its ref, with what reading it back needs."""

    ref: str
    kind: str
    pointer: str | None
    text: str | None
    text_hash: str | None
    source_uri: str | None


def documents_by_uri(runner: Database | Transaction, map_uid: str, uris: Sequence[str]) -> dict[str, StoredSource]:
    """The live documents of those sources, by uri."""
    rows = _run(runner, "documents_by_uri", map_uid=map_uid, uris=list(uris))
    return {row["source_uri"]: StoredSource(**row) for row in rows}


def archived_uris(db: Database, map_uid: str, uris: Sequence[str]) -> set[str]:
    """Those of ``uris`` whose document was archived."""
    return {row["uri"] for row in _run(db, "archived_uris", map_uid=map_uid, uris=list(uris))} if uris else set()


def uris_by_hash(db: Database, map_uid: str, source_hash: str) -> list[str]:
    """Uris of some live documents whose source had these bytes."""
    return [row["source_uri"] for row in _run(db, "documents_by_hash", map_uid=map_uid, hash=source_hash)]


def list_sources(db: Database, map_uid: str, prefix: str = "", page: int = 1000) -> list[str]:
    """The uris of all live documents that begin so."""
    uris: list[str] = []
    while True:
        after = uris[-1] if uris else ""
        rows = _run(db, "sources_below", map_uid=map_uid, prefix=prefix, after=after, limit=page)
        uris += [row["source_uri"] for row in rows]
        if len(rows) < page:
            return uris


def taken_keys(tx: Transaction, map_uid: str, keys: Sequence[str]) -> set[str]:
    """Those of ``keys`` that a document has, archived ones too."""
    return {row["key"] for row in tx.run(_QUERIES["taken_keys"], map_uid=map_uid, keys=list(keys))}


def load_document(tx: Transaction, map_uid: str, uid: str) -> dict[str, Any]:
    """A live document's state as far as its source decides it, or what is derived needs it."""
    return tx.run(_QUERIES["load_document"], map_uid=map_uid, uid=uid)[0]


def load_sections(tx: Transaction, map_uid: str, document_uid: str) -> list[StoredSection]:
    """Every section the document ever had: the live ones in order, then the archived ones."""
    return [
        StoredSection(**{**row, "heading_path": tuple(row["heading_path"])})
        for row in tx.run(_QUERIES["load_sections"], map_uid=map_uid, document_uid=document_uid)
    ]


class SectionWriter:
    """Writes the sections of one document under one revision, in batches."""

    def __init__(
        self, tx: Transaction, map_uid: str, number: int, document_uid: str, at: datetime, batch_size: int
    ) -> None:
        self._tx = tx
        self._at = at
        self._map_uid = map_uid
        self._number = number
        self._document_uid = document_uid
        self._batch_size = batch_size

    def create(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Rows {position, properties}."""
        self._batch("create_sections", rows, number=self._number, document_uid=self._document_uid, at=self._at)

    def update(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Rows {uid, properties}; ``vector_pending`` among the properties asks for a new vector."""
        self._batch("update_sections", rows, number=self._number, at=self._at)

    def archive(self, uids: Sequence[str]) -> None:
        """Relabel sections that are gone from the source."""
        self._batch("archive_sections", [{"uid": uid} for uid in uids], number=self._number)

    def place(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Rows {uid, position, pointer} of sections whose place changed."""
        self._batch("set_positions", rows, number=self._number)

    def set_contexts(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Rows {uid, context}."""
        set_contexts(self._tx, self._map_uid, rows, self._batch_size)

    def end_next(self, pairs: Sequence[tuple[str, str]]) -> None:
        """End the NEXT links of these (from, to) pairs; before `archive`."""
        self._batch("end_next", _pair_rows(pairs), number=self._number)

    def create_next(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Begin NEXT links."""
        self._batch("create_next", _pair_rows(pairs), number=self._number)

    def count(self, change: int) -> None:
        """Keep the document's own count of its sections."""
        if change:
            self._tx.run(
                _QUERIES["add_section_count"], map_uid=self._map_uid, document_uid=self._document_uid, change=change
            )

    def _batch(self, name: str, rows: Sequence[Mapping[str, Any]], **params: Any) -> None:
        if rows:
            self._tx.run_batched(_QUERIES[name], list(rows), self._batch_size, map_uid=self._map_uid, **params)


def outline(db: Database, map_uid: str, ref: str, limit: int) -> dict[str, Any]:
    """A live document: title, summary, key_points, source_hash, count and first sections {ref, heading_path, start}."""
    return _run(db, "outline", map_uid=map_uid, ref=ref, limit=limit)[0]


def find_entry(db: Database, map_uid: str, ref: str) -> tuple[FoundEntry, bool] | None:
    """The entry of that ref and whether it is live; None if there never was one."""
    for name, live in (("find_entry", True), ("find_archived", False)):
        if rows := _run(db, name, map_uid=map_uid, ref=ref):
            return FoundEntry(**rows[0]), live
    return None


def nearest_refs(db: Database, map_uid: str, prefix: str, limit: int = 5) -> list[str]:
    """Live refs that begin so."""
    return [row["ref"] for row in _run(db, "nearest_refs", map_uid=map_uid, prefix=prefix, limit=limit)]


def _run(runner: Database | Transaction, name: str, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)


def _pair_rows(pairs: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"from_uid": start, "to_uid": end} for start, end in pairs]
