import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from peek_graph.context_map.view.fields import (
    from_props,
    merge,
    parse_value,
    set_field,
    shown,
    to_props,
)
from peek_graph.context_map.view.kinds import KINDS
from tests.context_map.view.shapes import (
    any_entry,
    back,
    confidences,
    exact,
    json_values,
    names,
    node,
    texts,
)

_NATIVE = (str, bool, int, float)


@given(any_entry())
def test_a_value_comes_back_from_its_node_exactly(entry: tuple[str, Any]) -> None:
    kind, value = entry
    parsed = parse_value(kind, value)
    assert exact(shown(parsed)) == exact(value)
    assert back(parsed) == parsed
    for item in node(parsed, key="k").values():
        assert isinstance(item, _NATIVE) or (isinstance(item, list) and all(isinstance(one, str) for one in item))


@given(any_entry())
def test_the_properties_of_a_kind_are_always_the_same(entry: tuple[str, Any]) -> None:
    kind, value = entry
    named = {*KINDS[kind].properties.values(), "fields", "other_fields"}
    if kind not in ("document", "submap"):
        named.add("text")
    if kind == "variable":
        named.add("value")
    assert set(to_props(parse_value(kind, value), key="k")) == named


def test_what_is_searched_of_an_action_and_a_variable() -> None:
    action = parse_value(
        "action", {"step": 1, "action": "read", "output": {"n": 2}, "key_decision": None, "x": "hidden"}
    )
    assert to_props(action)["text"] == 'read\n{"n":2}'
    assert to_props(parse_value("variable", [1, "二"]), key="n")["text"] == 'n = [1,"二"]'


def test_a_document_of_a_source_shows_what_was_read() -> None:
    props = {
        "ref": "D3",
        "source_uri": "a.pdf",
        "title": "A",
        "summary": "S",
        "key_points": ["p"],
        "interpretation": "",
        "confidence": 0.8,
    }
    value = from_props("document", props)
    everything = {
        "id": "D3",
        "title": "A",
        "summary": "S",
        "key_points": ["p"],
        "interpretation": "",
        "raw_text_position": "a.pdf",
        "confidence": 0.8,
    }
    assert exact(shown(value)) == exact(everything)
    edited = merge(value, {**everything, "interpretation": "good"})
    stored = to_props(edited)
    assert stored["given_id"] is None
    assert stored["raw_text_position"] is None
    moved = {**props, **stored, "source_uri": "b.pdf"}
    assert shown(from_props("document", moved)) == {
        **everything,
        "interpretation": "good",
        "raw_text_position": "b.pdf",
    }
    assert to_props(set_field(edited, "id", "mine"))["given_id"] == "mine"
    assert shown(from_props("document", {"key": "k"})) == {}


_by_hand = st.dictionaries(
    st.one_of(
        st.sampled_from(
            [
                "fields",
                "other_fields",
                "text",
                "value",
                "status",
                "title",
                "confidence",
                "key_points",
                "cites",
                "source_uri",
            ]
        ),
        names,
    ),
    st.one_of(
        json_values,
        st.floats(),
        st.binary(max_size=3),
        st.sampled_from(
            ["{", '{"a": NaN}', '{"text": "x"}', "[" * 5_000, '{"a": ' * 40, '{"\\ud800": 1}', ["text", "status"]]
        ),
    ),
    max_size=6,
)


@given(st.sampled_from(sorted(KINDS)), _by_hand)
def test_nodes_edited_by_hand_show_what_can_be_shown(kind: str, props: dict[str, Any]) -> None:
    view = shown(from_props(kind, props))
    json.dumps(view, ensure_ascii=False, allow_nan=False).encode()


def test_a_text_is_shown_whatever_the_list_of_fields_says() -> None:
    assert shown(from_props("todo", {"fields": ["status"], "status": "open", "text": "x"})) == {
        "text": "x",
        "status": "open",
    }
    assert shown(from_props("todo", {"fields": 7, "text": "x"})) == "x"
    assert shown(from_props("todo", {"fields": ["task", "x"], "text": "x", "other_fields": "{broken"})) == {"task": "x"}


@given(texts, confidences)
def test_confidence_is_shown_as_the_node_has_it(text: str, confidence: float) -> None:
    value = parse_value("finding", {"text": f"x{text}", "confidence": confidence})
    assert value.confidence == confidence
    assert "confidence" not in to_props(value)
    assert shown(from_props("finding", {**node(value), "confidence": 0.25}))["confidence"] == 0.25
