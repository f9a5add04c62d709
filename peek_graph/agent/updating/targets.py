"""What a path of an operation is about, as far as its words tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import parse_path
from peek_graph.context_map.view.places import MAP_GROUPS
from peek_graph.context_map.view.steps import Step
from peek_graph.errors import PathError
from peek_graph.graph.states import LETTERS

REF: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]\d+(?:§\d+(?:\.\d+)*)?(?![A-Za-z0-9])")
"""A ref, as the map writes it."""

_LISTS: Final[Mapping[tuple[str, ...], str]] = {kind.container: name for name, kind in KINDS.items()}
_KINDS: Final = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Aim:
    """``ref`` is that of the entry meant, where it is named by one; ``kind`` what stands there, '' if it is not known.

    ``field`` is what of it, '' for all. ``whole``: a list or dictionary as a whole. ``submap``: a sub-map's own, not
    what is in it. ``meta``: the field of the map itself. ``place``: the dotted keys of the sub-map, where it is in one.
    """

    kind: str = ""
    ref: str | None = None
    field: str = ""
    whole: bool = False
    submap: bool = False
    meta: str = ""
    place: str = ""


def aim_of(path: Any) -> Aim | None:
    """What a path is about; None if it is no path, which `apply` says better."""
    if not isinstance(path, str):
        return None
    try:
        steps = list(parse_path(path).steps)
    except PathError:
        return None
    keys: list[str] = []
    while len(steps) >= 2 and steps[0].value == "sub_maps":
        keys.append(str(steps[1].value))
        steps = steps[2:]
    place = ".".join(keys)
    if not steps:
        return Aim("submap", submap=True, place=place) if keys else Aim(whole=True)
    if steps[0].value == "sub_maps":
        return Aim("submap", whole=True, submap=True, place=place)
    if steps[0].kind == "ref" or (len(steps) <= 2 and _is_ref(steps[0])):
        return _of_ref(str(steps[0].value), steps[1:], place)
    if steps[0].value == "meta" and not keys:
        name = str(steps[1].value) if len(steps) > 1 else ""
        ref = next((str(step.value) for step in steps[2:3] if step.kind == "ref"), None)
        return Aim("constraint" if name == "hard_constraints" else "", ref=ref, meta=name, whole=len(steps) < 2)
    return _in_list(steps, place)


def _in_list(steps: list[Step], place: str) -> Aim:
    for length in (2, 1):
        kind = _LISTS.get(tuple(str(step.value) for step in steps[:length]))
        if kind is None:
            continue
        rest = steps[length:]
        if not rest or kind == "hypothesis":
            return Aim(kind, whole=kind != "hypothesis" and not rest, field=_field(rest), place=place)
        ref = str(rest[0].value) if rest[0].kind == "ref" else None
        return Aim(kind, ref=ref, field=_field(rest[1:]), place=place)
    group = steps[0].value in MAP_GROUPS and len(steps) == 1
    return Aim("submap" if place else "", whole=group, submap=bool(place), field=_field(steps), place=place)


def _of_ref(ref: str, rest: list[Step], place: str) -> Aim:
    ref = ref.upper()
    kind = "section" if "§" in ref else _KINDS.get(ref[:1], "")
    return Aim(kind, ref=ref, field=_field(rest), place=place)


def _field(rest: list[Step]) -> str:
    return str(rest[0].value) if rest else ""


def _is_ref(step: Step) -> bool:
    text = str(step.value)
    return len(text) > 1 and text[0].isalpha() and text[1:].isdigit()
