from __future__ import annotations

import asyncio
import json
import logging
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import MetadataMode, NodeWithScore

from peek_graph.context_map import ContextMap
from peek_graph.errors import DatabaseError, InvalidValue, QueryError
from peek_graph.integrations.llama_index import CypherRetriever
from tests.context_map.conftest import Project
from tests.integrations.llama_index.conftest import add

pytestmark = pytest.mark.live


def query(name: str, body: str, params: str = "map_uid", mode: str = "read") -> str:
    return f"// name: {name}({params})\n// mode: {mode}\n// Says what it does.\n{body}\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def columns(nodes: list[NodeWithScore], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(node.metadata[name] for name in names) for node in nodes]


def test_open_todos_come_by_phase(library: ContextMap) -> None:
    nodes = CypherRetriever(library, "list_open_todos").retrieve("what is to be done?")
    assert columns(nodes, "phase", "submap", "ref", "status", "priority") == [
        ("market.survey", "market.survey", "T1", "open", 1),
        (None, "market", "T2", "open", None),
        (None, None, "T3", "open", None),
    ]
    assert nodes[0].text.splitlines()[:4] == [
        "phase: market.survey",
        "phase_title: Survey",
        "submap: market.survey",
        "ref: T1",
    ]
    assert nodes[0].node.get_content(MetadataMode.LLM) == nodes[0].text
    assert {node.score for node in nodes} == {1.0}


def test_a_phase_holds_the_todos_of_what_is_below_it(battery: ContextMap) -> None:
    battery.add_submap("calls", parent="market.survey")
    battery.note("todo", "Call on Monday", submap="market.survey.calls")
    rows = battery.query("list_open_todos").rows
    assert [row["phase"] for row in rows if row["ref"] == "T5"] == ["market.survey"]
    battery.archive("sub_maps.market.sub_maps.survey")
    assert [row["ref"] for row in battery.query("list_open_todos").rows] == ["T2", "T3"]


def test_the_way_from_a_finding_to_its_source(battery: ContextMap, project: Project) -> None:
    retriever = CypherRetriever(battery, "trace_to_sources")
    nodes = retriever.retrieve("What does F2 rest on? And F3, and F2 again?")
    section = battery.why("F1").supported_by[0].ref
    assert columns(nodes, "ref", "way", "source", "stale") == [("F2", ["F2", "F1", section], "cells.md", False)]
    assert nodes[0].metadata["pointer"] == battery.why("F1").supported_by[0].pointer
    assert "Sulfide electrolytes raise" in nodes[0].metadata["passage"]
    assert f"way: F2, F1, {section}" in nodes[0].text
    assert retriever.retrieve("what do we know?") == []
    battery.apply([{"op": "unlink", "path": "F2", "relation": "supported_by", "to": "F1"}])
    assert retriever.retrieve("F2") == []
    given = CypherRetriever(battery, "trace_to_sources", {"refs": ["F1"]}).retrieve("whatever")
    assert columns(given, "ref") == [("F1",)]


def test_circles_and_millions_of_ways_end(battery: ContextMap) -> None:
    """Ten layers of six findings, each resting on all six below: 60 million ways, and a circle."""
    layers = [["F1", "F2", "F3"], *([f"F{4 + 6 * layer + n}" for n in range(6)] for layer in range(10))]
    operations = [
        add("working_memory.findings", {"text": f"Finding {ref}", "supported_by": below})
        for below, layer in pairwise(layers)
        for ref in layer
    ]
    assert battery.apply([*operations, {"op": "link", "path": "F1", "relation": "supported_by", "to": "F63"}]).changed
    rows = battery.query("trace_to_sources", {"refs": ["F63", "F1"]}, seconds=10).rows
    section = battery.why("F1").supported_by[0].ref
    assert [(row["ref"], row["way"][-1], len(row["way"])) for row in rows] == [("F1", section, 2), ("F63", section, 12)]


def test_what_is_stale_and_what_rests_on_it(battery: ContextMap, project: Project) -> None:
    assert battery.query("list_stale_entries").rows == ()
    (project.folder / "cells.md").unlink()
    battery.add(".")
    nodes = CypherRetriever(battery, "list_stale_entries").retrieve("what is stale?")
    assert columns(nodes, "ref", "kind", "source", "because") == [
        ("D1", "document", "cells.md", []),
        ("F1", "finding", None, ["D1"]),
    ]


def test_another_map_is_not_seen(library: ContextMap, project: Project) -> None:
    other = project.map()
    assert CypherRetriever(other, "list_open_todos").retrieve("") == []
    assert CypherRetriever(other, "trace_to_sources").retrieve("F1") == []


def test_queries_say_what_they_do(library: ContextMap) -> None:
    infos = {info.name: info for info in library.queries()}
    assert set(infos) == {"list_open_todos", "list_stale_entries", "trace_to_sources"}
    assert infos["trace_to_sources"].params == ("refs",)
    assert infos["list_open_todos"].description.startswith("Open todos by phase.")
    assert CypherRetriever(library, "list_open_todos").description == infos["list_open_todos"].description


