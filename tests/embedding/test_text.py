from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.embedding import clean_text
from peek_graph.embedding.text import MAX_CHARACTERS

ANY_TEXT = st.text(st.characters(exclude_categories=()))  # surrogates too


@pytest.mark.parametrize(
    "blank", ["", " ", "\t\r\n", "\u200b\u200d\ufeff", "\x00", "\ud800", "\u3000\u00a0", "\x07\x1b"]
)
def test_text_without_anything_visible_is_blank(blank: str) -> None:
    assert clean_text(blank) == ""


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\x00b", "ab"),
        ("re\ud83dport", "report"),
        ("  固态电池\n", "固态电池"),
        ("می‌خواهم", "می‌خواهم"),  # a zero-width non-joiner inside a word is part of its spelling
        ("👩‍🔬", "👩‍🔬"),
        ("?", "?"),
    ],
)
def test_only_what_no_model_takes_is_removed(text: str, clean: str) -> None:
    assert clean_text(text) == clean


@given(ANY_TEXT)
def test_what_is_left_can_be_encoded_and_is_left_alone_the_second_time(text: str) -> None:
    clean = clean_text(text)
    clean.encode("utf-8")
    assert "\x00" not in clean
    assert clean_text(clean) == clean


def test_a_huge_text_is_cut_and_not_read_through() -> None:
    huge = "energy density " * 7_000_000
    began = time.perf_counter()
    assert 0 < len(clean_text(huge)) <= MAX_CHARACTERS
    assert clean_text("\u200b" * 100_000_000) == ""
    assert time.perf_counter() - began < 2
