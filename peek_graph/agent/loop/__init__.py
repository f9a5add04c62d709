"""The loop: a small agent of which the map is the only memory. Its parts work in anyone's own loop."""

from peek_graph.agent.loop.file_tools import file_tools
from peek_graph.agent.loop.loop import Loop
from peek_graph.agent.loop.phases import Closed
from peek_graph.agent.loop.planned import through_phases
from peek_graph.agent.loop.results import RunResult, StepResult

__all__ = ["Closed", "Loop", "RunResult", "StepResult", "file_tools", "through_phases"]
