"""The map itself: meta and its fields, groups, the hypothesis, and paths that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import CONSTRAINTS, HYPOTHESIS, PERSON, TODOS, Worked, add, delete, update

pytestmark = pytest.mark.live


def test_meta_by_a_person(m: Worked) -> None:
    m.update("meta.ultimate_goal", " 固态电池 ", **PERSON)
    m.update("meta.task_id", "task 7", **PERSON)
    m.update("meta.current_step", 3)
    m.add(CONSTRAINTS, ["No paywalls", {"text": "2022 and later", "why": [1]}], **PERSON)
    meta = m.view["meta"]
    assert meta == {
        "task_id": "task 7",
        "ultimate_goal": "固态电池",
        "hard_constraints": ["Only public sources", "No paywalls", {"text": "2022 and later", "why": [1]}],
        "current_step": 3,
    }
    m.same(update("meta.ultimate_goal", "固态电池"), **PERSON)
    m.same(update("meta", meta), **PERSON)
    m.update("meta", {"current_step": "four", "hard_constraints": ["Only public sources"]}, **PERSON)
    assert m.view["meta"]["hard_constraints"] == ["Only public sources"]
    assert m.view["meta"]["ultimate_goal"] == "固态电池"


STEPS: list[Any] = [3, "three", 2.5, True, None, [1, "a"], {"n": 1, "of": None}, 2**70, 0, False, ""]


def test_current_step_is_any_value(m: Worked) -> None:
    for step in STEPS:
        m.update("meta.current_step", "before")
        m.update("meta.current_step", step)
        assert repr(m.view["meta"]["current_step"]) == repr(step)
        m.same(update("meta.current_step", step))
        m.update("meta.current_step", "after")
        assert m.view["meta"]["current_step"] == "after"


def test_inside_current_step(m: Worked) -> None:
    m.update("meta.current_step", {"chapter": 1, "parts": ["a"]})
    m.update("meta.current_step.chapter", 2)
    m.add("meta.current_step.parts", "b")
    m.delete("meta.current_step.parts[0]")
    assert m.view["meta"]["current_step"] == {"chapter": 2, "parts": ["b"]}
    m.delete("meta.current_step")
    assert m.view["meta"]["current_step"] == ""
    m.add("meta.current_step", "x")
    m.refused(add("meta.current_step", "y"), "exists", "update")


def test_the_goal_stays_a_text_that_says_something(m: Worked) -> None:
    for value in ("", "  ", None, 5, ["x"], {"a": 1}, "x" * 5000):
        m.refused(update("meta.ultimate_goal", value), "wrong_type", **PERSON)
    m.refused(delete("meta.ultimate_goal"), "wrong_type", **PERSON)
    m.refused(update("meta.ultimate_goal[0]", "x"), "unknown_path", **PERSON)


def test_groups_take_dictionaries_of_what_they_have(m: Worked) -> None:
    m.update("working_memory", {"todo_list": ["a"], "findings": ["f"], "variables": {"n": 1}})
    m.update("$", {"working_memory": {"todo_list": ["a", "b"]}, "documents": {"d": {"title": "T"}}})
    assert m.memory["todo_list"] == ["a", "b"]
    for path in ("$", "meta", "working_memory"):
        m.refused(delete(path), "wrong_type", "cannot be deleted")
        m.refused(add(path, {}), "wrong_type")
        for value in (5, None, "x", ["x"]):
            m.refused(update(path, value), "wrong_type", "a dictionary")
    m.refused(update("$", {"documnets": {}}), "unknown_path", "documents")
    m.refused(update("meta", {"goal": "x"}), "unknown_path", "ultimate_goal")
    m.refused(update("working_memory", {"todos": ["x"]}), "unknown_path", "todo_list")


def test_a_part_that_is_refused_refuses_all_of_the_operation(m: Worked) -> None:
    m.refused(update("$", {"documents": {"d": {"title": "T"}}, "working_memory": {"todo_list": [5]}}), "wrong_type")
    m.refused(add("sub_maps.x", {"title": "X", "working_memory": {"todo_list": ["ok", 5]}}), "wrong_type")
    m.refused(add(TODOS, ["fine", {"no": "text"}]), "wrong_type")


def test_the_hypothesis_is_null_set_changed_deleted(m: Worked) -> None:
    assert m.memory.get("hypothesis") is None
    m.same(update(HYPOTHESIS, None), **PERSON)
    m.same(delete(HYPOTHESIS), **PERSON)
    m.refused(update(f"{HYPOTHESIS}.status", "weak"), "unknown_path", "no hypothesis", **PERSON)
    first = m.add(HYPOTHESIS, "sulfides win", **PERSON)
    m.refused(add(HYPOTHESIS, "oxides win"), "exists", **PERSON)
    m.update(f"{HYPOTHESIS}.status", "weak", **PERSON)
    assert m.memory["hypothesis"] == {"text": "sulfides win", "status": "weak"}
    m.update(HYPOTHESIS, "oxides win", **PERSON)
    m.delete(f"{first}.status", **PERSON)
    m.update(HYPOTHESIS, None, **PERSON)
    assert m.memory.get("hypothesis") is None
    second = m.update(HYPOTHESIS, {"hypothesis": "polymers win", "why": {"n": 0}}, **PERSON)
    assert second != first
    assert m.memory["hypothesis"] == {"hypothesis": "polymers win", "why": {"n": 0}}
    m.delete(HYPOTHESIS, **PERSON)
    assert m.memory.get("hypothesis") is None


NOWHERE: list[Any] = [
    ("working_memory.todolist", ["todo_list"]),
    ("todo_list", ["working_memory.todo_list"]),
    ("findings[0]", ["working_memory.findings"]),
    ("docs.paper", ["documents"]),
    ("meta.goal", ["ultimate_goal"]),
    ("sub_map.x", ["sub_maps"]),
    ("working_memory.todo_list.first", ["T1"]),
    ("hard_constraints", ["meta.hard_constraints"]),
    ("action_histroy", ["action_history"]),
    ("working_memory.hypotheses", ["hypothesis"]),
    ("T11", ["T1"]),
    ("D1", ["D1"]),
    ("T1.statsu", ["status"]),
    ("$[0]", ["documents"]),
    ("meta[0]", ["ultimate_goal"]),
]


def test_a_path_that_leads_nowhere_is_refused_with_the_nearest(m: Worked) -> None:
    for path, words in NOWHERE:
        m.apply(add(TODOS, {"text": "a", "status": "open"}))
        for operation in (update(path, "x"), delete(path)):
            verdict = m.one(operation)
            assert verdict.verdict == "rejected"
            assert verdict.code in ("unknown_path", "wrong_type")
            assert all(word in verdict.reason for word in words), verdict.reason


NO_PATHS: list[Any] = ["", "a..b", "todo_list[", "x['a", "[T0]", "*", "a[*]", 5, None, ["a"], "\0", "a.\ud800"]


def test_a_path_that_is_none_is_refused_with_where(m: Worked) -> None:
    for path in NO_PATHS:
        verdict = m.one({"op": "update", "path": path, "value": 1})
        assert (verdict.verdict, verdict.code) == ("rejected", "bad_path")
        assert verdict.reason


NO_OPERATIONS: list[Any] = [
    ({}, "op is None"),
    ({"op": "ADD", "path": "x", "value": 1}, "add"),
    ({"op": "replace", "path": "x", "value": 1}, "update"),
    ({"op": "add", "path": TODOS}, "value"),
    ({"op": "add", "path": TODOS, "value": "x", "vale": 1}, "value"),
    ({"op": "delete", "path": TODOS, "value": 1}, "value"),
    ({"op": "move", "path": "T1"}, "to"),
    ({"op": "link", "path": "F1", "relation": "knows", "to": "D1"}, "supported_by"),
    ({"op": "link", "path": "F1", "relation": 5, "to": "D1"}, "relation"),
    ({"op": "add", "path": TODOS, "value": object()}, "object"),
    ("add x", "dictionary"),
    (None, "dictionary"),
    (["add"], "dictionary"),
    (10**5000, "dictionary"),
    ({"op": 10**5000, "path": "x"}, "op is a number"),
    ({"op": "move", "path": "x", "to": 10**5000}, "digits"),
]


def test_what_is_no_operation_is_refused_with_what_one_is(m: Worked) -> None:
    for operation, words in NO_OPERATIONS:
        report = m.opened.apply([operation])
        assert report.verdicts[0].verdict == "rejected"
        assert words in report.verdicts[0].reason
        assert not report.changed
