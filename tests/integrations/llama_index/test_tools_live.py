"""The tools by themselves: whatever comes in, a text comes out that a model can go on from."""

from __future__ import annotations

import json
from typing import Any

import dirtyjson
import pytest

from peek_graph.context_map import ContextMap
from peek_graph.integrations.llama_index import PeekGraphToolSpec
from tests.integrations.llama_index.conftest import add

pytestmark = pytest.mark.live

TODOS = "working_memory.todo_list"


def todos(opened: ContextMap) -> list[Any]:
    return [item if isinstance(item, str) else item["text"] for item in opened.get(TODOS)]


def test_descriptions_teach_within_what_models_take(library: ContextMap) -> None:
    tools = {tool.metadata.name: tool for tool in PeekGraphToolSpec(library).to_tool_list()}
    assert set(tools) == {"query_context_map", "update_context_map"}
    read, write = tools["query_context_map"].metadata, tools["update_context_map"].metadata
    for metadata in (read, write):
        assert metadata.to_openai_tool()["function"]["name"] == metadata.name  # refuses what is too long
    assert all(word in read.description for word in ("GET_CURRENT_STATUS", "SEARCH:", "OPEN:", "READ:"))
    assert all(word in write.description for word in ("applied", "duplicate", "proposed", "rejected", "supported_by"))
    form = write.get_parameters_dict()
    assert form["required"] == ["operations"]
    assert form["properties"]["operations"]["items"]["required"] == ["op", "path"]
    assert "$ref" not in json.dumps(form)
    assert not [name for name in tools if name in ("confirm", "rollback", "prune")]


def test_the_example_of_the_description_works(battery: ContextMap) -> None:
    metadata = PeekGraphToolSpec(battery).to_tool_list()[1].metadata
    example = metadata.description.partition("Example: ")[2].partition("\n")[0]
    section = battery.why("F1").supported_by[0].ref
    answer = PeekGraphToolSpec(battery).update_context_map(example.replace("D3§2.3", section).replace("T12", "T1"))
    assert answer.splitlines()[0].endswith(": 2 applied."), answer


def test_every_path_of_the_description_leads_somewhere(battery: ContextMap) -> None:
    described = PeekGraphToolSpec(battery).to_tool_list()[1].metadata.description
    key = next(iter(battery.get("sub_maps.market.documents")))
    done = {
        "working_memory.todo_list": add("working_memory.todo_list", "One more"),
        "working_memory.findings": add("working_memory.findings", {"text": "One more", "supported_by": ["D1"]}),
        "working_memory.pending_questions": add("working_memory.pending_questions", "Why?"),
        "working_memory.variables.<key>": add("working_memory.variables.budget", 7),
        "working_memory.hypothesis": {"op": "update", "path": "working_memory.hypothesis", "value": "Sulfides will do"},
        "action_history": add("action_history", {"action": "asked Ann", "output": "she agrees", "outcome": "ok"}),
        "documents.<key>.interpretation": {
            "op": "update",
            "path": f"sub_maps.market.documents.{key}.interpretation",
            "value": "Prices fall",
        },
        "meta.current_step": {"op": "update", "path": "meta.current_step", "value": "survey"},
        "T12.status": {"op": "update", "path": "T1.status", "value": "doing"},
        "sub_maps.<key>": {"op": "move", "path": "T3", "to": "sub_maps.market"},
    }
    assert [path for path in done if path not in described] == []
    answer = PeekGraphToolSpec(battery).update_context_map(list(done.values()))
    assert answer.splitlines()[0].endswith(": 9 applied, 1 proposed."), answer


def test_verdicts_are_told_with_refs(battery: ContextMap) -> None:
    tools = PeekGraphToolSpec(battery, author="agent:planner")
    answer = tools.update_context_map([add(TODOS, "Call Ann"), add(TODOS, "Write the summary")], "after the meeting")
    revision = battery.log(1)[0]
    assert answer.splitlines() == [
        f"This is revision {revision.number}: 1 applied, 1 duplicate.",
        "1. add working_memory.todo_list -> applied T5",
        answer.splitlines()[2],
    ]
    assert answer.splitlines()[2].startswith("2. add working_memory.todo_list -> duplicate T3")
    assert (revision.author, revision.reasoning) == ("agent:planner", "after the meeting")


def test_a_rejection_says_what_to_correct_and_changes_nothing(battery: ContextMap) -> None:
    before = battery.to_dict()
    answer = PeekGraphToolSpec(battery).update_context_map([add(TODOS, "x"), add("working_memory.todos", "y")])
    assert answer.startswith("Nothing was changed, revision ")
    assert "1 of 2 rejected" in answer
    assert "todo_list" in answer.splitlines()[2]
    assert battery.to_dict() == before
    lenient = PeekGraphToolSpec(battery, mode="lenient").update_context_map(
        [add(TODOS, "x"), add("working_memory.todos", "y")]
    )
    assert ": 1 applied, 1 rejected." in lenient.splitlines()[0]


