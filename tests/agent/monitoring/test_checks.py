from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.monitoring.checks.check import Check, Miss, Trouble
from peek_graph.agent.monitoring.checks.citations import citations
from peek_graph.agent.monitoring.checks.dates import dates_in
from peek_graph.agent.monitoring.checks.mentions import mentions
from peek_graph.agent.monitoring.checks.words import count_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("Hello world", 2),
        ("It's state-of-the-art: 3,000 cells — really", 5),
        ("word—word, and/or", 3),
        ("| a | b |\n|---|---|\n- **bold** text", 4),
        ("https://a.example/b-c?d=e is a link", 4),
        ("使用Neo4j数据库", 6),
        ("你好，world。再见", 5),
        ("バッテリー", 5),
        ("배터리는 비싸다", 2),
        ("ＡＢＣ ｄｅｆ", 2),
        ("— … ！", 0),
        ("बैटरी महँगी है", 3),
    ],
)
def test_words_are_counted_as_a_word_processor_does(text: str, expected: int) -> None:
    assert count_words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [D3§2] and D3, F12", {"D3§2", "D3", "F12"}),
        ("[D3§2, F4; H1]", {"D3§2", "F4", "H1"}),
        ("【D3§2】和D4", {"D3§2", "D4"}),
        ("twice [D3§2], [D3§2]", {"D3§2"}),
        ("A4 paper, Q3 of H1 2024, T5 models and d3.js, D3.js", set()),
        ("[text](https://a.example/b) and https://a.example/b/", {"https://a.example/b"}),
        ("[the figure](#figure-1) ![picture](https://a.example/x.png)", set()),
        ("see https://a.example/b, https://a.example/c.", {"https://a.example/b", "https://a.example/c"}),
        ("as shown[1], [2-4], [1, 5]", {f"number {n}" for n in range(1, 6)}),
        ("【1】【2】", {"number 1", "number 2"}),
        ("a note[^1]\n\n[^1]: https://a.example", {"number 1"}),
        ("text [1]\n\n[1] Smith, 2020. https://a.example/b\n[2] Lee", {"number 1", "number 2"}),
        ("in code `a[1]` and\n```\nb[2]\n```\n- [ ] todo [x] done [2024]", set()),
        ("(Smith, 2020; Jones & Lee, 2019)", {"smith 2020", "jones 2019"}),
        ("Smith et al. (2021) and (Smith et al., 2021, p. 4)", {"smith 2021"}),
        ("(see Smith 2020) (van der Berg, 2018)", {"smith 2020", "berg 2018"}),
        ("（王伟，2020）和张三等（2021）", {"王伟 2020", "和张三 2021"}),
        ("(in 2020) (May 2020) (since 2020) (Q3 2024) (Figure 3 grows until 2020) In (2020)", set()),
        (
            "10.1016/j.x.2020.1 https://doi.org/10.1016/J.X.2020.1 arXiv:2101.00001",
            {"doi 10.1016/j.x.2020.1", "arxiv 2101.00001"},
        ),
    ],
)
def test_what_counts_as_a_citation(text: str, expected: set[str]) -> None:
    assert citations(text) == expected


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("the region", "ion", False),
        ("Lithium-ion", "ION", True),
        ("使用Neo4j数据库", "neo4j", True),
        ("ＮＥＯ４Ｊ", "neo4j", True),
        ("钠离子电池", "电池", True),
        ("Straße", "STRASSE", True),
        ("li\u200bthi\u00adum", "lithium", True),
        ("lithiums", "lithium", False),
        ("_Neo4j_ **lithium**", "lithium", True),
        ("sodium\n   cells", "sodium cells", True),
        ("C++ is", "C++", True),
        ("배터리는 비싸다", "배터리", True),
        ("cafe\u0301", "café", True),
        ("a.b", "a.b", True),
        ("axb", "a.b", False),
    ],
)
def test_what_counts_as_a_mention(text: str, phrase: str, expected: bool) -> None:
    assert mentions(text, phrase) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-03", ["2024-05-03 2024-05-03"]),
        ("2024-05-03T10:00:00Z", ["2024-05-03 2024-05-03"]),
        ("on 3 May 2024 and May 3rd, 2023", ["2024-05-03 2024-05-03", "2023-05-03 2023-05-03"]),
        ("2024年5月3日，截至2019年", ["2024-05-03 2024-05-03", "2019-01-01 2019-12-31"]),
        ("Sept. 2018, 2018-09, 2018年9月", ["2018-09-01 2018-09-30"] * 3),
        ("03/05/2024", ["2024-03-05 2024-05-03"]),
        ("2019-2021 and 2015–2016", [f"{year}-01-01 {year}-12-31" for year in (2019, 2021, 2015, 2016)]),
        ("(Smith, 2019).", ["2019-01-01 2019-12-31"]),
        ("2024-02-31", ["2024-02-01 2024-02-29"]),
        ("2000 cycles, 2000 mAh, 2000W, $2000, EUR 2000, 2,000, 12024, 2000次, 2000.5, v2019, #2019", []),
        ("https://a.example/2019/05/03 and 10.1016/j.2019.1", []),
    ],
)
def test_which_dates_a_text_has(text: str, expected: list[str]) -> None:
    assert [f"{one.first} {one.last}" for one in dates_in(text)] == expected