def test_a_folder_of_ones_own(library: ContextMap, own: Path) -> None:
    (own / "mine.cypher").write_text(
        query(
            "find_by_word",
            "MATCH (e:Entry {map_uid: $map_uid, kind: $kind}) WHERE e.text CONTAINS $query\n"
            "RETURN e.ref AS ref, e AS node",
            "map_uid, kind, query",
        )
    )
    retriever = CypherRetriever(library, "find_by_word", {"kind": "todo"}, folder=own)
    nodes = retriever.retrieve("annual report")
    assert columns(nodes, "ref") == [("T2",)]
    node = nodes[0].metadata["node"]
    assert node["text"] == "Read the annual report of the market leader"
    assert isinstance(node["created_at"], str)
    assert "embedding" not in node
    assert json.loads(json.dumps(nodes[0].node.to_dict()))
    assert "find_by_word" in [info.name for info in library.queries(own)]
    assert retriever.retrieve("' OR true //") == []
    assert [found.node_id for found in retriever.retrieve("annual report")] == [nodes[0].node_id]


def test_every_type_becomes_json(library: ContextMap, own: Path) -> None:
    (own / "types.cypher").write_text(
        query(
            "all_types",
            "MATCH p = (m:Map {uid: $map_uid})-[r:HAS_REVISION]->(:Revision {number: 1})\n"
            "RETURN date('2026-01-02') AS day, datetime('2026-01-02T03:04:05Z') AS at, time('03:04') AS time,\n"
            "duration('P1D') AS long, point({x: 1, y: 2}) AS point, 0.0 / 0.0 AS nan, 1.0 / 0.0 AS inf, r AS rel,\n"
            "p AS path, null AS nothing, [] AS none, {a: [1, {b: date('2026-01-02')}]} AS deep, 2^60 AS large,\n"
            "true AS yes, '' AS empty",
        )
    )
    node = CypherRetriever(library, "all_types", folder=own).retrieve("")[0].node
    again = json.loads(json.dumps(node.metadata, allow_nan=False))
    assert again == node.metadata
    assert again["deep"] == {"a": [1, {"b": "2026-01-02"}]}
    assert (again["day"], again["at"], again["nan"], again["inf"]) == (
        "2026-01-02",
        "2026-01-02T03:04:05+00:00",
        "nan",
        "inf",
    )
    lines = node.text.splitlines()
    assert "day: 2026-01-02" in lines
    assert "yes: True" not in lines
    assert not any(line.startswith(("nothing", "none", "empty")) for line in lines)


@pytest.mark.parametrize(
    "body",
    [
        "MATCH (e:Entry {map_uid: $map_uid}) SET e.text = 'gone' RETURN e.ref AS ref",
        "MATCH (e:Entry {map_uid: $map_uid}) DETACH DELETE e",
        "CREATE (:Entry {map_uid: $map_uid})",
        "MATCH (m:Map {uid: $map_uid}) CALL db.create.setNodeVectorProperty(m, 'v', [1.0]) RETURN 1 AS x",
    ],
)
def test_a_query_that_writes_is_refused_by_the_server(library: ContextMap, own: Path, body: str) -> None:
    (own / "bad.cypher").write_text(query("write_it", body))
    before = library.to_dict()
    with pytest.raises(QueryError, match="write_it") as caught:
        CypherRetriever(library, "write_it", folder=own).retrieve("")
    assert "may only read" in str(caught.value.hint)
    assert library.to_dict() == before


def test_wrong_names_and_parameters_are_told_at_once(library: ContextMap) -> None:
    with pytest.raises(QueryError, match="no query 'list_open_todo'") as caught:
        CypherRetriever(library, "list_open_todo")
    assert "list_open_todos" in str(caught.value.hint)
    with pytest.raises(QueryError, match="no query '想'") as caught:
        library.query("想")
    assert "trace_to_sources" in str(caught.value.hint)
    with pytest.raises(QueryError, match="no parameter 'refs'") as caught:
        CypherRetriever(library, "list_open_todos", {"refs": ["F1"]})
    assert caught.value.hint == "list_open_todos takes no parameters"
    with pytest.raises(QueryError, match="'refs' of trace_to_sources is missing"):
        library.query("trace_to_sources")
    with pytest.raises(QueryError, match="no parameter 'map_uid'"):
        library.query("list_open_todos", {"map_uid": "another"})
    with pytest.raises(InvalidValue, match="limit is 0"):
        library.query("list_open_todos", limit=0)
    with pytest.raises(InvalidValue, match="seconds is 0"):
        library.query("list_open_todos", seconds=0)
    with pytest.raises(InvalidValue, match="half a surrogate pair"):
        library.query("trace_to_sources", {"refs": ["\ud800"]})


def test_rows_beyond_the_limit_are_left_and_it_is_said(library: ContextMap, caplog: pytest.LogCaptureFixture) -> None:
    found = library.query("list_open_todos", limit=2)
    assert ([row["ref"] for row in found.rows], found.complete) == (["T1", "T2"], False)
    assert library.query("list_open_todos", limit=3).complete
    with caplog.at_level(logging.WARNING):
        assert len(CypherRetriever(library, "list_open_todos", limit=2).retrieve("")) == 2
    assert "more than 2 rows" in caplog.text


def test_a_query_that_takes_too_long_is_ended(library: ContextMap, own: Path) -> None:
    (own / "slow.cypher").write_text(
        query(
            "count_long",
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count($map_uid + a + b) AS n",
        )
    )
    with pytest.raises(DatabaseError, match="count_long"):
        CypherRetriever(library, "count_long", folder=own, seconds=0.5).retrieve("")


def test_it_runs_in_one_event_loop_after_the_other(library: ContextMap) -> None:
    retriever = CypherRetriever(library, "list_open_todos")
    first, second = asyncio.run(retriever.aretrieve("")), asyncio.run(retriever.aretrieve(""))
    assert columns(first, "ref") == columns(second, "ref") == [("T1",), ("T2",), ("T3",)]
