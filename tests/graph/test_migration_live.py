"""Maps of schema 1, in which places were known by relationships alone, and of schema 2, in which less was derived."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from peek_graph.context_map.view.fields import content_hash, parse_value
from peek_graph.graph import schema
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.history import states_at
from peek_graph.graph.queries import load_queries
from peek_graph.graph.status import frame
from tests.graph.adhoc import adhoc

pytestmark = pytest.mark.live

QUERIES = load_queries("schema")
MIGRATIONS = load_queries("migrations")
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
    for query in (MIGRATIONS.place_submaps_of_old, MIGRATIONS.place_entries_of_old):
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


@pytest.mark.parametrize(
    "query", [MIGRATIONS.place_submaps_of_old, MIGRATIONS.place_entries_of_old], ids=lambda q: q.name
)
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


SCHEMA_2 = """
CREATE (m:Map {app: 'peek-graph', uid: $uid, name: 'old-' + $uid, revision: 3})
CREATE (d:Entry:Document {map_uid: $uid, uid: 'd', ref: 'D1', kind: 'document', since: 2, parent_uid: 's',
        source_uri: 'a.md', title: 'A', summary: 'of the source'}),
       (:Entry:Document {map_uid: $uid, uid: 'e', ref: 'D2', kind: 'document', since: 2, parent_uid: $uid,
        summary: 'by hand', other_fields: '{"key_points": [{"n": 1}]}'}),
       (g:Archived:Document {map_uid: $uid, uid: 'g', ref: 'D3', kind: 'document', since: 1, until: 3, parent_uid: $uid,
        source_uri: 'b.md', written: ['interpretation'], interpretation: 'kept'}),
       (:Entry:Todo {map_uid: $uid, uid: 't', ref: 'T1', kind: 'todo', since: 2, text: 'buy', parent_uid: $uid}),
       (one:Entry:Section {map_uid: $uid, uid: 'd1', ref: 'D1§1', kind: 'section', since: 2, embedding: [1.0]}),
       (two:Entry:Section {map_uid: $uid, uid: 'd2', ref: 'D1§2', kind: 'section', since: 2, vector_error: 'zeros'}),
       (three:Archived:Section {map_uid: $uid, uid: 'd3', ref: 'D1§3', kind: 'section', since: 1, until: 2}),
       (d)-[:HAS_SECTION {position: 0, since: 2}]->(one), (d)-[:HAS_SECTION {position: 1, since: 2}]->(two),
       (d)-[:HAS_SECTION {position: 2, since: 1, until: 2}]->(three)
"""


def derive(database: Database, uid: str) -> None:
    schema._derive_words(database, uid)
    for name in ("page_of_entries", "page_of_archived_sections"):
        schema._go_through(database, name, uid)


@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_derived_is_filled_in_or_asked_for(
    database: Database, own_uid: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_BATCH", size)
    database.write(adhoc(SCHEMA_2, "write"), uid=own_uid)
    for _ in range(2):  # another process may do the same a moment later
        derive(database, own_uid)
        found = rows(database, own_uid, "MATCH (e {map_uid: $uid}) RETURN e {.*} AS e")
        nodes = {row["e"]["uid"]: row["e"] for row in found}
        assert {uid for uid, e in nodes.items() if e.get("links_pending")} == {"d", "e", "t", "d1", "d2"}
        assert {uid for uid, e in nodes.items() if e.get("vector_pending")} == {"e", "t"}
        assert {uid: e["unsearched"] for uid, e in nodes.items() if "unsearched" in e} == {"d": "yes"}
        assert (nodes["e"]["text"], nodes["g"]["text"], nodes["d"].get("text")) == ("by hand\nn: 1", "kept", None)
        at = {uid: (e["document_uid"], e["place_uid"]) for uid, e in nodes.items() if "document_uid" in e}
        assert at == {"d1": ("d", "s"), "d2": ("d", "s"), "d3": ("d", "s")}


def test_what_was_worked_off_meanwhile_asks_for_no_second_vector(database: Database, own_uid: str) -> None:
    database.write(adhoc(SCHEMA_2, "write"), uid=own_uid)
    derive(database, own_uid)
    done = "MATCH (e:Entry {map_uid: $uid, uid: 't'}) SET e.embedding = [1.0] REMOVE e.vector_pending"
    database.write(adhoc(done, "write"), uid=own_uid)
    derive(database, own_uid)
    found = rows(database, own_uid, "MATCH (e:Entry {map_uid: $uid, vector_pending: true}) RETURN e.uid AS uid")
    assert found == [{"uid": "e"}]


def test_what_is_open_is_counted_for_the_newest_revision(database: Database, own_uid: str) -> None:
    more = "MATCH (m:Map {uid: $uid}) CREATE (m)-[:HAS_REVISION]->(:Revision {map_uid: $uid, number: 3, todo_count: 2})"
    done = "CREATE (:Entry:Todo {map_uid: $uid, uid: 'u', ref: 'T2', kind: 'todo', since: 3, status: 'done'})"
    for statement in (SCHEMA_2, more, done):
        database.write(adhoc(statement, "write"), uid=own_uid)
    derive(database, own_uid)
    database.write(MIGRATIONS.count_open, map_uid=own_uid)
    found = frame(database, own_uid)
    assert found is not None
    assert (found.counts["todo"], found.counts["open_todo"], found.counts["open_question"]) == (2, 1, 0)


def test_full_text_of_schema_2_gives_way(database: Database) -> None:
    database.run_schema(QUERIES.drop_text_english)
    old = (
        "CREATE FULLTEXT INDEX peek_graph_text_english IF NOT EXISTS FOR (n:Entry) "
        "ON EACH [n.map_uid, n.kind, n.title, n.text, n.context]"
    )
    database.run_schema(adhoc(old, "schema"))
    for _ in range(2):
        schema._renew_texts(database)
        found = {row["name"]: row["properties"] for row in database.read(QUERIES.list_indexes)}
        assert {"unsearched", "place_uid", "author"} <= set(found["peek_graph_text_english"])
        assert len({tuple(found[name]) for name in found if name.startswith("peek_graph_text")}) == 3
