"""Working with a model on a map: observations become operations, monitors, and a loop that is optional."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from peek_graph.agent.feeding import Feed
    from peek_graph.agent.loop import Loop
    from peek_graph.agent.model import configured_llm
    from peek_graph.agent.monitoring import Monitors
    from peek_graph.agent.recording import Recorder
    from peek_graph.agent.replaying import replay
    from peek_graph.agent.updating import Updater

__all__ = ["Feed", "Loop", "Monitors", "Recorder", "Updater", "configured_llm", "replay"]

_HOME = {
    "Feed": "feeding",
    "Loop": "loop",
    "Monitors": "monitoring",
    "Recorder": "recording",
    "Updater": "updating",
    "configured_llm": "model",
    "replay": "replaying",
}


def __getattr__(name: str) -> Any:
    # Late: LlamaIndex takes two seconds to import.
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"peek_graph.agent.{_HOME[name]}"), name)
    raise AttributeError(f"module 'peek_graph.agent' has no attribute {name!r}")
