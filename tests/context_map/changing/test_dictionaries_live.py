"""Documents and variables: keys, parts, values inside values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.context_map.changing.conftest import VARIABLES, Worked, add, delete, update

pytestmark = pytest.mark.live

PAPER: dict[str, Any] = {
    "id": "paper_1",
    "title": "Interfaces",
    "summary": "s",
    "key_points": ["a", "b"],
    "interpretation": "",
    "raw_text_position": "paper1.pdf#page=5",
    "confidence": 0.5,
}


def test_adding_a_key_that_is_there_is_refused_unless_it_is_the_same(m: Worked) -> None:
    m.do(add("documents.paper", PAPER), add(f"{VARIABLES}.n", 1))
    m.same(add("documents.paper", PAPER))
    m.same(add(f"{VARIABLES}.n", 1))
    m.refused(add("documents.paper", {"title": "Other"}), "exists", "documents.paper", "update")
    for value in (2, 1.0, True, "1", None, [1]):
        m.refused(add(f"{VARIABLES}.n", value), "exists", "update")


def test_update_of_part_leaves_the_rest(m: Worked) -> None:
    m.add("documents.paper", PAPER)
    m.update("documents.paper", {"summary": "new", "extra": {"a": 1}})
    m.update("documents.paper.title", "T")
    m.update("documents.paper.extra", {"b": 2})
    expected = {**PAPER, "summary": "new", "title": "T", "extra": {"a": 1, "b": 2}}
    assert m.view["documents"]["paper"] == expected
    assert list(m.view["documents"]["paper"]) == list(expected)


def test_update_of_the_whole_dictionary_merges(m: Worked) -> None:
    m.do(add("documents.one", {"title": "1"}), add("documents.two", {"title": "2"}), add(f"{VARIABLES}.n", 1))
    m.update("documents", {"two": {"summary": "s"}, "three": {"title": "3"}})
    assert m.view["documents"] == {
        "one": {"title": "1"},
        "two": {"title": "2", "summary": "s"},
        "three": {"title": "3"},
    }
    m.update(VARIABLES, {"n": 2, "k": [1]})
    assert m.memory["variables"] == {"n": 2, "k": [1]}
    m.same(update("documents", {}))
    m.same(update(VARIABLES, {"k": [1]}))


def test_add_to_the_dictionary_adds_its_keys_or_none(m: Worked) -> None:
    m.add("documents", {"one": {"title": "1"}, "two": {"title": "2"}})
    m.refused(add("documents", {"three": {"title": "3"}, "one": {"title": "x"}}), "exists", "documents.one")
    m.add("documents", {"three": {"title": "3"}, "one": {"title": "1"}})
    assert list(m.view["documents"]) == ["one", "two", "three"]


def test_update_or_delete_of_a_key_that_is_not_there_names_the_nearest(m: Worked) -> None:
    m.do(add("documents.ref_paper_1", PAPER), add(f"{VARIABLES}.density", 1))
    m.refused(update("documents.ref_paper_2", {"title": "x"}), "unknown_path", "ref_paper_1")
    m.refused(delete("documents.ref_papr_1"), "unknown_path", "ref_paper_1")
    m.refused(update("documents.ref_paper_1.sumary", "x"), "unknown_path", "summary")
    m.refused(delete("documents.ref_paper_1.sumary"), "unknown_path", "summary")
    m.refused(update(f"{VARIABLES}.densty", 1), "unknown_path", "density")
    m.refused(update(f"{VARIABLES}.densty.deep", 1), "unknown_path", "density")


def test_key_points_by_position(m: Worked) -> None:
    m.add("documents.paper", PAPER)
    m.update("documents.paper.key_points[1]", "b2")
    m.add("documents.paper.key_points[0]", "z")
    m.add("documents.paper.key_points", "c")
    m.add("documents.paper.key_points", ["d", {"nested": [1]}])
    m.delete("documents.paper.key_points[-1].nested[0]")
    m.delete("documents.paper.key_points[1]")
    assert m.view["documents"]["paper"]["key_points"] == ["z", "b2", "c", "d", {"nested": []}]
    m.same(add("documents.paper.key_points", "c"))
    m.refused(update("documents.paper.key_points[9]", "x"), "unknown_path", "5")
    m.refused(update("documents.paper.key_points", "text"), "wrong_type", "a list")


def test_fields_are_added_deleted_and_set_to_null(m: Worked) -> None:
    ref = m.add("documents.paper", PAPER)
    m.delete(f"{ref}.interpretation")
    m.update(f"{ref}.summary", None)
    m.add(f"{ref}.notes", [])
    m.add(f"{ref}.notes", ["n"])
    shown = m.view["documents"]["paper"]
    assert "interpretation" not in shown
    assert shown["summary"] is None
    assert shown["notes"] == ["n"]
    m.add(f"{ref}.summary", "there was none")
    m.update(f"{ref}.summary", "")
    m.add(f"{ref}.summary", "an empty one is none")
    m.refused(add(f"{ref}.summary", ""), "exists")
    m.refused(add(f"{ref}.title", "Other"), "exists", "update")
    m.refused(delete(f"{ref}.interpretation"), "unknown_path")
    m.refused(update(f"{ref}.title", 5), "wrong_type", "a text")
    m.refused(update(f"{ref}.confidence", 5), "wrong_type", "0 to 1")


def test_delete_frees_the_key_and_the_next_document_is_another(m: Worked) -> None:
    first = m.add("documents.paper", PAPER)
    m.delete("documents.paper")
    assert m.view["documents"] == {}
    m.refused(update("documents.paper.title", "x"), "unknown_path")
    m.refused(update(f"{first}.title", "x"), "archived", first)
    second = m.add("documents.paper", {"title": "New"})
    assert second != first
    assert m.view["documents"] == {"paper": {"title": "New"}}


def test_a_dictionary_takes_no_other_value(m: Worked) -> None:
    for value in (5, None, "text", ["a"]):
        m.refused(add("documents", value), "wrong_type", "dictionary")
        m.refused(update("documents", value), "wrong_type", "dictionary")
        m.refused(add("documents.paper", value), "wrong_type", "dictionary")
    m.refused(add("documents[0]", {"title": "x"}), "unknown_path", "key")
    m.refused(add("documents['']", {"title": "x"}), "wrong_type", "blank")


def test_deleting_the_whole_dictionary_archives_all(m: Worked) -> None:
    m.do(add("documents.one", {"title": "1"}), add("documents.two", {"title": "2"}), add(f"{VARIABLES}.n", 1))
    m.do(delete("documents"), delete(VARIABLES))
    assert m.view["documents"] == {}
    assert "variables" not in m.memory


def test_inside_a_variable(m: Worked) -> None:
    m.add(f"{VARIABLES}.table", {"rows": [{"n": 1}], "a.b": {"it's": [0]}, "none": None})
    m.update(f"{VARIABLES}.table.rows[0].n", 2)
    m.add(f"{VARIABLES}.table.rows", {"n": 3})
    m.add(f"{VARIABLES}.table['a.b']['it\\'s'][0]", "first")
    m.update(f"{VARIABLES}.table.none", 0)
    m.add(f"{VARIABLES}.table.new", {"deep": {}})
    m.update(f"{VARIABLES}.table.new.deep", {"k": False})
    m.delete(f"{VARIABLES}.table.new.deep.k")
    assert m.memory["variables"]["table"] == {
        "rows": [{"n": 2}, {"n": 3}],
        "a.b": {"it's": ["first", 0]},
        "none": 0,
        "new": {"deep": {}},
    }
    m.refused(update(f"{VARIABLES}.table.rows[5].n", 2), "unknown_path", "2")
    m.refused(update(f"{VARIABLES}.table.rws", 2), "unknown_path", "rows")
    m.refused(add(f"{VARIABLES}.table.none", 1), "exists", "update")
    m.refused(update(f"{VARIABLES}.table.none.x", 1), "unknown_path", "a number")


def test_variables_by_ref_and_as_a_whole(m: Worked) -> None:
    ref = m.add(f"{VARIABLES}.n", 1)
    m.update(ref, 2)
    m.update(f"{VARIABLES}[{ref}]", [3])
    m.refused(add(ref, 4), "exists", "update")
    m.add(f"{ref}[1]", 4)
    assert m.memory["variables"] == {"n": [3, 4]}
    m.delete(ref)
    assert "variables" not in m.memory
