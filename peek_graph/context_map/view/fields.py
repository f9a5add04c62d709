"""Values of the view as they are read, shown, compared and changed field by field."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import replace

from peek_graph.context_map.view.json_values import (
    JSON,
    LONGEST_VALUE,
    ValueRefused,
    check_json,
    compact,
    kind_of,
    merged,
    same,
)
from peek_graph.context_map.view.kinds import KINDS, LOOSE, check_fields, check_primary
from peek_graph.context_map.view.nearest import nearest
from peek_graph.context_map.view.stored import from_props, to_props
from peek_graph.context_map.view.values import ViewValue, parse_links, parse_value, split
from peek_graph.graph.states import LINKS

__all__ = [
    "ViewValue",
    "content_hash",
    "delete_field",
    "from_props",
    "merge",
    "parse_value",
    "primary_text",
    "set_field",
    "shown",
    "to_props",
    "visible_name",
    "without_links",
]


def shown(value: ViewValue) -> JSON:
    """The value as JSON: its label, its fields, its links; without label and links, a bare value is just that."""
    links = {name: list(value.links[name]) for name in LINKS if value.links.get(name)}
    if value.kind == "variable" or (value.is_bare and not links and not value.label):
        return value.bare
    fields = dict(value.fields) if not value.is_bare else {KINDS[value.kind].primary or "text": value.bare}
    return {**({"ref": value.label} if value.label else {}), **fields, **links}


def primary_text(value: ViewValue) -> str:
    """The main text, by which two entries are found to say the same; '' for kinds that have none."""
    text = value.bare if value.is_bare and value.kind != "variable" else value.get(value.primary or "")
    return text if isinstance(text, str) else ""


def content_hash(kind: str, parent_uid: str | None, value: ViewValue, *, key: str | None = None) -> str:
    """32 hexadecimal digits, the same for entries of one kind and place that say the same.

    Documents and variables are the same if their ``key`` is; actions if all of what is shown is; notices if their topic
    is; others by main text.
    """
    if KINDS[kind].form == "dict":
        said = key or ""
    elif kind == "action":
        said = compact(shown(replace(value, links={}, label=None)))
    else:
        topic = value.get("topic") if kind == "notice" else None
        said = unicodedata.normalize("NFC", (topic if isinstance(topic, str) else primary_text(value)).strip())
    return hashlib.sha256(compact([kind, parent_uid, said]).encode()).hexdigest()[:32]


def visible_name(value: ViewValue, name: str) -> str:
    """The name under which a field is shown: ``text`` and the kind's own words mean the main text."""
    spec = KINDS[value.kind]
    primary = spec.primary if value.is_bare else value.primary
    if primary is None or name in value.names or name not in spec.aliases or name in LOOSE:
        return name
    return primary


def merge(value: ViewValue, part: JSON) -> ViewValue:
    """``value`` with ``part`` in it: of a dictionary the fields that it has, of a text the main text.

    Dictionaries inside are merged too; everything else is replaced. What ``part`` does not name stays.
    """
    part = check_json(part, what=f"the {value.kind}")
    spec = KINDS[value.kind]
    if value.kind == "variable":
        return _bounded(replace(value, bare=merged(value.bare, part)))
    if isinstance(part, dict):
        fields, links, label = split(value.kind, part)
        names = [visible_name(value, name) for name in fields]
        if twice := [name for name, visible in zip(fields, names, strict=True) if names.count(visible) > 1]:
            raise ValueRefused("wrong_type", f"{' and '.join(twice)} both mean the main text", "one of them")
        for (name, item), visible in zip(fields.items(), names, strict=True):
            value = set_field(value, name, merged(value.get(visible), item))
        return replace(value, links={**value.links, **links}, label=label or value.label)
    if isinstance(part, str) and spec.primary:
        return set_field(value, spec.primary, part)
    if part is None and value.kind == "hypothesis":
        return replace(value, fields=(), bare=None, is_bare=True, primary=None)
    raise ValueRefused("wrong_type", f"the {value.kind} is {kind_of(part)}", spec.expected)


