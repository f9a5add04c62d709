"""``move``: between sub-maps, within a list, sub-maps under others."""

from __future__ import annotations

import pytest

from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    FINDINGS,
    HYPOTHESIS,
    QUESTIONS,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    move,
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live
MARKET = "sub_maps.market"


@pytest.fixture
def filled(m: Worked) -> Worked:
    m.do(
        add(MARKET, {"title": "Market"}),
        add("sub_maps.market.sub_maps.prices", {"title": "Prices"}),
        add(TODOS, ["a", "b", "c"]),
        add(QUESTIONS, "q?"),
        add(FINDINGS, "f"),
        add("action_history", [{"step": 1, "action": "x"}, {"step": 2, "action": "y"}]),
        add("documents.paper", {"title": "P"}),
        add(f"{VARIABLES}.n", 1),
    )
    return m


def test_every_kind_into_a_sub_map_and_back(filled: Worked) -> None:
    before = filled.view
    for ref in ("T1", "Q1", "F1", "A1", "D1", "V1"):
        filled.do(move(ref, "sub_maps.market.sub_maps.prices"))
    prices = filled.view["sub_maps"]["market"]["sub_maps"]["prices"]
    assert prices["documents"] == {"paper": {"title": "P"}}
    assert prices["action_history"] == [{"step": 1, "action": "x"}]
    assert prices["working_memory"] == {
        "hypothesis": None,
        "todo_list": ["a"],
        "pending_questions": ["q?"],
        "findings": ["f"],
        "variables": {"n": 1},
    }
    filled.do(*(move(ref, "$") for ref in ("T1", "Q1", "F1", "A1", "D1", "V1")))
    back = filled.view
    assert back["working_memory"].pop("todo_list") == ["b", "c", "a"]
    assert back.pop("action_history") == before["action_history"][::-1]
    assert {**before, **back, "working_memory": {**before["working_memory"], **back["working_memory"]}} == before
    assert filled.same(move("T1", "$"))


def test_to_the_list_itself_or_the_dictionary(filled: Worked) -> None:
    filled.do(
        move(f"{TODOS}[1]", f"{MARKET}.{TODOS}"),
        move("documents.paper", f"{MARKET}.documents"),
        move(f"{VARIABLES}.n", f"{MARKET}.{VARIABLES}"),
    )
    market = filled.view["sub_maps"]["market"]
    assert market["working_memory"]["todo_list"] == ["b"]
    assert market["documents"] == {"paper": {"title": "P"}}
    assert market["working_memory"]["variables"] == {"n": 1}
    filled.refused(move("T1", QUESTIONS), "wrong_type", "todo")
    filled.refused(move("T1", "documents"), "wrong_type")
    filled.refused(move("T1", "meta.current_step"), "wrong_type")


def test_order_within_a_list(filled: Worked) -> None:
    def todos() -> list[str]:
        found: list[str] = filled.memory["todo_list"]
        return found

    filled.do(move("T3", f"{TODOS}[0]"))
    assert todos() == ["c", "a", "b"]
    filled.do(move(f"{TODOS}[0]", "T2"))
    assert todos() == ["a", "c", "b"]
    filled.do(move("T1", f"{TODOS}[-1]"))
    assert todos() == ["c", "a", "b"]
    assert filled.same(move("T1", "T1"))
    filled.do(move("T2", "T3"), move("T3", f"{TODOS}[0]"), move("T1", f"{TODOS}[1]"))
    assert todos() == ["c", "a", "b"]
    filled.refused(move("T1", "T99"), "unknown_path")
    for index in (4, 9, -4):
        filled.refused(move("T1", f"{TODOS}[{index}]"), "unknown_path", str(index))


def test_to_the_end_of_its_own_list(filled: Worked) -> None:
    filled.do(move("T1", f"{TODOS}[3]"))
    assert filled.memory["todo_list"] == ["b", "c", "a"]
    filled.do(add(TODOS, "d"), move("T2", f"{TODOS}[4]"))
    assert filled.memory["todo_list"] == ["c", "a", "d", "b"]
    assert filled.same(move("T2", f"{TODOS}[4]"))
    assert filled.same(move("T2", TODOS))
    filled.do(move("T2", f"{MARKET}.{TODOS}[0]"), move("T3", f"{MARKET}.{TODOS}[1]"))
    assert filled.view["sub_maps"]["market"]["working_memory"]["todo_list"] == ["b", "c"]
    assert filled.memory["todo_list"] == ["a", "d"]
    filled.add(TODOS, "e")
    assert filled.memory["todo_list"][-1] == "e"


def test_into_another_list_at_a_place(filled: Worked) -> None:
    filled.add(f"{MARKET}.{TODOS}", ["x", "y"])
    filled.do(move("T1", f"{MARKET}.{TODOS}[1]"), move("T2", "T4"))
    assert filled.view["sub_maps"]["market"]["working_memory"]["todo_list"] == ["b", "x", "a", "y"]
    assert filled.memory["todo_list"] == ["c"]


