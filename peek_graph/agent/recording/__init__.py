"""Runs kept as JSON lines."""

from peek_graph.agent.recording.recorder import Recorder
from peek_graph.agent.recording.run_file import Run, read_run

__all__ = ["Recorder", "Run", "read_run"]