def misses(check: dict[str, Any], text: str, **callables: Any) -> list[Miss]:
    found, troubles = Check.of(check).run(text, callables)
    assert troubles == ()
    return list(found)


@pytest.mark.parametrize(
    ("check", "text", "expected"),
    [
        ({"max_words": 3}, "one two three", []),
        ({"max_words": 3000}, "word " * 4200, [Miss("max_words", "3,000", "4,200")]),
        ({"min_words": 3}, "one two", [Miss("min_words", "3", "2")]),
        ({"min_citations": 2}, "only [D3]", [Miss("min_citations", "2", "1")]),
        ({"must_mention": ["cost", "weight"]}, "The COST only", [Miss("must_mention", "2", "weight")]),
        ({"never_mention": ["lithium"]}, "Lithium", [Miss("never_mention", "1", "lithium")]),
        ({"never_mention": ["lithium"]}, "sodium", []),
        ({"dates_from": "2020-01-01"}, "in 2019 and 2021", [Miss("dates", "2020-01-01..", "2019")]),
        ({"dates_from": "2020-06-01", "dates_to": "2020-07-01"}, "in 2020", []),
        (
            {"dates_to": "2020-12-31"},
            "1 2 " + " 2021, 2022, 2023, 2024, 2021",
            [Miss("dates", "..2020-12-31", "2021, 2022, 2023 +1")],
        ),
    ],
)
def test_rules(check: dict[str, Any], text: str, expected: list[Miss]) -> None:
    assert misses(check, text) == expected


def test_functions() -> None:
    check = {"python": "ask"}
    assert misses(check, "x", ask=lambda text: True) == []
    assert misses(check, "x", ask=lambda text: None) == []
    assert misses(check, "x", ask=lambda text: False) == [Miss("python", "ask", "")]
    assert misses(check, "x", ask=lambda text: f"{text} is odd") == [Miss("python", "ask", "x is odd")]
    assert Check.of(check).run("x", {})[1] == (Trouble("missing", "python", "ask"),)
    assert (
        Check.of(check).run("x", {"ask": lambda text: 1 / 0})[1][0].detail == "ask: ZeroDivisionError: division by zero"
    )
    assert Check.of(check).run("x", {"ask": lambda text: 7})[1] == (Trouble("answered", "python", "ask: int"),)
    # The map names no module: only what was handed in is called.
    assert Check.of({"python": "os.getcwd"}).run("x", {})[1][0].code == "missing"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("max_words=3", "check"),
        ([], "check"),
        ({"max_words": "many"}, "max_words"),
        ({"max_words": True}, "max_words"),
        ({"most_words": 3}, "most_words"),
        ({"must_mention": "cost"}, "must_mention"),
        ({"must_mention": [""]}, "must_mention"),
        ({"dates_from": "yesterday"}, "dates_from"),
        ({"python": None}, "python"),
        ({"on": 7}, "on"),
        ({7: 7}, "7"),
    ],
)
def test_what_is_wrong_with_a_check_is_said_and_stops_no_other(given: Any, wrong: str) -> None:
    both = {**given, "min_words": 5} if isinstance(given, dict) else given
    found, troubles = Check.of(both).run("one", {})
    assert [trouble.rule for trouble in troubles] == [wrong]
    assert [miss.rule for miss in found] == (["min_words"] if isinstance(given, dict) and wrong != "on" else [])


def test_outputs_are_meant_by_name() -> None:
    check = Check.of({"on": ["Report", "提纲"], "max_words": 1})
    assert [check.is_for(name) for name in ("report", " REPORT", "提纲", "outline", "")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert Check.of({"max_words": 1}).is_for("anything")


@given(st.text(), st.text(max_size=20))
def test_any_text_can_be_looked_at(text: str, phrase: str) -> None:
    assert count_words(text) >= 0
    assert isinstance(citations(text), frozenset)
    assert mentions(text, phrase) in (True, False)
    assert all(date.min < one.first <= one.last for one in dates_in(text))


@pytest.mark.parametrize(
    "part", ["[", "![", "`", "(", "a", "D3§", "和", "(A ", "20", "2019-", "May ", "https://", "A et al. ", "[1,", "|"]
)
@pytest.mark.timeout(60)
def test_long_and_odd_texts_cost_no_time(part: str) -> None:
    """What grows as the square of these would take hours."""
    text = part * (200_000 // len(part))
    for look in (count_words, citations, dates_in):
        look(text)
    assert not mentions(text, "lithium")
