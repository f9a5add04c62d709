"""Filters are part of the search: what they let through is found however few it is, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue, RefNotFound, SubMapNotFound
from peek_graph.graph import search as graph
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


@pytest.fixture
def opened(project: Project) -> ContextMap:
    """Entries about zirconium in several places, by several authors, in several states."""
    made = project.map()
    project.write("zirconium.md", "# Zirconium\n\nZirconium melts at 1855 °C.\n")
    made.add("zirconium.md")
    made.add_submap("market")
    made.add_submap("prices", parent="market")
    made.add_submap("market2")
    made.apply(
        [
            {
                "op": "add",
                "path": "working_memory.findings",
                "value": {"text": "zirconium a", "supported_by": ["D1§0"]},
            },
            {"op": "add", "path": "sub_maps.market.working_memory.findings", "value": "zirconium b"},
            {"op": "add", "path": "sub_maps.market.sub_maps.prices.working_memory.findings", "value": "zirconium c"},
            {"op": "add", "path": "sub_maps.market2.working_memory.findings", "value": "zirconium d"},
            {"op": "add", "path": "working_memory.todo_list", "value": "weigh zirconium"},
            {"op": "add", "path": "working_memory.todo_list", "value": {"text": "buy zirconium", "status": "done"}},
            {"op": "add", "path": "working_memory.todo_list", "value": {"text": "sell zirconium", "status": "blocked"}},
        ],
        author="user:ann",
        source_kind="user",
    )
    made.apply(
        [{"op": "add", "path": "working_memory.findings", "value": "zirconium of the web"}],
        author="agent:bob",
        source_kind="web",
    )
    return made


def found(opened: ContextMap, **options: Any) -> set[str]:
    result = opened.search("zirconium", k=50, **options)
    assert not result.missing
    return {hit.ref for hit in result.hits}


@pytest.mark.parametrize(
    ("options", "refs"),
    [
        ({}, {"D1§0", "F1", "F2", "F3", "F4", "F5", "T1", "T2", "T3"}),
        ({"kinds": "finding"}, {"F1", "F2", "F3", "F4", "F5"}),
        ({"kinds": ["todo", "section"]}, {"D1§0", "T1", "T2", "T3"}),
        ({"submap": "market"}, {"F2", "F3"}),
        ({"submap": "market.prices"}, {"F3"}),
        ({"status": "open"}, {"T1"}),
        ({"status": ["done", "blocked"]}, {"T2", "T3"}),
        ({"status": ["open", "done"]}, {"T1", "T2"}),
        ({"min_confidence": 0.9}, {"F1", "F2", "F3", "F4", "T1", "T2", "T3"}),
        ({"min_confidence": 0.9, "kinds": "finding", "submap": "market"}, {"F2", "F3"}),
        ({"author": "agent:bob"}, {"F5"}),
        ({"author": "agent bob"}, set()),
        ({"source": "D1"}, {"D1§0", "F1"}),
        ({"kinds": "document"}, {"D1"}),
        ({"kinds": ["document", "todo"], "status": "done"}, {"T2"}),
        ({"source": "zirconium"}, {"D1§0", "F1"}),
        ({"source": "zirconium.md", "kinds": "finding"}, {"F1"}),
    ],
)
def test_each_filter(opened: ContextMap, options: dict[str, Any], refs: set[str]) -> None:
    assert found(opened, **options) == refs


def test_revisions(opened: ContextMap) -> None:
    newest = opened.log()[0].number
    assert found(opened, since=newest) == {"F5"}
    assert found(opened, since=newest - 1, until=newest - 1) == {"F1", "F2", "F3", "F4", "T1", "T2", "T3"}
    assert found(opened, until=newest - 2) == {"D1§0"}
    assert found(opened, since=newest + 1) == set()


def test_a_section_moves_with_its_document(opened: ContextMap) -> None:
    assert found(opened, submap="market2", kinds="section") == set()
    opened.apply([{"op": "move", "path": "documents.zirconium", "to": "sub_maps.market2.documents"}])
    assert found(opened, submap="market2", kinds="section") == {"D1§0"}


def test_what_is_archived_is_filtered_too(opened: ContextMap) -> None:
    opened.archive(["T2", "F2"])
    hits = opened.search("zirconium", archived=True).hits
    assert {hit.ref for hit in hits} == {"T2", "F2"}
    assert [hit.ref for hit in opened.search("zirconium", archived=True, kinds="todo").hits] == ["T2"]
    assert [
        hit.ref for hit in opened.search("zirconium", archived=True, min_confidence=2 / 3, submap="market").hits
    ] == ["F2"]


def test_a_rare_one_is_found_among_many_that_fit_better(
    project: Project, monkeypatch: pytest.MonkeyPatch, opened: ContextMap
) -> None:
    """Whether the filter leaves so few that they are compared one by one, or is asked for more and more."""
    many = [
        {"op": "add", "path": "sub_maps.market2.working_memory.findings", "value": f"zirconium zirconium {number}"}
        for number in range(400)
    ]
    opened.apply(many)
    opened.apply(
        [
            {"op": "add", "path": "sub_maps.market.working_memory.findings", "value": f"some words and zirconium {x}"}
            for x in "xyz"
        ],
        author="agent:rare",
    )
    opened.reindex()
    for few in (2_000, 0):
        monkeypatch.setattr(graph, "_FEW", few)
        for options in ({"author": "agent:rare"}, {"author": "agent:rare", "kinds": "finding"}, {"submap": "market"}):
            result = opened.search("zirconium zirconium", k=2, **options)
            assert not result.missing
            assert len(result.hits) == 2
            assert {"vector", "text"} <= {leg for hit in result.hits for leg in hit.legs}


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"kinds": "findings"}, InvalidValue, "finding"),
        ({"kinds": ["finding", ""]}, InvalidValue, "kinds are"),
        ({"submap": "markt"}, SubMapNotFound, "market"),
        ({"submap": ""}, SubMapNotFound, "no sub-map"),
        ({"min_confidence": 1.5}, InvalidValue, "1.5"),
        ({"min_confidence": float("nan")}, InvalidValue, "nan"),
        ({"source": "D99"}, RefNotFound, "D99"),
        ({"since": -1}, InvalidValue, "-1"),
        ({"until": 2**70}, InvalidValue, "until"),
        ({"since": "3"}, InvalidValue, "'3'"),
        ({"min_confidence": "0.5"}, InvalidValue, "number"),
        ({"author": 5}, InvalidValue, "author"),
        ({"kinds": [None]}, InvalidValue, "kinds"),
    ],
)
def test_what_there_is_not_is_one_clear_error(
    opened: ContextMap, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as raised:
        opened.search("zirconium", **options)
    assert said in f"{raised.value} {getattr(raised.value, 'hint', '')}"


@pytest.mark.parametrize(
    "text", ["OR map_uid:*", "a b", '"', "*", "the", "x) OR (y", "作者", "a\x00b", "", " ", "'; MATCH (n) DELETE n //"]
)
def test_hostile_filters_are_texts(opened: ContextMap, text: str) -> None:
    assert found(opened, author=text) == set()
    assert found(opened, status=text) == set()


def test_what_is_archived_is_found_by_where_it_was(opened: ContextMap) -> None:
    opened.archive("sub_maps.market")
    opened.archive("D1")
    with pytest.raises(SubMapNotFound):
        found(opened, submap="market")
    assert found(opened, archived=True, submap="market") == {"F2", "F3"}
    assert found(opened, archived=True, submap="market.prices") == {"F3"}
    assert found(opened, archived=True, source="zirconium") == {"D1§0"}
    assert opened.query_context_map("SEARCH: zirconium in:market archived:yes").text.count("(archived)") == 2


def test_a_long_query_in_many_places_has_its_full_text(opened: ContextMap) -> None:
    for number in range(60):
        opened.add_submap(f"part{number}", parent="market")
    result = opened.search("zirconium " + " ".join(f"word{n}" for n in range(299)), submap="market")
    assert not result.missing
    assert {hit.ref for hit in result.hits if "text" in hit.legs} == {"F2", "F3"}
    assert not opened.search("zirconium", kinds=["finding"] * 2000, status=[f"s{n}" for n in range(2000)]).missing


@pytest.mark.parametrize(
    "author",
    [
        "Zoe\u0308",
        "ＡＢＣ",
        "bot 🤖 two",
        "_bot_",
        "İlker",
        "ΟΔΟΣ",
        "a\u00adb",
        "The",
        "!!!",
        'a" OR "b',
        "a\\",
        "王小明",
    ],
)
def test_an_author_of_any_name_is_found_by_words(opened: ContextMap, author: str) -> None:
    opened.apply([{"op": "add", "path": "working_memory.findings", "value": "zirconium shines"}], author=author)
    [hit] = opened.search("zirconium", author=author).hits
    assert (hit.author, "text" in hit.legs) == (author, True)


@pytest.mark.parametrize("wrong", [{"text": 5}, {"title": [1]}, {"confidence": "high"}, {"status": 5}, {"pointer": 7}])
def test_a_property_of_another_type_costs_no_search(
    project: Project, opened: ContextMap, wrong: dict[str, Any]
) -> None:
    opened.search("zirconium")
    project.rows("MATCH (n:Entry {map_uid: $uid, ref: 'F1'}) SET n += $wrong", uid=opened.uid, wrong=wrong)
    assert "F1" in found(opened)
    assert opened.query_context_map("SEARCH: zirconium").text
