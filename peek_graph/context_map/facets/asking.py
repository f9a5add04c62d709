"""The part of `ContextMap` that answers what agents ask in a line of text."""

from __future__ import annotations

import asyncio
from typing import Any

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.query.answering import answer
from peek_graph.records import Answer


class Asking:
    """One function for all that is read of a map."""

    _handle: MapHandle

    def query_context_map(self, request: str, *, budget: int | None = None) -> Answer:
        """``GET_CURRENT_STATUS``, ``SEARCH: words``, ``OPEN: a sub-map or ref`` or ``READ: a ref or pointer``.

        Forgiving about how that is written; without a keyword it searches, and what asks for nothing is answered with
        the grammar. At most ``budget`` tokens (default: the setting ``query.budget``). Whatever ``request`` says,
        the answer is a text: only a map or a database that is gone raises; InvalidValue if ``budget`` is below 20.
        """
        return answer(self._handle, self, request, budget)  # type: ignore[arg-type] # a map, which this is a part of

    async def aquery_context_map(self, request: str, **options: Any) -> Answer:
        """`query_context_map` in a thread."""
        return await asyncio.to_thread(self.query_context_map, request, **options)
