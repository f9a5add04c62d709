"""Answers ``READ``: the original's words, page by page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from peek_graph.context_map.history.refs import as_ref, ref_not_found
from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.entries import value_of, whole_text
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.grammar import usual
from peek_graph.context_map.query.wording import one_line, quoted_lines
from peek_graph.errors import PointerError, RefNotFound
from peek_graph.graph import changes, documents, proposals
from peek_graph.graph.states import State
from peek_graph.records import ReadState

_FROM: Final = re.compile(r"[\s,;]+(?:from|at|offset)\s*:?\s*([0-9]{1,12})\s*$", re.IGNORECASE)
_LEADING: Final = re.compile(
    r"(?:\w+\s+)?\[?([A-Za-z][1-9][0-9]{0,9}(?:\s*[§#/]\s*[0-9][0-9.\-]*)?)\]?(?=[\s:：,，;()\[\]]|$)"
)
_STATES: Final[Mapping[ReadState, str]] = {
    "verified": "verified: the original is as it was indexed",
    "moved": "moved: the original says it in another place than when it was indexed",
    "changed": "changed: this stands in the original now; OPEN shows what was indexed",
    "gone": "gone: no longer in the original; this is what was indexed",
    "unreachable": "unreachable: the original cannot be opened now; this is what was indexed",
}
# Of a whole document there are its summary and its outline to show, which are not the original's words.
_DOCUMENT_STATES: Final[Mapping[ReadState, str]] = {
    "verified": "summary and sections; the original is unchanged since it was read",
    "moved": "summary and sections; the original has moved since it was read",
    "changed": "summary and sections as they were read; the original has changed since",
    "gone": "summary and sections as they were read; the original is gone",
    "unreachable": "summary and sections as they were read; the original cannot be opened now",
}
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,20}://\S+")
# With fewer characters of the text than these there is less said of it.
_ENOUGH: Final = 120
# An end of a line, a sentence or a word is looked for so far back.
_BACK: Final = 160


@dataclass(frozen=True, slots=True)
class _Text:
    """What is read: ``target`` is how to ask for it, ``about`` what is said of it, ``brief`` the least of that."""

    target: str
    about: str
    text: str
    brief: str


def answer_read(asked: Asked, argument: str, room: Room) -> str:
    """What a ref or pointer leads to, from the original where there is one; as much as there is room for."""
    target, start = _taken_apart(argument)
    return _fitting(_read(asked, target), start, room)


def _taken_apart(argument: str) -> tuple[str, int]:
    plain = usual(argument)
    if found := _FROM.search(plain):
        return argument[: found.start()].strip(), int(found[1])
    return argument.strip(), 0


def _read(asked: Asked, target: str) -> _Text:
    plain = usual(target)
    ref = as_ref(plain)
    if ref is None and "#" not in plain and (found := _LEADING.match(plain)):
        ref = as_ref(found[1])
    if ref is None:
        if not target:
            raise PointerError("a ref or a pointer is missing", "as in READ: D3§2.3 or READ: notes.md#line=10,42")
        if _URL.fullmatch(target) and not target.casefold().startswith("file:"):
            return _of_url(asked, target)
        reading = asked.map.read(target)
        said = f"READ {one_line(reading.pointer, 300)}"
        return _Text(reading.pointer, f"{said}\n{_STATES[reading.state]}", reading.text, f"{said} ({reading.state})")
    if ref[0] == "P":
        return _proposal(asked, ref)
    state = next(iter(changes.load_elements(asked.handle.db, asked.handle.uid, refs=[ref]).by_ref), None)
    if state is None:
        raise ref_not_found(asked.handle, ref)
    if state.kind == "section" or (state.kind == "document" and state.live and state.props.get("source_uri")):
        return _with_original(asked, ref, state)
    return _Text(ref, f"READ {ref} {state.kind}\n{_where(state)}", whole_text(state), f"READ {ref} {state.kind}")


def _with_original(asked: Asked, ref: str, state: State) -> _Text:
    reading = asked.map.read(ref)
    if not reading.pointer:
        return _Text(ref, f"READ {ref}", reading.text, f"READ {ref}")
    pointer = one_line(reading.pointer, 300)
    archived = "" if state.live else "archived; "
    if state.kind == "section":
        said = f"READ {ref} at {pointer}\n{archived}{_STATES[reading.state]}"
        return _Text(ref, said, reading.text, f"READ {ref} ({archived}{reading.state})")
    words = f"; READ: {pointer}, or a section, reads its words" if reading.state in ("verified", "changed") else ""
    said = f"READ {ref} at {pointer}\n{_DOCUMENT_STATES[reading.state]}{words}"
    return _Text(ref, said, reading.text, f"READ {ref} (summary and sections; original {reading.state})")


def _of_url(asked: Asked, url: str) -> _Text:
    known = documents.documents_by_uri(asked.handle.db, asked.handle.uid, [url]).get(url)
    if known is None:
        raise RefNotFound(
            f"no document of {one_line(url, 200)!r} in {asked.handle.name!r}", "OPEN: documents lists them"
        )
    return _read(asked, known.ref)


def _where(state: State) -> str:
    return "it stands in the map itself" + ("" if state.live else f"; archived in revision {state.until}")


def _proposal(asked: Asked, ref: str) -> _Text:
    row = proposals.find_proposal(asked.handle.db, asked.handle.uid, ref)
    if row is None:
        raise ref_not_found(asked.handle, ref)
    return _Text(ref, f"READ {ref} proposal\nit stands in the map itself", value_of(row), f"READ {ref} proposal")


def _fitting(read: _Text, start: int, room: Room) -> str:
    length = len(read.text)
    if start and start >= length:
        return room.cut(f"{read.about}\nIt has {length} characters: there is nothing from {start} on.")

    def written(size: int, about: str, *, brief: bool = False) -> str:
        end = _good_end(read.text, start, start + size)
        shown = quoted_lines(read.text[start:end])
        if not start and end == length:
            return f"{about}\n{shown}"
        going_on = f"go on: READ: {one_line(read.target, 300)} from {end}" if end < length else ""
        place = "" if brief and going_on else f"characters {start} to {end} of {length}"
        return f"{about}\n{shown}\n{'; '.join(part for part in (place, going_on) if part)}"

    most = max(1, min(length - start, room.characters))
    if found := room.widest(lambda size: written(size, read.about), min(_ENOUGH, most), most):
        return found[1]
    for about in (read.brief, f"READ {one_line(read.target, 300)}"):
        if found := room.widest(lambda size: written(size, about, brief=True), 1, most):  # noqa: B023
            return found[1]
    return room.cut(f"{read.brief}\n{quoted_lines(read.text[start : start + _ENOUGH])}")


def _good_end(text: str, start: int, end: int) -> int:
    """An end near this one that cuts nothing in two, if there is one."""
    if end >= len(text):
        return len(text)
    earliest = max(start + (end - start) // 2, end - _BACK)
    for signs in ("\n", "。！？", ".!?", " ,;，；、"):
        at = max(text.rfind(sign, earliest, end) for sign in signs)
        if at >= earliest and at + 1 > start:
            return at + 1
    return end
