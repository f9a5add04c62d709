"""What is there already is said once, for every kind; what is only nearly the same stays apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    FINDINGS,
    HYPOTHESIS,
    PERSON,
    QUESTIONS,
    TODOS,
    VARIABLES,
    Worked,
    add,
    update,
)

pytestmark = pytest.mark.live
TEXT_LISTS = [TODOS, QUESTIONS, FINDINGS, CONSTRAINTS]


@pytest.mark.parametrize("path", TEXT_LISTS)
def test_the_same_text_is_one_entry(m: Worked, path: str) -> None:
    ref = m.add(path, "固态 text", **PERSON)
    for value in ("固态 text", "  固态 text\n", {"text": "固态 text"}, ["固态 text"], ["固态 text", "固态 text"]):
        assert m.same(add(path, value), **PERSON).ref == ref
    assert m.same(add(f"{path}[0]", "固态 text"), **PERSON).ref == ref
    assert m.same(add(ref, "固态 text"), **PERSON).ref == ref
    reason = m.refused(add(path, {"text": "固态 text", "note": 1}), "exists", ref, **PERSON)
    assert f"update {path}[{ref}]" in reason
    m.refused(add(ref, "other"), "exists", ref, **PERSON)
    report = m.apply(add(path, "x"), add(path, "x"), add(path, ["x", "y"]), **PERSON)
    assert [v.verdict for v in report.verdicts] == ["applied", "duplicate", "applied"]


@pytest.mark.parametrize("path", [*TEXT_LISTS, "action_history"])
def test_near_names_stay_apart(m: Worked, path: str) -> None:
    near = [
        "Python 3.11",
        "Python 3.12",
        "issue 12",
        "issue 13",
        "python 3.11",
        "Python 3.11.",
        "Python  3.11",
        "１２",
        "12",
    ]
    m.do(*(add(path, text) for text in near), **PERSON)
    found = m.view["meta"]["hard_constraints"][1:] if path == CONSTRAINTS else None
    found = found or (m.view["action_history"] if path == "action_history" else m.memory[path.split(".")[1]])
    assert found == near


def test_near_keys_stay_apart(m: Worked) -> None:
    keys = ["n", "N", "n ", "ñ", "n\u0303", "ｎ", "n\u200b", "1", "01", "1.0", "true"]
    paths = [[VARIABLES, "documents"][i % 2] for i in range(2)]
    for path in paths:
        quoted = [f"{path}['{key}']" for key in keys]
        m.do(*(add(q, {"title": key} if path == "documents" else key) for q, key in zip(quoted, keys, strict=True)))
    assert m.memory["variables"] == {key: key for key in keys}
    assert m.view["documents"] == {key: {"title": key} for key in keys}


def test_actions_are_the_same_by_all_of_it_or_twice_in_a_row(m: Worked) -> None:
    m.do(*(add("action_history", {"step": n, "action": "search"}) for n in range(3)))
    m.same(add("action_history", {"step": 1, "action": "search"}))
    m.add("action_history", {"step": 1, "action": "search", "output": "x"})
    m.add("action_history", "search")
    m.same(add("action_history", "search"))
    m.do(add("action_history", "read"), add("action_history", "search"))
    assert m.view["action_history"][-3:] == ["search", "read", "search"]


def test_the_same_elsewhere_is_another(m: Worked) -> None:
    m.do(add("sub_maps.market", "Market"), add(TODOS, "a"), add(f"sub_maps.market.{TODOS}", "a"), add(QUESTIONS, "a"))
    assert m.memory["todo_list"] == m.memory["pending_questions"] == ["a"]
    m.do(update("T1", "b"), add(TODOS, "a"))
    assert m.memory["todo_list"] == ["b", "a"]


def test_what_was_archived_may_be_said_again(m: Worked) -> None:
    first = m.add(TODOS, "a")
    m.delete(first)
    assert m.add(TODOS, "a") != first
    assert m.memory["todo_list"] == ["a"]


def test_composed_and_decomposed_say_the_same_and_stay_as_they_are(m: Worked) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    m.do(add(TODOS, composed), add(FINDINGS, decomposed))
    m.same(add(TODOS, decomposed))
    assert (m.memory["todo_list"], m.memory["findings"]) == ([composed], [decomposed])
    m.do(update("T1", decomposed), update("F1", composed))
    assert (m.memory["todo_list"], m.memory["findings"]) == ([decomposed], [composed])


def test_an_update_to_what_it_is_changes_nothing(m: Worked) -> None:
    value = {"task": "a", "priority": 1, "other": {"n": 0.0, "l": [None]}}
    m.do(add(TODOS, value), add(f"{VARIABLES}.n", 0.0), add("documents.d", {"title": "T", "key_points": ["a"]}))
    for operation in (
        update("T1", value),
        update("T1", "a"),
        update("T1.task", "a"),
        update("T1.text", "a"),
        update("T1.other", {}),
        update("T1.other.n", 0.0),
        update(f"{VARIABLES}.n", 0.0),
        update("documents.d", {"key_points": ["a"]}),
        update("documents", {"d": {"title": "T"}}),
        add("documents.d.key_points", ["a"]),
    ):
        m.same(operation)
    m.do(update(f"{VARIABLES}.n", 0), update("T1.other.n", -0.0))
    assert repr(m.memory["variables"]["n"]) == "0"
    assert repr(m.memory["todo_list"][0]["other"]["n"]) == "-0.0"


@pytest.mark.parametrize("relation", ["contradicts", "supersedes", "supported_by"])
def test_the_same_does_not_lead_to_itself(m: Worked, relation: str) -> None:
    m.add(FINDINGS, ["x", "y"])
    m.refused(add(FINDINGS, {"text": "x", relation: ["F1"]}), "wrong_type", "F1 cannot be linked to itself")
    m.refused(add(FINDINGS, {"text": "x", relation: ["F2", "F1"]}), "wrong_type", "itself")
    m.do(add(FINDINGS, {"text": "x", relation: ["F2"]}))


def test_the_two_zeros_are_two_values(m: Worked) -> None:
    m.do(add(f"{VARIABLES}.n", 0.0), add(TODOS, {"task": "a", "weight": 0.0}))
    m.do(update(f"{VARIABLES}.n", -0.0), update("T1.weight", -0.0))
    assert (repr(m.memory["variables"]["n"]), repr(m.memory["todo_list"][0]["weight"])) == ("-0.0", "-0.0")
    m.same(update(f"{VARIABLES}.n", -0.0))
    m.do(update(f"{VARIABLES}.n", 0.0))
    assert repr(m.memory["variables"]["n"]) == "0.0"


def test_the_hypothesis_added_twice(m: Worked) -> None:
    m.add(HYPOTHESIS, "h", **PERSON)
    m.same(add(HYPOTHESIS, "h"), **PERSON)
    m.same(update(HYPOTHESIS, "h"), **PERSON)
    m.refused(add(HYPOTHESIS, "other"), "exists", "update", **PERSON)


NEARLY: list[Any] = ["Battery rep", "battery report", "Battery report 2", "reports"]


def test_an_edit_by_a_name_that_nearly_matches_two_is_refused(m: Worked) -> None:
    for title in NEARLY:
        m.apply(
            add("documents['Battery report A']", {"title": "A"}), add("documents['Battery report B']", {"title": "B"})
        )
        for operation in (update(f"documents['{title}'].title", "x"), update(f"documents['{title}']", {"title": "x"})):
            m.refused(operation, "unknown_path", "Battery report A", "Battery report B")
        m.apply(add(TODOS, ["Check report 12", "Check report 13"]))
        m.refused(update(f"{TODOS}['Check report 1']", "x"), "unknown_path", "T1", "T2")
