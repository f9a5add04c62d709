"""Decides what a loop tells the updater, and when: at once or in batches, here or in a thread, and never nothing."""

from peek_graph.agent.feeding.feed import Feed
from peek_graph.agent.feeding.observation import Observation, Observes, Skipped

__all__ = ["Feed", "Observation", "Observes", "Skipped"]
