"""Answers ``OPEN`` with one entry: its words, where it stands, what it is linked with, what is beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from peek_graph.context_map.history.refs import ref_not_found
from peek_graph.context_map.history.showing import path_of
from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.entries import main_text, other_fields, proposal_head, value_of
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.wording import bare, listed, marked, one_line, quoted, quoted_lines, typed
from peek_graph.graph import changes, contents, history, proposals
from peek_graph.graph.contents import Around, Beside, OutlineRow
from peek_graph.graph.states import LINKS, State
from peek_graph.records import RevisionInfo

_MOST_LINKS: Final = 60
_OUTLINE: Final = 60
_FIELD: Final = 300
_WIDTHS: Final = (20_000, 4_000, 1_200, 600, 300, 120, 40)
_SHOWN_ROWS: Final = 8
_FORMER: Final = 2
_INWARD: Final[Mapping[str, str]] = {
    "SUPPORTED_BY": "supports",
    "CITES": "cited by",
    "CONTRADICTS": "contradicted by",
    "PRODUCED": "produced by",
    "SUPERSEDES": "superseded by",
    "MENTIONS": "mentioned by",
}


@dataclass(frozen=True, slots=True)
class _Opened:
    """All that is known of an entry, to be written as far as there is room."""

    state: State
    head: str
    around: Around
    by: RevisionInfo | None
    outline: Sequence[OutlineRow] = field(default=())
    sections: int = 0
    behind: str | None = None
    former: Sequence[tuple[int, str]] = ()

    def written(self, width: int, rows: int) -> str:
        return "\n".join([self.head, *self._text(width), *self._beside(width), *self._rows(rows)])

    def _text(self, width: int) -> Iterator[str]:
        if self.behind is not None:
            return  # its words were shown before the first page of its sections
        text = main_text(self.state)
        cut = len(text) > width
        if text:
            yield quoted_lines(f"{text[:width].rstrip()}…" if cut else text)
        if cut:
            yield f"({len(text)} characters in all; READ: {self.state.ref} shows them)"
        for name, item in other_fields(self.state):
            if isinstance(item, str):
                yield f"{one_line(name, 60)}: {quoted(item, min(width, _FIELD))}"
            else:
                yield from self._points(name, item, width)

    def _points(self, name: str, texts: Sequence[str], width: int) -> Iterator[str]:
        shown = texts[: max(2, width // 60)]
        yield f"{one_line(name.replace('_', ' '), 60)}:"
        yield from (f"- {quoted(text, min(width, _FIELD))}" for text in shown)
        if len(texts) > len(shown):
            yield f"+{len(texts) - len(shown)}: READ: {self.state.ref}"

    def _beside(self, width: int) -> Iterator[str]:
        if self.behind is not None:
            return
        yield self._origin(width)
        for until, text in self.former:
            yield f"until revision {until} it said {quoted(text, min(width, _FIELD))}"
        if self.state.kind == "section":
            yield f"in {self.state.ref.partition('§')[0]}"
        for name in LINKS:
            if refs := self.state.props.get(name):
                yield f"{name.replace('_', ' ')} {listed([str(ref) for ref in refs])}"
        for relation, words in _INWARD.items():
            if linking := self.around.links.get(relation):
                yield f"{words} {listed(linking)}"
        for words, other in (("previous", self.around.previous), ("next", self.around.following)):
            if other:
                yield f"{words} {_beside_line(other, min(width, 100))}"

    def _origin(self, width: int) -> str:
        props = self.state.props
        confidence = props.get("confidence")
        said = [f"confidence {round(confidence, 2):g}"] if isinstance(confidence, int | float) else []
        said += [f"by {typed(str(props['author']))}"] if props.get("author") else []
        if self.by is not None:
            reason = f" {quoted(self.by.reasoning, min(width, 100))}" if self.by.reasoning and width > 40 else ""
            said.append(f"since revision {self.by.number} ({self.by.at:%Y-%m-%d}){reason}")
        if self.around.versions:
            said.append(f"{self.around.versions} earlier {'state' if self.around.versions == 1 else 'states'}")
        return "; ".join(said)

    def _rows(self, rows: int) -> Iterator[str]:
        shown = self.outline[:rows]
        if not self.sections or not self.outline:
            return
        yield f"{self.sections} {'section' if self.sections == 1 else 'sections'}:"
        for row in shown:
            yield f"- {row.ref} {quoted(' › '.join(row.heading_path) or row.start, 120)}"
        if rows < len(self.outline) or len(self.outline) > _OUTLINE:
            last = shown[-1].ref if shown else self.behind
            yield f"more: OPEN: {self.state.ref} after {last}" if last else f"READ: {self.state.ref} lists them"

    def fitting(self, room: Room) -> str:
        most = min(len(self.outline), _OUTLINE)
        for width in _WIDTHS:
            if room.fits(self.written(width, min(most, _SHOWN_ROWS))):
                found = room.widest(lambda rows: self.written(width, rows), min(most, _SHOWN_ROWS), most)  # noqa: B023
                return self._widened(width, found[0], room) if found else room.cut(self.written(width, 0))
        for rows in range(min(most, _SHOWN_ROWS), -1, -1):
            if room.fits(text := self.written(_WIDTHS[-1], rows)):
                return text
        return room.cut("\n".join([self.head, *self._text(_WIDTHS[-1])]))

    def _widened(self, width: int, rows: int, room: Room) -> str:
        """With as much of the words as there is room for beside these rows."""
        wider = [other for other in _WIDTHS if other > width]
        high = min(wider, default=max(width, room.characters))
        found = room.widest(lambda size: self.written(size, rows), width, high)
        return found[1] if found else self.written(width, rows)


def open_entry(asked: Asked, ref: str, behind: str | None, room: Room) -> str:
    """The entry of that ref, live or archived; RefNotFound names the nearest."""
    db, uid = asked.handle.db, asked.handle.uid
    if ref[0] == "P":
        return _open_proposal(asked, ref, room)
    owner = ref.partition("§")[0]
    found = {state.ref: state for state in changes.load_elements(db, uid, refs={ref, owner}).by_ref}
    state = found.get(ref)
    if state is None:
        raise ref_not_found(asked.handle, ref)
    document = found.get(owner)
    number = state.since if state.until is None else state.until
    outline: list[OutlineRow] = []
    if state.kind == "document" and state.live:
        outline = contents.sections_after(db, uid, state.uid, _OUTLINE + 1, behind=behind)
    around = contents.around(db, uid, state.uid, _MOST_LINKS)
    opened = _Opened(
        state,
        _head(asked, state, document),
        around,
        history.revisions(db, uid, [number]).get(number),
        outline,
        int(state.props.get("section_count") or 0),
        behind if outline else None,
        _former(asked, state) if around.versions and state.kind != "section" else (),
    )
    return opened.fitting(room)


def _former(asked: Asked, state: State) -> list[tuple[int, str]]:
    """What an entry said before, and until which revision, the latest first, without what it says now."""
    said: dict[str, int] = {}
    for one in history.states_of(asked.handle.db, asked.handle.uid, ref=state.ref):
        text = main_text(one)
        if one.until is not None and text.strip() and text != main_text(state):
            said.pop(text, None)
            said[text] = one.until
    return [(until, text) for text, until in reversed(said.items())][:_FORMER]


def _head(asked: Asked, state: State, document: State | None) -> str:
    marks = asked.marks([state])
    holder = document if state.kind == "section" and document else state
    said = [] if state.live else [f"archived in revision {state.until}"]
    said += [bare(str(state.props[name]), 20) for name in ("status", "outcome") if state.props.get(name)]
    said += [
        f"{name} {one_line(str(state.props[name]), 20)}"
        for name in ("priority", "step")
        if state.props.get(name) is not None
    ]
    said += marks.warnings(state)
    if holder is not state and holder.props.get("stale") and "stale" not in said:
        said.append("stale")
    where = asked.places.paths.get(holder.parent_uid or "")
    keys = tuple(where.split(".")) if where else ()
    path = one_line(str(path_of(state, keys, document)), 200) if state.live else ""
    title = state.props.get("title")
    named = f" {quoted(str(title), 120)}" if title else ""
    pointer = state.props.get("pointer") if state.kind == "section" else state.props.get("source_uri")
    at = f"\nat {one_line(str(pointer), 300)}" if pointer else ""
    return f"OPEN {state.ref} {state.kind}{marked(said)}{named} {path}".rstrip() + at


def _beside_line(other: Beside, width: int) -> str:
    return f"{other.ref} {quoted(other.text, width)}"


def _open_proposal(asked: Asked, ref: str, room: Room) -> str:
    row = proposals.find_proposal(asked.handle.db, asked.handle.uid, ref)
    if row is None:
        raise ref_not_found(asked.handle, ref)
    lines = [f"OPEN {proposal_head(row)}", quoted_lines(value_of(row))]
    for name, words in (("reason", "because"), ("decided_by", "decided by"), ("decision", "because")):
        if row.get(name):
            lines.append(f"{words} {quoted(str(row[name]), 400)}")
    if row.get("status") in (None, "open"):
        lines.append("It waits for a person; nothing is changed until then.")
    return room.cut("\n".join(lines))
