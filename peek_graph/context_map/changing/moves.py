"""``move``: to another sub-map, or to another position among its like."""

from __future__ import annotations

from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.places import between
from peek_graph.context_map.changing.targets import Container, Found, Group, Slot, Target, resolve
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view.json_values import ValueRefused
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.paths import parse_path
from peek_graph.errors import PathError


def move(work: Work, target: Target, to: str) -> Outcome:
    """Put an entry or sub-map into the sub-map that ``to`` leads to (``$``: the map), or before one of its list.

    A list's own path leaves its order; the position after its last one moves to its end.
    """
    if not isinstance(target, Found) or target.element.kind == "section":
        raise ValueRefused("wrong_type", "only entries and sub-maps are moved", "the path or ref of one")
    element = target.element
    scope, position = _destination(work, element, to)
    if scope.uid == element.parent_uid and position in (None, element.position):
        return Outcome.duplicate(element)
    if element.kind in ("constraint", "notice") and scope is not work.draft.root:
        reason = f"{element.ref} is a {element.kind}"
        raise ValueRefused("wrong_type", reason, f"the map: {element.kind}s are the whole map's")
    if element.kind == "submap" and _is_in(work, scope, element):
        raise ValueRefused("wrong_type", "a sub-map cannot be moved into itself", "another sub-map, or $")
    if scope.uid != element.parent_uid:
        _check_free(work, element, scope)
        if position is None:  # its own is perhaps another's there
            position = work.draft.end_position(element.kind)
    work.effects.place(element, scope, position)
    return Outcome.applied(element)


def _destination(work: Work, element: Element, to: str) -> tuple[Element, float | None]:
    try:
        target = resolve(work.draft, parse_path(to))
    except PathError as error:
        raise ValueRefused("bad_path", f"to: {error.message}", error.hint) from error
    match target:
        case Group(scope, ""):
            return scope, None
        case Found(scope) if scope.kind == "submap":
            return scope, None
        case Container(scope, kind) if kind == element.kind:
            return scope, None
        case Slot(scope, kind, _) if kind == element.kind == "hypothesis":
            return scope, None
        case Slot(scope, kind, int() as index) if kind == element.kind:
            return scope, _end(work, element, scope, index)
        case Found(before) if before.kind == element.kind and KINDS[before.kind].form == "list":
            scope = work.draft.by_uid(before.parent_uid)
            return scope, element.position if before is element else between(work, before, scope)
    raise ValueRefused(
        "wrong_type",
        f"a {element.kind} cannot be moved to {to[:80]!r}",
        "a sub-map as sub_maps.market, $ for the map itself, or an entry of the same kind to stand before",
    )


def _end(work: Work, element: Element, scope: Element, index: int) -> float:
    """The position that a list ends with, for the index one past its last."""
    last = work.draft.nth(scope.uid, element.kind, index - 1) if index > 0 else None
    if last is None and index != 0:
        raise ValueRefused("unknown_path", f"the list has no position {index}", "a position in it, or one past its end")
    return element.position if last is element else work.draft.end_position(element.kind)


def _is_in(work: Work, scope: Element, submap: Element) -> bool:
    while scope is not work.draft.root:
        if scope is submap:
            return True
        scope = work.draft.by_uid(scope.parent_uid)
    return False


def _check_free(work: Work, element: Element, scope: Element) -> None:
    key = element.props.get("key")
    form = KINDS[element.kind].form
    if form == "dict" and key is not None and work.draft.by_key(element.kind, scope.uid, key) is not None:
        raise ValueRefused("exists", f"there is a {element.kind} {key!r} already where this would go", "another key")
    if form == "one" and work.draft.some(scope.uid, element.kind, 1):
        raise ValueRefused("exists", f"there is a {element.kind} already where this would go", hint="update that one")
