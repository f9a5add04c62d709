import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.view.edits import AlreadySo, EditName, edit_nested
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.paths import Step, parse_path
from tests.context_map.view.shapes import exact, json_values, texts

VALUE = {"points": ["a", "b"], "inner": {"x": {"y": 1, "z": 2}}, "numbers": [1, 1], "none": None, "records": [{"n": 1}]}


def _edited(path: str, op: EditName, new: Any = None) -> Any:
    before = copy.deepcopy(VALUE)
    result = edit_nested(VALUE, parse_path(path).steps, op, new)
    assert before == VALUE
    return result


@pytest.mark.parametrize(
    ("path", "op", "new", "changed"),
    [
        ("points", "add", "c", {"points": ["a", "b", "c"]}),
        ("points", "add", ["b", "c", "d"], {"points": ["a", "b", "c", "d"]}),
        ("points[0]", "add", "c", {"points": ["c", "a", "b"]}),
        ("points[-1]", "add", "c", {"points": ["a", "c", "b"]}),
        ("points[2]", "add", ["c"], {"points": ["a", "b", ["c"]]}),
        ("numbers", "add", 1, {"numbers": [1, 1, 1]}),
        ("records", "add", {"n": 2}, {"records": [{"n": 1}, {"n": 2}]}),
        ("new", "add", [1], {"new": [1]}),
        ("none", "add", "x", {"none": "x"}),
        ("inner", "add", {"w": 0}, {"inner": {"x": {"y": 1, "z": 2}, "w": 0}}),
        ("inner.x.w", "add", None, {"inner": {"x": {"y": 1, "z": 2, "w": None}}}),
        ("points[0]", "update", "c", {"points": ["c", "b"]}),
        ("points", "update", ["c"], {"points": ["c"]}),
        ("inner", "update", {"x": {"y": False}}, {"inner": {"x": {"y": False, "z": 2}}}),
        ("inner.x", "update", "flat", {"inner": {"x": "flat"}}),
        ("records[-1].n", "update", 1.0, {"records": [{"n": 1.0}]}),
        ("points[-2]", "delete", None, {"points": ["b"]}),
        ("inner.x.y", "delete", None, {"inner": {"x": {"z": 2}}}),
    ],
)
def test_edits_mean_what_they_say(path: str, op: EditName, new: Any, changed: Any) -> None:
    assert exact(_edited(path, op, new)) == exact({**VALUE, **changed})


@pytest.mark.parametrize(
    ("path", "op", "new"),
    [
        ("points", "add", "a"),
        ("points", "add", ["a", "b"]),
        ("points", "add", []),
        ("records", "add", {"n": 1}),
        ("inner.x.y", "add", 1),
        ("inner", "add", {}),
        ("none", "add", None),
        ("points[1]", "update", "b"),
        ("inner", "update", {"x": {"y": 1}}),
    ],
)
def test_what_is_already_so_is_said(path: str, op: EditName, new: Any) -> None:
    with pytest.raises(AlreadySo):
        _edited(path, op, new)


@pytest.mark.parametrize(
    ("path", "op", "code", "says"),
    [
        ("inner.x.y", "add", "exists", "inner.x.y is there, a number"),
        ("inner.x", "add", "exists", "inner.x is there"),
        ("point[0]", "update", "unknown_path", "'points'"),
        ("point", "update", "unknown_path", "'points'"),
        ("inner.q.r", "add", "unknown_path", "inner is a dictionary without 'q'; there are 'x'"),
        ("points[2]", "update", "unknown_path", "positions are 0 to 1"),
        ("points[-3]", "delete", "unknown_path", "positions are 0 to 1"),
        ("points[3]", "add", "unknown_path", "points is a list of 2"),
        ("points.first", "add", "unknown_path", "positions are 0 to 1"),
        ("points[T1]", "delete", "unknown_path", "'T1'"),
        ("inner[0]", "delete", "unknown_path", "there are 'x'"),
        ("points[0].x", "add", "unknown_path", "points[0] is a text"),
        ("$", "delete", "wrong_type", "whole value"),
    ],
)
def test_what_is_not_there_is_refused(path: str, op: EditName, code: str, says: str) -> None:
    with pytest.raises(ValueRefused, match=r".") as caught:
        _edited(path, op, "new")
    assert caught.value.code == code
    assert says in caught.value.reason


def test_a_taken_key_is_named() -> None:
    with pytest.raises(ValueRefused, match="'y'") as caught:
        _edited("inner.x", "add", {"y": 2, "z": 2, "w": 3})
    assert caught.value.code == "exists"


def test_a_value_cannot_grow_too_deep_or_too_large_edit_by_edit() -> None:
    value: Any = {}
    for depth in range(31):
        value = edit_nested(value, [Step("a", "key")] * depth, "update", {"a": {}})
    with pytest.raises(ValueRefused, match="nested deeper than 32"):
        edit_nested(value, [Step("a", "key")] * 31, "update", {"a": {}})
    value = ["x" * 190_000] * 5
    with pytest.raises(ValueRefused, match="characters as JSON"):
        edit_nested(value, (), "add", "y" * 100_000)


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValueRefused, match="NUL"):
        _edited("points", "add", "\0")


_steps = st.lists(
    st.one_of(texts.map(lambda key: Step(key, "key")), st.integers(-4, 4).map(lambda place: Step(place, "index"))),
    max_size=3,
)


@given(json_values, _steps, st.sampled_from(["add", "update", "delete"]), json_values)
def test_any_edit_gives_a_value_or_says_why_not(value: Any, steps: list[Step], op: EditName, new: Any) -> None:
    before = exact(value)
    try:
        result = edit_nested(value, steps, op, new)
    except (ValueRefused, AlreadySo):
        result = None
    else:
        assert exact(result) != before
    assert exact(value) == before