def test_appending_after_a_move_is_last(filled: Worked) -> None:
    filled.add(f"{MARKET}.{TODOS}", "late")
    filled.do(move("T4", "$"), move("T1", MARKET))
    filled.do(add(TODOS, "new"), add(f"{MARKET}.{TODOS}", "new"))
    assert filled.memory["todo_list"][-1] == "new"
    assert filled.view["sub_maps"]["market"]["working_memory"]["todo_list"][-1] == "new"


def test_sub_maps_under_others(filled: Worked) -> None:
    filled.do(add("sub_maps.costs", "Costs"), add(f"{MARKET}.sub_maps.prices.{TODOS}", "deep"))
    filled.do(move(f"{MARKET}.sub_maps.prices", "sub_maps.costs"))
    assert [info.path for info in filled.opened.submaps()] == ["costs", "costs.prices", "market"]
    filled.do(move("sub_maps.costs", MARKET))
    assert [info.path for info in filled.opened.submaps()] == ["market", "market.costs", "market.costs.prices"]
    filled.do(move("sub_maps.market.sub_maps.costs.sub_maps.prices", "$"))
    assert filled.view["sub_maps"]["prices"]["working_memory"]["todo_list"] == ["deep"]
    filled.do(move("sub_maps.prices", "sub_maps.market.sub_maps"))
    assert [info.path for info in filled.opened.submaps()] == ["market", "market.costs", "market.prices"]


def test_a_sub_map_into_itself_or_below_is_refused(filled: Worked) -> None:
    filled.refused(move(MARKET, MARKET), "wrong_type", "into itself")
    filled.refused(move(MARKET, f"{MARKET}.sub_maps.prices"), "wrong_type", "into itself")
    filled.refused(move(MARKET, f"{MARKET}.{TODOS}"), "wrong_type")
    assert filled.same(move(MARKET, "$"))
    assert filled.same(move(f"{MARKET}.sub_maps.prices", MARKET))


def test_sub_maps_that_trade_places_in_one_batch(filled: Worked) -> None:
    filled.do(add("sub_maps.costs", "Costs"), add("sub_maps.costs.sub_maps.prices", {"title": "Costs' own"}))
    filled.do(
        add("sub_maps.hold", "Hold"),
        move(f"{MARKET}.sub_maps.prices", "sub_maps.hold"),
        move("sub_maps.costs.sub_maps.prices", MARKET),
        move("sub_maps.hold.sub_maps.prices", "sub_maps.costs"),
        delete("sub_maps.hold"),
    )
    maps = filled.view["sub_maps"]
    assert maps["market"]["sub_maps"]["prices"]["title"] == "Costs' own"
    assert maps["costs"]["sub_maps"]["prices"]["title"] == "Prices"


def test_keys_that_are_taken_refuse(filled: Worked) -> None:
    filled.do(
        add(f"{MARKET}.documents.paper", {"title": "Other"}),
        add(f"{MARKET}.{VARIABLES}.n", 2),
        add("sub_maps.prices", "Other prices"),
    )
    for path, to in (
        ("documents.paper", MARKET),
        (f"{VARIABLES}.n", MARKET),
        ("sub_maps.prices", MARKET),
        (f"{MARKET}.documents.paper", "$"),
    ):
        filled.refused(move(path, to), "exists", "already")


def test_what_cannot_move(filled: Worked) -> None:
    person = {"source_kind": "user"}
    filled.refused(move("C1", MARKET), "wrong_type", "constraint", **person)
    filled.refused(move("$", MARKET), "wrong_type")
    filled.refused(move(TODOS, MARKET), "wrong_type")
    filled.refused(move("T1.text", MARKET), "wrong_type")
    filled.refused(move("T9", MARKET), "unknown_path")
    filled.refused(move("T1", "sub_maps.markt"), "wrong_type")
    filled.refused(move("T1", "a..b"), "bad_path")
    filled.delete("T1")
    filled.refused(move("T1", MARKET), "archived")
    filled.refused(move("T2", "T1"), "archived")


def test_constraints_and_hypotheses_by_a_person(filled: Worked) -> None:
    filled.do(add(CONSTRAINTS, "Second"), move("C2", f"{CONSTRAINTS}[0]"), source_kind="user")
    assert filled.view["meta"]["hard_constraints"] == ["Second", "Only public sources"]
    filled.do(add(HYPOTHESIS, "h"), move("H1", MARKET), source_kind="user")
    assert filled.memory["hypothesis"] is None
    assert filled.view["sub_maps"]["market"]["working_memory"]["hypothesis"] == "h"
    filled.do(add(HYPOTHESIS, "h2"), source_kind="user")
    filled.refused(move("H1", "$"), "exists", source_kind="user")


def test_a_document_with_sections_takes_them_along(m: Worked, project: Project) -> None:
    project.write("a.md", "# A\n\nOne.\n\n## B\n\nTwo.\n")
    m.opened.add("a.md")
    m.add(MARKET, "Market")
    m.do(move("D1", MARKET))
    assert m.opened.submaps()[0].sections == 2
    m.do(update("D1.summary", "mine"), move("D1", "$"))
    m.do(move("D1", MARKET), delete(MARKET))
    assert m.view["documents"] == {}
