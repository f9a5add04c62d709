"""What somebody named to be archived: entries and sub-maps by ref or path."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.targets import Container, Found, Group, Slot, resolve
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.paths import Path, Step, nearest, parse_path
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import PathError, SubMapNotFound
from peek_graph.graph.archive import archived_submaps

REF = re.compile(r"\s*([A-Za-z][1-9][0-9]*)(?:\s*[§#]\s*([0-9.]+(?:-[0-9]+)?))?\s*")
_CANDIDATES = 200


@dataclass(slots=True)
class Chosen:
    """Live elements, each once; ``already`` names the targets that are as they should be."""

    submaps: dict[str, Element] = field(default_factory=dict)
    entries: dict[str, Element] = field(default_factory=dict)
    already: list[str] = field(default_factory=list)


def choose(draft: Draft, targets: Iterable[str]) -> Chosen:
    """The elements that the targets name; PathError for those that lead nowhere, with the nearest that exist.

    A sub-map comes with all sub-maps in it.
    """
    chosen = Chosen()
    refused: list[tuple[str, str | None]] = []
    for target in targets:
        try:
            _choose(draft, parse_target(target), chosen)
        except ValueRefused as error:
            refused.append((error.reason, error.expected or error.hint))
    raise_refused(refused)
    return chosen


def parse_target(target: str) -> Path:
    """A ref, in either case, or a path of the view."""
    if found := REF.fullmatch(target):
        return Path.of((Step(found[1].upper() + (f"§{found[2]}" if found[2] else ""), "ref"),))
    return parse_path(target)


def named(path: Path) -> str:
    """A target as it is typed: a ref without brackets."""
    return str(path.steps[0].value) if len(path.steps) == 1 else str(path)


def raise_refused(refused: list[tuple[str, str | None]]) -> None:
    """One PathError for all targets that lead nowhere."""
    if refused:
        hints = [expected for _, expected in refused if expected]
        raise PathError("; ".join(reason for reason, _ in refused), "; ".join(dict.fromkeys(hints)) or None)


def with_nested(draft: Draft, submap: Element) -> Iterable[Element]:
    """A live sub-map and all that are in it, each before what it holds."""
    yield submap
    for inner in draft.all(submap.uid, "submap"):
        yield from with_nested(draft, inner)


def submap_uids(draft: Draft, path: str) -> list[str]:
    """The uids of a live sub-map, by its dotted path, and of all that are in it; SubMapNotFound without it."""
    parent_uid, found = draft.root.uid, None
    for key in path.split("."):
        found = draft.by_key("submap", parent_uid, key)
        if found is None:
            raise SubMapNotFound(f"there is no sub-map {path!r}", "see `submap list`")
        parent_uid = found.uid
    return [inner.uid for inner in with_nested(draft, found)] if found else []


def near_submaps(draft: Draft, parent_uid: str, key: str) -> str | None:
    """The paths of live sub-maps that are like ``key``, as a hint."""
    there = [str(item.props.get("key")) for item in draft.some(parent_uid, "submap", _CANDIDATES)]
    keys = draft.keys_of(parent_uid)
    near = [str(place_of(keys, "submap", key=found)) for found in nearest(key, there)]
    return f"one of {', '.join(near)}" if near else None


def _choose(draft: Draft, path: Path, chosen: Chosen) -> None:
    try:
        target = resolve(draft, path)
    except ValueRefused as error:
        if error.code == "archived" or _was_submap(draft, path):
            chosen.already.append(named(path))
            return
        raise _with_submap(draft, path, error) from error
    if isinstance(target, Slot):
        if target.kind == "submap" and _was_submap(draft, path):
            chosen.already.append(named(path))
            return
        raise ValueRefused("unknown_path", f"there is no {path}", _near(draft, target))
    if not isinstance(target, Found) or target.element.kind == "map":
        what = "holds several" if isinstance(target, (Group, Container)) else "is a field"
        raise ValueRefused("unknown_path", f"{path} {what}", "an entry or a sub-map, each by its ref or path")
    element = target.element
    if element.kind == "section":
        document = element.ref.partition("§")[0]
        raise ValueRefused("wrong_type", f"{element.ref} is a section, which goes with its document", document)
    if element.kind == "submap":
        chosen.submaps |= {inner.uid: inner for inner in with_nested(draft, element)}
    else:
        chosen.entries[element.uid] = element


def _was_submap(draft: Draft, path: Path) -> bool:
    """Whether an archived sub-map had that path."""
    parent_uid = draft.root.uid
    names = [step.value for step in path.steps]
    if not names or len(names) % 2 or any(name != "sub_maps" for name in names[::2]):
        return False
    for key in names[1::2]:
        live = draft.by_key("submap", parent_uid, str(key))
        if live is None:
            found = archived_submaps(draft.runner, draft.root.uid, parent_uid, str(key))
            if not found:
                return False
            parent_uid = found[0].uid
        else:
            parent_uid = live.uid
    return True


def _with_submap(draft: Draft, path: Path, error: ValueRefused) -> ValueRefused:
    """The same with the path that was meant, where the keys of a sub-map alone were given."""
    parent_uid, keys = draft.root.uid, [str(step.value) for step in path.steps]
    for key in keys:
        found = draft.by_key("submap", parent_uid, key)
        if found is None:
            return error
        parent_uid = found.uid
    return ValueRefused(error.code, error.reason, str(place_of(keys[:-1], "submap", key=keys[-1])))


def _near(draft: Draft, slot: Slot) -> str | None:
    if slot.kind == "submap" and isinstance(slot.name, str):
        return near_submaps(draft, slot.scope.uid, slot.name)
    there = draft.some(slot.scope.uid, slot.kind, _CANDIDATES)
    if isinstance(slot.name, int) or not there:
        return f"the list has {len(there)}" if len(there) < _CANDIDATES else None
    near = nearest(slot.name or "", [str(item.props.get("key") or item.ref) for item in there])
    return f"one of {', '.join(near)}" if near else None
