"""What a batch will look for, so that it can be read in one query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from peek_graph.context_map.changing.operations import Operation
from peek_graph.context_map.view import fields
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import Path, parse_path
from peek_graph.context_map.view.places import PARTS
from peek_graph.errors import PathError
from peek_graph.graph.states import LINKS

_NAMES = {name for part in PARTS.values() for name in part} | {"meta", "working_memory"}
_LIST_KINDS = {name: kind for part in PARTS.values() for name, kind in part.items() if KINDS[kind].form == "list"}


def needs_of(operations: Iterable[Operation]) -> tuple[set[str], set[str], set[str]]:
    """Refs, keys and content hashes. A guess: what is missing is read when it is asked for."""
    refs: set[str] = set()
    keys: set[str] = set()
    hashes: set[str] = set()
    for operation in operations:
        for path in _paths(operation):
            refs |= {str(step.value) for step in path.steps if step.kind == "ref"}
            keys |= {str(step.value) for step in path.steps if step.kind == "key"} - _NAMES
        if operation.op == "add":
            hashes |= set(_hashes(operation))
    return refs, keys, hashes


def _paths(operation: Operation) -> Iterator[Path]:
    yield operation.path
    texts = [operation.to] if operation.to else []
    for item in operation.value if isinstance(operation.value, list) else [operation.value]:
        if isinstance(item, dict):
            texts += [text for name in LINKS for text in _texts(item.get(name))]
    for text in texts:
        try:
            yield parse_path(text)
        except PathError:
            continue  # it is refused when its turn comes, with its reason


def _hashes(operation: Operation) -> Iterator[str]:
    names = [str(step.value) for step in operation.path.steps if step.kind == "key"]
    kind = _LIST_KINDS.get(names[-1]) if names else None
    if kind is None:
        return
    for item in operation.value if isinstance(operation.value, list) else [operation.value]:
        try:
            yield fields.content_hash(kind, None, fields.parse_value(kind, item))
        except ValueRefused:
            continue


def _texts(given: Any) -> list[str]:
    items = given if isinstance(given, list) else [given]
    return [item for item in items if isinstance(item, str)]
