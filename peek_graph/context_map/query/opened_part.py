"""Answers ``OPEN`` with the map or a sub-map: its summary, and what is in it, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.entries import line_of, part_line
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.kinds import PLURALS
from peek_graph.context_map.query.opened_list import NEWEST_FIRST
from peek_graph.context_map.query.wording import bare, marked, one_line, quoted
from peek_graph.context_map.status.lines import Marks
from peek_graph.context_map.view.kinds import FINISHED_TODO
from peek_graph.graph import contents
from peek_graph.graph.contents import Part
from peek_graph.graph.states import State

_KINDS: Final = (
    *("constraint", "notice", "hypothesis", "todo", "question", "finding", "document", "action", "variable"),
)
_FINISHED: Final[Mapping[str, tuple[str, ...]]] = {
    "todo": tuple(sorted(FINISHED_TODO)),
    "question": ("answered", "dropped"),
}
_EACH: Final = 10
# So many of each kind, and of what width, from the fullest to the barest.
_FORMS: Final = ((10, 400), (10, 240), (10, 140), (7, 140), (5, 120), (4, 100), (3, 90), (2, 80), (1, 70), (0, 60))


@dataclass(frozen=True, slots=True)
class _Group:
    """What is in a part of one kind: some of them, and how many there are, None if that is not known."""

    kind: str
    states: Sequence[State]
    total: int | None
    parts: Sequence[Part] = ()

    @property
    def found(self) -> int:
        return len(self.parts) or len(self.states)


def open_part(asked: Asked, part: Part | None, page: int, room: Room) -> str:
    """The map itself (None) or a sub-map, with about as much of each kind."""
    uid = part.uid if part else asked.handle.uid
    groups = [group for group in _groups(asked, part, uid, (page - 1) * _EACH) if group.found or group.total]
    marks = asked.marks([state for group in groups for state in group.states])
    head = _head(asked, part)
    if not groups:
        return room.cut("\n".join([*head, "Nothing is in it yet."]))
    for each, width in _FORMS:
        lines = [*head, *_body(groups, marks, part, each, width)]
        if room.fits(text := "\n".join(lines)):
            return text
    counts = ", ".join(f"{group.total or group.found} {PLURALS[group.kind]}" for group in groups)
    return room.cut("\n".join([head[0], counts, *head[1:]]))


def _head(asked: Asked, part: Part | None) -> list[str]:
    if part is None:
        node = asked.frame.node
        step = node.get("current_step")
        return [
            f"OPEN the map {one_line(asked.handle.name, 120)}",
            f"goal: {quoted(str(node.get('goal') or ''), 600)}",
            *([f"current step: {quoted(step, 300)}"] if isinstance(step, str) and step else []),
        ]
    said = marked([bare(part.kind, 20), bare(part.status, 20)])
    title = f" {quoted(part.title, 120)}" if part.title else ""
    return [f"OPEN {one_line(part.path, 200)}{said}{title}", *([quoted(part.summary, 1_200)] if part.summary else [])]


def _groups(asked: Asked, part: Part | None, uid: str, skip: int) -> Iterator[_Group]:
    inside = asked.places.inside(uid)
    yield _Group("submap", (), len(inside), inside[skip : skip + _EACH])
    for kind in _KINDS:
        # The map's own counts are those of all that is in it, sub-maps too.
        total = part.counts.get(kind, 0) if part else None
        if total == 0 or (part is None and not asked.frame.counts.get(kind) and kind != "constraint"):
            continue
        states = contents.list_place(
            asked.handle.db,
            asked.handle.uid,
            uid,
            kind,
            limit=_EACH + 1,
            finished=_FINISHED.get(kind, ()),
            backwards=kind in NEWEST_FIRST,
            skip=skip,
        )
        yield _Group(kind, states, total)


def _body(groups: Sequence[_Group], marks: Marks, part: Part | None, each: int, width: int) -> Iterator[str]:
    where = part.path if part else "map"
    for group in groups:
        total = f" ({group.total})" if group.total is not None else ""
        heading = f"{PLURALS[group.kind].capitalize()}{total}:"
        asks = f"OPEN: {where} {PLURALS[group.kind]}"
        if not each:
            yield f"{heading} {asks}"
            continue
        yield heading
        shown = min(each, group.found)
        yield from (part_line(inner, width) for inner in group.parts[:shown])
        yield from (line_of(state, marks, width) for state in group.states[:shown])
        if group.kind in _FINISHED and (group.total or 0) > shown:
            yield f"more, with those that are finished: {asks}"
        elif group.total is not None and group.total > shown:
            yield f"+{group.total - shown}: {asks}"
        elif group.found > shown:
            yield f"more: {asks}"
