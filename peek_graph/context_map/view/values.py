"""The value of an element as the view shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from peek_graph.context_map.view.json_values import JSON, ValueRefused, check_json, kind_of
from peek_graph.context_map.view.kinds import KINDS, LONGEST_NAME, check_fields, check_primary
from peek_graph.graph.states import LINKS

_LONGEST_LINK: Final = 2_000


@dataclass(frozen=True, slots=True)
class ViewValue:
    """What is shown of an element: ``fields`` in their order, or, if ``is_bare``, ``bare`` without any name.

    ``primary`` is the field that holds the main text. ``links`` are refs or paths as they were given, beside the
    fields; an empty one was given empty. ``label`` is what a dictionary called this entry, to link to it. ``computed``
    names fields that show what the node has from its source, which are not written back.
    """

    kind: str
    fields: tuple[tuple[str, JSON], ...] = ()
    bare: JSON = None
    is_bare: bool = False
    primary: str | None = None
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    label: str | None = None
    computed: frozenset[str] = frozenset()

    def get(self, name: str) -> JSON:
        """The field of that visible name; None if there is none."""
        return next((item for field_name, item in self.fields if field_name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The visible names, in order."""
        return tuple(name for name, _ in self.fields)

    @property
    def confidence(self) -> float | None:
        """The confidence that is among the fields."""
        given: float | None = self.get("confidence")
        return given


def parse_value(kind: str, value: Any) -> ViewValue:
    """The value of an element of that kind ('submap' too: its own fields); ValueRefused says what is expected.

    Fields that the kind does not know are kept. A text alone is the main text.
    """
    spec = KINDS[kind]
    value = check_json(value, what=f"the {kind}")
    if kind == "variable":
        return ViewValue(kind, bare=value, is_bare=True)
    if isinstance(value, dict):
        return _object(kind, value)
    if isinstance(value, str) and spec.primary:
        return ViewValue(kind, bare=check_primary(kind, spec.primary, value), is_bare=True)
    if value is None and kind == "hypothesis":
        return ViewValue(kind, is_bare=True)
    raise ValueRefused("wrong_type", f"the {kind} is {kind_of(value)}", spec.expected)


def split(kind: str, value: Mapping[str, JSON]) -> tuple[dict[str, JSON], dict[str, tuple[str, ...]], str | None]:
    """The fields, the links and the label of an entry's dictionary, each checked by itself."""
    fields = dict(value)
    links: dict[str, tuple[str, ...]] = {}
    label: str | None = None
    if kind != "submap":
        links = {name: parse_links(name, fields.pop(name)) for name in LINKS if name in fields}
        label = _label(fields.pop("ref", None))
    check_fields(kind, fields)
    return fields, links, label


def parse_links(name: str, value: JSON) -> tuple[str, ...]:
    """The refs or paths of a link field: one text, a list of them, or null for none."""
    given = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise ValueRefused(
            "wrong_type", f"{name} is {kind_of(value)}", "a ref such as 'D3§2.3', a path, or a list of them"
        )
    for one in given:
        if not one.strip() or len(one) > _LONGEST_LINK:
            raise ValueRefused("wrong_type", f"{name} has {one[:60]!r}", "refs such as 'D3§2.3', or paths")
    return tuple(dict.fromkeys(one.strip() for one in given))


def find_primary(kind: str, fields: Mapping[str, JSON]) -> str | None:
    """Which of the fields of a new entry is its main text; ValueRefused if the kind needs one and there is none."""
    spec = KINDS[kind]
    given = [name for name in spec.aliases if name in fields]
    texts = [name for name in given if isinstance(fields[name], str)]
    if texts:
        name = next((name for name in texts if fields[name].strip()), texts[0])
        check_primary(kind, name, fields[name])
        return name
    if spec.primary == "text" and kind == "hypothesis" and any(fields[name] is None for name in given):
        return None
    if spec.primary == "text" and given:
        check_primary(kind, given[0], fields[given[0]])
    if spec.primary == "text" or (spec.primary and not fields):
        raise ValueRefused("wrong_type", f"the {kind} has no {spec.primary}", spec.expected)
    return None


def _object(kind: str, value: Mapping[str, JSON]) -> ViewValue:
    fields, links, label = split(kind, value)
    return ViewValue(kind, tuple(fields.items()), primary=find_primary(kind, fields), links=links, label=label)


def _label(given: JSON) -> str | None:
    if given is None:
        return None
    if not isinstance(given, str) or not given.strip() or len(given) > LONGEST_NAME:
        raise ValueRefused("wrong_type", f"ref is {given!r:.60}", "a text by which links name this entry, or none")
    return given.strip()
