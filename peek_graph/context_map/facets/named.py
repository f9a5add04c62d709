"""The part of `ContextMap` that answers named queries."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from peek_graph.context_map import named_queries
from peek_graph.context_map.handle import MapHandle
from peek_graph.records.queries import QueryInfo, QueryRows


class NamedQueries:
    """Questions in Cypher that are kept in files; text from outside goes into them as parameters only."""

    _handle: MapHandle

    def queries(self, folder: str | Path | None = None) -> list[QueryInfo]:
        """What can be asked by name: what comes with peek-graph, and the ``.cypher`` files of a folder."""
        return named_queries.list_queries(folder)

    def query(
        self,
        name: str,
        params: Mapping[str, Any] | None = None,
        *,
        folder: str | Path | None = None,
        limit: int = 1000,
        seconds: float = 30.0,
    ) -> QueryRows:
        """At most ``limit`` rows of a named query about this map, read-only; after ``seconds`` the server ends it.

        A folder is as trusted as code is: its queries can read all that the database's user can.
        """
        return named_queries.run(self._handle, name, params or {}, folder, limit, seconds)

    async def aquery(self, name: str, params: Mapping[str, Any] | None = None, **options: Any) -> QueryRows:
        """`query` in a thread."""
        return await asyncio.to_thread(self.query, name, params, **options)
