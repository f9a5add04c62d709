from typing import Any

import pytest
from hypothesis import given

from peek_graph.context_map.view.fields import (
    content_hash,
    delete_field,
    merge,
    parse_value,
    set_field,
    shown,
    visible_name,
)
from peek_graph.context_map.view.json_values import ValueRefused
from tests.context_map.view.shapes import any_entry, back, exact, json_values, names


def test_merging_a_part_leaves_the_rest() -> None:
    value = parse_value("todo", {"task": "a", "status": "open", "more": {"x": 1, "y": 2}})
    assert exact(shown(merge(value, {"status": "done", "more": {"x": 3}, "new": None}))) == exact(
        {"task": "a", "status": "done", "more": {"x": 3, "y": 2}, "new": None}
    )
    assert exact(shown(merge(value, "b"))) == exact({"task": "b", "status": "open", "more": {"x": 1, "y": 2}})
    assert shown(merge(value, {"text": "b"})) == shown(merge(value, "b"))
    assert shown(merge(value, {"title": "t"})) == {**shown(value), "title": "t"}
    assert back(merge(value, {"title": "t"})) == merge(value, {"title": "t"})
    assert merge(value, {"cites": "D1"}).links == {"cites": ("D1",)}


def test_merging_into_a_bare_text() -> None:
    bare = parse_value("todo", "a")
    assert shown(merge(bare, "b")) == "b"
    assert exact(shown(merge(bare, {"status": "done"}))) == exact({"text": "a", "status": "done"})
    assert exact(shown(merge(bare, {"status": "done", "task": "b"}))) == exact({"text": "b", "status": "done"})
    assert shown(merge(bare, {"description": "long"})) == {"text": "a", "description": "long"}
    assert shown(merge(parse_value("action", "read"), {"output": 1})) == {"action": "read", "output": 1}
    assert shown(merge(parse_value("hypothesis", None), "h")) == "h"
    assert shown(merge(parse_value("hypothesis", {"text": "h", "x": 1}), None)) is None
    assert shown(merge(parse_value("variable", {"a": {"b": 1}}), {"a": {"c": 2}})) == {"a": {"b": 1, "c": 2}}


@pytest.mark.parametrize(
    ("kind", "value", "part"),
    [
        ("todo", "a", None),
        ("todo", "a", ["b"]),
        ("todo", "a", ""),
        ("todo", {"task": "a"}, {"task": None}),
        ("todo", {"task": "a"}, {"task": "b", "text": "c"}),
        ("todo", {"task": "a"}, {"status": "later"}),
        ("todo", {"task": "a"}, {"x": float("inf")}),
        ("document", {"title": "a"}, "b"),
    ],
)
def test_a_part_that_does_not_fit_is_refused(kind: str, value: Any, part: Any) -> None:
    with pytest.raises(ValueRefused):
        merge(parse_value(kind, value), part)


def test_a_value_cannot_grow_without_bound() -> None:
    value = parse_value("todo", "a")
    for number in range(5):
        value = set_field(value, f"f{number}", "x" * 190_000)
    with pytest.raises(ValueRefused, match="would have 1140"):
        set_field(value, "f5", "x" * 190_000)


@given(any_entry(), names, json_values)
def test_a_set_field_is_shown_and_kept(entry: tuple[str, Any], name: str, item: Any) -> None:
    kind, given_value = entry
    value = parse_value(kind, given_value)
    try:
        changed = set_field(value, name, item)
    except ValueRefused:
        return
    after, visible = shown(changed), visible_name(changed, name)
    assert exact(after if changed.is_bare and kind != "variable" else after[visible]) == exact(item)
    assert exact(shown(back(changed))) == exact(after)
    if kind != "variable" and not changed.is_bare and name not in (*value.names, changed.primary) and visible == name:
        assert exact(shown(delete_field(changed, name)).get(name, "gone")) == exact("gone")


def test_fields_go_but_the_main_text_stays() -> None:
    value = parse_value("todo", {"task": "a", "status": "open", "cites": ["D1"]})
    assert shown(delete_field(value, "status")) == {"task": "a", "cites": ["D1"]}
    assert delete_field(value, "cites").links == {"cites": ()}
    for name in ("task", "text"):
        with pytest.raises(ValueRefused, match="delete the whole entry"):
            delete_field(value, name)
    with pytest.raises(ValueRefused, match="'status'") as caught:
        delete_field(value, "statsu")
    assert caught.value.code == "unknown_path"
    with pytest.raises(ValueRefused, match="delete the whole entry"):
        delete_field(parse_value("todo", "a"), "text")
    with pytest.raises(ValueRefused, match="all that"):
        delete_field(parse_value("action", {"step": 1}), "step")
    assert shown(delete_field(parse_value("variable", {"a": 1, "b": 2}), "a")) == {"b": 2}


def test_what_says_the_same_has_the_same_hash() -> None:
    def hashed(kind: str, value: Any, parent: str | None = "u", key: str | None = None) -> str:
        return content_hash(kind, parent, parse_value(kind, value), key=key)

    assert hashed("todo", "caf\u00e9") == hashed("todo", {"task": " cafe\u0301\n", "priority": 1})
    assert len({hashed("todo", "a"), hashed("todo", "b"), hashed("question", "a"), hashed("todo", "a", None)}) == 4
    assert hashed("todo", "issue 12") != hashed("todo", "issue 13")
    assert hashed("action", {"step": 1, "action": "a"}) != hashed("action", {"step": 2, "action": "a"})
    assert hashed("action", {"action": "a", "cites": "D1", "ref": "A1"}) == hashed("action", {"action": "a"})
    assert hashed("document", {"title": "a"}, key="k") == hashed("document", {"title": "b"}, key="k")
    assert hashed("variable", 1, key="k") != hashed("variable", 1, key="l")
    assert len(hashed("todo", "a")) == 32
