"""The tools that an agent reads and changes a map with, and how what it sends and gets is read and worded."""

from peek_graph.agent.map_tools.tools import PeekGraphToolSpec

__all__ = ["PeekGraphToolSpec"]