def set_field(value: ViewValue, name: str, item: JSON) -> ViewValue:
    """``value`` with one field, or the links of one kind, as given."""
    item = check_json(item, what=name)
    if value.kind == "variable":
        return _bounded(replace(value, bare={**_inside(value, name), name: item}))
    if value.kind != "submap" and name in LINKS:
        return replace(value, links={**value.links, name: parse_links(name, item)})
    if value.kind != "submap" and name == "ref":
        raise ValueRefused("wrong_type", "ref is given by the map and stays")
    spec = KINDS[value.kind]
    visible = visible_name(value, name)
    if visible in value.computed and same(item, value.get(visible)):
        return value
    check_fields(value.kind, {visible: item})
    if visible == (spec.primary if value.is_bare else value.primary):
        check_primary(value.kind, name, item)
        if value.is_bare:
            return _bounded(replace(value, bare=item))
    fields = dict(_as_object(value).fields)
    fields[visible] = item
    primary = spec.primary if value.is_bare else value.primary
    if primary is None and visible in spec.aliases and isinstance(item, str):
        primary = visible if check_primary(value.kind, name, item) else None
    return _bounded(
        replace(
            value,
            fields=tuple(fields.items()),
            bare=None,
            is_bare=False,
            primary=primary if isinstance(fields.get(primary or ""), str) else None,
            computed=value.computed - {visible},
        )
    )


def delete_field(value: ViewValue, name: str) -> ViewValue:
    """``value`` without one field, or without the links of one kind; ValueRefused if it is the main text."""
    if value.kind == "variable":
        inside = _inside(value, name)
        if name not in inside:
            raise _unknown(value, name, list(inside))
        return replace(value, bare={key: item for key, item in inside.items() if key != name})
    if value.links.get(name):
        return replace(value, links={**value.links, name: ()})
    visible = visible_name(value, name)
    if visible == (KINDS[value.kind].primary if value.is_bare else value.primary):
        raise ValueRefused("wrong_type", f"{name} is what the {value.kind} says: delete the whole entry, or update it")
    if visible not in value.names:
        raise _unknown(value, name, [*value.names, *(link for link, refs in value.links.items() if refs)])
    fields = tuple((key, item) for key, item in value.fields if key != visible)
    if not fields and KINDS[value.kind].primary:
        raise ValueRefused("wrong_type", f"{name} is all that the {value.kind} has: delete the whole entry")
    return replace(value, fields=fields, computed=value.computed - {visible})


def without_links(value: ViewValue, before: ViewValue) -> ViewValue:
    """``value`` with the links, and the label, that it had before."""
    return replace(value, links=before.links, label=before.label)


def _as_object(value: ViewValue) -> ViewValue:
    if not value.is_bare:
        return value
    primary = KINDS[value.kind].primary or "text"
    fields = ((primary, value.bare),) if value.bare is not None else ()
    return replace(value, fields=fields, bare=None, is_bare=False, primary=primary)


def _inside(value: ViewValue, name: str) -> dict[str, JSON]:
    if not isinstance(value.bare, dict):
        raise ValueRefused(
            "wrong_type", f"the variable is {kind_of(value.bare)}: it has no {name[:60]!r}", "a dictionary"
        )
    return value.bare


def _unknown(value: ViewValue, name: str, names: list[str]) -> ValueRefused:
    close = nearest(name, names) or names[:5]
    there = f"; there are {', '.join(map(repr, close))}" if close else ""
    return ValueRefused("unknown_path", f"the {value.kind} has no field {name[:60]!r}{there}")


def _bounded(value: ViewValue) -> ViewValue:
    length = len(compact(shown(value)))
    if length > LONGEST_VALUE:
        raise ValueRefused(
            "too_large", f"the {value.kind} would have {length} characters as JSON", f"at most {LONGEST_VALUE}"
        )
    return value
