"""The operations that bring a plain dictionary into a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from peek_graph.context_map.view.json_values import kind_of
from peek_graph.context_map.view.nearest import nearest
from peek_graph.context_map.view.steps import Path
from peek_graph.errors import OperationError

Operation = dict[str, Any]

_EMPTY: Final = ("", None)


def operations_of(dictionary: Mapping[str, Any]) -> list[Operation]:
    """The operations that load such a dictionary into a fresh map, in order; parents come before what is in them.

    What is empty in a fresh map anyway needs none. OperationError says where the dictionary is not of the view's shape;
    whether the values fit is said by the verdicts.
    """
    root = Path("$")
    given = _dictionary(root, dictionary)
    _known(root, given, ("meta", *_PARTS))
    operations: list[Operation] = []
    if "meta" in given:
        _load_meta(operations, root.child("meta"), given["meta"])
    _load_part(operations, root, given)
    return operations


def _load_meta(operations: list[Operation], path: Path, given: Any) -> None:
    meta = _dictionary(path, given)
    _known(path, meta, ("task_id", "ultimate_goal", "hard_constraints", "current_step"))
    for name, value in meta.items():
        if name == "hard_constraints":
            _load_list(operations, path.child(name), value)
        elif value not in _EMPTY or (name == "current_step" and value is None):
            operations.append({"op": "update", "path": str(path.child(name)), "value": value})


def _load_part(operations: list[Operation], path: Path, given: Mapping[str, Any]) -> None:
    for name in _PARTS:  # their order, not the dictionary's: a link leads mostly to what came earlier
        if name in given:
            _PARTS[name](operations, path.child(name), given[name])


def _load_documents(operations: list[Operation], path: Path, given: Any) -> None:
    for key, value in _dictionary(path, given).items():
        if not isinstance(value, Mapping):
            raise _wrong(path.child(key), value, "a dictionary with title, summary, …")
        operations.append({"op": "add", "path": str(path.child(key)), "value": value})


def _load_list(operations: list[Operation], path: Path, given: Any) -> None:
    if not isinstance(given, (list, tuple)):
        raise _wrong(path, given, "a list")
    for position, value in enumerate(given):
        _load_entry(operations, path, path.child(position), value)


def _load_entry(operations: list[Operation], path: Path, place: Path, value: Any) -> None:
    if not isinstance(value, (str, Mapping)):
        raise _wrong(place, value, "a text or a dictionary")
    operations.append({"op": "add", "path": str(path), "value": value})


def _load_memory(operations: list[Operation], path: Path, given: Any) -> None:
    memory = _dictionary(path, given)
    _known(path, memory, ("hypothesis", "todo_list", "pending_questions", "findings", "variables", "notices"))
    for name, value in memory.items():
        inner = path.child(name)
        if name == "variables":
            for key, variable in _dictionary(inner, value).items():
                operations.append({"op": "add", "path": str(inner.child(key)), "value": variable})
        elif name == "hypothesis" and not isinstance(value, (list, tuple)):
            if value not in _EMPTY:
                _load_entry(operations, inner, inner, value)
        else:
            _load_list(operations, inner, value)


def _load_submaps(operations: list[Operation], path: Path, given: Any) -> None:
    for key, value in _dictionary(path, given).items():
        inner = path.child(key)
        submap = _dictionary(inner, value)
        own = {name: item for name, item in submap.items() if name not in _PARTS}
        operations.append({"op": "add", "path": str(inner), "value": own})
        _load_part(operations, inner, submap)


_PARTS: Final[Mapping[str, Callable[[list[Operation], Path, Any], None]]] = {
    "documents": _load_documents,
    "action_history": _load_list,
    "working_memory": _load_memory,
    "sub_maps": _load_submaps,
}


def _dictionary(path: Path, given: Any) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise _wrong(path, given, "a dictionary")
    for key in given:
        if not isinstance(key, str):
            raise OperationError(f"{path} has the key {key!r:.80}, which is no text", "keys are texts")
    return given


def _known(path: Path, given: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in given:
        if name not in names:
            close = nearest(name, names, limit=1)
            meant = f"; is {close[0]!r} meant?" if close else ""
            raise OperationError(
                f"{path} has {name!r:.80}, which the view does not know{meant}", f"known: {', '.join(names)}"
            )


def _wrong(path: Path, given: Any, expected: str) -> OperationError:
    found = f"{given!r:.60}" if isinstance(given, (str, int, float)) else kind_of(given)
    return OperationError(f"{path} is {found}", f"{expected} is expected there")
