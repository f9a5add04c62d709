from __future__ import annotations

import asyncio
import json
import logging
import threading
from typing import Any

import pytest
from llama_index.core.schema import MetadataMode, NodeRelationship, TextNode
from llama_index.core.vector_stores.types import MetadataFilters

from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue
from peek_graph.integrations.llama_index import PeekGraphRetriever
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def by_ref(nodes: list[Any]) -> dict[str, Any]:
    return {node.metadata["ref"]: node for node in nodes}


def refs(opened: ContextMap, query: str, **options: Any) -> set[str]:
    return set(by_ref(PeekGraphRetriever(opened, **options).retrieve(query)))


def filters(*given: tuple[str, str, Any], condition: str = "and") -> MetadataFilters:
    dicts = [{"key": key, "operator": operator, "value": value} for key, operator, value in given]
    return MetadataFilters.from_dicts(dicts, condition=condition)  # type: ignore[arg-type]


def test_a_hit_is_a_node_that_knows_where_it_stands(library: ContextMap) -> None:
    hits = {hit.ref: hit for hit in library.search("dendrites at high current").hits}
    nodes = by_ref(PeekGraphRetriever(library).retrieve("dendrites at high current"))
    assert set(nodes) == set(hits)
    found = next(node for node in nodes.values() if "Dendrites grow" in node.text)
    hit = hits[found.metadata["ref"]]
    assert isinstance(found.node, TextNode)
    assert (found.node_id, found.score) == (hit.uid, hit.score)
    assert found.text == f"{hit.title}\n{hit.text}"
    assert found.metadata == {
        "ref": hit.ref,
        "path": hit.path,
        "kind": "section",
        "pointer": hit.pointer,
        "confidence": 0.8,
        "flags": None,
        "submap": "chemistry",
        "source": "cells.md",
        "author": hit.author,
        "since": hit.since,
        "status": None,
    }
    assert found.node.ref_doc_id == found.node.parent_node.node_id
    assert found.node.source_node.metadata == {"ref": "D1"}
    before = next(node for node in nodes.values() if "Sulfide electrolytes raise" in node.text)
    assert found.node.prev_node.node_id == before.node_id
    assert before.node.next_node.node_id == found.node_id
    assert NodeRelationship.NEXT not in found.node.relationships


def test_a_model_reads_ref_and_pointer_but_is_embedded_by_words_alone(library: ContextMap) -> None:
    found = next(iter(PeekGraphRetriever(library, 1, kinds="section").retrieve("dendrites at high current")))
    told = found.node.get_content(MetadataMode.LLM)
    assert f"ref: {found.metadata['ref']}\n" in told
    assert f"pointer: {found.metadata['pointer']}\n" in told
    assert told.endswith(found.text)
    assert "None" not in told
    assert found.node.get_content(MetadataMode.EMBED) == found.text


def test_flags_of_doubtful_entries_reach_the_model(library: ContextMap) -> None:
    found = by_ref(PeekGraphRetriever(library).retrieve("plan for sulfide cells"))["F2"]
    assert found.metadata["flags"] == "doubtful"
    assert "flags: doubtful" in found.node.get_content(MetadataMode.LLM)
    assert found.text == "We should plan for sulfide cells"


def test_an_entry_is_one_node_whatever_the_query(library: ContextMap) -> None:
    one = by_ref(PeekGraphRetriever(library).retrieve("sulfide energy"))
    two = by_ref(PeekGraphRetriever(library).retrieve("plan for more energy"))
    shared = one.keys() & two.keys()
    assert shared
    for ref in shared:
        assert (one[ref].node.hash, one[ref].node_id) == (two[ref].node.hash, two[ref].node_id)


def test_nodes_can_be_kept_as_json(library: ContextMap) -> None:
    for found in PeekGraphRetriever(library).retrieve("lithium"):
        again = TextNode.from_dict(json.loads(json.dumps(found.node.to_dict())))
        assert again == found.node


