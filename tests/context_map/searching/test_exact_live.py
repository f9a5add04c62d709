"""What is meant to the letter is found first."""

from __future__ import annotations

import pytest

from peek_graph.context_map import ContextMap
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

_SAID = (
    "The cell reaches 450 Wh/kg at 25 °C",
    "The cell reaches 350 Wh/kg; other cells reach more Wh/kg",
    "See 10.1038/s41560-020-0565-1 for the energy of the cell",
    "See 10.1038/s41560-020-0565-2 for the energy of the cell",
    "It stopped with ERR_CONN_RESET",
    "It stopped with ERR_CONN_ABORTED and ERR_CONN_TIMEOUT",
    "Python 3.11 is needed",
    "Python 3.12 is needed",
    "The solid electrolyte is thin",
    "The electrolyte is solid, thin and solid",
    "LFP-4680 is cheap",
    "LFP 4695 is cheap",
    "错误代码E2001表示温度过高，能量为160 Wh/kg，成本0.35元/Wh",
    "错误代码E2002表示电压过低，能量为170 Wh/kg",
    "It costs 53 USD/kWh",
)


@pytest.fixture
def opened(project: Project) -> ContextMap:
    made = project.map()
    project.write("market-notes.md", "# Prices\n\nCells cost less each year.\n")
    project.write("sub/other.md", "# Other\n\nMarket notes md are notes about the market.\n")
    made.add(["market-notes.md", "sub"])
    made.apply([{"op": "add", "path": "working_memory.findings", "value": text} for text in _SAID])
    made.apply(
        [{"op": "add", "path": "working_memory.todo_list", "value": f"todo {n}, see F{n}"} for n in range(1, 13)]
    )
    return made


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("T12", "T12"),
        ("t1", "T1"),
        ("what about T11?", "T11"),
        ("450 Wh/kg", "F1"),
        ("which cell has 450Wh/kg?", "F1"),
        ("10.1038/s41560-020-0565-1", "F3"),
        ("energy in 10.1038/s41560-020-0565-2", "F4"),
        ("ERR_CONN_RESET", "F5"),
        ("why err_conn_reset?", "F5"),
        ("3.11", "F7"),
        ("Python 3.12", "F8"),
        ('"solid electrolyte"', "F9"),
        ("is “solid electrolyte” thin and solid?", "F9"),
        ("LFP-4680", "F11"),
        ("E2001", "F13"),
        ("代码E2002是什么", "F14"),
        ("160 Wh/kg", "F13"),
        ("170 wh/kg的电池", "F14"),
        ("53 USD/kWh", "F15"),
        ("D2", "D2"),
        ("market-notes.md", "D1§0"),
        ("what does other.md say?", "D2§0"),
    ],
)
def test_it_is_found_first(opened: ContextMap, query: str, ref: str) -> None:
    hit = opened.search(query).hits[0]
    assert (hit.ref, "exact" in hit.legs) == (ref, True)


def test_who_asks_for_nothing_else_gets_all_of_them_first(opened: ContextMap) -> None:
    assert [hit.ref for hit in opened.search("F2 T3 Q9 D1§0").hits[:3]] == ["F2", "T3", "D1§0"]


def test_a_ref_that_is_not_there_is_a_word(opened: ContextMap) -> None:
    result = opened.search("T99")
    assert all("exact" not in hit.legs for hit in result.hits)


def test_an_archived_one_is_found_among_what_is_archived(opened: ContextMap) -> None:
    opened.archive("F1")
    assert "F1" not in {hit.ref for hit in opened.search("450 Wh/kg").hits}
    hit = opened.search("450 Wh/kg", archived=True).hits[0]
    assert (hit.ref, hit.legs) == ("F1", ("text", "exact"))
