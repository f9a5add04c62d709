"""Keys and positions that operations give to elements."""

from __future__ import annotations

from collections.abc import Mapping

from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view import kinds
from peek_graph.context_map.view.json_values import JSON, ValueRefused, kind_of
from peek_graph.context_map.view.places import MAP_GROUPS, PARTS, SUBMAP_GROUPS
from peek_graph.errors import InvalidValue


def check_key(kind: str, key: str) -> None:
    """ValueRefused unless the key can be one of that kind."""
    if kind != "submap":
        kinds.check_key(key)
        return
    try:
        kinds.check_submap_key(key)
    except InvalidValue as error:
        raise ValueRefused("wrong_type", error.message, error.hint) from error


def split_submap(value: JSON) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """A sub-map's own fields, and the lists and dictionaries in it."""
    if not isinstance(value, Mapping):
        raise ValueRefused("wrong_type", f"the sub-map is {kind_of(value)}", "a dictionary with a title")
    inside = (*PARTS[""], *SUBMAP_GROUPS)
    own = {name: item for name, item in value.items() if name not in inside}
    return own, {name: item for name, item in value.items() if name in inside}


def check_not_misplaced(own: Mapping[str, JSON]) -> None:
    """ValueRefused for a list that belongs one deeper: kept as a field, nobody would find it."""
    for group in SUBMAP_GROUPS:
        for name in own:
            if name in PARTS[group]:
                raise ValueRefused("unknown_path", f"a sub-map has no {name!r}", f"{group}: {{{name!r}: …}}")
    if misplaced := next((name for name in MAP_GROUPS if name in own), None):
        raise ValueRefused("unknown_path", f"a sub-map has no {misplaced!r}", "title, summary, status or other fields")


def between(work: Work, before: Element, scope: Element) -> float:
    """A position just before an entry of a list in ``scope``.

    The list is numbered anew if there is no room left.
    """
    previous, end = _neighbours(work, before, scope)
    if previous is None:
        return end - 1.0
    middle = (previous.position + end) / 2
    if previous.position < middle < end:
        return middle
    for number, element in enumerate(work.draft.all(scope.uid, before.kind), 1):
        if element.position != number:
            work.effects.place(element, scope, float(number))
    return previous.position + 0.5


def _neighbours(work: Work, before: Element, scope: Element) -> tuple[Element | None, float]:
    """What stands before the position, and the position of what stands after it."""
    then = work.draft.list_then(scope.uid, before.kind)
    if then is None:
        return work.draft.previous(before), before.position
    # It stood there then. Since, the entry may have gone elsewhere, and others may have come to stand before it.
    moved = before.parent_uid != scope.uid
    end = next((position for position, item in then if moved and item is before), before.position)
    earlier = [item for item in work.draft.all(scope.uid, before.kind) if item.position < end]
    return earlier[-1] if earlier else None, end
