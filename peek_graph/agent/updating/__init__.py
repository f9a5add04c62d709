"""Observations become operations."""

from peek_graph.agent.updating.updater import Updater

__all__ = ["Updater"]
