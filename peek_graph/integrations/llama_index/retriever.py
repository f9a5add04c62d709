"""A map's search as a retriever."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import IndexNode, NodeWithScore, QueryBundle
from llama_index.core.vector_stores.types import MetadataFilters

from peek_graph.context_map import ContextMap
from peek_graph.integrations.llama_index.narrowing import narrowed
from peek_graph.integrations.llama_index.nodes import node_of
from peek_graph.records import SearchFilter, SearchResult

logger = logging.getLogger(__name__)

OnMissing = Callable[[Mapping[str, str]], None]


class PeekGraphRetriever(BaseRetriever):
    """The ``k`` best entries of a map for a query, narrowed by the filters of `ContextMap.search` and by ``filters``.

    ``filters`` are LlamaIndex's, on the keys kind, status, submap, author, source, confidence, since and until, joined
    by 'and'; any other is an InvalidValue. Scores compare hits of one answer, not of two. What a search could not do
    (leg -> reason) goes to ``on_missing``, by default into the log as a warning: in metadata it would make one entry
    two nodes.
    """

    def __init__(
        self,
        map: ContextMap,
        k: int = 10,
        *,
        kinds: str | Sequence[str] = (),
        submap: str | None = None,
        status: str | Sequence[str] = (),
        min_confidence: float | None = None,
        author: str | None = None,
        source: str | None = None,
        since: int | None = None,
        until: int | None = None,
        archived: bool = False,
        filters: MetadataFilters | None = None,
        on_missing: OnMissing | None = None,
        callback_manager: CallbackManager | None = None,
        object_map: dict[str, Any] | None = None,
        objects: list[IndexNode] | None = None,
        verbose: bool = False,
    ) -> None:
        self._map = map
        self._k = k
        self._on_missing = on_missing or self._log
        given = SearchFilter(
            _listed(kinds), submap, _listed(status), min_confidence, author, source, since, until, archived
        )
        self._filter = narrowed(given, filters)
        super().__init__(callback_manager, object_map, objects, verbose)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._filter is None:
            return []
        return self._nodes(self._map.search(query_bundle.query_str, self._k, **asdict(self._filter)))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._filter is None:
            return []
        return self._nodes(await self._map.asearch(query_bundle.query_str, self._k, **asdict(self._filter)))

    def _nodes(self, result: SearchResult) -> list[NodeWithScore]:
        if result.missing:
            self._on_missing(result.missing)
        return [node_of(hit) for hit in result.hits]

    def _log(self, missing: Mapping[str, str]) -> None:
        for leg, reason in missing.items():
            logger.warning("search in %s without %s: %s", self._map.name, leg, reason)


def _listed(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
