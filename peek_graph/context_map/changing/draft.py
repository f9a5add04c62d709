"""The part of a map that a batch works on, held in memory until it is written."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.windows import nth
from peek_graph.graph import changes
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.states import LETTERS, State

_ALL = 1_000_000
_FEW = 64
Mark = tuple[int, dict[str, int]]


class Draft:
    """Elements of one map, read when they are first asked for, and what a batch makes of them.

    Reads through ``runner``: for writing, a transaction that holds the map's lock. ``mark`` and `revert` undo what an
    operation did that turns out to be refused. ``paths`` are those of the live sub-maps as they are stored, ``adding``
    the fields that the operation under way only adds something to; ``shape`` is another number whenever an element
    came, went or moved.
    """

    def __init__(self, runner: Database | Transaction, node: Mapping[str, Any]) -> None:
        self.runner = runner
        self.node = node
        self.root = Element.stored_as(changes.map_state(node))
        self.counters: dict[str, int] = {}
        self.shape = 0
        self.adding: frozenset[str] = frozenset()
        self.list_then: Callable[[str, str], list[tuple[float, Element]] | None] = lambda _parent_uid, _kind: None
        self._elements: dict[str, Element] = {self.root.uid: self.root}
        self._refs: dict[str, Element | None] = {}
        self._keys: set[str] = set()
        self._hashes: set[str] = set()
        self._undo: list[tuple[Element, dict[str, Any], bool]] = []
        # Lists that were read whole, and how they are ordered as long as nothing comes, goes or moves.
        self._whole: set[tuple[str, str]] = set()
        self._ordered: dict[tuple[str, str], tuple[int, list[Element]]] = {}
        self._then: dict[tuple[str, str], tuple[int, list[Element] | None]] = {}
        # All that ever were so; what they are now is asked of themselves.
        self._members: dict[tuple[str, str], dict[str, Element]] = {}
        self._named: dict[str, dict[str, Element]] = {}
        self._saying: dict[str, dict[str, Element]] = {}
        self.paths: dict[str, str] = {}
        for state, path in changes.load_submaps(runner, self.root.uid):
            self.adopt(state)
            self.paths[state.uid] = path

    def __iter__(self) -> Iterator[Element]:
        return iter(list(self._elements.values()))

    @property
    def changed(self) -> bool:
        """Whether anything is to be written."""
        return any(element.is_changed for element in self._elements.values())

    def prefetch(self, refs: Iterable[str], keys: Iterable[str], hashes: Iterable[str]) -> None:
        """Read what a batch is going to ask for, in one query instead of one each."""
        refs = {ref for ref in refs if ref not in self._refs}
        keys = set(keys) - self._keys
        hashes = set(hashes) - self._hashes
        found = changes.load_elements(self.runner, self.root.uid, refs=refs, keys=keys, hashes=hashes)
        for state in (*found.by_ref, *found.by_key, *found.by_hash):
            self.adopt(state)
        self._refs |= {ref: self._refs.get(ref) for ref in refs}
        self._keys |= keys
        self._hashes |= hashes

    def by_uid(self, uid: str) -> Element:
        """An element that was read before."""
        return self._elements[uid]

    def by_ref(self, ref: str) -> Element | None:
        """The entry of that ref, live or archived."""
        if ref not in self._refs:
            self.prefetch([ref], (), ())
        return self._refs[ref]

    def by_key(self, kind: str, parent_uid: str, key: str) -> Element | None:
        """The live document, variable or sub-map of that key; of several variables the first."""
        if kind != "submap" and key not in self._keys:
            self.prefetch((), [key], ())
        named = self._named.get(key, {}).values()
        found = [element for element in named if _is(element, parent_uid, kind) and element.props.get("key") == key]
        return min(found, key=Element.order) if found else None

    def by_hash(self, kind: str, parent_uid: str, content_hash: str) -> list[Element]:
        """Live entries of that list which say the same, in order."""
        if content_hash not in self._hashes:
            self.prefetch((), (), [content_hash])
        saying = self._saying.get(content_hash, {}).values()
        same = [e for e in saying if _is(e, parent_uid, kind) and e.props.get("content_hash") == content_hash]
        return sorted(same, key=Element.order)

    def all(self, parent_uid: str, kind: str) -> list[Element]:
        """Every live one of a list or dictionary, in order."""
        name = (parent_uid, kind)
        if kind != "submap" and name not in self._whole:
            self._read_first(parent_uid, kind, _ALL)
            self._whole.add(name)
            self._ordered.pop(name, None)
        shape, ordered = self._ordered.get(name, (-1, []))
        if shape != self.shape:
            ordered = sorted(self._of(parent_uid, kind), key=Element.order)
            self._ordered[name] = self.shape, ordered
        return list(ordered)

    def some(self, parent_uid: str, kind: str, limit: int) -> list[Element]:
        """At least the first ``limit`` live ones, in order."""
        if kind != "submap":
            self._read_first(parent_uid, kind, limit)
        return sorted(self._of(parent_uid, kind), key=Element.order)

    def nth(self, parent_uid: str, kind: str, index: int) -> Element | None:
        """The live one at a position, counted from the end if negative.

        In a list that changed since its author knew it (``list_then``), the one that was there then, live or not.
        """
        items = self._as_then(parent_uid, kind)
        if items is None and (parent_uid, kind) in self._whole:
            items = self.all(parent_uid, kind)
        if items is not None:
            return items[index] if -len(items) <= index < len(items) else None
        read = self._read_first if index >= 0 else self._read_last
        return nth(index, lambda limit: read(parent_uid, kind, limit), lambda: self._of(parent_uid, kind))

    def previous(self, element: Element) -> Element | None:
        """The live one that stands just before a live element of a list."""
        parent_uid, kind, here = element.parent_uid, element.kind, element.order()
        read = partial(changes.load_before, self.runner, self.root.uid, parent_uid, kind, element.position)
        limit = _FEW
        while True:
            whole = (parent_uid, kind) in self._whole
            found = [] if whole else [self.adopt(state) for state in read(limit)]
            earlier = [item for item in self._of(parent_uid, kind) if item.order() < here]
            last = max(earlier, key=Element.order, default=None)
            # As stored: between what was read and what was not, nothing is known.
            border = min((item.stored.position for item in found if item.stored), default=0.0)
            if whole or len(found) < limit or (last is not None and last.position > border):
                return last
            limit *= 4

    def create(self, kind: str, parent_uid: str, props: Mapping[str, Any], position: float | None = None) -> Element:
        """A new element, the last of its like unless a position is given."""
        number = self._next(kind)
        props = {**props, "parent_uid": parent_uid, "position": float(number) if position is None else position}
        ref = f"{LETTERS[kind]}{number}" if kind in LETTERS else ""
        element = Element.new(kind, uuid.uuid4().hex, ref, props)
        self._elements[element.uid] = element
        self._index(element)
        if ref:
            self._refs[ref] = element
        self._undo.append((element, {}, False))
        self.shape += 1
        return element

    def end_position(self, kind: str) -> float:
        """A position after all that there are; it takes the number of a ref, so that whatever is added comes later."""
        return float(self._next(kind))

    def change(self, element: Element, props: Mapping[str, Any]) -> None:
        """Set properties; None removes one."""
        merged = {key: value for key, value in {**element.props, **props}.items() if value is not None}
        self._remember(element)
        if any(merged.get(name) != element.props.get(name) for name in ("parent_uid", "position")):
            self.shape += 1
        element.props = merged
        self._index(element)

    def set_live(self, element: Element, live: bool) -> None:
        """Archive an element, or bring it back."""
        self._remember(element)
        element.live = live
        self.shape += 1

    def mark(self) -> Mark:
        """A point to which `revert` goes back."""
        return len(self._undo), dict(self.counters)

    def revert(self, mark: Mark) -> None:
        """Undo everything since the mark; the numbers that were given are free again."""
        length, self.counters = mark[0], dict(mark[1])
        self.shape += len(self._undo) > length
        while len(self._undo) > length:
            element, props, live = self._undo.pop()
            element.props, element.live = props, live
            if element.stored is None and not live:
                del self._elements[element.uid]
                self._refs.pop(element.ref, None)

    def keys_of(self, uid: str) -> tuple[str, ...]:
        """The keys of a sub-map from the root; none for the map itself."""
        keys: list[str] = []
        while uid != self.root.uid:
            submap = self._elements[uid]
            keys.append(str(submap.props["key"]))
            uid = submap.parent_uid
        return tuple(reversed(keys))

    def adopt(self, state: State) -> Element:
        """An element as it was read; as it is here if it is here already."""
        element = self._elements.get(state.uid)
        if element is None:
            element = self._elements[state.uid] = Element.stored_as(state)
            if state.ref:
                self._refs[state.ref] = element
            self._index(element)
        return element

    def _index(self, element: Element) -> None:
        self._members.setdefault((element.parent_uid, element.kind), {})[element.uid] = element
        if key := element.props.get("key"):
            self._named.setdefault(key, {})[element.uid] = element
        if content_hash := element.props.get("content_hash"):
            self._saying.setdefault(content_hash, {})[element.uid] = element

    def _as_then(self, parent_uid: str, kind: str) -> list[Element] | None:
        """A list in the order in which its author knew it, with what the batch made; None if it is so still."""
        name = (parent_uid, kind)
        shape, items = self._then.get(name, (-1, None))
        if shape != self.shape:
            then = self.list_then(parent_uid, kind)
            if then is not None:
                own = [(element.position, element) for element in self._of(parent_uid, kind) if element.stored is None]
                items = [element for _, element in sorted([*then, *own], key=lambda item: (item[0], item[1].uid))]
            else:
                items = None
            self._then[name] = self.shape, items
        return items

    def _of(self, parent_uid: str, kind: str) -> list[Element]:
        known = self._members.get((parent_uid, kind), {})
        return [element for element in known.values() if _is(element, parent_uid, kind)]

    def _remember(self, element: Element) -> None:
        self._undo.append((element, element.props, element.live))

    def _read_first(self, parent_uid: str, kind: str, limit: int) -> list[Element]:
        states = changes.load_first(self.runner, self.root.uid, parent_uid, kind, limit)
        return [self.adopt(state) for state in states]

    def _read_last(self, parent_uid: str, kind: str, limit: int) -> list[Element]:
        return [self.adopt(state) for state in changes.load_last(self.runner, self.root.uid, parent_uid, kind, limit)]

    def _next(self, kind: str) -> int:
        name = f"last_{kind}"
        number = int(self.counters.get(name) or self.node.get(name) or 0) + 1
        self.counters[name] = number
        return number


def _is(element: Element, parent_uid: str, kind: str) -> bool:
    return element.live and element.kind == kind and element.parent_uid == parent_uid
