"""Queries are taken apart into words, phrases and what is meant to the letter."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.searching.asked import asked_by, holds, spellings


@pytest.mark.parametrize(
    ("query", "refs", "exact"),
    [
        ("T12", ("T12",), ()),
        ("what does d3§2.1 say about h1?", ("D3§2.1", "H1"), ()),
        ("see 10.1038/s41560-020-0565-1.", (), ("10.1038/s41560-020-0565-1",)),
        ("where is market-notes.md?", (), ("market-notes.md",)),
        ("ERR_CONN_RESET or 0x80070005", (), ("ERR_CONN_RESET", "0x80070005")),
        ("450 Wh/kg at 25 °C, 30 %", (), ("450 Wh/kg", "25 °C", "30 %")),
        ("Python 3.11 and v2.0.1", (), ("3.11", "v2.0.1")),
        ('who said "solid electrolyte" and “other words”', (), ("solid electrolyte", "other words")),
        ("「固态电池」的能量密度", (), ("固态电池",)),
        ("in the 1990s on 3rd May at 8pm", (), ()),
        ("plain words, e.g. these", (), ()),
        ('a lone " quote', (), ()),
        ('"" and "  "', (), ()),
    ],
)
def test_what_is_meant_to_the_letter(query: str, refs: tuple[str, ...], exact: tuple[str, ...]) -> None:
    asked = asked_by(query)
    assert (asked.refs, asked.exact) == (refs, exact)


@pytest.mark.parametrize("query", ["T12", "t12?", "T1 T2", "450 Wh/kg", '"solid electrolyte"', "“a b” T1"])
def test_nothing_else_is_asked(query: str) -> None:
    assert asked_by(query).is_bare


@pytest.mark.parametrize("query", ["what is T12", "450 Wh/kg cells", "words", "", "?"])
def test_more_is_asked(query: str) -> None:
    assert not asked_by(query).is_bare


@pytest.mark.parametrize(
    ("text", "exact", "found"),
    [
        ("The LFP-4680 cells", "lfp-4680", True),
        ("at 450 Wh/kg.", "450Wh/kg", True),
        ("at 450Wh/kg.", "450 Wh/kg", True),
        ("at 1450 Wh/kg", "450 Wh/kg", False),
        ("30%", "30 %", True),
        ("T12", "T1", False),
        ("a solid\nelectrolyte", "solid electrolyte", True),
        ("solidelectrolyte", "solid electrolyte", False),
        ("全固态电池组", "固态电池", True),
        ("Python 3.12", "3.1", False),
        ("node:fs", "node:fs", True),
    ],
)
def test_a_text_holds_it_as_a_whole(text: str, exact: str, found: bool) -> None:
    assert holds(text, exact) is found


def test_numbers_and_units_are_spelt_in_two_ways() -> None:
    assert set(spellings("450 Wh")) == set(spellings("450Wh")) == {"450 Wh", "450Wh"}


@given(st.text(max_size=300))
def test_any_string_is_a_query(query: str) -> None:
    asked = asked_by(query)
    assert isinstance(asked.is_bare, bool)
    for exact in asked.exact:
        assert holds(asked.text, exact)
        assert spellings(exact)


@pytest.mark.parametrize(
    "part", ["1", "a", "-", ".", "_", "a1", "1a", " 1", "1 ", '"', "“", "/", "€", "10.1", "a_", "a-"]
)
def test_a_long_run_of_anything_is_read_in_one_go(part: str) -> None:
    asked_by(part * 1_000_000)  # a run that is gone back over would take hours


@pytest.mark.parametrize(
    "text", ["1," * 20_000, "1." * 20_000, "a." * 20_000, "1 " * 20_000, "ﷺ" * 20_000, "a_" * 20_000]
)
def test_no_query_takes_long_to_take_apart(text: str) -> None:
    started = time.process_time()
    asked_by(text)
    assert time.process_time() - started < 3
