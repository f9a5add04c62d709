"""A map's view, read anew from the graph."""

from __future__ import annotations

from typing import Any

from peek_graph.context_map import ContextMap
from peek_graph.context_map.view.dictionary import build_view
from peek_graph.graph.history import map_at


def view_of(opened: ContextMap, revision: int | None = None) -> dict[str, Any]:
    """The plain dictionary of the map, now or at a revision."""
    handle = opened._handle
    at = handle.row().revision if revision is None else revision
    return build_view(map_at(handle.db, handle.uid, at), map_name=handle.name)
