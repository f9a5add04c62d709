"""Maps of schema 1, in which places were known by relationships alone, brought up to this one."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from peek_graph.context_map.view.fields import content_hash, parse_value
from peek_graph.graph import schema
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.history import states_at
from peek_graph.graph.queries import load_queries
from tests.graph.adhoc import adhoc

pytestmark = pytest.mark.live

QUERIES = load_queries("schema")
TEXTS = ("Only public sources", "  No paid ones ", "e\u0301tudes")
OLD = """
CREATE (m:Map {app: 'peek-graph', uid: $uid, name: 'old-' + $uid, revision: 3, last_constraint: 3})
CREATE (m)-[:HAS_SUBMAP {position: 0}]->(a:SubMap {map_uid: $uid, uid: 'a', key: 'a', path: 'a', since: 1}),
       (m)-[:HAS_SUBMAP {position: 1}]->(:SubMap {map_uid: $uid, uid: 'b', key: 'b', path: 'b', since: 1}),
       (a)-[:HAS_SUBMAP {position: 0}]->(c:SubMap {map_uid: $uid, uid: 'c', key: 'c', path: 'a.c', since: 1}),
       (c)-[:CONTAINS]->(d:Entry:Document {map_uid: $uid, uid: 'd', ref: 'D1', kind: 'document', since: 3}),
       (d)-[:PREVIOUS]->(:Version {map_uid: $uid, uid: 'd', ref: 'D1', kind: 'document', since: 2, until: 3})
WITH m
UNWIND range(1, size($texts)) AS n
CREATE (m)-[:HAS_CONSTRAINT]->(:Entry:Constraint {map_uid: $uid, uid: 'h' + n, ref: 'H' + n, kind: 'constraint',
        text: $texts[n - 1], since: 1})
"""


@pytest.fixture
def old(database: Database, own_uid: str) -> str:
    database.write(adhoc(OLD, "write"), uid=own_uid, texts=list(TEXTS))
    return own_uid


def migrate(database: Database) -> None:
    for query in (QUERIES.place_submaps_of_old, QUERIES.place_entries_of_old):
        database.write(query)
    schema._hash_constraints(database)


def rows(database: Database, uid: str, cypher: str) -> list[dict[str, Any]]:
    return database.read(adhoc(cypher), uid=uid)


def test_places_and_counts_are_what_the_relationships_say(database: Database, old: str) -> None:
    for _ in range(2):  # the second time nothing is left to do
        migrate(database)
        found = rows(database, old, "MATCH (s:SubMap {map_uid: $uid}) RETURN s ORDER BY s.path")
        nodes = [row["s"] for row in found]
        assert [(n["path"], n["parent_uid"], n.get("submap_count")) for n in nodes] == [
            ("a", old, 1),
            ("a.c", "a", None),
            ("b", old, None),
        ]
        node = rows(database, old, "MATCH (m:Map {app: 'peek-graph', uid: $uid}) RETURN m")[0]["m"]
        assert (node["submap_count"], node["last_submap"], node["constraint_count"]) == (3, 3, 3)
        entry = rows(database, old, "MATCH (e:Document {map_uid: $uid, uid: 'd'}) RETURN e")[0]["e"]
        assert (entry["parent_uid"], entry["position"]) == ("c", 1.0)


def test_constraints_are_found_by_what_they_say(database: Database, old: str) -> None:
    migrate(database)
    found = rows(database, old, "MATCH (c:Constraint {map_uid: $uid}) RETURN c.content_hash AS hash ORDER BY c.ref")
    said = [content_hash("constraint", None, parse_value("constraint", text)) for text in TEXTS]
    assert [row["hash"] for row in found] == said


def test_a_former_state_is_read_with_its_place(database: Database, old: str) -> None:
    migrate(database)
    (found,) = states_at(database, old, 2, uids=["d"])
    state = found.state
    assert state is not None
    assert (state.parent_uid, state.position) == ("c", 1.0)


@pytest.mark.parametrize("query", [QUERIES.place_submaps_of_old, QUERIES.place_entries_of_old], ids=lambda q: q.name)
def test_two_at_once_count_once(database: Database, old: str, query: Any) -> None:
    second = threading.Thread(target=database.write, args=(query,))

    def first(tx: Transaction) -> None:
        tx.run(query)
        if not second.ident:
            second.start()
        second.join(0.5)  # it waits for the lock
        assert second.is_alive()

    database.transact(first)
    second.join()
    migrate(database)
    node = rows(database, old, "MATCH (m:Map {app: 'peek-graph', uid: $uid}) RETURN m")[0]["m"]
    assert (node["submap_count"], node["constraint_count"]) == (3, 3)
