"""peek-graph: memory for LLM agents that work for days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from peek_graph.context_map import ContextMap
    from peek_graph.errors import PeekGraphError
    from peek_graph.settings import Settings

__all__ = ["ContextMap", "PeekGraphError", "Settings"]

_HOME = {"ContextMap": "context_map", "PeekGraphError": "errors", "Settings": "settings"}


def __getattr__(name: str) -> Any:
    # Late, so that `import peek_graph` and `peek-graph --help` do not pay for the driver.
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"peek_graph.{_HOME[name]}"), name)
    raise AttributeError(f"module 'peek_graph' has no attribute {name!r}")
