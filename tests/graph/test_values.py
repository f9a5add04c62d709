from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j.spatial import CartesianPoint
from neo4j.time import Date, DateTime, Duration, Time

from peek_graph.errors import QueryError
from peek_graph.graph.values import check_parameters, explain_unsendable, plain
from tests.graph.adhoc import adhoc

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_what_is_plain_stays_as_it_is(value: Any) -> None:
    assert plain(value) == value


def test_times_become_pythons() -> None:
    moment = DateTime(2026, 1, 2, 3, 4, 5, 123456789, tzinfo=UTC)
    found = plain({"a": [moment, 1], "b": Date(2026, 1, 2), "c": Time(3, 4, 5), "d": Duration(months=1, days=2)})
    assert found == {
        "a": [datetime(2026, 1, 2, 3, 4, 5, 123456, tzinfo=UTC), 1],
        "b": date(2026, 1, 2),
        "c": time(3, 4, 5),
        "d": "P1M2D",
    }
    assert plain(DateTime(2026, 1, 2)).tzinfo is None
    assert plain(CartesianPoint((1.0, 2.0))) == [1.0, 2.0]


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(QueryError, match="holds a object"):
        plain(object())


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"v": "a\ud800"}, "v of adhoc"),
        ({"v": ["x", {"k": "\udfff"}]}, "v[1].k of adhoc"),
        ({"v": {"\ud800": 1}}, "a key of v of adhoc"),
        ({"v": [1, 2**63]}, "v[1] of adhoc"),
    ],
)
def test_an_unsendable_value_is_named_by_its_place(given: dict[str, Any], place: str) -> None:
    error = explain_unsendable(adhoc("RETURN $v AS v"), given, ValueError())
    assert error.message.startswith(place)
    error.message.encode("utf-8")  # can be printed


def test_parameters_must_be_those_declared() -> None:
    query = adhoc("RETURN $a + $b AS c")
    check_parameters(query, {"a": 1, "b": 2})
    with pytest.raises(QueryError, match=r"adhoc \(test:1\) needs the parameter 'b'"):
        check_parameters(query, {"a": 1})
    with pytest.raises(QueryError, match="has no parameter 'c'"):
        check_parameters(query, {"a": 1, "b": 2, "c": 3})
