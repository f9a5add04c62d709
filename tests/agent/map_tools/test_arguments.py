from __future__ import annotations

import json
from typing import Any

import dirtyjson
import pytest

from peek_graph.agent.map_tools.arguments import operations_in
from peek_graph.errors import OperationError

OPERATION = {"op": "add", "path": "working_memory.todo_list", "value": "Call `Ann`"}


@pytest.mark.parametrize(
    "given",
    [
        [OPERATION],
        OPERATION,
        json.dumps([OPERATION]),
        json.dumps(OPERATION),
        {"operations": [OPERATION]},
        json.dumps({"operations": [OPERATION]}),
        {"operations": json.dumps([OPERATION])},
        [json.dumps(OPERATION)],
        f"```json\n{json.dumps([OPERATION])}\n```",
        f"Here you are:\n```\n{json.dumps(OPERATION)}\n```\nDone.",
        dirtyjson.loads(json.dumps([OPERATION])),
    ],
)
def test_operations_are_taken_in_every_form_that_models_send(given: Any) -> None:
    assert operations_in(given, {}) == [OPERATION]


def test_the_parts_of_one_operation_may_stand_alone() -> None:
    assert operations_in(None, OPERATION) == [OPERATION]


@pytest.mark.parametrize("given", [[7, None, "x", {}], [[]], ["\ud800"]])
def test_what_is_in_the_list_is_for_apply_to_judge(given: list[Any]) -> None:
    assert operations_in(given, {}) == given


@pytest.mark.parametrize(
    ("given", "more", "says"),
    [
        (None, {}, "the argument 'operations' is missing"),
        (None, {"operation": [OPERATION]}, "there is no argument 'operation'"),
        ([], {}, "operations is empty"),
        ("", {}, "operations is no JSON"),
        ("add a todo", {}, "operations is no JSON"),
        ('[{"op": "add", "path": "x"', {}, "operations is no JSON"),
        ("[" * 200_000, {}, "operations is n"),
        (7, {}, "operations is int, not a list"),
        ("7", {}, "operations is int, not a list"),
        ("null", {}, "operations is NoneType, not a list"),
        (["{broken"], {}, "operations is no JSON"),
        ({"operations": 7}, {}, "operations is int, not a list"),
    ],
)
def test_what_is_no_batch_is_told(given: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises(OperationError, match=says):
        operations_in(given, more)
