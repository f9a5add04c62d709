import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.graph.lucene import missed_terms, phrase_of, terms_of


@given(st.text(max_size=400))
def test_no_special_character_of_lucene_ever_gets_through(text: str) -> None:
    terms = terms_of(text)
    for term in (*terms.words, *terms.grams):
        quoted = len(term) > 2 and term[0] == term[-1] == '"'
        assert not re.search(r'["\\\s\0]' if quoted else r"[^\w\u0300-\U000e01ef*]|_", term[1:-1] if quoted else term)
        assert "*" not in term.removesuffix("*")
        assert term == term.lower()
    assert not any("*" in word for word in terms.words)


@given(st.text(max_size=400))
def test_plain_terms_hold_letters_digits_and_marks_only(text: str) -> None:
    for term in (*terms_of(text).words, *terms_of(text).grams):
        if not term.startswith('"'):
            assert {unicodedata.category(c)[0] for c in term.removesuffix("*")} <= set("LMN")
        else:
            assert {unicodedata.category(c)[0] for c in term[1:-1] if c not in "_.:,;'’·"} <= set("LMN")


@pytest.mark.parametrize(
    ("text", "words", "grams"),
    [
        ("C++ AND node:x/y", ("c", "and", '"node:x"', "node", "x", "y"), ()),
        ("a_b 3.14 don't.", ('"a_b"', "a", "b", '"3.14"', "3", "14", '"don\'t"'), ()),
        ("Ann's o'x:y's 电'z", ('"ann\'s"', "\"o'x:y's\"", '"o\'x"', '"y\'s"', "z"), ("电", "电*")),
        ("'', _ .. :x:", ("x",), ()),
        ("战国无双3是", ("3",), ("战国", "国无", "无双", "是", "是*")),
        ("energy 能量密度 density", ("energy", "density"), ("能量", "量密", "密度")),
        ("हिन्दी ไทย فارسی", ("हिन्दी", "ไทย", "فارسی"), ()),
        ("かな 한국어 ｶﾅ ＡＢＣ", ("abc",), ("かな", "한국", "국어", "カナ")),
        ("tb- NOT `` ?? **", ("tb", "not"), ()),
        ("\u200b \t\n", (), ()),
        ("İstanbul ΟΔΟΣ", ("istanbul", "οδοσ"), ()),
    ],
)
def test_terms_of_every_script(text: str, words: tuple[str, ...], grams: tuple[str, ...]) -> None:
    terms = terms_of(text)
    assert (terms.words, terms.grams) == (words, grams)


def test_a_long_query_says_how_much_was_dropped() -> None:
    terms = terms_of(" ".join(f"w{n}" for n in range(2000)))
    assert len(terms.words) == 300
    assert terms.dropped == 1700
    assert terms_of("a " * 500_000).dropped > 0


def test_one_query_never_holds_more_terms_than_lucene_takes() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(400)) + " ".join(f" w{n}" for n in range(400))
    terms = terms_of(text)
    assert len(terms.words) <= 300
    assert len(terms.mixed) <= 300
    assert terms.dropped == 499


@given(st.text(max_size=400))
def test_a_phrase_is_plain_text_in_quotes(text: str) -> None:
    phrase = phrase_of(text)
    assert not phrase or re.fullmatch(r'"[^"\\\0]+"', phrase)


def test_words_that_say_little_are_asked_for_only_alone() -> None:
    assert terms_of("What did she do to us in May?").words == ("what", "to", "us", "in", "may")
    assert terms_of("Did you?").words == ("did", "you")


@pytest.mark.parametrize("text", ["x" * 60_000, "能" * 60_000, "a." * 30_000, "a_" * 30_000, "_" * 60_000])
def test_a_text_without_blanks_takes_no_longer(text: str) -> None:
    started = time.process_time()
    missed_terms(text)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("plain words, and more.", ""),
        ("use node:fs or a_b, not 3.14, don't", "node fs a b 3 14"),
        ("固态电\n池的能量密\r\n  度\nx", "电池 密度"),
        ("电 池", ""),
        ("ＡＢＣ電池 ﬁne", "ABC電池 fine"),
        ("call __init__, _x (snake_) a_b_ _ ...", "init x snake a b"),
    ],
)
def test_what_the_analyzers_miss_is_indexed_beside_the_text(text: str, missed: str) -> None:
    assert missed_terms(text) == missed
