import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from peek_graph.errors import ConstraintViolated, SchemaError
from peek_graph.graph import schema
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries
from peek_graph.graph.schema import TEXT_CJK, TEXT_ENGLISH, VECTORS, ensure_schema, rebuild_indexes
from peek_graph.settings import Connection
from tests.graph.adhoc import adhoc

pytestmark = pytest.mark.live

QUERIES = load_queries("schema")
CREATE = adhoc("UNWIND $rows AS row CREATE (n:Entry) SET n = row, n.map_uid = $uid", "batch")
TEXT = adhoc("CALL db.index.fulltext.queryNodes($index, $query) YIELD node RETURN node.uid AS uid ORDER BY uid")
NEAREST = adhoc(
    "CALL db.index.vector.queryNodes($index, 100, $vector) YIELD node, score "
    "WHERE node.map_uid = $uid RETURN node.uid AS uid ORDER BY score DESC"
)
FILTERED = adhoc(
    "CYPHER 25 MATCH (n:Entry) SEARCH n IN (VECTOR INDEX peek_graph_vectors FOR $vector "
    "WHERE n.map_uid = $uid AND n.kind IN $kinds AND n.confidence >= $least LIMIT 3) SCORE AS score "
    "RETURN n.uid AS uid ORDER BY score DESC"
)
PLAIN_VECTORS = QUERIES.index_vectors_plain


@pytest.fixture
def noted(database: Database) -> Iterator[Database]:
    """For tests that write down another state of the schema; the real one is put back."""
    yield database
    database.write(adhoc("MATCH (s:PeekGraphSchema) DELETE s", "write"))
    ensure_schema(database)


def index(database: Database, name: str) -> dict[str, Any]:
    return next(row for row in database.read(QUERIES.list_indexes) if row["name"] == name)


def note(database: Database, version: int, vectors: str) -> None:
    query = adhoc("MATCH (s:PeekGraphSchema) SET s.version = $version, s.vectors = $vectors", "write")
    database.write(query, version=version, vectors=vectors)


def test_all_that_is_made_is_there_and_filled(database: Database) -> None:
    found = database.read(QUERIES.list_indexes)
    made = {query.text.split()[2] for query in QUERIES.values() if query.name.startswith(("unique_", "index_"))}
    made = {name for name in made if name.startswith("peek_graph_")} | {TEXT_ENGLISH, TEXT_CJK, VECTORS}
    made.add(schema.TEXT_ARCHIVED)
    assert {row["name"] for row in found} == made
    assert {row["state"] for row in found} == {"ONLINE"}
    assert len(database.read(QUERIES.list_unique)) == sum(name.startswith("unique_") for name in QUERIES)


