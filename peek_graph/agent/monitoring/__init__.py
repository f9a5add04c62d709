"""Looks at what was done and put out, and has the map say what the agent has to heed."""

from peek_graph.agent.monitoring.monitors import Monitors
from peek_graph.agent.monitoring.outputs import Unmet
from peek_graph.agent.monitoring.rejections import is_rejection

__all__ = ["Monitors", "Unmet", "is_rejection"]
