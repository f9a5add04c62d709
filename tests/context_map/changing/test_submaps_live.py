"""Sub-maps: nested, with contents, their fields, archived with all in them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import TODOS, VARIABLES, Worked, add, delete, update
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

DEEP: dict[str, Any] = {
    "title": "Market",
    "kind": "phase",
    "summary": "prices",
    "documents": {"report": {"title": "R"}},
    "action_history": ["looked"],
    "working_memory": {"hypothesis": None, "todo_list": ["a", {"task": "b"}], "pending_questions": ["q?"]},
    "sub_maps": {
        "prices": {
            "title": "Prices",
            "summary": "",
            "documents": {},
            "action_history": [],
            "working_memory": {"hypothesis": None, "todo_list": ["p"], "pending_questions": [], "variables": {"n": 1}},
            "sub_maps": {
                "固态 2024": {
                    "title": "深",
                    "summary": "",
                    "documents": {},
                    "action_history": [],
                    "working_memory": {"hypothesis": None, "todo_list": ["d"], "pending_questions": []},
                }
            },
        }
    },
}
DEEPEST = "sub_maps.market.sub_maps.prices.sub_maps['固态 2024']"


def shown(m: Worked, path: str = "sub_maps.market") -> Any:
    found: Any = m.view
    for name in path.replace("['固态 2024']", ".固态 2024").split("."):
        found = found[name]
    return found


def test_a_nested_one_with_contents_comes_in_whole(m: Worked) -> None:
    m.add("sub_maps.market", DEEP)
    expected = {**DEEP, "sub_maps": {"prices": {**DEEP["sub_maps"]["prices"], "kind": "topic"}}}
    assert shown(m)["documents"] == DEEP["documents"]
    assert shown(m)["working_memory"] == DEEP["working_memory"]
    assert shown(m, DEEPEST)["working_memory"]["todo_list"] == ["d"]
    assert list(shown(m, "sub_maps.market.sub_maps.prices")["working_memory"]["variables"]) == ["n"]
    assert expected["sub_maps"]["prices"]["title"] == shown(m, "sub_maps.market.sub_maps.prices")["title"]
    assert [info.path for info in m.opened.submaps()] == ["market", "market.prices", "market.prices.固态 2024"]


def test_fields_of_its_own(m: Worked) -> None:
    m.add("sub_maps.market", "Market")
    m.update("sub_maps.market.title", "Markt")
    m.update("sub_maps.market.summary", "s")
    m.update("sub_maps.market", {"status": "done", "owner": {"name": "x"}})
    m.update("sub_maps.market.owner.name", "y")
    found = shown(m)
    assert (found["title"], found["summary"], found["status"], found["owner"]) == ("Markt", "s", "done", {"name": "y"})
    m.delete("sub_maps.market.owner")
    assert "owner" not in shown(m)
    m.refused(update("sub_maps.market.kind", "other"), "wrong_type", "phase or topic")
    m.refused(update("sub_maps.market.titel", "x"), "unknown_path", "title")
    m.refused(update("sub_maps.markt.title", "x"), "unknown_path", "market")
    m.refused(add("sub_maps.market.sub_maps['a.b']", "x"), "wrong_type", "sub-map key")


def test_a_list_that_belongs_one_deeper_is_refused_with_the_place(m: Worked) -> None:
    m.add("sub_maps.market", "Market")
    for operation in (add("sub_maps.market.meta", {}), update("sub_maps.market", {"meta": {"ultimate_goal": "x"}})):
        m.refused(operation, "unknown_path", "'meta'")
    for name in ("todo_list", "pending_questions", "findings", "variables", "hypothesis"):
        m.refused(add(f"sub_maps.market.{name}", ["x"]), "unknown_path", f"working_memory.{name}")
        m.refused(add("sub_maps.other", {"title": "O", name: ["x"]}), "unknown_path", "working_memory", name)
        m.refused(update("sub_maps.market", {name: ["x"]}), "unknown_path", "working_memory", name)


def test_at_every_depth_the_same_operations(m: Worked) -> None:
    m.add("sub_maps.market", DEEP)
    todo, document, variable = m.do(
        add(f"{DEEPEST}.{TODOS}[0]", "first"),
        add(f"{DEEPEST}.documents.paper", {"title": "P"}),
        add(f"{DEEPEST}.{VARIABLES}.n", {"a": [0]}),
    )
    m.update(f"{DEEPEST}.{VARIABLES}.n.a[0]", 1)
    m.update(f"{DEEPEST}.{TODOS}[-1]", "d2")
    m.update(f"{todo}.priority", 3)
    m.add(f"{DEEPEST}.action_history", {"step": 1, "action": "x", "output": None})
    found = shown(m, DEEPEST)
    assert found["working_memory"]["todo_list"] == [{"text": "first", "priority": 3}, "d2"]
    assert found["working_memory"]["variables"] == {"n": {"a": [1]}}
    assert found["action_history"] == [{"step": 1, "action": "x", "output": None}]
    assert (document, variable[0]) == ("D2", "V")


def test_update_merges_into_it(m: Worked) -> None:
    m.add("sub_maps.market", DEEP)
    m.update(
        "sub_maps", {"market": {"summary": "new", "documents": {"report": {"summary": "s"}, "two": {"title": "2"}}}}
    )
    m.update("sub_maps.market", {"working_memory": {"todo_list": ["b", "c"]}, "sub_maps": {"other": {"title": "O"}}})
    found = shown(m)
    assert found["summary"] == "new"
    assert found["documents"] == {"report": {"title": "R", "summary": "s"}, "two": {"title": "2"}}
    assert found["working_memory"]["pending_questions"] == ["q?"]
    assert list(found["sub_maps"]) == ["prices", "other"]


def test_delete_archives_all_in_it_and_frees_the_key(m: Worked, project: Project) -> None:
    m.add("sub_maps.market", DEEP)
    m.add(TODOS, "stays")
    before = m.view
    report = m.apply(delete("sub_maps.market"))
    assert set(report.verdicts[0].refs) == {"T1", "T2", "T3", "T4", "D1", "A1", "Q1", "V1"}
    assert m.view == {name: value for name, value in before.items() if name != "sub_maps"}
    assert m.opened.submaps() == []
    live = project.rows("MATCH (e:Entry {map_uid: $uid}) RETURN e.ref AS ref ORDER BY ref", uid=m.opened.uid)
    assert [row["ref"] for row in live] == ["C1", "T5"]
    m.refused(update("T1", "x"), "archived")
    m.refused(update(f"{DEEPEST}.title", "x"), "unknown_path")
    m.add("sub_maps.market", {"title": "New", "working_memory": {"todo_list": ["a"]}})
    assert shown(m)["working_memory"]["todo_list"] == ["a"]


def test_delete_of_an_inner_one_leaves_the_outer(m: Worked) -> None:
    m.add("sub_maps.market", DEEP)
    m.do(delete("sub_maps.market.sub_maps.prices"), add("sub_maps.market.sub_maps.costs", "Costs"))
    assert list(shown(m)["sub_maps"]) == ["costs"]
    m.delete("sub_maps")
    assert "sub_maps" not in m.view


def test_one_made_changed_and_deleted_in_one_batch(m: Worked) -> None:
    m.do(
        add("sub_maps.a", {"title": "A", "working_memory": {"todo_list": ["x"]}}),
        add("sub_maps.a.sub_maps.b", "B"),
        update("sub_maps.a.sub_maps.b.title", "B2"),
        add("sub_maps.c", "C"),
        delete("sub_maps.a.sub_maps.b"),
        delete("sub_maps.c"),
    )
    assert list(m.view["sub_maps"]) == ["a"]
    assert "sub_maps" not in shown(m, "sub_maps.a")


def test_adding_one_that_is_there(m: Worked) -> None:
    m.add("sub_maps.market", DEEP)
    m.refused(add("sub_maps.market", {"title": "Other"}), "exists", "sub_maps.market")
    for value in (5, None, ["x"]):
        m.refused(add("sub_maps.other", value), "wrong_type", "dictionary")
    m.refused(add("sub_maps.other", {"title": "x", "working_memory": {"todos": []}}), "unknown_path", "todo_list")
    m.refused(add("sub_maps.other", {"title": "x", "documents": ["x"]}), "wrong_type", "dictionary")
