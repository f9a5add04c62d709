"""From the master down into its sub-maps."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import IndexNode, NodeWithScore, QueryBundle

from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue, SubMapNotFound
from peek_graph.graph.lucene import terms_of
from peek_graph.integrations.llama_index.retriever import PeekGraphRetriever
from peek_graph.records import SubMapInfo


def submap_nodes(map: ContextMap, parent: str | None = None) -> list[IndexNode]:
    """The summaries of the sub-maps of the map, or of ``parent``, as index nodes; their index ids are dotted paths.

    For an index of LlamaIndex, whose retriever is then a RecursiveRetriever's root, with `submap_retrievers` below it.
    """
    return [_index_node(map, info) for info in _children(map, parent)]


def submap_retrievers(map: ContextMap, k: int = 10, **narrow: Any) -> dict[str, BaseRetriever]:
    """A retriever for each sub-map, by dotted path; ``narrow`` as for `PeekGraphRetriever`."""
    return {info.path: PeekGraphRetriever(map, k, submap=info.path, **narrow) for info in map.submaps()}


class SubMapRetriever(BaseRetriever):
    """Chooses the ``submaps`` that fit a query best, and finds ``k`` entries in each, and ``k`` outside of any.

    A sub-map is chosen by the entries that a wide search finds in it (``candidates`` of them in all), and as much by
    the words of its title and summary. With ``descend`` off, the chosen are index nodes, for a RecursiveRetriever over
    `submap_retrievers`. ``parent``: the sub-map to begin at. ``narrow``: as for `PeekGraphRetriever`.
    """

    def __init__(
        self,
        map: ContextMap,
        k: int = 5,
        submaps: int = 3,
        *,
        parent: str | None = None,
        candidates: int = 50,
        descend: bool = True,
        callback_manager: CallbackManager | None = None,
        verbose: bool = False,
        **narrow: Any,
    ) -> None:
        if submaps < 1:
            raise InvalidValue(f"submaps is {submaps}", "choose 1 or more")
        self._map = map
        self._k = k
        self._most = submaps
        self._parent = parent
        self._descend = descend
        self._narrow = narrow
        self._wide = PeekGraphRetriever(map, candidates, submap=parent, **narrow)
        super().__init__(callback_manager, verbose=verbose)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        children = _children(self._map, self._parent)
        votes: dict[str | None, float] = defaultdict(float)
        own: list[NodeWithScore] = []
        for found in self._wide.retrieve(query_bundle):
            child = _child_of(found.node.metadata["submap"], self._parent)
            votes[child] += found.score or 0.0
            if child is None:
                own.append(found)
        scores = _scores(children, votes, query_bundle.query_str)
        best = sorted((path for path in scores if path and scores[path]), key=lambda path: -scores[path])[: self._most]
        by_path = {info.path: info for info in children}
        nodes: list[NodeWithScore] = []
        for path in sorted((*best, None), key=lambda path: -scores[path]):
            nodes += own[: self._k] if path is None else [self._down(by_path[path], scores[path])]
        return nodes

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)

    def _down(self, info: SubMapInfo, score: float) -> NodeWithScore:
        node = _index_node(self._map, info)
        if self._descend:
            # LlamaIndex goes on into what an index node stands for.
            node.obj = PeekGraphRetriever(self._map, self._k, submap=info.path, **self._narrow)
        return NodeWithScore(node=node, score=score)


def _children(map: ContextMap, parent: str | None) -> list[SubMapInfo]:
    infos = map.submaps()
    if parent is not None and all(info.path != parent for info in infos):
        raise SubMapNotFound(f"no sub-map {parent!r} in {map.name!r}", "see `submap list`")
    return [info for info in infos if (info.path.rpartition(".")[0] or None) == parent]


def _child_of(path: str | None, parent: str | None) -> str | None:
    """The child of ``parent`` that ``path`` is or is in; None for the parent itself."""
    if path is None or path == parent:
        return None
    depth = len(parent.split(".")) if parent else 0
    return ".".join(path.split(".")[: depth + 1])


def _scores(children: Sequence[SubMapInfo], votes: Mapping[str | None, float], query: str) -> dict[str | None, float]:
    """For each child, and None for the parent's own: its share of the votes, and of the query that its words cover."""
    words = _covered(children, query)
    cast = sum(votes.values()) or 1.0
    return {path: votes.get(path, 0.0) / cast + words.get(path, 0.0) for path in (*(c.path for c in children), None)}


def _covered(children: Sequence[SubMapInfo], query: str) -> dict[str | None, float]:
    """The share of the query's words that title and summary say; one that several of them say is divided among them."""
    asked = set(terms_of(query).mixed)
    said = {info.path: asked & set(terms_of(f"{info.key} {info.title} {info.summary}").mixed) for info in children}
    sayers = Counter(word for words in said.values() for word in words)
    return {path: sum(1 / sayers[word] for word in words) / len(asked) for path, words in said.items() if words}


def _index_node(map: ContextMap, info: SubMapInfo) -> IndexNode:
    node = IndexNode(id_=f"{map.uid}:{info.path}", index_id=info.path, text=f"{info.title}\n{info.summary}".strip())
    node.metadata = {"submap": info.path, "kind": info.kind, "status": info.status}
    node.excluded_embed_metadata_keys = list(node.metadata)
    return node
