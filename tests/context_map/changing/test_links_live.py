"""Links: by operation and in values, to what may be linked to."""

from __future__ import annotations

import pytest

from peek_graph.graph.states import LINKS
from tests.context_map.changing.conftest import (
    FINDINGS,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    link,
    unlink,
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


@pytest.fixture
def linked(m: Worked, project: Project) -> Worked:
    """Findings F1 to F3 and a document D1 with the section D1§1."""
    project.write("a.md", "# A\n\nOne.\n\n## B\n\nTwo.\n")
    m.opened.add("a.md")
    m.do(add(FINDINGS, ["one", "two", "three"]), add("action_history", {"step": 1, "action": "read"}))
    return m


@pytest.mark.parametrize("relation", LINKS)
def test_every_relation_begins_and_ends(linked: Worked, relation: str) -> None:
    def drawn() -> object:
        return linked.view["action_history"][0].get(relation)

    for target in ("D1", "D1§1", "d1#1", "[D1§1]", "documents.a"):
        linked.do(link("F1", relation, target))
        linked.same(link("F1", relation, target))
        linked.do(unlink("F1", relation, target))
        linked.same(unlink("F1", relation, target))
    linked.do(link("A1", relation, "D1"), link("A1", relation, "D1§0"), link("F2", relation, "D1"))
    assert drawn() == ["D1", "D1§0"]
    linked.do(unlink("A1", relation, "D1"), link("A1", relation, "D1"))
    assert drawn() == ["D1§0", "D1"]
    linked.do(update(f"A1.{relation}", ["D1§1"]))
    linked.do(add(f"A1.{relation}", "D1"), add(f"A1.{relation}[0]", "D1§0"))
    assert drawn() == ["D1§0", "D1§1", "D1"]
    linked.do(delete(f"A1.{relation}[0]"), update(f"A1.{relation}[0]", "D1§0"))
    assert drawn() == ["D1§0", "D1"]
    linked.refused(update(f"A1.{relation}[5]", "D1§1"), "unknown_path")
    linked.refused(update(f"A1.{relation}[0]", ["D1§1", "D1"]), "wrong_type")
    linked.do(delete(f"A1.{relation}"))
    assert drawn() is None


def test_between_entries_the_target_shows_its_ref(linked: Worked) -> None:
    linked.do(link("F1", "contradicts", "F2"), link("A1", "produced", "F1"))
    assert linked.memory["findings"] == [
        {"ref": "F1", "text": "one", "contradicts": ["F2"]},
        {"ref": "F2", "text": "two"},
        "three",
    ]
    linked.do(unlink("F1", "contradicts", f"{FINDINGS}[1]"))
    assert linked.memory["findings"][1] == "two"


def test_in_values(linked: Worked) -> None:
    ref = linked.add(FINDINGS, {"text": "four", "supported_by": ["D1§1", "D1"], "contradicts": "D1"})
    assert linked.memory["findings"][-1] == {"text": "four", "supported_by": ["D1§1", "D1"], "contradicts": ["D1"]}
    linked.update(ref, {"supported_by": ["D1"], "note": 1})
    linked.update(f"{ref}.contradicts", [])
    assert linked.memory["findings"][-1] == {"text": "four", "note": 1, "supported_by": ["D1"]}
    linked.same(update(ref, {"supported_by": ["D1"]}))
    linked.add(FINDINGS, {"text": "one", "supported_by": ["D1"]})
    linked.same(add(FINDINGS, {"text": "one", "supported_by": ["D1"]}))
    assert linked.memory["findings"][0] == {"text": "one", "supported_by": ["D1"]}


def test_targets_that_cannot_be(linked: Worked) -> None:
    linked.delete("F3")
    for target, code in (
        ("F9", "unknown_path"),
        ("D1§9.9", "unknown_path"),
        ("F3", "archived"),
        ("a..b", "bad_path"),
        ("", "bad_path"),
        (TODOS, "unknown_path"),
        ("meta.ultimate_goal", "unknown_path"),
        ("F1.text", "unknown_path"),
        ("nobody", "unknown_path"),
    ):
        linked.refused(link("F1", "supported_by", target), code)
        linked.refused(
            add(f"{FINDINGS}", {"text": "new", "supported_by": ["D1", target]}), code if target else "wrong_type"
        )
        linked.refused(update("F1", {"supported_by": [target]}), code if target else "wrong_type")
    for value in (5, {"a": 1}, [5], [["D1"]]):
        linked.refused(update("F1.supported_by", value), "wrong_type")
        linked.refused(add(FINDINGS, {"text": "new", "supported_by": value}), "wrong_type")


def test_nothing_is_linked_to_itself_by_any_way(linked: Worked) -> None:
    for relation in LINKS:
        if relation != "cites":
            linked.refused(link("F1", relation, "F1"), "wrong_type", "itself")
            linked.refused(update("F1", {relation: ["F1"]}), "wrong_type", "itself")
            linked.refused(update(f"F1.{relation}", ["F1"]), "wrong_type", "itself")
            linked.refused(add(f"F1.{relation}", "F1"), "wrong_type", "itself")
    linked.refused(link("F1", "cites", "F2"), "wrong_type", "document or section")
    linked.refused(update("F1.cites", ["F2"]), "wrong_type", "document or section")


def test_links_begin_at_entries_only(linked: Worked) -> None:
    linked.add("sub_maps.market", "Market")
    for path in ("D1§1", "sub_maps.market", "$", TODOS, "F1.text", "meta.current_step"):
        verdict = linked.one(link(path, "supported_by", "D1"))
        assert verdict.verdict == "rejected", path


def test_documents_and_variables_link_too(linked: Worked) -> None:
    linked.do(add(f"{VARIABLES}.n", 1), add("documents.other", {"title": "O", "supported_by": ["D1"]}))
    linked.do(link("V1", "supported_by", "D1§1"), link("D1", "contradicts", "D2"), link("D2", "cites", "D1§1"))
    assert linked.memory["variables"] == {"n": 1}
    assert linked.view["documents"]["other"]["supported_by"] == ["D1"]


def test_links_to_what_is_archived_stay_and_can_be_ended(linked: Worked) -> None:
    linked.do(link("F1", "supported_by", "D1"), link("F1", "contradicts", "F2"))
    linked.do(delete("F2"), delete("D1"))
    assert linked.memory["findings"][0]["contradicts"] == ["F2"]
    linked.do(unlink("F1", "contradicts", "F2"), unlink("F1", "supported_by", "D1"))
    linked.refused(link("F1", "contradicts", "F2"), "archived")
    assert linked.memory["findings"][0] == "one"


def test_what_others_link_to_is_archived_and_its_own_links_stay(linked: Worked) -> None:
    linked.do(link("F1", "supported_by", "D1"), link("F2", "contradicts", "F1"), delete("F1"), add(FINDINGS, "five"))
    assert linked.memory["findings"][0]["contradicts"] == ["F1"]


def test_links_made_and_ended_in_one_batch_leave_no_trace(linked: Worked, project: Project) -> None:
    linked.do(link("F1", "supported_by", "D1"), unlink("F1", "supported_by", "D1"), add(TODOS, "x"))
    rows = project.rows("MATCH (e {map_uid: $uid, ref: 'F1'})-[r:SUPPORTED_BY]->() RETURN r", uid=linked.opened.uid)
    assert rows == []


def test_to_an_entry_of_the_same_batch(linked: Worked) -> None:
    refs = linked.do(
        add(FINDINGS, "six"),
        link(f"{FINDINGS}[-1]", "supported_by", "D1"),
        add(FINDINGS, {"text": "seven", "contradicts": [f"{FINDINGS}[-1]"]}),
        link("A1", "produced", f"{FINDINGS}[-1]"),
    )
    assert linked.memory["findings"][-2:] == [
        {"ref": refs[0], "text": "six", "supported_by": ["D1"]},
        {"ref": refs[2], "text": "seven", "contradicts": [refs[0]]},
    ]


def test_to_an_entry_that_the_batch_takes_away_again(linked: Worked) -> None:
    linked.do(
        add(FINDINGS, "six"),
        add(FINDINGS, {"text": "seven", "supported_by": ["F4", "D1"]}),
        link("F1", "contradicts", "F4"),
        delete("F4"),
    )
    assert linked.memory["findings"][0] == "one"
    assert linked.memory["findings"][-1] == {"text": "seven", "supported_by": ["D1"]}
