from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.mentions.forms import forms_of, forms_of_entry, phrases_of
from peek_graph.context_map.mentions.matching import MOST_CHARACTERS, found_in
from peek_graph.context_map.mentions.words import words_of


@pytest.mark.parametrize(
    ("title", "forms"),
    [
        ("Theodred II (Bishop of Elmham)", ["theodred ii bishop of elmham", "theodred ii"]),
        ("Lambert, Margrave of Tuscany", ["lambert margrave of tuscany"]),
        ("Mercury (planet) [draft]", ["mercury planet draft", "mercury"]),
        ("A (b (c) d)", ["a b c d"]),
        ("The Lord of the Rings", ["the lord of the rings", "lord of the rings"]),
        ("The Times", ["the times"]),
        ("The Beatles (band)", ["the beatles band", "the beatles", "beatles band"]),
        ("战国无双3", ["战国无双 3"]),
        ("你好，世界（电影）", ["你好。世界电影", "你好。世界"]),
        ("Jean-Luc O'Brien", ["jean luc o brien"]),
        ("Ｆｕｌｌ　Ｗｉｄｔｈ", ["full width"]),
        ("soft\u00adhyphen", ["softhyphen"]),
        ("ΟΔΟΣ", ["οδοσ"]),
        ("Beyoncé", ["beyoncé"]),
        ("हिन्दी भाषा", ["हिन्दी भाषा"]),
        ("Don't Look Back", ["don't look back"]),
        ("Where Was I", ["where was i"]),
        ("U.S.A.", ["u s a"]),
        ("1984 (novel)", ["1984 novel"]),
        ("C4", ["c4"]),
        ("AI", ["ai"]),
    ],
)
def test_forms_of_titles(title: str, forms: list[str]) -> None:
    assert [form.form for form in forms_of(title, "title")] == forms


@pytest.mark.parametrize(
    "title",
    [
        "",
        " ",
        "()",
        "(a)",
        "A",
        "x",
        "é",
        "中",
        "か",
        "から",
        "42",
        "3.14",
        "2001",
        "It",
        "the",
        "Of the",
        "١٢",
        "في",
        "ก",
        "—",
        "🔋",
        "\x01\x02",
        "\ud800",
        "w " * 33,
        "。。",
    ],
)
def test_what_would_be_found_everywhere_or_nowhere_is_no_name(title: str) -> None:
    assert forms_of(title, "title") == []


def test_forms_of_an_entry_are_told_once_with_the_laxest_rule() -> None:
    forms = forms_of_entry("document", "Energy Density (notes)", "energy-density", ("energy density", "Wh per kg"))
    assert [(form.form, form.source) for form in forms] == [
        ("energy density notes", "title"),
        ("energy density", "alias"),
        ("wh per kg", "alias"),
    ]
    apple = forms_of_entry("document", "Apple", "apple", ("apple",))
    assert [(form.form, form.source, form.loose) for form in apple] == [("apple", "title", True)]


@pytest.mark.parametrize(
    ("form", "loose"),
    [
        (forms_of("Battery", "title"), False),
        (forms_of("battery", "title"), True),
        (forms_of("iPhone", "title"), False),
        (forms_of("The Room", "title"), False),
        (forms_of("Energy density", "title"), True),
        (forms_of("battery", "key"), False),
        (forms_of("battery", "key", is_variable=True), True),
        (forms_of("lr", "key", is_variable=True), False),
        (forms_of("paper_1", "key"), True),
    ],
)
def test_one_word_may_stand_in_lower_case_if_it_is_written_so(form: list[object], loose: bool) -> None:
    assert [getattr(each, "loose") for each in form] == [loose]  # noqa: B009


@pytest.mark.parametrize(
    ("title", "phrases"),
    [
        ("J.R.R. Tolkien", {"j.r.r tolkien", "j r r tolkien"}),
        ("J. R. R. Tolkien", {"j.r.r tolkien", "j r r tolkien"}),
        ("O’Brien", {"o’brien", "o'brien", "o brien"}),
        ("node:fs/promises", {"node:fs promises", "node fs promises"}),
        ("Straße", {"straße", "strasse"}),
        ("战国无双 3", {"战国无双 3"}),
    ],
)
def test_spellings_are_those_of_full_text(title: str, phrases: set[str]) -> None:
    assert set(forms_of(title, "title")[0].phrases) == phrases


@given(st.text(max_size=300))
def test_any_title_is_found_in_itself(title: str) -> None:
    for form in forms_of(title, "title"):
        assert 0 < len(form.form) <= MOST_CHARACTERS
        assert form.form.startswith(form.head)
        words = words_of(form.form)
        assert words.join(0, len(words)) == form.form
        assert any(found.form == form.form for found in found_in(words, {form.head: {form.form: True}}))
        assert phrases_of(form.form)


@given(st.text(), st.sampled_from(["title", "key", "alias"]))
def test_no_text_is_refused(text: str, source: str) -> None:
    forms_of(text, source, is_variable=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("title", ["(" * 10**6, ")" * 10**6, "a(" * 500_000 + ")" * 10, "战" * 10**6, "\n\n" * 500_000])
def test_a_title_of_a_megabyte_takes_no_time(title: str) -> None:
    start = time.process_time()
    forms_of(title, "title")
    assert time.process_time() - start < 2
