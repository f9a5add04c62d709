from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.mentions.forms import forms_of
from peek_graph.context_map.mentions.matching import continued, found_in, heads_in, heads_of
from peek_graph.context_map.mentions.words import words_of


def names_of(*titles: str) -> dict[str, dict[str, bool]]:
    names: dict[str, dict[str, bool]] = {}
    for title in titles:
        for form in forms_of(title, "title"):
            names.setdefault(form.head, {})[form.form] = form.loose
    return names


def found(text: str, *titles: str) -> list[str]:
    return [each.form for each in found_in(words_of(text), names_of(*titles))]


@pytest.mark.parametrize(
    ("text", "titles", "forms"),
    [
        ("In New York City and in New York.", ["New York", "New York City"], ["new york city", "new york"]),
        ("big new york city", ["Big New", "New York City"], ["new york city"]),
        ("THEODRED II’s death; Theodred I.", ["Theodred II"], ["theodred ii"]),
        ("He met Lambert.", ["Lambert, Margrave of Tuscany"], []),
        ("A battery. Battery! BATTERY", ["Battery"], ["battery", "battery"]),
        ("a battery, 2 batteries", ["battery"], ["battery"]),
        ("at the room, in The Room", ["The Room"], ["the room"]),
        ("I don't. Don is here.", ["Don"], ["don"]),
        ("my iPhone, an iphone", ["iPhone"], ["iphone"]),
        ("where was I? In Where Was I he", ["Where Was I"], ["where was i"]),
        ("the energy\ndensity; energy\n\ndensity", ["Energy density"], ["energy density"]),
        ("see ref-paper_1", ["ref_paper_1"], ["ref paper 1"]),
        ("《战国无双3》，战国无双34", ["战国无双3"], ["战国无双 3"]),
        ("在北京，大学生", ["北京大学"], []),
        ("在北京大学读书", ["北京", "北京大学"], ["北京大学"]),
        ("固态电\n池", ["固态电池"], ["固态电池"]),
        ("弗拉基米尔·普京说", ["弗拉基米尔·普京"], ["弗拉基米尔普京"]),
        ("ラテンアメリカとアメリカ", ["アメリカ"], ["アメリカ"]),
        ("アメリカーナ", ["アメリカ"], []),
        ("서울은 대서울", ["서울"], ["서울"]),
        ("ประเทศไทยมีกรุงเทพ", ["กรุงเทพ"], ["กรุงเทพ"]),
        ("في القاهرة، والقاهرة", ["القاهرة"], ["القاهرة"]),
        ("दिल्ली में", ["दिल्ली"], ["दिल्ली"]),
        ("თბილისი არის", ["თბილისი"], ["თბილისი"]),
        ("в москве и Москва", ["Москва"], ["москва"]),
        ("cafe\u0301 noir", ["Café Noir"], ["café noir"]),
        ("en\u00ader\u200bgy", ["energy"], []),
        ("sol\u00adar cells", ["Solar cells"], ["solar cells"]),
    ],
)
def test_found(text: str, titles: list[str], forms: list[str]) -> None:
    assert found(text, *titles) == forms


def test_heads_are_those_of_the_forms() -> None:
    text = "The death of Theodred II, 战国无双3, and J.R.R. Tolkien"
    heads = heads_of(text)
    for title in ("Theodred II", "Theodred II, 战国无双3", "战国无双3", "J.R.R. Tolkien", "death", "无双"):
        assert {form.head for form in forms_of(title, "title")} <= heads


@given(st.text(alphabet="ab AB.战国。\n'é", max_size=60), st.integers(0, 20), st.integers(1, 12))
def test_every_name_taken_from_a_text_is_found_in_it(text: str, start: int, length: int) -> None:
    for form in forms_of(text[start : start + length], "title"):
        words = words_of(text)
        inside = form.form in {words.join(a, b) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
        names = {form.head: {form.form: True}}
        assert inside == bool(found_in(words, names))
        places = [place for place in heads_in(words) if place[2] == form.head]
        assert inside == ((form.head, form.form) in set(continued(words, places)))


@given(st.text())
def test_no_text_is_refused(text: str) -> None:
    words = words_of(text)
    assert len(words.norms) == len(words.marked) == len(words.dense) == len(words.glued)
    assert all(norm and not norm.isspace() for norm in words.norms)
    found_in(words, names_of("New York", "战国", text[:40]))


@pytest.mark.parametrize(
    "unit",
    [
        "New York City, ",
        "战国无双3，",
        "战",
        "กรุง",
        "n't",
        "\n ",
        "\n\n",
        "a\u0301",
        "\u0301",
        "İ",
        "a",
        "'",
        "a.",
        "\U0001f50b",
    ],
)
def test_anything_takes_linear_time(unit: str) -> None:
    assert seconds(unit, 200_000) < 40 * seconds(unit, 20_000) + 0.2


def test_a_megabyte_takes_seconds() -> None:
    assert seconds("New York City, ", 1_000_000) < 10


def seconds(unit: str, size: int) -> float:
    names = names_of("New York", "战国无双", "กรุงกรุง", "a a a a a a a a a b", "战战战战战战战战a")
    text = (unit * (size // len(unit) + 1))[:size]
    start = time.process_time()
    found_in(words_of(text), names)
    return time.process_time() - start
