"""Entries straight in the graph, linked as a caller does it: in a transaction of their own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from peek_graph.context_map.mentions.linking import Linked, Named, link, named_in
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.mentions import PendingText
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import LABELS
from tests.graph.adhoc import adhoc

_CREATE = adhoc(
    "UNWIND $rows AS row CREATE (e:Entry:$(row.label)) SET e = row.props "
    "MERGE (r:Revision {map_uid: row.props.map_uid, number: row.props.since})",
    "batch",
)
_CHANGES = load_queries("changes")
_REVISION = adhoc("CREATE (:Revision {map_uid: $map_uid, number: $number})", "write")
_LINKS = adhoc(
    "MATCH (a {map_uid: $map_uid})-[m:MENTIONS]->(b {map_uid: $map_uid}) "
    "RETURN a.uid AS a, b.uid AS b, m.form AS form, m.forms AS forms"
)
_NAMES = adhoc("MATCH (n:Name {map_uid: $map_uid}) RETURN n {.*} AS name ORDER BY n.form, n.entry_uid")
_PENDING = adhoc("MATCH (e:Entry {map_uid: $map_uid, links_pending: true}) RETURN e.uid AS uid ORDER BY uid")


@dataclass
class Graph:
    """A map's entries by a short name each, which is the beginning of their uid."""

    db: Database
    map_uid: str
    texts: dict[str, PendingText] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def add(self, *entries: PendingText) -> Linked:
        number = next(self.numbers)
        rows = [{"label": LABELS[entry.kind], "props": self._props(entry, number)} for entry in entries]
        self.db.write(_CREATE, rows=rows)
        self.texts |= {entry.uid: entry for entry in entries}
        return self.link(*entries)

    def change(self, uid: str, **fields: Any) -> None:
        old = self.texts[uid]
        self.texts[uid] = PendingText(**{name: getattr(old, name) for name in old.__slots__} | fields)
        self.revise("update_entries", uid, **{name: fields[name] for name in fields if name != "aliases"})
        self.link(self.texts[uid])

    def archive(self, uid: str) -> None:
        number = next(self.numbers)
        self.db.write(_REVISION, map_uid=self.map_uid, number=number)
        self.db.write(_CHANGES.archive_entries, map_uid=self.map_uid, number=number, rows=[{"uid": uid}])

    def restore(self, uid: str) -> None:
        self.revise("restore_entries", uid)
        self.link(self.texts[uid])

    def link(self, *entries: PendingText) -> Linked:
        def work(tx: Transaction) -> Linked:
            return link(tx, self.map_uid, entries)

        return self.db.transact(work)

    def named(self, text: str) -> list[Named]:
        return named_in(self.db, self.map_uid, text)

    @property
    def links(self) -> dict[tuple[str, str], str]:
        """(who, whom) -> the form."""
        rows = self.db.read(_LINKS, map_uid=self.map_uid)
        assert all(row["forms"][0] == row["form"] for row in rows)
        found = {(row["a"], row["b"]): row["form"] for row in rows}
        assert len(found) == len(rows)
        return found

    @property
    def names(self) -> list[dict[str, Any]]:
        return [row["name"] for row in self.db.read(_NAMES, map_uid=self.map_uid)]

    @property
    def deferred(self) -> list[str]:
        return [row["uid"] for row in self.db.read(_PENDING, map_uid=self.map_uid)]

    def revise(self, query: str, uid: str, **properties: Any) -> None:
        """A new state of an entry that nobody has linked yet."""
        number = next(self.numbers)
        rows = [{"uid": uid, "properties": properties}]
        self.db.write(_REVISION, map_uid=self.map_uid, number=number)
        self.db.write(_CHANGES[query], map_uid=self.map_uid, number=number, at=datetime.now(UTC), rows=rows)

    def _props(self, entry: PendingText, number: int) -> dict[str, Any]:
        own = {name: getattr(entry, name) or None for name in ("uid", "kind", "title", "key", "text", "document_uid")}
        return {**own, "ref": entry.uid, "map_uid": self.map_uid, "since": number}


def document(uid: str, title: str = "", text: str = "", **more: Any) -> PendingText:
    return PendingText(uid, "document", title=title, text=text, **more)


def finding(uid: str, text: str) -> PendingText:
    return PendingText(uid, "finding", text=text)


@pytest.fixture
def graph(database: Database, own_uid: str) -> Graph:
    return Graph(database, own_uid)


@pytest.fixture
def other_graph(database: Database) -> Iterator[Graph]:
    graph = Graph(database, uuid.uuid4().hex)
    yield graph
    database.driver.execute_query(
        "MATCH (n {map_uid: $uid}) DETACH DELETE n", uid=graph.map_uid, database_=database.database
    )
