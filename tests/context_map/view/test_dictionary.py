import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from peek_graph.context_map.view.dictionary import build_view, json_text, operations_of
from peek_graph.context_map.view.fields import parse_value, to_props
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import parse_path
from peek_graph.graph.states import LETTERS, State
from tests.context_map.view.example import EXAMPLE
from tests.context_map.view.shapes import entries, exact, json_values, names, said, texts

_CONTAINERS = {kind.container[-1]: kind.name for kind in KINDS.values()}


class _Loader:
    """Makes the states of a map from operations, as simply as it can be done."""

    def __init__(self) -> None:
        self.map: dict[str, Any] = {}
        self.states: list[State] = []
        self.submaps: dict[tuple[str, ...], str] = {(): "root"}

    def load(self, operations: list[dict[str, Any]]) -> list[State]:
        for operation in operations:
            self._apply(json.loads(json.dumps(operation)))
        return [*self.states, State("map", "root", "M", 1, None, {"uid": "root", **self.map})]

    def _apply(self, operation: dict[str, Any]) -> None:
        keys = [step.value for step in parse_path(operation["path"]).steps]
        if operation["op"] == "update":
            self._meta(str(keys[-1]), operation["value"])
            return
        at: tuple[str, ...] = ()
        while keys[0] == "sub_maps" and len(keys) > 2:
            at, keys = (*at, str(keys[1])), keys[2:]
        container = keys[-1] if keys[-1] in _CONTAINERS and keys[0] in ("meta", "action_history") else keys[0]
        if keys[0] == "working_memory":
            container = keys[1]
        kind = _CONTAINERS[str(container)]
        key = str(keys[-1]) if KINDS[kind].form == "dict" else None
        value = parse_value(kind, operation["value"])
        ref = f"{LETTERS.get(kind, 'S')}{len(self.states) + 1}"
        props = {**to_props(value, key=key), "key": key, "parent_uid": self.submaps[at], "position": len(self.states)}
        props |= {"confidence": 0.5 if value.confidence is None else value.confidence, **value.links}
        uid = f"u{random.random()}"
        self.states.append(State(kind, uid, ref, 1, None, {k: v for k, v in props.items() if v is not None}))
        if kind == "submap":
            self.submaps[(*at, str(key))] = uid

    def _meta(self, name: str, value: Any) -> None:
        if name == "current_step" and not isinstance(value, str):
            self.map["other_fields"] = json.dumps({name: value})
        else:
            self.map["goal" if name == "ultimate_goal" else name] = value


def _round_trip(view: dict[str, Any]) -> dict[str, Any]:
    states = _Loader().load(operations_of(view))
    random.shuffle(states)
    return build_view(states, map_name="the map")


def test_the_example_comes_back_equal() -> None:
    assert json_text(_round_trip(EXAMPLE)) == json_text(EXAMPLE)


@st.composite
def _memories(draw: st.DrawFn) -> dict[str, Any]:
    hypotheses = draw(st.lists(entries("hypothesis"), max_size=3))
    memory = {
        "hypothesis": hypotheses if len(hypotheses) > 1 else next(iter(hypotheses), None),
        "todo_list": draw(st.lists(entries("todo"), max_size=3)),
        "pending_questions": draw(st.lists(entries("question"), max_size=2)),
    }
    if findings := draw(st.lists(entries("finding"), max_size=2)):
        memory["findings"] = findings
    if variables := draw(st.dictionaries(said, json_values, max_size=2)):
        memory["variables"] = variables
    if notices := draw(st.lists(entries("notice"), max_size=2)):
        memory["notices"] = notices
    return memory


@st.composite
def _parts(draw: st.DrawFn, depth: int) -> dict[str, Any]:
    part = {
        "documents": draw(st.dictionaries(names, entries("document"), max_size=2)),
        "action_history": draw(st.lists(entries("action"), max_size=2)),
        "working_memory": draw(_memories()),
    }
    submaps = st.dictionaries(
        said, st.tuples(entries("submap"), _parts(depth - 1)).map(lambda both: {**both[0], **both[1]}), max_size=2
    )
    if depth and (inner := draw(submaps)):
        part["sub_maps"] = inner
    return part


