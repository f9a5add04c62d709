from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.query.filters import Wanted, read_filters
from peek_graph.errors import InvalidValue
from peek_graph.records import SearchFilter


@pytest.mark.parametrize(
    ("text", "words", "filter"),
    [
        (
            "energy density in:market kind:finding,section status:open since:12 archived",
            "energy density",
            SearchFilter(("finding", "section"), "market", ("open",), since=12, archived=True),
        ),
        ("price kind:todos", "price", SearchFilter(("todo",))),
        ("price kind:todo_list,待办|questions", "price", SearchFilter(("todo", "question"))),
        ("能量 kind：待办 in：市场", "能量", SearchFilter(("todo",), "市场")),
        (
            'price in:"market prices" author:user:anna',
            "price",
            SearchFilter(submap="market prices", author="user:anna"),
        ),
        ("price source:D3 until:r20", "price", SearchFilter(source="D3", until=20)),
        ("price confidence:70%", "price", SearchFilter(min_confidence=0.7)),
        ("price MIN-CONFIDENCE:>=0.7", "price", SearchFilter(min_confidence=0.7)),
        ("price archived:yes", "price", SearchFilter(archived=True)),
        ("price archived:no", "price", SearchFilter()),
        ("price archived in:market", "price", SearchFilter(submap="market", archived=True)),
        ("kind:todo", "", SearchFilter(("todo",))),
        ("price kind:nothing", "price", SearchFilter(("nothing",))),  # which the search refuses, naming the kinds
    ],
)
def test_filters_at_the_end(text: str, words: str, filter: SearchFilter) -> None:
    assert read_filters(text) == Wanted(words, filter)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "node:fs",
            "energy archived",
            "kind:todo price",
            "in: market",
            "price colour:red",
            "10:30",
            "http://x/y",
        ),
        *("x confidence:", "x in:", "x since: yesterday", '"kind:todo"', "", "archived", "since:yesterday prices"),
    ],
)
def test_what_is_no_filter_is_a_word(text: str) -> None:
    assert read_filters(text) == Wanted(text)


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        *((f"price confidence:{value}", "0 to 1") for value in ("abc", "2", "101%", "-1", "nan", "1" + "0" * 400)),
        *(("price since:x", "number of a revision"), ("price until:yesterday in:market", "number of a revision")),
        *(("price archived:maybe", "yes or no"), ("price kind:,", "kind:finding,section"), ("status:|", "statuses")),
        *((f"price from:{value}", "from 1") for value in ("abc", "0", "9" * 30)),
    ],
)
def test_a_value_that_a_filter_cannot_have_is_told(text: str, takes: str) -> None:
    with pytest.raises(InvalidValue, match=r"the filter [a-z]+: is ") as raised:
        read_filters(text)
    assert takes in (raised.value.hint or "")
    assert len(str(raised.value)) < 120


def test_the_same_filter_twice_is_once_a_word() -> None:
    assert read_filters("in:a in:b") == Wanted("in:a", SearchFilter(submap="b"))


def test_from_says_where_to_go_on() -> None:
    assert read_filters("price in:market from:6") == Wanted("price", SearchFilter(submap="market"), 6)


@given(
    st.lists(
        st.sampled_from(
            ["kind:todo", "in:market", "status:open,done", "since:3", "archived:yes", "confidence:0.5", "source:D3"]
        ),
        unique=True,
    )
)
def test_what_is_said_of_filters_is_read_again(filters: list[str]) -> None:
    wanted = read_filters(" ".join(["price", *filters]))
    assert wanted.words == "price"
    assert read_filters(f"price {wanted.said}") == wanted


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert text.strip().startswith(read_filters(text).words)


@given(st.sampled_from(["confidence", "since", "until", "archived", "from", "kind", "in"]), st.text(max_size=12))
def test_any_value_is_taken_or_told(name: str, value: str) -> None:
    with suppress(InvalidValue):
        assert read_filters(f"price {name}:{value}").words.startswith("price")
