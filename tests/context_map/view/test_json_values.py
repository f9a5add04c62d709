import datetime as dt
import enum
import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from peek_graph.context_map.view.json_values import ValueRefused, check_json, compact, merged, same
from tests.context_map.view.shapes import exact, json_values


class Colour(enum.StrEnum):
    RED = "red"


class Size(enum.IntEnum):
    BIG = 2


@given(json_values)
def test_json_is_kept_exactly(value: Any) -> None:
    assert exact(check_json(value, what="value")) == exact(value)


@pytest.mark.parametrize(
    "value", [0, 0.0, -0.0, False, True, None, "", [], {}, 2**200, "x" * 100_000, "\u200b\u202eא😀\t\n"]
)
def test_odd_values_are_kept_exactly(value: Any) -> None:
    assert exact(check_json(value, what="value")) == exact(value)


@pytest.mark.parametrize(
    ("value", "becomes"),
    [
        ((1, (2,)), [1, [2]]),
        (dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC), "2026-11-30T12:00:00+00:00"),
        (dt.datetime(2026, 11, 30, 12, 0), "2026-11-30T12:00:00"),
        (dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.timezone(dt.timedelta(hours=8))), "2026-11-30T12:00:00+08:00"),
        ([dt.date(2026, 11, 30), dt.time(8, 30)], ["2026-11-30", "08:30:00"]),
        ({"colour": Colour.RED, "size": Size.BIG}, {"colour": "red", "size": 2}),
    ],
)
def test_what_has_one_meaning_in_json_becomes_it(value: Any, becomes: Any) -> None:
    checked = check_json(value, what="value")
    assert exact(checked) == exact(becomes)
    assert all(type(item) in (str, int) for item in (checked.values() if isinstance(checked, dict) else []))


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


def _shared(depth: int) -> Any:
    value: Any = ["x"]
    for _ in range(depth):
        value = [value, value]
    return value


_ring: list[Any] = []
_ring.append({"again": _ring})


@pytest.mark.parametrize(
    ("value", "code", "says"),
    [
        ({"a": [1, 2, 3, float("nan")]}, "wrong_type", "value.a[3] is nan"),
        (float("-inf"), "wrong_type", "value is -inf"),
        ({"a b": "x\0"}, "wrong_type", "value['a b'] has NUL at character 1"),
        (["ab\ud800"], "wrong_type", "value[0] has half of a surrogate pair at character 2"),
        ({"\0": 1}, "wrong_type", "a key of value has NUL at character 0"),
        (b"x", "wrong_type", "value is of type bytes"),
        ({1}, "wrong_type", "value is of type set"),
        ([Decimal(1)], "wrong_type", "value[0] is of type Decimal"),
        ({"a": object()}, "wrong_type", "value.a is of type object"),
        ({1: 2}, "wrong_type", "the key 1 of type int"),
        (_ring, "wrong_type", "value[0].again contains itself"),
        (_nested(33), "too_large", "nested deeper than 32"),
        (_shared(31), "too_large", "1000000 characters"),
        ("x" * 200_001, "too_large", "value has 200001 characters"),
        (["x" * 200_000] * 5, "too_large", "1000000 characters"),
        (["\n" * 190_000] * 4, "too_large", "1520013 characters"),
        ([10**5_000], "too_large", "value[0] is a number of about 5001 digits"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_place(value: Any, code: str, says: str) -> None:
    with pytest.raises(ValueRefused, match=r".") as caught:
        check_json(value, what="value")
    assert caught.value.code == code
    assert says in caught.value.reason


def test_nesting_up_to_the_limit_is_kept() -> None:
    value = _nested(32)
    assert check_json(value, what="value") == value


@given(json_values, json_values)
def test_same_is_equality_of_json(one: Any, other: Any) -> None:
    assert same(one, json.loads(compact(one)))
    assert same(one, other) == (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True))


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (1, 1.0), (0, False), ([1], [1.0]), ({"a": 0}, {"a": False}), ("1", 1)]
)
def test_types_tell_apart(one: Any, other: Any) -> None:
    assert not same(one, other)


def test_merging_leaves_the_rest() -> None:
    value = {"a": {"b": 1, "c": [1]}, "d": 2}
    assert merged(value, {"a": {"b": None}, "e": 3}) == {"a": {"b": None, "c": [1]}, "d": 2, "e": 3}
    assert value == {"a": {"b": 1, "c": [1]}, "d": 2}
    assert merged(value, [1]) == [1]
