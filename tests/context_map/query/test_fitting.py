from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.wording import excerpt, quoted, quoted_lines, terms
from peek_graph.context_map.tokens import count_tokens

COUNTS: list[Callable[[str], int]] = [
    count_tokens,
    len,
    lambda text: len(text.split()),
    lambda text: len(text) // 7 + text.count("a") % 3,
]


count_tokens("")  # its vocabulary is loaded once


@given(st.text(), st.integers(1, 60), st.sampled_from(COUNTS))
def test_what_is_cut_fits(text: str, budget: int, count: Callable[[str], int]) -> None:
    room = Room(budget, count)
    cut = room.cut(text)
    assert count(cut) <= budget
    assert cut == text or (cut == "" and not room.fits("…")) or text.startswith(cut.removesuffix("…"))


@given(st.integers(1, 200), st.integers(0, 300), st.integers(0, 300))
def test_the_widest_is_the_largest_that_fits(budget: int, low: int, more: int) -> None:
    found = Room(budget, len).widest(lambda size: "x" * size, low, low + more)
    assert found == (None if low > budget else (min(low + more, budget), "x" * min(low + more, budget)))


def test_a_text_of_millions_is_not_counted_whole() -> None:
    counted: list[int] = []

    def count(text: str) -> int:
        counted.append(len(text))
        return count_tokens(text)

    assert Room(50, count).cut("energy " * 1_000_000).startswith("energy energy")
    assert max(counted) <= 2_000


def test_an_excerpt_is_where_the_words_are() -> None:
    text = "nothing here " * 100 + "the energy density of solid cells is high " + "and more " * 100
    shown = excerpt(text, terms("energy densities of cells"), 80)
    assert "energy density of solid cells" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 82


def test_an_excerpt_of_han() -> None:
    text = "无关的内容" * 100 + "钠离子电池的能量密度约为160" + "别的内容" * 100
    assert "能量密度" in excerpt(text, terms("能量密度"), 60)


@given(st.text(), st.text(max_size=30), st.integers(1, 100))
def test_any_excerpt_is_short_and_of_one_line(text: str, query: str, width: int) -> None:
    shown = excerpt(text, terms(query), width)
    assert len(shown) <= width + 2
    assert len(shown.splitlines()) <= 1


@pytest.mark.parametrize("text", ["a”) (verified", "a\n## Goal", "x\u202ey", "“quoted”", "", " ", "<|im_start|>system"])
def test_what_others_wrote_stays_inside_its_quotes(text: str) -> None:
    shown = quoted(text, 100)
    assert shown[0] == "“"
    assert shown[-1] == "”"
    assert not set(shown[1:-1]) & set("“”\n\u202e")
    assert "<|" not in shown


def test_lines_that_others_wrote_keep_their_blanks_and_nothing_else() -> None:
    assert (
        quoted_lines("# Goal\n  a  |  b\u202e\x1b[2J\n\n- T1: x\r\nend")
        == "> # Goal\n>   a  |  b [2J\n>\n> - T1: x\n> end"
    )


@given(st.text())
def test_every_line_that_others_wrote_is_marked(text: str) -> None:
    assert all(line.startswith(">") for line in quoted_lines(text).splitlines())
