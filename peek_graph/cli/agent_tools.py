"""Tools that a person names for the agent on the command line."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peek_graph.errors import InvalidValue

if TYPE_CHECKING:
    from peek_graph.context_map import ContextMap

FILES = "files"
_HINT = "give `files`, or package.module:name of a function, a LlamaIndex tool, or a list of them"


def tools_named(context_map: ContextMap, names: Iterable[str]) -> list[Any]:
    """The tools; InvalidValue for a name that leads to none."""
    found: list[Any] = []
    for name in names:
        if name == FILES:
            from peek_graph.agent.loop import file_tools

            found.extend(file_tools(context_map))
        else:
            found.extend(_imported(name))
    return found


def _imported(name: str) -> list[Any]:
    module_name, colon, attribute = name.partition(":")
    if not colon or not module_name or not attribute:
        raise InvalidValue(f"--tools {name!r} names no tool", _HINT)
    # A person's own module lies in the folder that they work in; last, so that no file there stands for a library.
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        value: Any = importlib.import_module(module_name)
        for part in attribute.split("."):
            value = getattr(value, part)
    except AttributeError as error:
        raise InvalidValue(f"--tools {name!r}: {error}", _HINT) from error
    except Exception as error:  # a person's module may raise anything when it is imported
        raise InvalidValue(f"--tools {name!r}: {type(error).__name__}: {error}", _HINT) from error
    if hasattr(value, "to_tool_list"):
        value = (value() if isinstance(value, type) else value).to_tool_list()
    return list(value) if isinstance(value, (list, tuple)) else [value]
