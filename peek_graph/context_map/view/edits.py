"""Edits inside the JSON value of a field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from peek_graph.context_map.view.json_values import JSON, ValueRefused, check_json, kind_of, merged, same
from peek_graph.context_map.view.nearest import nearest
from peek_graph.context_map.view.steps import Step, format_path

EditName = Literal["add", "update", "delete"]


class AlreadySo(Exception):
    """The value is already as the edit wants it."""


def edit_nested(value: JSON, steps: Sequence[Step], op: EditName, new: JSON = None) -> JSON:
    """``value`` with the element at ``steps`` added, updated or deleted; ``value`` itself is left as it is.

    `add` appends to a list (a list: its items), inserts before a position, gives a dictionary new keys, and refuses a
    key that is there. `update` merges dictionaries and replaces everything else; what it names must be there. Raises
    AlreadySo if nothing would change, ValueRefused if there is nothing at ``steps`` or it is of another type.
    """
    if op == "delete":
        return _edit(value, tuple(steps), 0, op, None)
    result = _edit(value, tuple(steps), 0, op, check_json(new, what="the value"))
    return check_json(result, what="the whole value")  # which many edits could make too large, or too deep


def _edit(value: JSON, steps: tuple[Step, ...], depth: int, op: EditName, new: JSON) -> JSON:
    if depth == len(steps):
        return _here(value, steps, op, new)
    place: Any = _place(value, steps, depth, op)
    last = depth + 1 == len(steps)
    if isinstance(value, dict):
        if last and op == "add" and place not in value:
            return {**value, place: new}
        if last and op == "delete":
            return {key: item for key, item in value.items() if key != place}
        return {**value, place: _edit(value[place], steps, depth + 1, op, new)}
    if last and op == "add":
        return [*value[:place], new, *value[place:]]
    if last and op == "delete":
        return [*value[:place], *value[place + 1 :]]
    return [*value[:place], _edit(value[place], steps, depth + 1, op, new), *value[place + 1 :]]


def _here(value: JSON, steps: tuple[Step, ...], op: EditName, new: JSON) -> JSON:
    if op == "delete":
        raise ValueRefused("wrong_type", "the whole value cannot be deleted from inside", "the path of a part of it")
    if op == "update":
        result = merged(value, new)
        if same(result, value):
            raise AlreadySo
        return result
    if isinstance(value, list):
        return _appended(value, new)
    if same(value, new):
        raise AlreadySo
    if value is None:
        return new
    if isinstance(value, dict) and isinstance(new, dict):
        return _with_keys(value, steps, new)
    raise ValueRefused("exists", f"{_at(steps)} is there, {kind_of(value)}: `update` changes it")


def _appended(value: list[JSON], new: JSON) -> JSON:
    """Numbers are measurements, which may repeat; a text or a record that is there already says nothing new."""
    items = new if isinstance(new, list) else [new]
    fresh = [
        item
        for item in items
        if not isinstance(item, (str, list, dict)) or not any(same(item, there) for there in value)
    ]
    if not fresh:
        raise AlreadySo
    return [*value, *fresh]


def _with_keys(value: dict[str, JSON], steps: tuple[Step, ...], new: dict[str, JSON]) -> JSON:
    fresh = {key: item for key, item in new.items() if key not in value}
    taken = [key for key, item in new.items() if key in value and not same(item, value[key])]
    if taken:
        raise ValueRefused("exists", f"{_at(steps)} has {', '.join(map(repr, taken[:5]))} already: `update` changes it")
    if not fresh:
        raise AlreadySo
    return {**value, **fresh}


def _place(value: JSON, steps: tuple[Step, ...], depth: int, op: EditName) -> str | int:
    """The key or position of the next step in ``value``, from the front; one past the end for an `add` there."""
    step = steps[depth]
    adding = op == "add" and depth + 1 == len(steps)
    where = _at(steps[:depth])
    if isinstance(value, dict):
        if step.kind == "key" and (step.value in value or adding):
            return step.value
        close = nearest(str(step.value), value) or list(value)[:5]
        there = f"; there are {', '.join(map(repr, close))}" if close else "; it is empty"
        raise ValueRefused("unknown_path", f"{where} is a dictionary without {step.value!r:.80}{there}")
    if isinstance(value, list):
        count = len(value)
        if step.kind == "index" and isinstance(step.value, int):
            place = step.value + count if step.value < 0 else step.value
            if 0 <= place < count or (adding and place == count):
                return place
        there = f"positions are 0 to {count - 1}" if count else "it is empty"
        raise ValueRefused("unknown_path", f"{where} is a list of {count}, without {step.value!r:.80}; {there}")
    raise ValueRefused("unknown_path", f"{where} is {kind_of(value)}: nothing is in it")


def _at(steps: tuple[Step, ...]) -> str:
    return format_path(steps)[:120] if steps else "the value"
