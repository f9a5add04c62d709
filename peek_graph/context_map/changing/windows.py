"""An item of a list by its position, without reading the whole list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from peek_graph.context_map.changing.element import Element

_FIRST_READ = 64


def nth(index: int, read: Callable[[int], Sequence[Element]], members: Callable[[], list[Element]]) -> Element | None:
    """The member at ``index`` (negative: from the end); None if there are fewer.

    ``read(limit)`` reads the first members as stored, or the last ones for a negative index; ``members()`` are all that
    are known, as the batch has them. From the end that is read up to the last one read, those are all there are.
    """
    limit = max(_FIRST_READ, 2 * (index + 1 if index >= 0 else -index))
    while True:
        found = read(limit)
        items = sorted(members(), key=Element.order)
        whole = len(found) < limit
        if not whole:
            # As stored: one that the batch moved away must not move the border with it. Others may share its position.
            edges = [item.stored.position for item in found if item.stored]
            border = max(edges) if index >= 0 else min(edges)
            items = [item for item in items if (item.position < border if index >= 0 else item.position > border)]
        if -len(items) <= index < len(items):
            return items[index]
        if whole:
            return None
        limit *= 4
