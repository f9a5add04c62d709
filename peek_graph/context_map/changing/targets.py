"""What a path of the view leads to, or why it leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import Path, Step, nearest, parse_path
from peek_graph.context_map.view.places import MAP_GROUPS, META, PARTS, SUBMAP_GROUPS, place_of
from peek_graph.errors import PathError

_MOST_CANDIDATES = 200
_REF = re.compile(r"[A-Z][1-9][0-9]*(?:§[0-9.]+(?:-[0-9]+)?)?")


@dataclass(frozen=True, slots=True)
class Group:
    """A dictionary of fixed members: the map or a sub-map itself ('' as name), ``meta``, ``working_memory``."""

    scope: Element
    name: str


@dataclass(frozen=True, slots=True)
class Container:
    """A list or dictionary of elements of one kind."""

    scope: Element
    kind: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place with nothing in it: of that key, or at that position of a list (None: of the one hypothesis)."""

    scope: Element
    kind: str
    name: str | int | None


@dataclass(frozen=True, slots=True)
class Found:
    """An element; ``index`` is the position it was named by, if it was, in a list of ``scope``.

    By a position that its author knew it at, it may stand elsewhere by now.
    """

    element: Element
    index: int | None = None
    scope: Element | None = None


@dataclass(frozen=True, slots=True)
class Inner:
    """A field of an element, or what is at ``rest`` in the field's value; a variable's value has no field name."""

    element: Element
    field: str
    rest: tuple[Step, ...]


Target = Group | Container | Slot | Found | Inner


def resolve(draft: Draft, path: Path, *, gone: bool = False) -> Target:
    """The target of the path; ValueRefused names the nearest that exist, or says that it is archived.

    With ``gone``, a position may be that of an entry archived since its author knew it: to add something there.
    """
    target = _Resolver(draft, path).resolve()
    element = target.element if isinstance(target, (Found, Inner)) else None
    if element is not None and not element.live and not (gone and isinstance(target, Found) and target.scope):
        raise ValueRefused(
            "archived", f"{path} is {element.ref}, which is archived", hint=f"restore {element.ref} first"
        )
    return target


def element_path(draft: Draft, element: Element) -> Path:
    """The path of an element that stays the same while others come and go."""
    if element.kind == "map":
        return Path.of(())
    if element.kind == "section":
        return Path.of((Step(element.ref, "ref"),))
    keys = draft.keys_of(element.parent_uid)
    return place_of(keys, element.kind, key=element.props.get("key"), ref=element.ref)


def lasting_path(draft: Draft, element: Element, rest: Iterable[Step] = ()) -> Path:
    """The path of an element, or of what is at ``rest`` in it, to be read again later.

    By its ref where the place leads to another one, as that of two rivals does, or is too long to be read.
    """
    rest = tuple(rest)
    path = Path.of((*element_path(draft, element).steps, *rest))
    if not element.ref or (can_be_read(path) and _leads_to(draft, element)):
        return path
    return Path.of((Step(element.ref, "ref"), *rest))


def can_be_read(path: Path) -> bool:
    """Whether the path's text is one: what is moved deep down may have a longer one than anybody can write."""
    try:
        return parse_path(path.text).steps == path.steps
    except PathError:
        return False


def _leads_to(draft: Draft, element: Element) -> bool:
    try:
        target = resolve(draft, element_path(draft, element))
    except ValueRefused:
        return False
    return isinstance(target, Found) and target.element is element


