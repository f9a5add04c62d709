"""Values of every kind, for property tests: in any script, with odd names, empty, nested, near the bounds."""

import json
from typing import Any

from hypothesis import strategies as st

from peek_graph.context_map.view.fields import ViewValue, from_props, to_props
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.graph.states import LINKS

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.one_of(
    st.text(characters, max_size=20),
    st.sampled_from(["固态电池的界面阻抗", "0", "", "a.b['c']", "\u202eRTL", "x\u200by"]),
)
said = texts.filter(lambda text: text.strip() != "")
names = st.one_of(
    said,
    st.sampled_from(
        [
            "text",
            "title",
            "task",
            "id",
            "value",
            "fields",
            "other_fields",
            "uid",
            "map_uid",
            "摘要",
            "key",
            "model_config",
        ]
    ),
)
numbers = st.one_of(st.integers(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False))
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts, st.sampled_from([0, 0.0, -0.0, False, "", [], {}])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
confidences = st.one_of(st.sampled_from([0, 1]), st.floats(0, 1))

_SAID: dict[str, st.SearchStrategy[Any]] = {"who": st.one_of(texts, json_values), "when": st.one_of(texts, json_values)}
_KNOWN: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "constraint": {
        "check": st.fixed_dictionaries({"max_words": st.integers(1, 9)}, optional={"on": st.just(["report"])})
    },
    "todo": {
        "status": st.sampled_from(["open", "done", "in_progress"]),
        "priority": st.one_of(st.integers(0, 9), st.sampled_from(["high", "medium", "low"])),
    },
    "question": {"answer": json_values, "status": st.sampled_from(["open", "answered", "dropped"])},
    "hypothesis": {"status": texts},
    "finding": _SAID,
    "action": {
        **_SAID,
        "step": st.one_of(st.integers(), texts),
        "action": said,
        "output": json_values,
        "key_decision": json_values,
        "next_step_triggers": st.one_of(texts, st.lists(texts, max_size=3), json_values),
        "outcome": st.sampled_from(["ok", "failed"]),
    },
    "document": {
        "id": texts,
        "title": texts,
        "summary": texts,
        "key_points": st.lists(st.one_of(texts, json_values), max_size=3),
        "interpretation": texts,
        "raw_text_position": texts,
        "aliases": st.one_of(st.lists(texts, max_size=3), json_values),
    },
    "notice": {
        "topic": said,
        "times": st.integers(1, 2**40),
        "choices": st.lists(texts, max_size=3),
        "about": texts,
    },
    "submap": {"title": texts, "kind": st.sampled_from(["phase", "topic"]), "status": texts, "summary": texts},
}


@st.composite
def entries(draw: st.DrawFn, kind: str) -> Any:
    """Any value that an element of that kind takes, without links."""
    if kind == "variable":
        return draw(json_values)
    spec = KINDS[kind]
    if spec.primary and draw(st.booleans()):
        return draw(said)
    known: dict[str, st.SearchStrategy[Any]] = dict(_KNOWN[kind])
    if kind != "submap":
        known["confidence"] = confidences
    chosen = draw(st.lists(st.sampled_from(sorted(known)), unique=True)) if known else []
    fields = {name: draw(st.one_of(known[name], st.none()) if name != "action" else known[name]) for name in chosen}
    reserved = {*known, *LINKS, "ref", "documents", "action_history", "working_memory", "sub_maps"}
    others = st.dictionaries(names.filter(lambda name: name not in reserved), json_values, max_size=3)
    fields.update(draw(others))
    if spec.primary == "text":
        fields[draw(st.sampled_from(spec.aliases))] = draw(said)
    if kind == "action" and not fields:
        fields["action"] = draw(said)
    order = draw(st.permutations(list(fields)))
    return {name: fields[name] for name in order}


def exact(value: Any) -> str:
    """JSON by which two values are told apart to the type and the order of keys."""
    return json.dumps(value, ensure_ascii=False)


def node(value: ViewValue, key: str | None = None) -> dict[str, Any]:
    """A node's properties as a database keeps them: nothing that is None."""
    props = {**to_props(value, key=key), **{name: list(refs) for name, refs in value.links.items() if refs}}
    if value.confidence is not None:
        props["confidence"] = value.confidence
    return {name: item for name, item in props.items() if item is not None}


def back(value: ViewValue) -> ViewValue:
    return from_props(value.kind, node(value))


def any_entry() -> st.SearchStrategy[tuple[str, Any]]:
    return st.sampled_from(sorted(KINDS)).flatmap(lambda kind: entries(kind).map(lambda value: (kind, value)))
