"""Named queries as retrievers."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import IndexNode, NodeWithScore, QueryBundle

from peek_graph.context_map import ContextMap
from peek_graph.context_map.named_queries import check_params, find_query, info_of
from peek_graph.graph.states import LETTERS
from peek_graph.integrations.llama_index.rows import nodes_of
from peek_graph.records.queries import QueryRows

logger = logging.getLogger(__name__)

_REF: Final = re.compile(
    rf"(?<![A-Za-z0-9_])[{''.join(LETTERS.values())}][1-9][0-9]{{0,9}}(?:§[0-9]+(?:\.[0-9]+)*(?:-[0-9]+)?)?(?![A-Za-z0-9_])"
)


class CypherRetriever(BaseRetriever):
    """The rows of a named, read-only query about a map, one node each, all with a score of 1.

    A query that takes ``query`` is given the question, and one that takes ``refs`` the refs that the question names;
    all else is in ``params``, as text from outside is in no query. ``folder`` has ``.cypher`` files of your own, in
    the form of ``cypher/README.md``, with mode read, about the map of $map_uid; they are trusted as code is.
    """

    def __init__(
        self,
        map: ContextMap,
        name: str,
        params: Mapping[str, Any] | None = None,
        *,
        folder: str | Path | None = None,
        limit: int = 100,
        seconds: float = 30.0,
        callback_manager: CallbackManager | None = None,
        object_map: dict[str, Any] | None = None,
        objects: list[IndexNode] | None = None,
        verbose: bool = False,
    ) -> None:
        self._map = map
        self._params = dict(params or {})
        self._options: dict[str, Any] = {"folder": folder, "limit": limit, "seconds": seconds}
        query = find_query(name, folder)
        self.info = info_of(query)
        check_params(query, self._filled(""))
        super().__init__(callback_manager, object_map, objects, verbose)

    @property
    def description(self) -> str:
        """What the query answers, for a router's choice."""
        return self.info.description

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(self._map.query(*self._asked(query_bundle), **self._options))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._nodes(await self._map.aquery(*self._asked(query_bundle), **self._options))

    def _asked(self, query_bundle: QueryBundle) -> tuple[str, dict[str, Any]]:
        return self.info.name, self._filled(query_bundle.query_str)

    def _nodes(self, found: QueryRows) -> list[NodeWithScore]:
        if not found.complete:
            logger.warning("%s has more than %d rows: only the first are taken", found.query, len(found.rows))
        return nodes_of(self._map.uid, found)

    def _filled(self, question: str) -> dict[str, Any]:
        from_question = {"query": question, "refs": refs_in(question)}
        return {**{name: value for name, value in from_question.items() if name in self.info.params}, **self._params}


def refs_in(question: str) -> list[str]:
    """The refs that a text names, in whatever language and script it is, each once."""
    return list(dict.fromkeys(_REF.findall(question)))
