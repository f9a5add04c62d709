from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.view.fields import from_props, parse_value, primary_text, shown, to_props
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.kinds import FINISHED_TODO, KINDS, check_key, check_submap_key
from peek_graph.graph.states import LINKS
from tests.context_map.view.shapes import back, exact, json_values, said

_known_names = sorted({*LINKS, "ref", *(name for kind in KINDS.values() for name in (*kind.known, *kind.aliases))})


@given(
    st.sampled_from(sorted(KINDS)),
    st.one_of(json_values, st.dictionaries(st.sampled_from(_known_names), st.one_of(said, json_values), max_size=4)),
)
def test_any_json_is_taken_or_refused_with_what_is_expected(kind: str, value: Any) -> None:
    try:
        parsed = parse_value(kind, value)
    except ValueRefused as error:
        refused: ValueRefused | None = error
    else:
        refused = None
        assert exact(shown(replace(back(parsed), label=parsed.label))) == exact(shown(parsed))
    assert refused is None or (refused.reason and refused.code in ("wrong_type", "too_large"))


@pytest.mark.parametrize(
    ("kind", "value", "says", "expected"),
    [
        ("todo", "", "blank", "a text"),
        ("todo", "\u3000\n", "blank", "a text"),
        ("todo", 5, "the todo is a number", "a text, or a dictionary with text"),
        ("todo", None, "the todo is null", "status (open, pending"),
        ("todo", {"status": "open"}, "the todo has no text", "priority (a whole number"),
        ("todo", {"task": ["a"]}, "task of the todo is a list", "a text"),
        ("todo", {"task": "a", "status": "later"}, "status of the todo is 'later'", "in_progress"),
        ("todo", {"task": "a", "priority": 10}, "priority of the todo is 10", "0 to 9"),
        ("todo", {"task": "a", "priority": True}, "priority of the todo is True", "0 to 9"),
        ("todo", {"task": "a", "priority": "urgent"}, "priority of the todo is 'urgent'", "high"),
        ("todo", {"task": "a", "confidence": 1.01}, "confidence of the todo is 1.01", "from 0 to 1"),
        ("todo", {"task": "a", "confidence": True}, "confidence of the todo is True", "from 0 to 1"),
        ("todo", {"task": "a", " ": 1}, "a field of the todo is ' '", "not blank"),
        ("todo", {"task": "a", "x" * 301: 1}, "301 characters", "at most 300"),
        ("todo", {"task": "a", "cites": 3}, "cites is a number", "D3§2.3"),
        ("todo", {"task": "a", "cites": ["D1", ""]}, "cites has ''", "refs"),
        ("todo", {"task": "a", "ref": 3}, "ref is 3", "or none"),
        ("question", {"question": "a", "status": "done"}, "status of the question is 'done'", "answered"),
        ("action", {}, "the action has no action", "step (a whole number or a text)"),
        ("action", {"action": 1}, "action of the action is 1", "a text"),
        ("action", {"action": " "}, "blank", "a text"),
        ("action", {"outcome": "good"}, "outcome of the action is 'good'", "ok or failed"),
        ("document", "a text", "the document is a text", "a dictionary with"),
        ("document", {"id": 1}, "id of the document is 1", "a text"),
        ("document", {"key_points": "one"}, "key_points of the document is 'one'", "a list"),
        ("constraint", "x" * 4001, "4001 characters", "at most 4000"),
        ("submap", {"kind": "part"}, "kind of the submap is 'part'", "phase or topic"),
        ("variable", float("nan"), "the variable is nan", "finite"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_is_expected(kind: str, value: Any, says: str, expected: str) -> None:
    with pytest.raises(ValueRefused, match=r".") as caught:
        parse_value(kind, value)
    assert says in caught.value.reason
    assert expected in (caught.value.expected or "")


def test_a_hypothesis_may_be_none() -> None:
    for value in (None, {"text": None}):
        parsed = parse_value("hypothesis", value)
        assert shown(back(parsed)) == value
        assert primary_text(parsed) == ""


@pytest.mark.parametrize(
    ("value", "primary"),
    [
        ("say it", "say it"),
        ({"task": "say it", "title": "short"}, "say it"),
        ({"title": "short", "text": "say it"}, "say it"),
        ({"description": "say it"}, "say it"),
        ({"text": None, "task": "say it"}, "say it"),
        ({"text": "", "task": "say it"}, "say it"),
    ],
)
def test_the_main_text_goes_by_many_names(value: Any, primary: str) -> None:
    parsed = parse_value("todo", value)
    assert primary_text(parsed) == primary
    assert to_props(parsed)["text"] == primary
    assert back(parsed) == parsed


def test_links_and_label_are_no_fields() -> None:
    given_value = {
        "ref": "F1",
        "supported_by": "D3§2.3",
        "text": "30 %",
        "contradicts": ["F2", "F2", "F3"],
        "cites": None,
    }
    value = parse_value("finding", given_value)
    assert value.label == "F1"
    assert value.names == ("text",)
    assert value.links == {"supported_by": ("D3§2.3",), "contradicts": ("F2", "F3"), "cites": ()}
    assert exact(shown(value)) == exact(
        {"ref": "F1", "text": "30 %", "supported_by": ["D3§2.3"], "contradicts": ["F2", "F3"]}
    )
    assert shown(from_props("finding", {"text": "bare", "cites": ["D1"]})) == {"text": "bare", "cites": ["D1"]}
    assert parse_value("variable", {"ref": 1, "cites": 2}).bare == {"ref": 1, "cites": 2}


def test_keys_are_kept_as_they_are_or_refused() -> None:
    for key in ("a.b['c']", " 摘要 ", "x" * 300, "😀"):
        assert check_key(key) == key
    for key in ("", " \n", "x" * 301, "a\0", "\ud800"):
        with pytest.raises(ValueRefused):
            check_key(key)
    assert check_submap_key("市场 2024-a") == "市场 2024-a"


def test_a_finished_todo_has_a_status_that_a_todo_can_have() -> None:
    for status in FINISHED_TODO:
        assert parse_value("todo", {"task": "a", "status": status}).get("status") == status