@st.composite
def _views(draw: st.DrawFn) -> dict[str, Any]:
    meta = {
        "task_id": draw(said),
        "ultimate_goal": draw(texts),
        "hard_constraints": draw(st.lists(entries("constraint"), max_size=2)),
        "current_step": draw(json_values),
    }
    return {"meta": meta, **draw(_parts(2))}


@settings(deadline=None)
@given(_views())
def test_any_dictionary_of_the_shape_comes_back_equal(view: dict[str, Any]) -> None:
    assert json_text(_round_trip(view)) == json_text(view)


def _state(kind: str, ref: str, /, **props: Any) -> State:
    return State(kind, f"uid-{ref}", ref, 1, None, props)


def test_an_empty_map_has_what_is_always_there() -> None:
    assert exact(build_view([], map_name="m")) == exact(
        {
            "meta": {"task_id": "m", "ultimate_goal": "", "hard_constraints": [], "current_step": ""},
            "documents": {},
            "action_history": [],
            "working_memory": {"hypothesis": None, "todo_list": [], "pending_questions": []},
        }
    )


def test_order_is_by_position_then_uid() -> None:
    states = [
        _state("todo", f"T{n}", text=f"t{n}", position=position) for n, position in ((1, 2.0), (3, 1.5), (2, 1.5))
    ]
    for _ in range(5):
        random.shuffle(states)
        assert build_view(states, map_name="m")["working_memory"]["todo_list"] == ["t2", "t3", "t1"]


def test_what_is_linked_to_shows_its_ref_and_links_show() -> None:
    states = [
        _state("finding", "F1", text="old", position=1.0),
        _state("finding", "F2", text="new", contradicts=["F1"], supported_by=["D3§2.3", "D1"], position=2.0),
        _state("document", "D1", key="d", title="t", fields=["title"], position=3.0),
        _state("section", "D3§2.3", text="left out"),
    ]
    view = build_view(states, map_name="m")
    assert exact(view["working_memory"]["findings"]) == exact(
        [{"ref": "F1", "text": "old"}, {"text": "new", "supported_by": ["D3§2.3", "D1"], "contradicts": ["F1"]}]
    )
    assert exact(view["documents"]) == exact({"d": {"ref": "D1", "title": "t"}})


def test_what_was_edited_by_hand_is_shown_as_far_as_it_can_be() -> None:
    states = [
        _state("map", "M", goal=7, current_step=b"x", task_id=["a"]),
        _state("todo", "T1", text="a", parent_uid=["x"], position="first", cites="T2"),
        _state("todo", "T2", text="b", parent_uid="uid-T1", position=float("nan"), cites=[1, "T1"]),
        _state("variable", "V1", key=5, value=1),
        _state("stranger", "X1", text="not ours"),
    ]
    view = build_view(states, map_name="m")
    assert view["meta"] == {"task_id": ["a"], "ultimate_goal": 7, "hard_constraints": [], "current_step": "b'x'"}
    assert view["working_memory"]["todo_list"] == [{"ref": "T1", "text": "a"}, {"text": "b", "cites": ["T1"]}]
    assert view["working_memory"]["variables"] == {"5": 1}
    json_text(view)


def test_two_of_one_key_both_show() -> None:
    states = [_state("variable", f"V{n}", key="n", value=n, position=float(n)) for n in (1, 2, 3)]
    assert build_view(states, map_name="m")["working_memory"]["variables"] == {"n": 1, "n (V2)": 2, "n (V3)": 3}


def test_a_sub_map_shows_what_it_has() -> None:
    states = [
        _state("submap", "S1", key="a", title="A", kind="topic", status="open", summary="", position=1.0),
        _state("submap", "S2", key="b", parent_uid="uid-S1", title="B", kind="phase", status="done", summary="s"),
        _state("todo", "T1", text="in b", parent_uid="uid-S2"),
        _state("todo", "T2", text="parent is gone", parent_uid="nobody"),
    ]
    view = build_view(states, map_name="m")
    inner = view["sub_maps"]["a"]
    assert [name for name in inner if name not in view] == ["title", "kind", "summary"]
    assert [name for name in inner["sub_maps"]["b"] if name not in view] == ["title", "kind", "status", "summary"]
    assert inner["sub_maps"]["b"]["working_memory"]["todo_list"] == ["in b"]
    assert view["working_memory"]["todo_list"] == ["parent is gone"]
