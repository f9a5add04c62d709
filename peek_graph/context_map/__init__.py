"""The context map: reading it, changing it, keeping it true to its sources."""

from peek_graph.context_map.facade import ContextMap, list_maps

__all__ = ["ContextMap", "list_maps"]
