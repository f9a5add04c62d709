from __future__ import annotations

import asyncio
from typing import Any

import pytest
from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.retrievers import RecursiveRetriever
from llama_index.core.schema import IndexNode

from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue, SubMapNotFound
from peek_graph.integrations.llama_index import (
    PeekGraphRetriever,
    SubMapRetriever,
    submap_nodes,
    submap_retrievers,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def chosen(retriever: SubMapRetriever, query: str) -> list[str]:
    return [found.node.index_id for found in retriever.retrieve(query) if isinstance(found.node, IndexNode)]


def submaps_of(nodes: list[Any]) -> set[str | None]:
    return {node.metadata["submap"] for node in nodes}


def test_summaries_are_index_nodes(library: ContextMap) -> None:
    nodes = submap_nodes(library)
    assert [node.index_id for node in nodes] == ["chemistry", "market"]
    assert nodes[0].text == "Cell chemistry\nElectrolytes, dendrites and energy density."
    assert nodes[0].metadata == {"submap": "chemistry", "kind": "topic", "status": "open"}
    assert [node.node_id for node in submap_nodes(library)] == [node.node_id for node in nodes]
    assert [node.index_id for node in submap_nodes(library, "market")] == ["market.survey"]
    assert set(submap_retrievers(library)) == {"chemistry", "market", "market.survey"}


def test_it_goes_down_into_the_sub_map_that_fits(library: ContextMap) -> None:
    nodes = SubMapRetriever(library, k=3, submaps=1, kinds="section").retrieve("dendrites in electrolytes")
    assert submaps_of(nodes) == {"chemistry"}
    assert all(not isinstance(node.node, IndexNode) for node in nodes)
    nodes = SubMapRetriever(library, k=3, submaps=1, kinds=["section", "todo"]).retrieve("what does lithium cost")
    assert submaps_of(nodes) <= {"market", "market.survey", None}
    assert {"market"} <= submaps_of(nodes)


def test_the_chosen_are_index_nodes_for_whoever_goes_down_himself(library: ContextMap) -> None:
    retriever = SubMapRetriever(library, submaps=1, descend=False, kinds="section")
    assert chosen(retriever, "dendrites in electrolytes") == ["chemistry"]
    assert chosen(retriever, "what does lithium cost") == ["market"]
    assert len(chosen(SubMapRetriever(library, descend=False), "lithium or electrolytes")) == 2


def test_a_summary_alone_may_decide(battery: ContextMap) -> None:
    battery.add_submap("law", title="Law", summary="Permits for zinc plants in Saxony.")
    battery.note("todo", "Call Bob", submap="law")
    found = chosen(SubMapRetriever(battery, submaps=1, descend=False, candidates=3), "zinc permits in Saxony")
    assert found == ["law"]
    nodes = SubMapRetriever(battery, submaps=1).retrieve("zinc permits in Saxony")
    assert "Call Bob" in [node.text for node in nodes]


def test_what_lies_outside_of_any_sub_map_is_found_too(library: ContextMap) -> None:
    nodes = SubMapRetriever(library).retrieve("write the summary")
    assert "T3" in [node.metadata["ref"] for node in nodes]
    below = SubMapRetriever(library, parent="market").retrieve("annual report, prices of makers")
    assert submaps_of(below) <= {"market", "market.survey"}
    assert {"T1", "T2"} <= {node.metadata["ref"] for node in below}


def test_llama_index_goes_down_from_an_index_of_summaries(library: ContextMap) -> None:
    index = VectorStoreIndex(submap_nodes(library), embed_model=MockEmbedding(4))
    recursive = RecursiveRetriever(
        "master", {"master": index.as_retriever(similarity_top_k=2), **submap_retrievers(library, 3, kinds="section")}
    )
    assert submaps_of(recursive.retrieve("dendrites")) == {"chemistry", "market"}


@pytest.mark.parametrize("descend", [True, False])
def test_it_is_the_root_of_a_recursive_retriever(library: ContextMap, descend: bool) -> None:
    root = SubMapRetriever(library, submaps=1, descend=descend, kinds="section")
    recursive = RecursiveRetriever("root", {"root": root, **submap_retrievers(library, 3, kinds="section")})
    nodes = recursive.retrieve("dendrites in electrolytes")
    assert submaps_of(nodes) == {"chemistry"}
    direct = PeekGraphRetriever(library, 3, kinds="section", submap="chemistry").retrieve("dendrites in electrolytes")
    assert {node.node_id for node in nodes} == {node.node_id for node in direct}


def test_it_runs_in_one_event_loop_after_the_other(library: ContextMap) -> None:
    retriever = SubMapRetriever(library, submaps=1)
    first, second = (asyncio.run(retriever.aretrieve("dendrites")) for _ in range(2))
    assert [node.node_id for node in first] == [node.node_id for node in second]
    assert first


def test_maps_without_sub_maps_or_entries(project: Project) -> None:
    empty = project.map()
    assert submap_nodes(empty) == []
    assert SubMapRetriever(empty).retrieve("anything") == []
    empty.note("todo", "Call Bob")
    assert [node.text for node in SubMapRetriever(empty).retrieve("call bob")] == ["Call Bob"]


def test_wrong_arguments_are_told(library: ContextMap) -> None:
    with pytest.raises(InvalidValue, match="submaps is 0"):
        SubMapRetriever(library, submaps=0)
    with pytest.raises(SubMapNotFound, match="nowhere"):
        SubMapRetriever(library, parent="nowhere").retrieve("x")
    with pytest.raises(SubMapNotFound, match="nowhere"):
        submap_nodes(library, "nowhere")