def test_when_current_it_costs_one_query(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    read = Database.read

    def counting(self: Database, query: Any, /, **params: Any) -> Any:
        asked.append(query.name)
        return read(self, query, **params)

    monkeypatch.setattr(Database, "read", counting)
    ensure_schema(database)
    assert asked == ["read_schema"]


def test_a_newer_schema_is_refused(noted: Database) -> None:
    note(noted, schema.VERSION + 1, "plain")
    with pytest.raises(SchemaError, match=f"has schema {schema.VERSION + 1}; this peek-graph knows {schema.VERSION}"):
        ensure_schema(noted)


def test_an_older_one_is_brought_up(noted: Database) -> None:
    noted.run_schema(adhoc("DROP INDEX peek_graph_entry_ref IF EXISTS", "schema"))
    note(noted, 0, "plain")
    ensure_schema(noted)
    assert index(noted, "peek_graph_entry_ref")["state"] == "ONLINE"
    assert noted.read(QUERIES.read_schema)[0]["version"] == schema.VERSION


def test_a_plain_vector_index_gives_way_when_the_server_can_filter(noted: Database, own_uid: str) -> None:
    if not noted.supports_vector_filter:
        pytest.skip("this server cannot filter inside a vector index")
    noted.run_schema(QUERIES.drop_vectors)
    noted.run_schema(PLAIN_VECTORS)
    noted.write(CREATE, rows=[{"uid": "a", "kind": "section", "embedding": [1.0, 0.0]}], uid=own_uid)
    note(noted, schema.VERSION, "plain")
    ensure_schema(noted)
    assert index(noted, VECTORS)["properties"] == ["embedding", "map_uid", "kind", "confidence"]
    assert noted.read(NEAREST, index=VECTORS, vector=[1.0, 0.0], uid=own_uid) == [{"uid": "a"}]


def test_a_foreign_index_in_the_way_is_named(noted: Database) -> None:
    same = QUERIES.index_text_english.text.replace(TEXT_ENGLISH, "not_ours")
    noted.run_schema(QUERIES.drop_text_english)
    noted.run_schema(adhoc(same, "schema"))
    try:
        note(noted, 0, "plain")
        with pytest.raises(SchemaError, match=f"index of its own where {TEXT_ENGLISH} belongs"):
            ensure_schema(noted)
    finally:
        noted.run_schema(adhoc("DROP INDEX not_ours IF EXISTS", "schema"))


def test_rebuilt_indexes_find_what_was_there(database: Database, own_uid: str) -> None:
    row = {"uid": "a", "kind": "section", "title": "t", "text": "rebuilt zanzibar", "embedding": [0.5, 0.5, 0.1]}
    database.write(CREATE, rows=[row], uid=own_uid)
    rebuild_indexes(database)
    assert database.read(TEXT, index=TEXT_ENGLISH, query=f"+map_uid:{own_uid} +text:zanzibar") == [{"uid": "a"}]
    assert database.read(NEAREST, index=VECTORS, vector=[0.5, 0.5, 0.1], uid=own_uid) == [{"uid": "a"}]
    expected = "filtered" if database.supports_vector_filter else "plain"
    assert database.read(QUERIES.read_schema) == [{"version": schema.VERSION, "vectors": expected}]


def test_four_processes_at_once(noted: Database, neo4j_connection: Connection) -> None:
    for row in noted.read(QUERIES.list_unique):
        noted.run_schema(adhoc(f"DROP CONSTRAINT {row['name']} IF EXISTS", "schema"))
    for row in noted.read(QUERIES.list_indexes):
        noted.run_schema(adhoc(f"DROP INDEX {row['name']} IF EXISTS", "schema"))
    noted.write(adhoc("MATCH (s:PeekGraphSchema) DELETE s", "write"))
    code = (
        "import json, sys; from peek_graph.graph.database import Database; from peek_graph.settings import Connection\n"
        "from peek_graph.graph.schema import ensure_schema\n"
        "with Database.connect(Connection(*json.load(sys.stdin))) as database:\n"
        "    ensure_schema(database)\n"
    )
    given = json.dumps(
        [neo4j_connection.uri, neo4j_connection.user, neo4j_connection.password, neo4j_connection.database]
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    try:
        # All have been started before the first is told where to connect.
        for process in started:
            assert process.stdin is not None
            process.stdin.write(given)
            process.stdin.close()
            process.stdin = None
        ended = [(process.communicate(timeout=120), process.returncode) for process in started]
    finally:
        for process in started:  # one that hangs or fails leaves none of the others behind
            process.kill()
            process.communicate()
    assert [(out[1], code) for out, code in ended] == [("", 0)] * 4
    assert noted.read(adhoc("MATCH (s:PeekGraphSchema) RETURN count(s) AS count")) == [{"count": 1}]
    test_all_that_is_made_is_there_and_filled(noted)


def test_foreign_nodes_of_our_labels_are_not_bound(database: Database) -> None:
    mark = uuid.uuid4().hex
    foreign = adhoc(
        "UNWIND [1, 2] AS number CREATE (:Map {name: $mark, uid: $mark}), (:Entry {uid: $mark}), "
        "(:SubMap {uid: $mark, path: 'a'}), (:Revision {number: 1, mark: $mark}), (:Document {uid: $mark})",
        "write",
    )
    try:
        database.write(foreign, mark=mark)
    finally:
        database.write(
            adhoc("MATCH (n) WHERE n.uid = $mark OR n.mark = $mark DETACH DELETE n", "write"),
            mark=mark,
        )


def test_a_uid_is_unique_within_its_map(database: Database, own_uid: str) -> None:
    with pytest.raises(ConstraintViolated):
        database.write(CREATE, rows=[{"uid": "a"}, {"uid": "a"}], uid=own_uid)


def test_both_analyzers_read_their_script(database: Database, own_uid: str) -> None:
    rows = [
        {"uid": "en", "kind": "section", "title": "Cells", "text": "Energy densities of batteries"},
        {"uid": "zh", "kind": "section", "title": "电池", "text": "固态电解质的能量密度"},
    ]
    database.write(CREATE, rows=rows, uid=own_uid)

    def found(name: str, words: str) -> list[str]:
        return [row["uid"] for row in database.read(TEXT, index=name, query=f"+map_uid:{own_uid} +text:({words})")]

    assert found(TEXT_ENGLISH, "density battery") == ["en"]
    assert found(TEXT_CJK, "能量密度") == ["zh"]


def test_vectors_of_two_lengths_share_the_index(database: Database, own_uid: str) -> None:
    rows = [
        {"uid": f"{length}-{number}", "kind": kind, "confidence": number / 10, "embedding": vector(length, number)}
        for length, kind in ((384, "section"), (512, "document"))
        for number in range(10)
    ]
    database.write(CREATE, rows=rows, uid=own_uid)
    for length, kind in ((384, "section"), (512, "document")):
        nearest = database.read(NEAREST, index=VECTORS, vector=vector(length, 4), uid=own_uid)
        assert nearest[0] == {"uid": f"{length}-4"}
        assert len(nearest) == 10
        if database.supports_vector_filter:
            found = database.read(FILTERED, vector=vector(length, 4), uid=own_uid, kinds=[kind, "todo"], least=0.5)
            assert [row["uid"] for row in found] == [f"{length}-5", f"{length}-6", f"{length}-7"]
            assert database.read(FILTERED, vector=vector(length, 4), uid=own_uid, kinds=["todo"], least=0.0) == []


def vector(length: int, number: int) -> list[float]:
    return [1.0, number / 10, *([0.01] * (length - 2))]
