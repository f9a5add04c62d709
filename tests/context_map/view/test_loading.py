from typing import Any

import pytest
from hypothesis import given

from peek_graph.context_map.view.dictionary import operations_of
from peek_graph.context_map.view.paths import parse_path
from peek_graph.errors import OperationError
from tests.context_map.view.example import EXAMPLE
from tests.context_map.view.shapes import json_values


def test_operations_come_parents_first_and_name_what_they_make() -> None:
    operations = operations_of(EXAMPLE)
    assert [(operation["op"], operation["path"]) for operation in operations] == [
        ("update", "meta.task_id"),
        ("update", "meta.ultimate_goal"),
        ("add", "meta.hard_constraints"),
        ("add", "meta.hard_constraints"),
        ("update", "meta.current_step"),
        ("add", "documents.ref_paper_1"),
        ("add", "documents['市场 报告 (2024)']"),
        ("add", "action_history"),
        ("add", "action_history"),
        ("add", "working_memory.hypothesis"),
        ("add", "working_memory.todo_list"),
        ("add", "working_memory.todo_list"),
        ("add", "working_memory.pending_questions"),
        ("add", "working_memory.findings"),
        ("add", "working_memory.variables.n"),
        ("add", "working_memory.variables.ratio"),
        ("add", "working_memory.variables.none"),
        ("add", "working_memory.variables.empty"),
        ("add", "working_memory.variables['a.b']"),
        ("add", "sub_maps.市场"),
        ("add", "sub_maps.市场.working_memory.hypothesis"),
        ("add", "sub_maps.市场.working_memory.hypothesis"),
        ("add", "sub_maps.市场.sub_maps.prices"),
        ("add", "sub_maps.市场.sub_maps.prices.documents.d"),
        ("add", "sub_maps.市场.sub_maps.prices.working_memory.todo_list"),
    ]
    assert next(o["value"] for o in operations if o["path"] == "sub_maps.市场") == {
        "title": "市场",
        "kind": "phase",
        "summary": "",
    }


@pytest.mark.parametrize(
    ("dictionary", "says", "hint"),
    [
        ([], "$ is a list", "a dictionary is expected"),
        ({"meta": []}, "meta is a list", "a dictionary is expected"),
        (
            {"meta": {"goal": "g"}},
            "meta has 'goal', which the view does not know; is 'ultimate_goal' meant?",
            "known: task_id",
        ),
        ({"document": {}}, "$ has 'document', which the view does not know; is 'documents' meant?", "known: meta"),
        ({"meta": {"hard_constraints": "one"}}, "meta.hard_constraints is 'one'", "a list is expected"),
        ({"documents": {"a b": "text"}}, "documents['a b'] is 'text'", "a dictionary with title"),
        ({"documents": {1: {}}}, "documents has the key 1", "keys are texts"),
        ({"action_history": {}}, "action_history is a dictionary", "a list is expected"),
        ({"working_memory": {"todo_list": "one"}}, "working_memory.todo_list is 'one'", "a list is expected"),
        ({"working_memory": {"todo_list": ["a", 5]}}, "working_memory.todo_list[1] is 5", "a text or a dictionary"),
        ({"working_memory": {"notes": 5}}, "working_memory has 'notes'", "known: hypothesis"),
        ({"working_memory": {"hypothesis": 5}}, "working_memory.hypothesis is 5", "a text or a dictionary"),
        ({"sub_maps": {"a": []}}, "sub_maps.a is a list", "a dictionary is expected"),
        ({"sub_maps": {"a": {"sub_maps": 3}}}, "sub_maps.a.sub_maps is 3", "a dictionary is expected"),
    ],
)
def test_what_is_not_of_the_shape_is_refused_with_its_place(dictionary: Any, says: str, hint: str) -> None:
    with pytest.raises(OperationError, match=r".") as caught:
        operations_of(dictionary)
    assert says in caught.value.message
    assert hint in (caught.value.hint or "")


@given(json_values)
def test_any_json_gives_operations_or_an_error(value: Any) -> None:
    for dictionary in (value, {"meta": value}, {"working_memory": value}, {"sub_maps": {"a": value}}):
        try:
            operations = operations_of(dictionary)
        except OperationError:
            continue
        assert all(parse_path(operation["path"]).steps for operation in operations)
