from __future__ import annotations

from typing import Any

import pytest
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from peek_graph.errors import InvalidValue
from peek_graph.integrations.llama_index.narrowing import narrowed
from peek_graph.records import SearchFilter


def one(key: str, operator: str, value: Any) -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key=key, operator=FilterOperator(operator), value=value)])


SUPPORTED = {
    ("kind", "=="),
    ("kind", "in"),
    ("status", "=="),
    ("status", "in"),
    ("submap", "=="),
    ("author", "=="),
    ("source", "=="),
    ("confidence", ">="),
    ("confidence", ">"),
    ("since", "=="),
    ("since", ">="),
    ("since", ">"),
    ("since", "<="),
    ("since", "<"),
    ("until", "<="),
}
KEYS = (
    "kind",
    "status",
    "submap",
    "author",
    "source",
    "confidence",
    "since",
    "until",
    "ref",
    "path",
    "pointer",
    "flags",
)


@pytest.mark.parametrize("operator", [operator.value for operator in FilterOperator])
@pytest.mark.parametrize("key", KEYS)
def test_a_filter_is_searched_by_or_refused_by_its_name(key: str, operator: str) -> None:
    value: Any = {"confidence": 0.5, "since": 3, "until": 3}.get(key, "todo")
    given = one(key, operator, [value] if operator == "in" else value)
    if (key, operator) in SUPPORTED:
        assert narrowed(SearchFilter(), given) != SearchFilter()
        return
    with pytest.raises(InvalidValue, match=rf"the filter {key} ") as caught:
        narrowed(SearchFilter(), given)
    assert caught.value.hint
    assert key in caught.value.hint or "filters are kind, status" in caught.value.hint


@pytest.mark.parametrize(
    ("key", "operator", "value", "says"),
    [
        ("kind", "==", 3, "a text"),
        ("kind", "==", None, "a text"),
        ("kind", "==", "", "a text"),
        ("kind", "==", ["todo"], "a text"),
        ("kind", "in", "todo", "takes a list"),
        ("status", "in", [1, 2], "a text"),
        ("confidence", ">=", "high", "a number"),
        ("confidence", ">=", float("nan"), "a number"),
        ("since", ">=", 3.5, "a revision"),
        ("since", "==", "3", "a revision"),
    ],
)
def test_a_value_of_another_type_is_refused(key: str, operator: str, value: Any, says: str) -> None:
    with pytest.raises(InvalidValue, match=f"the filter {key}") as caught:
        narrowed(SearchFilter(), one(key, operator, value))
    assert says in str(caught.value.hint)


def test_what_is_joined_otherwise_is_refused() -> None:
    two = [MetadataFilter(key="kind", value="todo"), MetadataFilter(key="kind", value="finding")]
    for condition in ("or", "not"):
        with pytest.raises(InvalidValue, match=condition) as caught:
            narrowed(SearchFilter(), MetadataFilters(filters=two, condition=condition))  # type: ignore[arg-type]
        assert "'in'" in str(caught.value.hint)
    with pytest.raises(InvalidValue, match="not"):
        narrowed(SearchFilter(), MetadataFilters(filters=two[:1], condition="not"))  # type: ignore[arg-type]


def test_filters_in_filters_and_the_callers_own_are_joined_by_and() -> None:
    inner = MetadataFilters(
        filters=[MetadataFilter(key="submap", value="a.b"), MetadataFilter(key="author", value="x")]
    )
    outer = MetadataFilters(filters=[inner, MetadataFilter(key="kind", operator=FilterOperator.IN, value=["t", "f"])])
    given = SearchFilter(kinds=("f", "q"), submap="a", author="x", min_confidence=0.5, since=3)
    assert narrowed(given, outer) == SearchFilter(("f",), "a.b", (), 0.5, "x", None, 3)
    assert narrowed(given, None) == given
    assert narrowed(given, MetadataFilters(filters=[])) == given


@pytest.mark.parametrize(
    ("given", "filters", "expected"),
    [
        (SearchFilter(submap="a.b"), one("submap", "==", "a"), SearchFilter(submap="a.b")),
        (SearchFilter(submap="a"), one("submap", "==", "ab"), None),
        (SearchFilter(submap="ab"), one("submap", "==", "a"), None),
        (SearchFilter(author="x"), one("author", "==", "y"), None),
        (SearchFilter(kinds=("todo",)), one("kind", "in", []), None),
        (SearchFilter(), one("kind", "in", []), None),
        (SearchFilter(since=5), one("until", "<=", 4), None),
        (SearchFilter(since=5), one("since", ">=", 3), SearchFilter(since=5)),
        (SearchFilter(until=5), one("since", "<", 5), SearchFilter(until=4)),
        (SearchFilter(min_confidence=0.7), one("confidence", ">=", 0.2), SearchFilter(min_confidence=0.7)),
        (SearchFilter(), one("since", "==", 4), SearchFilter(since=4, until=4)),
    ],
)
def test_together_they_narrow_or_let_nothing_through(
    given: SearchFilter, filters: MetadataFilters, expected: SearchFilter | None
) -> None:
    assert narrowed(given, filters) == expected


def test_two_names_of_sources_may_be_one_source() -> None:
    with pytest.raises(InvalidValue, match="source"):
        narrowed(SearchFilter(source="D1"), one("source", "==", "a.md"))
    assert narrowed(SearchFilter(source="D1"), one("source", "==", "D1")) == SearchFilter(source="D1")
