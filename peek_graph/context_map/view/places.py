"""Where the view keeps what: its dictionaries, lists and their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.steps import Path, Step

META: Final[Mapping[str, str]] = {"task_id": "task_id", "ultimate_goal": "goal", "current_step": "current_step"}
"""The fields of ``meta`` and the map's properties that hold them."""

PARTS: Final[Mapping[str, Mapping[str, str]]] = {
    group: {
        kind.container[-1]: kind.name for kind in KINDS.values() if kind.container[:-1] == ((group,) if group else ())
    }
    for group in ("", "meta", "working_memory")
}
"""By group ('' is the map or sub-map itself): the names of its lists and dictionaries, and the kind each holds."""

MAP_GROUPS: Final = ("meta", "working_memory")
SUBMAP_GROUPS: Final = ("working_memory",)


def submap_steps(keys: Iterable[str]) -> tuple[Step, ...]:
    """The steps to a sub-map by the keys from the root."""
    return tuple(Step(step, "key") for key in keys for step in ("sub_maps", key))


def place_of(keys: Iterable[str], kind: str, *, key: str | None = None, ref: str | None = None) -> Path:
    """The path of an element, stable while others come and go: by key in a dictionary, by ref in a list.

    ``keys`` are those of its sub-map from the root. Without key and ref: of the container.
    """
    steps = [*submap_steps(keys), *(Step(name, "key") for name in KINDS[kind].container)]
    if KINDS[kind].form == "dict" and key is not None:
        steps.append(Step(key, "key"))
    elif KINDS[kind].form == "list" and ref is not None:
        steps.append(Step(ref, "ref"))
    return Path.of(steps)
