"""Values of the view as properties of nodes, and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from peek_graph.context_map.view.json_values import JSON, ValueRefused, check_json, compact
from peek_graph.context_map.view.kinds import KINDS, Kind
from peek_graph.context_map.view.values import ViewValue
from peek_graph.graph.states import LINKS

_INT64: Final = 2**63
_SEARCHED: Final = ("action", "output", "key_decision")
# What a document that was read from a source shows before anybody said otherwise.
_OF_SOURCE: Final = ("id", "title", "summary", "key_points", "interpretation", "raw_text_position", "confidence")
_COMPUTED: Final = {"id": "ref", "raw_text_position": "source_uri"}


def to_props(value: ViewValue, *, key: str | None = None) -> dict[str, Any]:
    """The node's properties for a value; every known one that the value lacks is None, so that it goes away.

    ``key`` is a variable's. Confidence and links are not among them: what they come to is decided with the map at hand.
    """
    spec = KINDS[value.kind]
    props: dict[str, Any] = dict.fromkeys(spec.properties.values())
    other: dict[str, JSON] = {}
    if value.kind == "variable":
        native = _is_native(value.bare)
        props["value"] = value.bare if native else None
        other = {} if native or value.bare is None else {"value": value.bare}
        props["text"] = f"{key} = {compact(value.bare)}"
    elif value.is_bare:
        props[spec.primary or "text"] = value.bare
    else:
        for name, item in value.fields:
            target = _property(spec, value.primary, name)
            if name in value.computed or (name == "confidence" and item is not None):
                continue
            if target and _is_native(item):
                props[target] = item
            else:
                other[name] = item
    if value.kind == "action":
        props["text"] = _searched(value)
    elif spec.primary:
        props.setdefault("text", None)
    props["fields"] = None if value.is_bare else list(value.names)
    props["other_fields"] = compact(other) if other else None
    return props


def from_props(kind: str, props: Mapping[str, Any]) -> ViewValue:
    """The value that a node shows; whatever was done to it by hand, what can be shown is."""
    spec = KINDS[kind]
    other = other_fields(props)
    links = {name: refs for name in LINKS if (refs := _texts(props.get(name)))} if kind != "submap" else {}
    names = props.get("fields")
    if kind == "variable":
        given = props.get("value")
        return ViewValue(kind, bare=other.get("value") if given is None else plain(given), is_bare=True)
    if isinstance(names, list) and (names or not spec.primary):
        return _named(spec, props, other, list(dict.fromkeys(_texts(names))), links)
    if kind == "document":
        return _named(spec, props, other, list(_OF_SOURCE) if props.get("source_uri") else [], links)
    if kind == "submap":
        shown = ["title", "kind", *(["status"] if props.get("status") not in (None, "open") else []), "summary"]
        return _named(spec, props, other, shown, links)
    return ViewValue(kind, bare=plain(props.get(spec.primary or "text")), is_bare=True, links=links)


def _named(
    spec: Kind,
    props: Mapping[str, Any],
    other: Mapping[str, JSON],
    names: list[str],
    links: Mapping[str, tuple[str, ...]],
) -> ViewValue:
    primary = next((name for name in spec.aliases if name in names and name not in other), None)
    fields: dict[str, JSON] = {}
    computed: set[str] = set()
    if spec.primary == "text" and primary is None and "text" not in names and props.get("text") is not None:
        names, primary = ["text", *names], "text"
    for name in names:
        target = "confidence" if name == "confidence" else _property(spec, primary, name)
        given = props.get(target) if target else None
        if given is not None and not (name == "confidence" and name in other):  # given as null, which it stays
            fields[name] = plain(given)
        elif name in other:
            fields[name] = other[name]
        elif spec.name == "document" and props.get(_COMPUTED.get(name, "")) is not None:
            fields[name] = plain(props[_COMPUTED[name]])
            computed.add(name)
    return ViewValue(
        spec.name,
        tuple(fields.items()),
        primary=primary if primary in fields else None,
        links=links,
        computed=frozenset(computed),
    )


def _property(spec: Kind, primary: str | None, name: str) -> str | None:
    if name == primary:
        return spec.primary
    return spec.properties.get(name)


def _is_native(value: JSON) -> bool:
    """Whether Neo4j keeps it as a property, exactly."""
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return -_INT64 <= value < _INT64
    if isinstance(value, float) and value == 0:
        return math.copysign(1, value) > 0  # Neo4j 5 takes -0.0 for the 0.0 that is there, and does not write it
    return isinstance(value, (str, bool, float))


def plain(value: Any) -> JSON:
    """A property as JSON; one that somebody gave a type of the database is shown as text."""
    if isinstance(value, (str, bool, int)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    try:
        return check_json(value, what="the property")
    except ValueRefused:
        return str(value).encode(errors="replace").decode()


def other_fields(props: Mapping[str, Any]) -> dict[str, JSON]:
    """The fields that are kept as one JSON text; none if it was broken by hand."""
    text = props.get("other_fields")
    try:
        loaded = json.loads(text) if isinstance(text, str) else None
        checked = check_json(loaded, what="other_fields") if isinstance(loaded, dict) else {}
    except (ValueError, RecursionError):
        return {}
    return dict(checked)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, (list, tuple)) else ()


def _searched(value: ViewValue) -> str | None:
    """What a search for an action looks through."""
    parts = [value.bare] if value.is_bare else [value.get(name) for name in _SEARCHED]
    texts = [part if isinstance(part, str) else compact(part) for part in parts if part is not None]
    return "\n".join(text for text in texts if text.strip()) or None
