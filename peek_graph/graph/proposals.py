"""Proposals, and the passphrase that guards their confirmation, as rows of ``cypher/proposals.cypher``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries

_QUERIES = load_queries("proposals")
Row = Mapping[str, Any]


def open_proposals(runner: Database | Transaction, map_uid: str) -> list[Row]:
    """The proposals that wait, the oldest first."""
    return [row["node"] for row in _run(runner, "open_proposals", map_uid=map_uid)]


def list_proposals(db: Database, map_uid: str) -> list[Row]:
    """All that ever were, the oldest first."""
    return [row["node"] for row in _run(db, "list_proposals", map_uid=map_uid)]


def find_proposal(runner: Database | Transaction, map_uid: str, ref: str) -> Row | None:
    """The proposal of that ref."""
    rows = _run(runner, "find_proposal", map_uid=map_uid, ref=ref)
    return rows[0]["node"] if rows else None


def write_proposals(
    tx: Transaction, map_uid: str, number: int, new: Sequence[Row], changed: Mapping[str, Row], batch_size: int
) -> None:
    """Make proposals from their whole properties, and change others: ref -> properties."""
    for name, rows in (
        ("create_proposals", [dict(row) for row in new]),
        ("update_proposals", [{"ref": ref, "properties": dict(row)} for ref, row in changed.items()]),
    ):
        if rows:
            tx.run_batched(_QUERIES[name], rows, batch_size, map_uid=map_uid, number=number)


def get_passphrase(runner: Database | Transaction, map_uid: str) -> str | None:
    """What a passphrase is checked against."""
    rows = _run(runner, "get_passphrase", map_uid=map_uid)
    return rows[0]["passphrase"] if rows else None


def set_passphrase(db: Database, map_uid: str, old: str | None, new: str | None, at: datetime) -> bool:
    """Replace what passphrases are checked against; False if it is no longer ``old``."""
    return bool(db.write(_QUERIES["set_passphrase"], map_uid=map_uid, old=old, new=new, at=at))


def _run(runner: Database | Transaction, name: str, **params: Any) -> list[dict[str, Any]]:
    query = _QUERIES[name]
    return runner.read(query, **params) if isinstance(runner, Database) else runner.run(query, **params)
