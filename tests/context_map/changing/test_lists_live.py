"""Lists: append, insert, refs, positions, replacing all of one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import (
    FINDINGS,
    QUESTIONS,
    TODOS,
    Worked,
    add,
    delete,
    update,
)

pytestmark = pytest.mark.live

LISTS = [FINDINGS, "action_history", "sub_maps.market.working_memory.todo_list"]


def items(m: Worked, path: str) -> list[object]:
    found: object = m.view
    for name in path.split("."):
        found = found.get(name, []) if isinstance(found, dict) else found
    assert isinstance(found, list)
    return found


@pytest.fixture(params=LISTS)
def where(m: Worked, request: pytest.FixtureRequest) -> str:
    m.add("sub_maps.market", {"title": "Market"})
    m.do(*(add(str(request.param), text) for text in "abc"))
    return str(request.param)


def test_add_appends_one_or_several(m: Worked, where: str) -> None:
    m.add(where, ["d", {"text": "e", "note": 1} if "action" not in where else {"action": "e", "note": 1}])
    assert [i if isinstance(i, str) else "e" for i in items(m, where)] == ["a", "b", "c", "d", "e"]


def test_add_at_a_position_inserts_before(m: Worked, where: str) -> None:
    expected = list("abc")
    for number, index in enumerate((0, 1, 2, -1, -3, -6)):
        m.add(f"{where}[{index}]", f"x{number}")
        expected.insert(index, f"x{number}")
        assert items(m, where) == expected


def test_add_at_the_end_position_appends_and_beyond_is_refused(m: Worked, where: str) -> None:
    m.add(f"{where}[3]", "x")
    assert items(m, where) == list("abcx")
    for index in (5, 100, -5, -100):
        m.refused(add(f"{where}[{index}]", "y"), "unknown_path")


def test_positions_address_for_update_and_delete(m: Worked, where: str) -> None:
    expected = list("abcdef")
    m.add(where, expected[3:])
    for index in (0, 1, -1, -2, -3):
        m.update(f"{where}[{index}]", f"new {index}")
        expected[index] = f"new {index}"
        assert items(m, where) == expected
    for index in (2, -1, 0, -2):
        m.delete(f"{where}[{index}]")
        del expected[index]
        assert items(m, where) == expected


def test_a_position_that_is_not_there_is_refused_with_the_length(m: Worked, where: str) -> None:
    for index in (3, 99, -4, -99):
        m.refused(update(f"{where}[{index}]", "x"), "unknown_path", "3")
        m.refused(delete(f"{where}[{index}]"), "unknown_path", "3")


def test_refs_address_by_brackets_by_key_and_bare(m: Worked, where: str) -> None:
    ref = m.add(where, "d")
    m.update(f"{where}[{ref}]", "d2")
    m.update(f"{where}.{ref}", "d3")
    m.update(ref, "d4")
    m.update(f"[{ref.lower()}]", "d5")
    assert items(m, where) == ["a", "b", "c", "d5"]
    m.delete(ref)
    assert items(m, where) == ["a", "b", "c"]
    m.refused(update(ref, "x"), "archived", ref)
    m.refused(update(f"{ref[0]}999", "x"), "unknown_path")


def test_a_ref_of_another_list_is_refused_with_where_it_is(m: Worked) -> None:
    m.add("sub_maps.market", "Market")
    todo, question = m.do(add(TODOS, "a"), add(QUESTIONS, "b"))
    m.refused(update(f"{TODOS}[{question}]", "x"), "unknown_path", "pending_questions")
    m.refused(update(f"sub_maps.market.{TODOS}[{todo}]", "x"), "unknown_path", f"{TODOS}[{todo}]")


def test_sixty_inserts_at_one_place_leave_no_room_and_keep_the_order(m: Worked) -> None:
    m.do(add(TODOS, "first"), add(TODOS, "last"))
    for number in range(60):
        m.add(f"{TODOS}[1]", f"n{number}")
    assert m.memory["todo_list"] == ["first", *(f"n{number}" for number in reversed(range(60))), "last"]


def test_sixty_inserts_in_one_batch_before_the_first_and_the_second(m: Worked) -> None:
    m.do(add(TODOS, "first"), add(TODOS, "last"))
    m.do(*(add(f"{TODOS}[1]", f"n{number}") for number in range(60)))
    m.do(*(add(f"{TODOS}[0]", f"z{number}") for number in range(60)))
    expected = [*(f"z{n}" for n in reversed(range(60))), "first", *(f"n{n}" for n in reversed(range(60))), "last"]
    assert m.memory["todo_list"] == expected


def test_updating_a_list_replaces_it_and_keeps_what_says_the_same(m: Worked, where: str) -> None:
    kept = m.add(where, "d")
    m.update(where, ["d", "x", "a"])
    assert items(m, where) == ["d", "x", "a"]
    m.update(kept, "d2")
    assert items(m, where)[0] == "d2"
    m.same(update(where, ["d2", "x", "a"]))
    m.add(where, "after")
    assert items(m, where) == ["d2", "x", "a", "after"]


def test_updating_a_list_with_nothing_empties_it(m: Worked, where: str) -> None:
    m.update(where, [])
    assert items(m, where) == []
    m.same(update(where, []))
    m.same(delete(where))
    m.add(where, "again")
    assert items(m, where) == ["again"]


def test_deleting_a_list_archives_all_of_it(m: Worked, where: str) -> None:
    report = m.apply(delete(where))
    assert len(report.verdicts[0].refs) == 3
    assert items(m, where) == []


def test_a_list_takes_no_other_value(m: Worked, where: str) -> None:
    values: list[Any] = [5, True, None, {"a": 1}, "text"]
    for value in values:
        m.refused(update(where, value), "wrong_type", "a list")
    values = [[["nested"]], [None], [5], [""]]
    for value in values:
        m.refused(update(where, value), "wrong_type", "expected")
    values = [5, True, None, [["nested"]], [None], ""]
    for value in values:
        m.refused(add(where, value), "wrong_type", "expected")
    m.refused(add(f"{where}.title", "x"), "unknown_path")


def test_positions_mean_what_the_batch_made_of_the_list(m: Worked) -> None:
    m.do(*(add(TODOS, text) for text in "abc"))
    m.do(delete(f"{TODOS}[0]"), update(f"{TODOS}[0]", "b2"), add(f"{TODOS}[0]", "new"), delete(f"{TODOS}[-1]"))
    assert m.memory["todo_list"] == ["new", "b2"]


def test_positions_in_long_lists(m: Worked) -> None:
    m.do(*(add(TODOS, f"t{number}") for number in range(200)))
    for index in (0, 63, 64, 65, -1, -64, -65):
        m.update(f"{TODOS}[{index}].priority", 1)
    shown = [(i["text"] if isinstance(i, dict) else None) for i in m.memory["todo_list"]]
    assert [text for text in shown if text] == ["t0", "t63", "t64", "t65", "t135", "t136", "t199"]
    m.do(*(delete(f"{TODOS}[70]") for _ in range(100)), update(f"{TODOS}[70]", "seventy"), update(f"{TODOS}[-1]", "x"))
    assert m.memory["todo_list"][70:72] == ["seventy", "t171"]
    assert m.memory["todo_list"][-1] == {"text": "x", "priority": 1}
    assert len(m.memory["todo_list"]) == 100
