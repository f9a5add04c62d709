"""A recorded run, played again without a model."""

from peek_graph.agent.replaying.playing import Difference, ReplayReport, replay

__all__ = ["Difference", "ReplayReport", "replay"]