class _Resolver:
    def __init__(self, draft: Draft, path: Path) -> None:
        self._draft = draft
        self._steps = path.steps
        self._scope = draft.root
        self._at = 0

    def resolve(self) -> Target:
        if self._steps and (ref := _as_ref(self._steps[0])) and not self._names(ref):
            self._at = 1
            return self._inside(self._of_ref(ref))
        while True:
            target = self._in_scope()
            if not isinstance(target, Element):
                return target
            self._scope = target

    def _in_scope(self) -> Target | Element:
        """One step from the map or a sub-map; a sub-map's element if the path goes on in it."""
        step = self._next()
        if step is None:
            return Group(self._scope, "") if self._scope is self._draft.root else Found(self._scope)
        groups = MAP_GROUPS if self._scope is self._draft.root else SUBMAP_GROUPS
        if step.kind == "key" and step.value in groups:
            return self._in_group(str(step.value))
        if step.kind == "key" and step.value in PARTS[""]:
            return self._in_part(PARTS[""][str(step.value)])
        inner = [f"{group}.{step.value}" for group in groups if step.value in PARTS[group]]
        # A list's name, or `meta`, is a field of a sub-map only where a dictionary was loaded that had it so.
        own = not (inner or step.value in MAP_GROUPS) or step.value in (self._scope.props.get("fields") or ())
        if self._scope is not self._draft.root and step.kind == "key" and own:
            return Inner(self._scope, str(step.value), self._rest())
        raise self._unknown(step, inner or [*groups, *PARTS[""]])

    def _in_group(self, name: str) -> Target | Element:
        step = self._next()
        if step is None:
            return Group(self._scope, name)
        if step.kind == "key" and step.value in PARTS[name]:
            return self._in_part(PARTS[name][str(step.value)])
        if name == "meta" and step.value in META:
            return Inner(self._scope, META[str(step.value)], self._rest())
        raise self._unknown(step, [*PARTS[name], *(META if name == "meta" else ())])

    def _in_part(self, kind: str) -> Target | Element:
        form = KINDS[kind].form
        if form == "one":
            there = self._draft.some(self._scope.uid, kind, 2)
            if len(there) > 1 and self._at < len(self._steps) and self._steps[self._at].kind == "index":
                self._at += 1  # rivals are shown as a list
                return self._in_list(kind, self._steps[self._at - 1])
            return self._inside(there[0]) if there else self._slot(kind, None)
        step = self._next()
        if step is None:
            return Container(self._scope, kind)
        return self._in_dict(kind, step) if form == "dict" else self._in_list(kind, step)

    def _in_dict(self, kind: str, step: Step) -> Target | Element:
        if step.kind == "ref":
            return self._inside(self._member(kind, str(step.value)))
        if step.kind == "index":
            raise ValueRefused("unknown_path", f"{self._so_far()} is a dictionary, {step.value} is a position", "a key")
        found = self._draft.by_key(kind, self._scope.uid, str(step.value)) or self._rival(kind, str(step.value))
        if found is None:
            return self._slot(kind, str(step.value))
        return found if kind == "submap" else self._inside(found)

    def _rival(self, kind: str, name: str) -> Element | None:
        """The second of one key, by the name that it is shown under: ``density (V7)``."""
        key, _, ref = name.removesuffix(")").rpartition(" (")
        found = self._draft.by_ref(ref) if key and name.endswith(")") and _REF.fullmatch(ref) else None
        here = found is not None and found.live and (found.kind, found.parent_uid) == (kind, self._scope.uid)
        return found if here and found is not None and found.props.get("key") == key else None

    def _in_list(self, kind: str, step: Step) -> Target:
        if ref := _as_ref(step):
            return self._inside(self._member(kind, ref))
        if step.kind == "key":
            raise self._unknown(step, [item.ref for item in self._draft.some(self._scope.uid, kind, 20)])
        index = int(step.value)
        found = self._draft.nth(self._scope.uid, kind, index)
        if found is None:
            return self._slot(kind, index)
        target = self._inside(found)
        return Found(found, index, self._scope) if isinstance(target, Found) else target

    def _slot(self, kind: str, name: str | int | None) -> Slot:
        if self._at < len(self._steps):
            raise self._nothing(kind, name)
        return Slot(self._scope, kind, name)

    def _inside(self, element: Element) -> Target:
        step = self._next()
        if step is None:
            return Found(element)
        if element.kind == "document" and step.value == "sections":
            section = self._next()
            ref = _as_ref(section) if section else None
            if ref is None or self._at < len(self._steps):
                raise ValueRefused("unknown_path", "sections are named by their refs", f"sections[{element.ref}§1]")
            return Found(self._of_ref(ref))
        if element.kind == "variable":
            return Inner(element, "", (step, *self._rest()))
        if step.kind != "key":
            raise ValueRefused("unknown_path", f"{self._so_far()} has fields, {step.value} is none", "a field's name")
        return Inner(element, str(step.value), self._rest())

    def _member(self, kind: str, ref: str) -> Element:
        element = self._of_ref(ref)
        if element.kind != kind or element.parent_uid != self._scope.uid:
            raise ValueRefused(
                "unknown_path", f"{ref} is not in {self._so_far()}", f"it is {element_path(self._draft, element)}"
            )
        return element

    def _of_ref(self, ref: str) -> Element:
        element = self._draft.by_ref(ref)
        if element is None:
            raise ValueRefused("unknown_path", f"there is no {ref}", self._near_refs(ref))
        if not element.live:
            raise ValueRefused("archived", f"{ref} is archived", hint=f"restore {ref} first")
        return element

    def _near_refs(self, ref: str) -> str | None:
        kind = next((kind for kind in KINDS if kind[0].upper() == ref[0] and kind != "submap"), None)
        there = [item.ref for item in self._draft.some(self._scope.uid, kind, _MOST_CANDIDATES)] if kind else []
        return f"one of {', '.join(near)}" if (near := nearest(ref, there)) else None

    def _nothing(self, kind: str, name: str | int | None) -> ValueRefused:
        so_far = self._so_far()
        if name is None:
            return ValueRefused("unknown_path", "there is no hypothesis", hint="add working_memory.hypothesis first")
        there = self._draft.some(self._scope.uid, kind, _MOST_CANDIDATES)
        if isinstance(name, int):
            return ValueRefused("unknown_path", f"{so_far} does not exist: the list has {len(there)}", None)
        near = nearest(name, (str(item.props.get("key")) for item in there))
        return ValueRefused("unknown_path", f"there is no {so_far}", f"one of {', '.join(near)}" if near else None)

    def _unknown(self, step: Step, candidates: list[str]) -> ValueRefused:
        near = nearest(str(step.value), candidates) or candidates[:5]
        before = Path.of(self._steps[: self._at - 1])
        return ValueRefused(
            "unknown_path", f"{before} has no {str(step.value)[:80]!r}", f"one of {', '.join(near)}" if near else None
        )

    def _names(self, name: str) -> bool:
        return name in MAP_GROUPS or name in PARTS[""]

    def _next(self) -> Step | None:
        if self._at == len(self._steps):
            return None
        self._at += 1
        return self._steps[self._at - 1]

    def _rest(self) -> tuple[Step, ...]:
        rest, self._at = self._steps[self._at :], len(self._steps)
        return rest

    def _so_far(self) -> Path:
        return Path.of(self._steps[: self._at])


def slot_path(draft: Draft, slot: Slot) -> Path:
    """The path of a place with nothing in it."""
    keys = draft.keys_of(slot.scope.uid)
    path = place_of(keys, slot.kind, key=slot.name if isinstance(slot.name, str) else None)
    return path.child(slot.name) if isinstance(slot.name, int) else path


def _as_ref(step: Step) -> str | None:
    """The ref that a step is, also one written as a key: ``todo_list.T12``."""
    text = str(step.value)
    return text if step.kind == "ref" or (step.kind == "key" and _REF.fullmatch(text)) else None