def test_the_search_filters_narrow(library: ContextMap) -> None:
    assert refs(library, "prices", kinds="todo", submap="market") == {"T1", "T2", "T4"}
    assert refs(library, "prices", kinds=["todo", "finding"], status="done") == {"T4"}
    assert refs(library, "sulfide cells", kinds="finding", min_confidence=0.5) <= {"F1", "F3"}
    assert refs(library, "sulfide cells", author="agent:lab") == {"F1"}
    with pytest.raises(InvalidValue, match="nonsense"):
        refs(library, "x", kinds="nonsense")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (filters(("kind", "==", "todo"), ("submap", "==", "market")), {"T1", "T2", "T4"}),
        (filters(("kind", "==", "todo"), ("submap", "==", "market"), ("submap", "==", "market.survey")), {"T1", "T4"}),
        (filters(("kind", "in", ["todo", "finding"]), ("status", "==", "done")), {"T4"}),
        (filters(("kind", "==", "finding"), ("confidence", ">=", 0.5)), {"F1", "F3"}),
        (filters(("kind", "==", "finding"), ("confidence", ">", 0.3)), {"F1", "F3"}),
        (filters(("kind", "==", "finding"), ("confidence", ">=", 0.3)), {"F1", "F2", "F3"}),
        (filters(("author", "==", "agent:desk")), {"F3"}),
        (filters(("kind", "==", "todo"), ("kind", "==", "finding")), set()),
        (filters(("kind", "==", "todo"), ("since", ">", 10), ("since", "<", 11)), set()),
        (filters(("kind", "==", "todo"), condition="or"), {"T1", "T2", "T3", "T4"}),
    ],
)
def test_metadata_filters_are_filters_of_the_search(
    library: ContextMap, given: MetadataFilters, expected: set[str]
) -> None:
    assert refs(library, "sulfide cells, lithium prices, write, sign, read", k=100, filters=given) == expected


def test_filters_by_source_and_revision_agree_with_the_nodes_own_metadata(library: ContextMap) -> None:
    query = "sulfide cells, lithium prices, write, sign, read"
    everything = PeekGraphRetriever(library, 100).retrieve(query)
    middle = sorted(node.metadata["since"] for node in everything)[len(everything) // 2]
    for operator, holds in {
        "==": lambda since: since == middle,
        ">": lambda since: since > middle,
        ">=": lambda since: since >= middle,
        "<": lambda since: since < middle,
        "<=": lambda since: since <= middle,
    }.items():
        expected = {node.metadata["ref"] for node in everything if holds(node.metadata["since"])}
        assert refs(library, query, k=100, filters=filters(("since", operator, middle))) == expected, operator
    of_source = refs(library, query, k=100, filters=filters(("source", "==", "cells.md"), ("kind", "==", "section")))
    assert of_source == {node.metadata["ref"] for node in everything if node.metadata["source"] == "cells.md"}
    assert of_source


def test_one_event_loop_after_the_other_and_none_is_blocked(library: ContextMap) -> None:
    retriever = PeekGraphRetriever(library)
    ticks: list[int] = []

    async def ask() -> list[Any]:
        async def tick() -> None:
            while True:
                ticks.append(threading.get_ident())
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        one, two = await asyncio.gather(retriever.aretrieve("lithium prices"), retriever.aretrieve("dendrites"))
        ticking.cancel()
        return [*one, *two]

    first, second = asyncio.run(ask()), asyncio.run(ask())
    assert [node.node_id for node in first] == [node.node_id for node in second]
    assert [node.node_id for node in first] == [
        node.node_id for query in ("lithium prices", "dendrites") for node in retriever.retrieve(query)
    ]
    assert len(ticks) > 10


def test_what_a_search_could_not_do_is_told(
    battery: ContextMap, project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Any] = []
    project.embedder.down = True
    nodes = PeekGraphRetriever(battery, on_missing=told.append).retrieve("zinc and lithium")
    assert nodes
    assert [set(missing) for missing in told] == [{"vector"}]
    with caplog.at_level(logging.WARNING):
        PeekGraphRetriever(battery).retrieve("zinc and nickel")
    assert f"search in {battery.name} without vector" in caplog.text


def test_what_is_archived_is_found_when_asked_for_and_says_so(battery: ContextMap) -> None:
    battery.archive("T3")
    assert "T3" not in refs(battery, "write the summary")
    found = by_ref(PeekGraphRetriever(battery, archived=True).retrieve("write the summary"))
    assert found["T3"].metadata["flags"] == "archived"
    assert "flags: archived" in found["T3"].node.get_content(MetadataMode.LLM)


@pytest.mark.parametrize("query", ["", "   ", "!?", "AND OR NOT ( [", "x" * 50_000])
def test_any_text_is_a_query(library: ContextMap, query: str, caplog: pytest.LogCaptureFixture) -> None:
    PeekGraphRetriever(library).retrieve(query)
