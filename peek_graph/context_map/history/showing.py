"""Elements as the past shows them: their values, their fields one by one, and where they stood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from peek_graph.context_map.view.dictionary import shown_entry
from peek_graph.context_map.view.fields import from_props
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.places import META, place_of
from peek_graph.context_map.view.steps import Path, Step
from peek_graph.context_map.view.stored import other_fields
from peek_graph.graph.states import LINKS, State

_MAIN_TEXTS: Final = frozenset(kind.primary for kind in KINDS.values() if kind.primary)
_SECTION: Final = ("title", "text", "pointer")
# What tells states apart although no view shows it by itself.
_BESIDE: Final = (
    "confidence",
    "stale",
    "author",
    "source_kind",
    "source_uri",
    "source_hash",
    "media_type",
    "size",
    "mtime",
)


def shown_state(state: State) -> Any:
    """The JSON of any element in one of its states."""
    if state.kind == "map":
        return map_fields(state)
    if state.kind == "section":
        return {name: state.props[name] for name in _SECTION if state.props.get(name) is not None}
    if state.kind == "submap":
        return dict(from_props("submap", state.props).fields)
    return shown_entry(state, linked=False)


def inside(value: Any, rest: Sequence[Step]) -> Any:
    """What is at these steps in an element's JSON; LookupError names the step at which nothing is.

    The main text of an entry that is no more than that goes by its field's name too.
    """
    for number, step in enumerate(rest):
        at_entry = not number or rest[number - 1].kind == "index" or rest[number - 1].value == "hypothesis"
        if at_entry and isinstance(value, str) and step.kind == "key" and step.value in _MAIN_TEXTS:
            continue
        if not isinstance(value, dict if step.kind == "key" else list):
            raise LookupError(step)
        try:
            value = value[step.value]  # type: ignore[index] # a position in a list, a key in a dictionary
        except LookupError as error:
            raise LookupError(step) from error
    return value


def map_fields(state: State) -> dict[str, Any]:
    """What ``meta`` shows of the map itself."""
    other = other_fields(state.props)
    return {
        shown: state.props[name] if state.props.get(name) is not None else other.get(name, "")
        for shown, name in META.items()
    }


def fields_of(state: State, keys: tuple[str, ...]) -> dict[str, Any]:
    """All in which two states of an element can differ; ``keys`` are those of its sub-map, from the root."""
    if state.kind == "map":
        return map_fields(state)
    if state.kind == "section":
        return {name: state.props[name] for name in ("title", "text") if state.props.get(name) is not None}
    fields: dict[str, Any]
    value = from_props(state.kind, state.props)
    fields = {KINDS[state.kind].primary or "value": value.bare} if value.is_bare else dict(value.fields)
    fields |= {name: list(state.props[name]) for name in LINKS if state.props.get(name)}
    fields |= {name: state.props[name] for name in _BESIDE if name not in fields and state.props.get(name) is not None}
    if state.kind == "submap":
        fields |= {name: state.props[name] for name in ("key", "status") if state.props.get(name) is not None}
    return {**fields, "sub_map": ".".join(keys), "position": state.position}


def path_of(state: State, keys: tuple[str, ...], document: State | None = None) -> Path:
    """Where an element stands; a section in its document, if that is known."""
    if state.kind == "map":
        return Path.of([Step("meta", "key")])
    if state.kind == "section":
        sections = [Step("sections", "key"), Step(state.ref, "ref")]
        key = str(document.props.get("key") or document.ref) if document else ""
        return Path.of([*place_of(keys, "document", key=key).steps, *sections] if key else sections[1:])
    return place_of(keys, state.kind, key=_key(state), ref=state.ref)


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields that differ: (before, after), None where it was not there."""
    names = [*before, *(name for name in after if name not in before)]
    return {
        name: (before.get(name), after.get(name))
        for name in names
        if not _same(before.get(name), after.get(name)) or (name in before) != (name in after)
    }


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _key(state: State) -> str | None:
    key = state.props.get("key")
    return str(key) if key is not None else state.ref or None
