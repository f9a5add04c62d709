"""What is derived for search, as rows of ``cypher/indexing.cypher``: vectors, contexts, and what waits for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries

_QUERIES = load_queries("indexing")
_SAMPLE_CHARACTERS = 5_000


@dataclass(frozen=True, slots=True)
class VectorState:
    """What a map waits for: ``pending`` entries for their vector, ``links`` for context and mentions.

    ``embedder`` is None until it is decided, ``tentative`` if that was done by few texts.
    """

    embedder: str | None
    dimensions: int | None
    tentative: bool
    pending: int
    links: int


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """An entry that waits for its vector, in the state that began at revision ``since``."""

    uid: str
    kind: str
    title: str
    text: str
    length: int
    who: Any
    when: Any
    since: int


@dataclass(frozen=True, slots=True)
class PendingLinks:
    """An entry whose context and mentions are to be made; ``context`` is what it has, of sections not asked for."""

    uid: str
    kind: str
    title: str
    text: str
    key: str
    aliases: Any
    who: Any
    when: Any
    document_uid: str | None
    context: str | None


def vector_state(db: Database, map_uid: str) -> VectorState | None:
    """What the map waits for, in one query; None if the map is gone."""
    rows = db.read(_QUERIES["pending"], map_uid=map_uid)
    return VectorState(**rows[0]) if rows else None


def take_links(tx: Transaction, map_uid: str, limit: int, at: datetime) -> list[PendingLinks]:
    """Take the map's lock and at most ``limit`` entries that wait for their links; they wait no more."""
    rows = tx.run(_QUERIES["take_links"], map_uid=map_uid, limit=limit, at=at)
    return [
        PendingLinks(**{**row, "title": _text(row["title"]), "text": _text(row["text"]), "key": _text(row["key"])})
        for row in rows
    ]


def around(
    tx: Transaction, map_uid: str, uids: Sequence[str], characters: int
) -> dict[str, tuple[list[str], list[str]]]:
    """By uid of actions, the ends of the texts before them, in order, and the beginnings of those after."""
    rows = tx.run(_QUERIES["around"], map_uid=map_uid, uids=list(uids), characters=characters) if uids else []
    return {row["uid"]: (row["before"][::-1], row["after"]) for row in rows}


def set_contexts(tx: Transaction, map_uid: str, rows: Iterable[Mapping[str, Any]], batch_size: int) -> None:
    """Rows {uid, context}; None for none."""
    if given := list(rows):
        tx.run_batched(_QUERIES["set_contexts"], given, batch_size, map_uid=map_uid)


def pending_entries(db: Database, map_uid: str, limit: int) -> list[PendingEntry]:
    """Entries that wait for a vector, in no order."""
    return [PendingEntry(**row) for row in db.read(_QUERIES["pending_vectors"], map_uid=map_uid, limit=limit)]


def set_vectors(
    tx: Transaction, map_uid: str, embedder: str, at: datetime, rows: Sequence[Mapping[str, Any]], batch_size: int
) -> int:
    """Rows {uid, since, title, length, vector, error}; how many were still wanted and taken."""
    counts = tx.run_batched(_QUERIES["set_vectors"], list(rows), batch_size, map_uid=map_uid, embedder=embedder, at=at)
    return sum(row["count"] for row in counts)


def mark_all_pending(tx: Transaction, map_uid: str) -> int:
    """Ask for every vector of the map anew."""
    return int(tx.run(_QUERIES["mark_all_pending"], map_uid=map_uid)[0]["count"])


def mark_all_links(tx: Transaction, map_uid: str, at: datetime) -> int:
    """Ask for context and mentions of every entry anew."""
    rows = tx.run(_QUERIES["mark_all_links"], map_uid=map_uid, at=at)
    return int(rows[0]["count"]) if rows else 0


def some_texts(db: Database, map_uid: str, limit: int) -> list[str]:
    """The beginnings of texts of some entries, at random."""
    rows = db.read(_QUERIES["some_texts"], map_uid=map_uid, characters=_SAMPLE_CHARACTERS, limit=limit)
    return [row["text"] for row in rows]


def set_embedder(
    tx: Transaction, map_uid: str, embedder: str, dimensions: int, *, tentative: bool = False
) -> tuple[str, int]:
    """Write down the map's embedder unless it has one; the one that holds now, with its dimensions."""
    given = {"embedder": embedder, "dimensions": dimensions, "tentative": tentative}
    rows = tx.run(_QUERIES["set_embedder"], map_uid=map_uid, **given)
    return (rows[0]["embedder"], rows[0]["dimensions"]) if rows else (embedder, dimensions)


def settle_embedder(tx: Transaction, map_uid: str, embedder: str) -> None:
    """The embedder was chosen by few texts, and more of them choose the same."""
    tx.run(_QUERIES["settle_embedder"], map_uid=map_uid, embedder=embedder)


def replace_embedder(
    tx: Transaction,
    map_uid: str,
    embedder: str | None,
    dimensions: int | None,
    *,
    old: str | None = None,
    tentative: bool = False,
) -> bool:
    """Hand the map to another embedder, or with None to the one that the next filling decides on.

    With ``old`` only if it is the map's still, and tentative; False if not.
    """
    given = {"embedder": embedder, "dimensions": dimensions, "old": old, "tentative": tentative}
    return bool(tx.run(_QUERIES["replace_embedder"], map_uid=map_uid, **given))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
