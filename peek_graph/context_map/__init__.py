"""The context map: reading it, changing it, keeping it true to its sources."""

from peek_graph.context_map.facade import ContextMap
from peek_graph.context_map.opening import list_maps

__all__ = ["ContextMap", "list_maps"]
