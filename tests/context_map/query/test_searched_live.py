"""What ``SEARCH`` answers, and what is searched for though it looks like something else."""

from __future__ import annotations

import re

import pytest

from tests.context_map.query.conftest import Asking

pytestmark = pytest.mark.live


def test_a_search_says_what_to_open_and_read(asked: Asking) -> None:
    answer = asked.answer("SEARCH: energy density")
    assert answer.kind == "search"
    first, lack, *hits = answer.text.splitlines()
    assert re.fullmatch(r"SEARCH “energy density”: \d hits?", first)
    assert lack.startswith("(without vector: ")
    assert hits[0] == "1. D1§1 section documents.solid.sections[D1§1] at notes/solid.md#line=6,7"
    assert hits[1] == "   “Solid electrolytes › Energy density: Cells reach 400 Wh/kg.”"
    assert asked("能量密度").splitlines()[2].startswith("1. D2§0 section")


def test_filters_narrow_a_search(asked: Asking) -> None:
    assert "1. F1 finding (doubtful)" in asked("SEARCH: sodium in:market kind:finding")
    assert "F1" not in asked("SEARCH: sodium confidence:0.9 kind:finding")
    assert "F2" in asked("SEARCH: cells kind:finding in:Market")  # and what is below it
    assert "no sub-map 'makret'; there are market, market.prices" in asked("SEARCH: cells in:makret")
    assert "'nothing'" in asked("SEARCH: cells kind:nothing")


def test_a_search_goes_on_where_it_ended(asked: Asking) -> None:
    whole = refs(asked("SEARCH: report kind:todo", 2000))
    assert len(whole) == 10
    found: list[str] = []
    request = "SEARCH: report kind:todo"
    while request:
        text = asked(request, 150)
        found += refs(text)
        going_on = re.search(r"^\+.*more: (SEARCH: .*)$", text, re.M)
        request = going_on[1] if going_on else ""
    assert found[:10] == whole
    assert len(set(found)) == len(found) == 12


def refs(text: str) -> list[str]:
    return re.findall(r"^\d+\. (\S+)", text, re.M)


@pytest.mark.parametrize("budget", [40, 60, 90, 150, 300, 2000])
def test_a_search_with_little_room_says_what_it_leaves_out(asked: Asking, budget: int) -> None:
    text = asked("SEARCH: report kind:todo", budget)
    assert refs(text)
    assert "Check report" in text
    assert "more: SEARCH: report kind:todo from:" in text
    assert "more more" not in text


@pytest.mark.parametrize("budget", [20, 30, 45, 60])
def test_a_hit_is_shown_with_its_words_before_all_else(asked: Asking, budget: int) -> None:
    assert re.search(r"^1\. D1§1 section.*Cells reach 400", asked("SEARCH: energy", budget), re.M | re.S)


def test_what_only_looks_like_a_ref_is_searched_for(ask: Asking) -> None:
    ask.do({"op": "add", "path": "working_memory.findings", "value": "H2 is made from water, on A4 paper"})
    for word in ("H2", "h2", "A4"):
        answer = ask.answer(word)
        assert answer.kind == "search"
        assert "1. F3 finding" in answer.text
    for word in ("CO2", "K1", "P9", "T99"):
        assert (ask.answer(word).kind, "nothing found" in ask(word)) == ("search", True)
    assert "OPEN: T99 finds no entry either; nearest: T1" in ask("T99")
    assert (ask.answer("OPEN: H2").kind, ask("OPEN: H2").startswith("OPEN: no entry H2 ")) == ("open", True)
    for ref in ("A1", "P1", "D1§1"):
        assert ask.answer(ref).kind == "open"


def test_a_filter_that_cannot_be_so_is_told(asked: Asking) -> None:
    answer = asked.answer("SEARCH: sodium confidence:abc")
    assert answer.kind == "search"
    assert answer.text.startswith("SEARCH: the filter confidence: is 'abc'; it takes a number from 0 to 1")


def test_authors_are_written_as_they_are_typed(ask: Asking) -> None:
    for author, given in (("agent:root", "agent:root"), ("Anna (of sales)", '"Anna (of sales)"')):
        operation = {"op": "add", "path": "working_memory.findings", "value": f"Zinc, says {author}"}
        (verdict,) = ask.opened.apply([operation], author=author).verdicts
        assert verdict.verdict == "applied"
        (ref,) = refs(ask(f"SEARCH: zinc author:{given}"))
        assert f"by {given};" in ask(f"OPEN: {ref}")
    text = ask("SEARCH: zinc author:root")
    assert "nothing found" in text
    assert "agent:root" in text


def test_nothing_found_says_what_to_do(asked: Asking) -> None:
    assert "nothing found" in asked("SEARCH: xylophone")
    assert "without the filters" in asked("SEARCH: xylophone in:market")
    assert "the query" in asked("SEARCH: ???")
