"""The retrievers inside LlamaIndex's own engines and retrievers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.postprocessor import LLMRerank, SimilarityPostprocessor
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import RetrieverQueryEngine, RouterQueryEngine
from llama_index.core.retrievers import QueryFusionRetriever, RouterRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle
from llama_index.core.selectors import LLMMultiSelector, LLMSingleSelector, PydanticSingleSelector
from llama_index.core.tools import QueryEngineTool, RetrieverTool
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters
from llama_index.llms.openai_like import OpenAILike

from peek_graph.context_map import ContextMap
from peek_graph.integrations.llama_index import CypherRetriever, PeekGraphRetriever
from tests.openai_server.stand_in import StandIn, call, say

pytestmark = pytest.mark.live


class ShortestFirst(BaseNodePostprocessor):
    """A reranker as a user would write one."""

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return sorted(nodes, key=lambda node: len(node.text))[:2]


def ids(nodes: list[NodeWithScore]) -> list[str]:
    return [node.node_id for node in nodes]


def test_a_query_engine_answers_from_passages_with_refs(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(lambda asked: say("Dendrites." if "Dendrites grow through" in asked.text else "I do not know."))
    engine = RetrieverQueryEngine.from_args(PeekGraphRetriever(library, 3, kinds="section"), llm=llm)
    response = engine.query("What grows at high current?")
    assert str(response) == "Dendrites."
    pointers = [node.metadata["pointer"] for node in response.source_nodes]
    assert any(f"pointer: {pointer}" in server.asked[0].text for pointer in pointers)
    assert all(f"ref: {node.metadata['ref']}" in server.asked[0].text for node in response.source_nodes)


def test_a_query_engine_does_so_from_an_event_loop(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(say("Cheap."), say("Cheap."))
    engine = RetrieverQueryEngine.from_args(PeekGraphRetriever(library, 3), llm=llm)

    async def ask() -> str:
        return str(await engine.aquery("What does lithium cost?"))

    assert asyncio.run(ask()) == asyncio.run(ask()) == "Cheap."
    assert "fell to 10 dollars" in server.asked[1].text


def test_rerankers_and_cutoffs_take_the_nodes(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    retriever = PeekGraphRetriever(library, 10)
    found = retriever.retrieve("sulfide cells and lithium prices")
    scores = sorted((node.score or 0.0 for node in found), reverse=True)
    assert len(found) > 3
    middle = (scores[0] + scores[-1]) / 2
    kept = SimilarityPostprocessor(similarity_cutoff=middle).postprocess_nodes(found)
    assert ids(kept) == [node.node_id for node in found if (node.score or 0.0) >= middle]
    server.plays(say("ok"))
    engine = RetrieverQueryEngine.from_args(retriever, llm=llm, node_postprocessors=[ShortestFirst()])
    response = engine.query("sulfide cells and lithium prices")
    assert len(response.source_nodes) == 2
    server.plays(say("Doc: 2, Relevance: 9\nDoc: 1, Relevance: 3"))
    reranked = LLMRerank(llm=llm, top_n=2).postprocess_nodes(found[:3], query_str="sulfide cells")
    assert ids(reranked) == [found[1].node_id, found[0].node_id]


def test_fusion_of_one_query_over_two_retrievers(library: ContextMap, llm: OpenAILike) -> None:
    parts: list[BaseRetriever] = [
        PeekGraphRetriever(library, 10, kinds="section"),
        PeekGraphRetriever(library, 10, kinds=["section", "finding"]),
    ]
    fusion = QueryFusionRetriever(
        parts, llm=llm, mode="reciprocal_rerank", num_queries=1, use_async=False, similarity_top_k=20
    )
    nodes = fusion.retrieve("sulfide cells")
    # What both found is one node, with the share of both.
    assert len(ids(nodes)) == len(set(ids(nodes)))
    assert set(ids(nodes)) == {node_id for part in parts for node_id in ids(part.retrieve("sulfide cells"))}
    both = set(ids(parts[0].retrieve("sulfide cells")))
    assert nodes[0].node_id in both


@pytest.mark.parametrize("use_async", [False, True])
@pytest.mark.parametrize("mode", ["reciprocal_rerank", "relative_score", "dist_based_score", "simple"])
def test_fusion_of_queries_that_the_model_makes(
    library: ContextMap, server: StandIn, llm: OpenAILike, mode: str, use_async: bool
) -> None:
    server.plays(say("dendrites at high current\nprice of lithium carbonate"))
    fusion = QueryFusionRetriever(
        [PeekGraphRetriever(library, 4), CypherRetriever(library, "list_open_todos")],
        llm=llm,
        mode=mode,  # type: ignore[arg-type]
        num_queries=3,
        use_async=use_async,
        similarity_top_k=20,
    )
    texts = [node.text for node in fusion.retrieve("what stops us?")]
    assert any("Dendrites grow" in text for text in texts)
    assert any("fell to 10 dollars" in text for text in texts)
    assert any("Ask three makers" in text for text in texts)
    assert len(texts) == len(set(texts))
    assert "what stops us?" in server.asked[0].text


def tools(library: ContextMap) -> list[RetrieverTool]:
    todos = CypherRetriever(library, "list_open_todos")
    trace = CypherRetriever(library, "trace_to_sources")
    return [
        RetrieverTool.from_defaults(PeekGraphRetriever(library, 3), description="What sources and findings say."),
        RetrieverTool.from_defaults(todos, description=todos.description),
        RetrieverTool.from_defaults(trace, description=trace.description),
    ]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_router_chooses_by_the_descriptions(
    library: ContextMap, server: StandIn, llm: OpenAILike, asynchronous: bool
) -> None:
    server.plays(
        say('[{"choice": 3, "reason": "it asks for a source"}]'), say('[{"choice": 2, "reason": "it asks for todos"}]')
    )
    router = RouterRetriever(LLMSingleSelector.from_defaults(llm=llm), tools(library), llm=llm)

    def ask(question: str) -> list[NodeWithScore]:
        return asyncio.run(router.aretrieve(question)) if asynchronous else router.retrieve(question)

    assert [node.metadata["source"] for node in ask("Where does F1 come from?")] == ["cells.md"]
    assert [node.metadata["ref"] for node in ask("What is to be done?")] == ["T1", "T2", "T3"]
    assert "Open todos by phase" in server.asked[0].text
    assert "the shortest way from each" in server.asked[0].text


def test_a_router_may_choose_by_a_tool_call_and_more_than_one(
    library: ContextMap, server: StandIn, llm: OpenAILike
) -> None:
    server.plays(call("SingleSelection", index=2, reason="todos"))
    router = RouterRetriever(PydanticSingleSelector.from_defaults(llm=llm), tools(library), llm=llm)
    assert [node.metadata["ref"] for node in router.retrieve("what to do?")] == ["T1", "T2", "T3"]
    server.plays(say('[{"choice": 1, "reason": "facts"}, {"choice": 3, "reason": "sources"}]'))
    multi = RouterRetriever(LLMMultiSelector.from_defaults(llm=llm), tools(library), llm=llm)
    nodes = multi.retrieve("What does F1 rest on?")
    assert {"way", "pointer"} <= set(nodes[-1].metadata)
    assert any("path" in node.metadata for node in nodes)


def test_query_engines_over_the_retrievers_can_be_routed(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(say('[{"choice": 1, "reason": "todos"}]'), say("Ask three makers first."))
    todos = CypherRetriever(library, "list_open_todos")
    engine = RouterQueryEngine(
        selector=LLMSingleSelector.from_defaults(llm=llm),
        query_engine_tools=[
            QueryEngineTool.from_defaults(
                RetrieverQueryEngine.from_args(todos, llm=llm), name="todos", description=todos.description
            )
        ],
        llm=llm,
    )
    assert str(engine.query("What is first?")) == "Ask three makers first."
    assert "text: Ask three makers for prices" in server.asked[1].text
    assert "priority: 1" in server.asked[1].text


def test_filters_hold_inside_an_engine(library: ContextMap, server: StandIn, llm: OpenAILike) -> None:
    server.plays(say("T1 and T2."))
    given = MetadataFilters(
        filters=[MetadataFilter(key="kind", value="todo"), MetadataFilter(key="submap", value="market")]
    )
    engine = RetrieverQueryEngine.from_args(PeekGraphRetriever(library, filters=given), llm=llm)
    response: Any = engine.query("prices and reports of makers and leaders")
    assert {node.metadata["kind"] for node in response.source_nodes} == {"todo"}
    assert {node.metadata["submap"] for node in response.source_nodes} <= {"market", "market.survey"}
    assert "Write the summary" not in server.asked[0].text
