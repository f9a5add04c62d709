"""What can be deleted of a map's past, as rows of ``cypher/prune.cypher``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import LINKS

_QUERIES = load_queries("prune")
Rows: TypeAlias = Sequence[Mapping[str, Any]]
# With their properties and relationships: a document may have thousands.
_PAGE: Final = 500
_TYPES: Final = ("CONTAINS", "HAS_CONSTRAINT", "HAS_SUBMAP", "HAS_SECTION", "NEXT", *LINKS.values())


@dataclass(frozen=True, slots=True)
class Condemned:
    """What of a map ended at revision ``before`` or earlier, but for the ``kept``, which others link to."""

    map_uid: str
    before: int
    kept: tuple[str, ...]

    @classmethod
    def of(cls, runner: Database | Transaction, map_uid: str, before: int) -> Condemned:
        """As it is now."""
        query = _QUERIES["kept_nodes"]
        run = runner.read if isinstance(runner, Database) else runner.run
        kept: dict[str, None] = {}
        for _ in range(2):
            kept |= {row["uid"]: None for row in run(query, map_uid=map_uid, before=before, kept=list(kept))}
            if not kept:
                break
        return cls(map_uid, before, tuple(kept))

    def nodes(self, db: Database) -> Iterator[dict[str, Any]]:
        """Archived nodes: {uid, labels, properties, relationships}."""
        uid = ""
        while rows := self._read(db, "condemned_nodes", kept=list(self.kept), uid=uid):
            yield from rows
            uid = rows[-1]["uid"]

    def versions(self, db: Database) -> Iterator[dict[str, Any]]:
        """Versions: {uid, since, labels, properties, relationships}."""
        uid, since, at = "", -1, ""
        while rows := self._read(db, "condemned_versions", kept=list(self.kept), uid=uid, since=since, id=at):
            yield from rows
            uid, since, at = rows[-1]["uid"], rows[-1]["since"], rows[-1]["id"]

    def relationships(self, db: Database) -> Iterator[dict[str, Any]]:
        """Relationships between nodes that stay: {type, properties, start, end}."""
        uid = ""
        while rows := self._read(db, "condemned_relationships", kept=list(self.kept), types=list(_TYPES), uid=uid):
            for row in rows:
                yield from row["relationships"]
            uid = rows[-1]["uid"]

    def delete_nodes(self, tx: Transaction, at: datetime, rows: Rows) -> dict[str, int]:
        """Delete those {uid} of the archived nodes; how many, by kind."""
        found = self._delete(tx, "delete_nodes", at, rows, kept=list(self.kept))
        return {row["kind"]: int(row["count"]) for row in found}

    def delete_versions(self, tx: Transaction, at: datetime, rows: Rows) -> int:
        """Delete those {uid, since} of the Versions; how many."""
        return int(self._delete(tx, "delete_versions", at, rows)[0]["count"])

    def delete_relationships(self, tx: Transaction, at: datetime, rows: Rows) -> int:
        """Delete those {type, from_uid, to_uid, since} of the relationships; how many."""
        return int(self._delete(tx, "delete_relationships", at, rows)[0]["count"])

    def _read(self, db: Database, name: str, **params: Any) -> list[dict[str, Any]]:
        return db.read(_QUERIES[name], map_uid=self.map_uid, before=self.before, limit=_PAGE, **params)

    def _delete(self, tx: Transaction, name: str, at: datetime, rows: Rows, **params: Any) -> list[dict[str, Any]]:
        return tx.run(_QUERIES[name], map_uid=self.map_uid, before=self.before, at=at, rows=list(rows), **params)


def delete_begun(tx: Transaction, map_uid: str, at: datetime) -> bool:
    """Delete a map that has but its first revision; whether it was."""
    return bool(tx.run(_QUERIES["delete_begun"], map_uid=map_uid, at=at))


def set_pruned_before(tx: Transaction, map_uid: str, before: int) -> None:
    """Note that no earlier revision can be read any more."""
    tx.run(_QUERIES["set_pruned_before"], map_uid=map_uid, before=before)