def test_an_agent_cannot_change_what_is_a_persons(battery: ContextMap) -> None:
    goal = {"op": "update", "path": "meta.ultimate_goal", "value": "Do as I say"}
    answer = PeekGraphToolSpec(battery, author="user:ann").update_context_map([goal], "the user said so")
    assert "-> proposed P1" in answer, answer
    assert battery.get("meta.ultimate_goal") == "Choose a cell chemistry"


OPERATION = add(TODOS, "Call Ann")

BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "the argument 'operations' is missing"),
    ({"operations": []}, "operations is empty"),
    ({"operations": "add a todo"}, "operations is no JSON"),
    ({"operations": [7, None, []]}, "an operation is a dictionary"),
    ({"operations": [{"op": "confirm", "path": "P1"}]}, "one of add, update, delete"),
    ({"operations": [{"op": "add"}]}, "add lacks 'path'"),
    ({"operations": [{"op": "add", "path": {"a": 1}, "value": 1}]}, "rejected"),
    ({"operations": [{"op": "add", "path": "][", "value": "x"}]}, "rejected"),
    ({"operations": [add(TODOS, "half \ud800 a pair")]}, "rejected"),
    ({"operations": [add(TODOS, "x")] * 20_000}, "send it in parts"),
]


def test_bad_arguments_are_answered_and_change_nothing(library: ContextMap) -> None:
    before = library.to_dict()
    for arguments, says in BAD:
        answer = PeekGraphToolSpec(library).update_context_map(**arguments)
        assert answer.startswith("Nothing was changed"), arguments
        assert says in answer
        assert len(answer) < 3000
    assert library.to_dict() == before


def test_operations_as_a_weak_model_sends_them(battery: ContextMap) -> None:
    tools = PeekGraphToolSpec(battery)
    forms: list[dict[str, Any]] = [
        {"operations": json.dumps([add(TODOS, "One")])},
        {"operations": dirtyjson.loads(json.dumps([add(TODOS, "Two")]))},
        {**add(TODOS, "Three"), "reasoning": "so"},
    ]
    for arguments in forms:
        answer = tools.update_context_map(**arguments)
        assert answer.splitlines()[0].endswith(": 1 applied."), answer
    assert todos(battery)[-3:] == ["One", "Two", "Three"]
    assert battery.log(1)[0].reasoning == "so"


def test_long_batches_and_reasons_stay_short(battery: ContextMap) -> None:
    good = PeekGraphToolSpec(battery).update_context_map([add(TODOS, f"Number {n}") for n in range(300)])
    assert good.splitlines()[0].endswith(": 300 applied.")
    assert good.splitlines()[1:] == ["… and 300 more"]
    bad = PeekGraphToolSpec(battery).update_context_map([add("nowhere." + "x" * 5000, "y\n# forged\n")] * 300)
    assert len(bad) < 60_000
    assert len(bad.splitlines()) == 42


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"request": "GET_CURRENT_STATUS"}, "Choose a cell chemistry"),
        ({"request": "SEARCH: dendrites"}, "Dendrites grow"),
        ({"request": "OPEN: market"}, "T2"),
        ({"request": "READ: D1"}, "Sulfide electrolytes"),
        ({"query": "SEARCH: dendrites"}, "Dendrites grow"),
        ({"request": {"action": "SEARCH", "query": "dendrites"}}, "Dendrites grow"),
        ({"request": ["SEARCH: dendrites"]}, "Dendrites grow"),
        ({}, "GET_CURRENT_STATUS"),
        ({"request": None}, "GET_CURRENT_STATUS"),
        ({"request": "OPEN: nowhere-at-all"}, "nowhere-at-all"),
    ],
)
def test_requests_are_answered_by_the_grammar(library: ContextMap, arguments: dict[str, Any], expected: str) -> None:
    assert expected in PeekGraphToolSpec(library).query_context_map(**arguments)


def test_a_map_that_is_gone_is_an_answer(battery: ContextMap) -> None:
    db = battery._handle.db
    db.driver.execute_query(
        "MATCH (m:Map {app: 'peek-graph', uid: $uid}) DETACH DELETE m", uid=battery.uid, database_=db.database
    )
    tools = PeekGraphToolSpec(battery)
    for answer in (tools.query_context_map("GET_CURRENT_STATUS"), tools.update_context_map([OPERATION])):
        assert "no longer in the database" in answer
        assert "Hint:" in answer
