"""peek-graph in LlamaIndex: retrievers over a map, and the tools that an agent reads and changes it with."""

from peek_graph.agent.map_tools import PeekGraphToolSpec
from peek_graph.integrations.llama_index.cypher import CypherRetriever
from peek_graph.integrations.llama_index.retriever import PeekGraphRetriever
from peek_graph.integrations.llama_index.submaps import SubMapRetriever, submap_nodes, submap_retrievers

__all__ = [
    "CypherRetriever",
    "PeekGraphRetriever",
    "PeekGraphToolSpec",
    "SubMapRetriever",
    "submap_nodes",
    "submap_retrievers",
]
