"""Search finds entries of every kind, and what is archived, by their text."""

from __future__ import annotations

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.archiving import archive, restore
from peek_graph.records import Hit
from tests.context_map.archiving.conftest import Filled
from tests.context_map.archiving.conftest import filled as filled  # the fixture

pytestmark = pytest.mark.live


def hits(opened: ContextMap, query: str, **options: bool) -> dict[str, Hit]:
    return {hit.ref: hit for hit in opened.search(query, k=50, **options).hits}


def test_entries_of_every_kind_are_found_at_their_paths(filled: Filled) -> None:
    filled.opened.add_submap("market")
    filled.opened.add_submap("北 京", parent="market")
    filled.add("constraint", "zirconium only")
    filled.add("todo", "buy zirconium")
    filled.add("question", "why zirconium?", at="market")
    filled.add("hypothesis", "zirconium wins", at="market.北 京")
    filled.add("finding", "zirconium costs 30 %", at="market.北 京")
    filled.add("variable", "zirconium = 1", key="zirconium")
    filled.add("variable", "a key = zirconium", key="a 'key'", at="market")
    filled.add("action", "searched for zirconium")
    found = hits(filled.opened, "zirconium")
    assert {ref: (hit.kind, hit.path) for ref, hit in found.items()} == {
        "C1": ("constraint", "meta.hard_constraints[C1]"),
        "T1": ("todo", "working_memory.todo_list[T1]"),
        "Q1": ("question", "sub_maps.market.working_memory.pending_questions[Q1]"),
        "H1": ("hypothesis", "sub_maps.market.sub_maps['北 京'].working_memory.hypothesis"),
        "F1": ("finding", "sub_maps.market.sub_maps['北 京'].working_memory.findings[F1]"),
        "V1": ("variable", "working_memory.variables.zirconium"),
        "V2": ("variable", "sub_maps.market.working_memory.variables['a \\'key\\'']"),
        "A1": ("action", "action_history[A1]"),
    }
    assert found["F1"].text == "zirconium costs 30 %"
    assert {"vector", "text"} <= set(found["F1"].legs)


def test_chinese_is_found_in_entries(filled: Filled) -> None:
    filled.add("finding", "固态电池的能量密度可达四百瓦时", "钠离子电池")
    assert filled.opened.search("能量密度").hits[0].ref == "F1"
    archive(filled.handle, "F1")
    assert [hit.ref for hit in filled.opened.search("能量密度", archived=True).hits] == ["F1"]


def test_flags_say_what_to_think_of_a_hit(filled: Filled) -> None:
    filled.add("finding", "zirconium a", confidence=0.4)
    filled.add("finding", "zirconium b", stale=True)
    filled.add("finding", "zirconium c", contradicts=["F1"])
    filled.add("finding", "zirconium d")
    flags = {ref: hit.flags for ref, hit in hits(filled.opened, "zirconium").items()}
    assert flags == {"F1": ("doubtful", "contradicted"), "F2": ("stale",), "F3": ("contradicted",), "F4": ()}
    archive(filled.handle, "F3")
    assert hits(filled.opened, "zirconium")["F1"].flags == ("doubtful",)
    handle = filled.with_settings(confidence={"doubtful_below": 0.3})
    again = ContextMap(handle, filled.project.embedder)
    assert hits(again, "zirconium")["F1"].flags == ()


def test_what_is_archived_is_found_only_if_asked_for(filled: Filled) -> None:
    filled.opened.add_submap("market")
    filled.opened.add_submap("prices", parent="market")
    filled.project.write("n.md", "# N\n\n## One\n\nZirconium is rare.\n\n## Two\n\nHafnium.\n")
    filled.opened.add(["n.md"], submap="market.prices")
    filled.add("todo", "buy zirconium", at="market")
    filled.add("todo", "sell zirconium")
    assert not hits(filled.opened, "zirconium", archived=True)
    archive(filled.handle, ["sub_maps.market"])
    live, gone = hits(filled.opened, "zirconium"), hits(filled.opened, "zirconium", archived=True)
    assert set(live) == {"T2"}
    assert {ref: hit.path for ref, hit in gone.items()} == {
        "T1": "sub_maps.market.working_memory.todo_list[T1]",
        "D1§1": "sub_maps.market.sub_maps.prices.documents.n.sections[D1§1]",
        # its neighbourhood is searched too
        "D1§2": "sub_maps.market.sub_maps.prices.documents.n.sections[D1§2]",
    }
    assert all("archived" in hit.flags for hit in gone.values())
    assert all(hit.legs == ("text",) for hit in gone.values())
    restore(filled.handle, "sub_maps.market")
    assert not hits(filled.opened, "zirconium", archived=True)
    assert set(gone) < set(hits(filled.opened, "zirconium"))


def test_a_section_that_its_source_lost_is_found_among_what_is_archived(filled: Filled) -> None:
    filled.project.write("n.md", "# N\n\n## One\n\nZirconium.\n\n## Two\n\nHafnium.\n")
    filled.opened.add(["n.md"])
    filled.project.write("n.md", "# N\n\n## Two\n\nHafnium.\n")
    filled.opened.add(["n.md"])
    found = hits(filled.opened, "zirconium", archived=True)
    assert {ref: hit.path for ref, hit in found.items()} == {"D1§1": "documents.n.sections[D1§1]"}


def test_other_maps_are_not_searched(filled: Filled) -> None:
    other = Filled(filled.project, filled.project.map())
    other.add("todo", "buy zirconium", "sell zirconium")
    archive(other.handle, "T1")
    filled.add("todo", "no metal")
    assert {hit.text for hit in hits(filled.opened, "zirconium").values()} == {"no metal"}
    assert not hits(filled.opened, "zirconium", archived=True)


@pytest.mark.parametrize("query", ["", "?", "***", "\0"])
def test_a_query_without_a_word_finds_nothing_archived_and_says_so(filled: Filled, query: str) -> None:
    result = filled.opened.search(query, archived=True)
    assert not result.hits
    assert "no word" in result.missing["query"]


def test_entries_wait_for_no_vector(filled: Filled) -> None:
    filled.add("todo", "buy zirconium")
    assert not filled.opened.search("zirconium").missing
    archive(filled.handle, "T1")
    restore(filled.handle, "T1")
    assert not filled.opened.search("zirconium").missing
