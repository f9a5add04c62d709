"""``load``: a plain dictionary comes in whole, and the map gives it back equal."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from peek_graph.errors import OperationError
from tests.context_map.changing.conftest import TODOS, Worked, add, delete, link
from tests.context_map.conftest import Project
from tests.context_map.view.example import EXAMPLE

pytestmark = pytest.mark.live

PEEK: dict[str, Any] = {
    "meta": {
        "task_id": "battery_research_2024",
        "ultimate_goal": "评估 2030 年固态电池量产的可行性,给出投资建议",
        "hard_constraints": ["只引用 2020 年以后的来源", "报告不超过 20 页", "不得联系公司"],
        "current_step": "第 2 步:比较电解质路线",
    },
    "documents": {
        "ref_paper_1": {
            "id": "ref_paper_1",
            "title": "Sulfide electrolytes: a review",
            "summary": "硫化物电解质的室温电导率最高,但对水敏感。",
            "key_points": ["电导率 10 mS/cm", "遇水放出 H2S", "需要干燥房"],
            "interpretation": "成本主要在干燥房",
            "raw_text_position": "papers/sulfide.pdf#page=5",
            "confidence": 0.6,
        },
        "ref_report_catl": {
            "id": "ref_report_catl",
            "title": "CATL 2023 annual report",
            "summary": "2027 年小批量生产",
            "key_points": [],
            "interpretation": "",
            "raw_text_position": "reports/catl.html#char=120,480",
            "confidence": 0.5,
        },
    },
    "action_history": [
        {
            "step": 1,
            "action": "阅读 ref_paper_1",
            "output": "三条路线的比较表",
            "key_decision": "先看硫化物",
            "next_step_triggers": ["需要成本数据"],
        },
        {
            "step": 2,
            "action": "search",
            "output": {"hits": 0, "query": None},
            "key_decision": None,
            "next_step_triggers": [],
        },
    ],
    "working_memory": {
        "hypothesis": "硫化物路线会最先量产",
        "todo_list": ["核对 CATL 2024 年报", "找到干燥房成本"],
        "pending_questions": ["谁在量产聚合物电池?"],
    },
}

LINKED: dict[str, Any] = {
    "meta": {
        "task_id": "t",
        "ultimate_goal": "g",
        "hard_constraints": [{"ref": "C1", "text": "c"}],
        "current_step": "",
    },
    "documents": {"d": {"ref": "D1", "title": "T"}, "e": {"title": "E", "cites": ["D1"]}},
    "action_history": [{"ref": "A1", "step": 1, "action": "a", "produced": ["F1"]}],
    "working_memory": {
        "hypothesis": {"ref": "H1", "text": "h", "supported_by": ["F1"]},
        "todo_list": [{"task": "t", "supported_by": ["Q1", "A1"]}],
        "pending_questions": [{"ref": "Q1", "text": "q"}],
        "findings": [
            {"ref": "F1", "text": "one", "supported_by": ["D1"], "contradicts": ["F2"]},
            {"ref": "F2", "text": "two", "contradicts": ["H1", "C1"]},
        ],
    },
    "sub_maps": {
        "m": {
            "title": "M",
            "summary": "",
            "documents": {},
            "action_history": [],
            "working_memory": {
                "hypothesis": None,
                "todo_list": [],
                "pending_questions": [],
                "findings": [{"text": "inner", "supersedes": ["F1"]}],
            },
        }
    },
}


def fresh(project: Project) -> Worked:
    return Worked(project.map(embedder=None))


@pytest.mark.parametrize("given", [PEEK, EXAMPLE, LINKED], ids=["peek", "everything", "linked"])
def test_what_is_loaded_comes_back_equal(m: Worked, project: Project, given: dict[str, Any]) -> None:
    worked = fresh(project)
    report = worked.opened.load(copy.deepcopy(given), source_kind="user", author="user:anna")
    assert report.rejected == ()
    assert (report.changed, worked.revision) == (True, 2)
    assert json.dumps(worked.view, ensure_ascii=False) == json.dumps(given, ensure_ascii=False)


@pytest.mark.parametrize("given", [PEEK, EXAMPLE, LINKED], ids=["peek", "everything", "linked"])
def test_from_one_map_into_another(m: Worked, project: Project, given: dict[str, Any]) -> None:
    one, two = fresh(project), fresh(project)
    one.opened.load(given, source_kind="user")
    two.opened.load(one.view, source_kind="user")
    assert two.view == one.view


def test_labels_are_of_the_dictionary_not_of_the_map(m: Worked) -> None:
    m.do(add("documents.mine", {"title": "Mine"}), add("working_memory.findings", ["f1", "f2"]))
    m.opened.load(
        {
            "documents": {"theirs": {"ref": "D1", "title": "Theirs"}},
            "working_memory": {"findings": [{"ref": "F1", "text": "g", "supported_by": ["D1", "documents.mine"]}]},
        }
    )
    assert m.memory["findings"][-1] == {"text": "g", "supported_by": ["D2", "D1"]}


def test_links_that_lead_nowhere_are_left_out_and_said(m: Worked) -> None:
    report = m.opened.load(
        {
            "working_memory": {
                "todo_list": [{"ref": "T5", "text": "a"}],
                "findings": [{"ref": "F1", "text": "f", "supported_by": ["nobody", "T5", "D9§1", "F1"]}],
            }
        }
    )
    assert report.rejected == ()
    reason = report.verdicts[-1].reason
    assert all(f"{name!r} was left out" in reason for name in ("nobody", "D9§1", "F1"))
    assert m.memory["findings"] == [{"text": "f", "supported_by": ["T1"]}]


@pytest.mark.parametrize("name", ["F2", "findings.F2", "working_memory.findings[F2]", "working_memory.findings.F2"])
def test_a_ref_that_the_dictionary_gives_to_nothing_leads_nowhere_here(m: Worked, name: str) -> None:
    m.add("working_memory.findings", ["one", "another's second"])
    given = {"working_memory": {"findings": [{"ref": "F1", "text": "f"}, {"text": "g", "supported_by": ["F1", name]}]}}
    report = m.opened.load(given)
    assert f"{name!r} was left out" in report.verdicts[-1].reason
    assert m.memory["findings"][-1] == {"text": "g", "supported_by": ["F3"]}


def test_paths_lead_to_what_is_in_the_map(m: Worked) -> None:
    m.do(add("documents.D9", {"title": "Mine"}), add("working_memory.findings", ["one"]))
    links = ["documents.D9", "working_memory.findings[0]"]
    m.opened.load({"working_memory": {"findings": [{"text": "g", "supported_by": links}]}})
    assert m.memory["findings"][-1] == {"text": "g", "supported_by": ["D1", "F1"]}


def test_what_was_archived_is_not_linked_in_the_copy(m: Worked, project: Project) -> None:
    m.add("working_memory.findings", ["base", "gone", "other"])
    m.do(link("F1", "supported_by", "F2"), delete("F2"))
    copied = fresh(project)
    report = copied.opened.load(m.view)
    assert "'F2' was left out" in " ".join(verdict.reason for verdict in report.verdicts)
    assert copied.memory["findings"] == [{"text": "base"}, "other"]


def test_its_own_view_again_changes_nothing(m: Worked, project: Project) -> None:
    worked = fresh(project)
    worked.opened.load(EXAMPLE, source_kind="user")
    before = worked.view
    report = worked.opened.load(before, source_kind="user")
    assert {verdict.verdict for verdict in report.verdicts} == {"duplicate"}
    assert (worked.view, worked.revision) == (before, 2)


def test_a_sub_map_that_is_there_is_updated(m: Worked) -> None:
    m.add("sub_maps.m", {"title": "M", "summary": "old", "note": 1, "working_memory": {"todo_list": ["a"]}})
    m.opened.load(
        {
            "sub_maps": {
                "m": {"title": "M", "summary": "new", "working_memory": {"todo_list": ["a", "b"]}},
                "n": {"title": "N"},
            }
        }
    )
    there = m.view["sub_maps"]["m"]
    assert (there["summary"], there["note"], there["working_memory"]["todo_list"]) == ("new", 1, ["a", "b"])
    assert m.view["sub_maps"]["n"]["title"] == "N"


def test_by_an_agent_what_is_proposed_is_linked_by_nothing(m: Worked) -> None:
    report = m.opened.load(LINKED)
    assert report.rejected == ()
    assert [v.verdict for v in report.verdicts].count("proposed") == 3
    assert m.memory["hypothesis"] is None
    assert m.memory["findings"] == [
        {"ref": "F1", "text": "one", "supported_by": ["D1"], "contradicts": ["F2"]},
        {"ref": "F2", "text": "two"},
    ]


def test_it_adds_to_what_is_there(m: Worked) -> None:
    m.add(TODOS, "a")
    m.opened.load({"working_memory": {"todo_list": ["a", "b"]}})
    assert m.memory["todo_list"][0] == "a"
    assert m.memory["todo_list"][-1] == "b"


def test_twice_the_same_item_in_a_list_stays_twice(m: Worked) -> None:
    m.opened.load({"working_memory": {"todo_list": ["a", "a"], "findings": ["x", {"text": "x"}]}})
    assert m.memory["todo_list"] == ["a", "a"]
    assert m.memory["findings"] == ["x", {"text": "x"}]


@pytest.mark.parametrize(
    "broken",
    [
        {"working_memory": {"todo_list": "a"}},
        {"working_memory": {"todos": ["a"]}},
        {"documents": ["a"]},
        {"documents": {"d": "text"}},
        {"action_history": {"a": 1}},
        {"meta": []},
        {"metas": {}},
        {"sub_maps": {"m": {"documents": 5}}},
        {"working_memory": {"todo_list": [5]}},
        {1: {}},
    ],
)
def test_a_wrong_shape_is_an_error_with_the_place_and_nothing_is_lost(m: Worked, broken: dict[Any, Any]) -> None:
    m.add(TODOS, "a")
    before = m.view
    with pytest.raises(OperationError) as caught:
        m.opened.load({**PEEK, **broken})
    assert caught.value.message
    assert (m.view, m.revision) == (before, 2)


@pytest.mark.parametrize(
    "broken",
    [
        {"working_memory": {"todo_list": [{"no": "text"}]}},
        {"working_memory": {"variables": {"": 1}}},
        {"documents": {"d": {"key_points": 5}}},
        {"sub_maps": {"a.b": {"title": "x"}}},
        {"meta": {"ultimate_goal": 5}},
    ],
)
def test_a_wrong_value_refuses_all_with_the_reason(m: Worked, broken: dict[str, Any]) -> None:
    m.add(TODOS, "a")
    before = m.view
    report = m.opened.load({**PEEK, **broken}, source_kind="user")
    assert (report.changed, report.revision) == (False, 2)
    assert report.rejected
    assert all(verdict.reason for verdict in report.rejected)
    assert m.view == before


def test_dry_run(m: Worked) -> None:
    before = m.view
    report = m.opened.load(PEEK, dry_run=True)
    assert {verdict.verdict for verdict in report.verdicts} == {"applied", "proposed"}
    assert (report.changed, m.view) == (False, before)
