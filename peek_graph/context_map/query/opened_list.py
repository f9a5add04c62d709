"""Answers ``OPEN`` with one list, of a part or of the whole map, from any entry of it on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from peek_graph.context_map.history.refs import ref_not_found
from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.entries import line_of, part_line, proposal_line
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.kinds import PLURALS
from peek_graph.context_map.query.targets import Target
from peek_graph.errors import RefNotFound
from peek_graph.graph import changes, contents, proposals
from peek_graph.graph.contents import Part
from peek_graph.graph.states import State

T = TypeVar("T")

PAGE: Final = 30
NEWEST_FIRST: Final = frozenset({"finding", "action"})
"""Lists of what was found and done, in which the last is wanted first."""
_WIDTHS: Final = (400, 240, 120, 60)
_WANTED: Final = 6


@dataclass(frozen=True, slots=True)
class _Rows:
    """A page of a list: refs with what writes their lines; ``more``: the list goes on after it."""

    refs: Sequence[str]
    line: Callable[[int, int], str]
    more: bool
    total: int | None = None


def open_list(asked: Asked, target: Target, room: Room) -> str:
    """The list that was asked for, as far as there is room, and how to go on."""
    assert target.kind is not None
    # A part holds documents, which show their sections.
    kind = "document" if target.kind == "section" and not target.everywhere else target.kind
    rows = _rows(asked, target, kind)
    name = f"{target.part.path} {PLURALS[kind]}" if target.part else PLURALS[kind]
    asks = name if target.part or target.everywhere or kind == "submap" else f"map {name}"
    total = "" if rows.total is None else f" ({rows.total} in all)"

    def written(count: int, width: int) -> str:
        lines = [f"OPEN {name}{total}: {_range(target, rows, count)}"]
        lines += [rows.line(number, width) for number in range(count)]
        if rows.more or count < len(rows.refs):
            lines.append(f"more: OPEN: {asks} after {rows.refs[count - 1]}" if count else f"more: OPEN: {asks}")
        return "\n".join(lines)

    wanted = min(len(rows.refs), _WANTED)
    for width in _WIDTHS:
        if found := room.widest(lambda count: written(count, width), wanted, len(rows.refs)):  # noqa: B023
            return found[1]
    found = room.widest(lambda count: written(count, _WIDTHS[-1]), min(1, wanted), wanted)
    return found[1] if found else room.cut(written(min(1, wanted), _WIDTHS[-1]))


def _range(target: Target, rows: _Rows, count: int) -> str:
    if not rows.refs:
        return "none" if target.page == 1 and target.behind is None else "no more"
    if target.behind:
        return f"{count} after {target.behind}"
    first = (target.page - 1) * PAGE + 1
    return f"{first} to {first + count - 1}" if first > 1 else f"the first {count}" if rows.more else str(count)


def _rows(asked: Asked, target: Target, kind: str) -> _Rows:
    skip = (target.page - 1) * PAGE
    if kind == "submap":
        inside = asked.places.inside(target.part.uid) if target.part else asked.places.parts
        parts = _after(inside, target.behind, [part.path for part in inside])[skip:]
        return _of_parts(parts[:PAGE], len(parts) > PAGE, len(inside))
    if kind == "proposal":
        waiting = proposals.open_proposals(asked.handle.db, asked.handle.uid)
        rows = _after(waiting, target.behind, [str(row["ref"]) for row in waiting])[skip:]
        page = rows[:PAGE]
        refs = [str(row["ref"]) for row in page]
        return _Rows(refs, lambda at, width: proposal_line(page[at], width), len(rows) > PAGE, len(waiting))
    states = _entries(asked, target, kind, skip)
    page_states = states[:PAGE]
    marks = asked.marks(page_states)
    total = (target.part.counts if target.part else asked.frame.counts if target.everywhere else {}).get(kind)
    return _Rows(
        [state.ref for state in page_states],
        lambda at, width: line_of(page_states[at], marks, width),
        len(states) > PAGE,
        total,
    )


def _of_parts(parts: Sequence[Part], more: bool, total: int) -> _Rows:
    return _Rows([part.path for part in parts], lambda at, width: part_line(parts[at], width), more, total)


def _entries(asked: Asked, target: Target, kind: str, skip: int) -> list[State]:
    db, uid = asked.handle.db, asked.handle.uid
    behind = None
    if target.behind:
        found = changes.load_elements(db, uid, refs=[target.behind]).by_ref
        behind = next((state for state in found if state.live), None)
        if behind is None:
            raise ref_not_found(asked.handle, target.behind)
        if behind.kind != kind:
            raise RefNotFound(f"{target.behind} is no {kind}", "go on after one of the list")
    if target.everywhere or kind == "section":
        return contents.list_kind(db, uid, kind, limit=PAGE + 1, behind=behind, skip=skip)
    parent = target.part.uid if target.part else uid
    backwards = kind in NEWEST_FIRST
    return contents.list_place(db, uid, parent, kind, limit=PAGE + 1, backwards=backwards, behind=behind, skip=skip)


def _after(items: Sequence[T], behind: str | None, refs: Sequence[str]) -> Sequence[T]:
    if behind is None or behind not in refs:
        return items
    return items[refs.index(behind) + 1 :]
