"""From a pointer back to the text it stands for, and whether that is still the same."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from peek_graph.errors import PointerError, SourceEmpty, SourceError, SourceNotFound
from peek_graph.records import ReadState
from peek_graph.settings import SourceSettings
from peek_graph.sources import kinds
from peek_graph.sources.encoding import decode
from peek_graph.sources.fingerprint import read_bytes, show
from peek_graph.sources.layout import Layout
from peek_graph.sources.lines import LinePlaces, LineTable
from peek_graph.sources.pdf import PdfPages
from peek_graph.sources.reader import hash_text, passages_of, read_layout


@dataclass(frozen=True, slots=True)
class ReadBack:
    """``text`` as it stands at ``fragment`` now; with ``gone`` and ``unreachable``, as it was."""

    text: str
    state: ReadState
    fragment: str


def read_back(path: Path, fragment: str, text: str, text_hash: str, settings: SourceSettings) -> ReadBack:
    """Read what was indexed as ``text`` at ``fragment`` from its file again.

    ``verified``: it is still there; ``moved``: it stands elsewhere now; ``changed``: something else stands there (with
    an empty text: nothing, the source ends before); ``gone``: no such file; ``unreachable``: it cannot be read now.
    """
    try:
        data, _ = read_bytes(path, settings.max_bytes)
        there = _at(data, path, fragment, settings)
        if there is not None and hash_text(there) == text_hash:
            return ReadBack(there, "verified", fragment)
        moved = _find(read_layout(data, path, settings), text, text_hash, settings)
    except SourceNotFound:
        return ReadBack(text, "gone", fragment)
    except SourceEmpty:
        return ReadBack("", "changed", fragment)
    except SourceError:
        return ReadBack(text, "unreachable", fragment)
    if moved is not None:
        return ReadBack(text, "moved", moved)
    return ReadBack(there or "", "changed", fragment)


def read_range(path: Path, fragment: str | None, settings: SourceSettings) -> str:
    """The text at a pointer that a person typed, the whole readable text without one; PointerError beyond its end."""
    data, _ = read_bytes(path, settings.max_bytes)
    if fragment is None:
        return read_layout(data, path, settings).text
    return _text_at(data, path, fragment, settings)


def _text_at(data: bytes, path: Path, fragment: str, settings: SourceSettings) -> str:
    kind = kinds.binary_type(data)
    if kind == kinds.PDF:
        return PdfPages(data, show(path)).text_at(fragment)
    if kind is None:
        text = decode(data, show(path))
        if kinds.text_type(text, path.name) != kinds.HTML:
            start, end = LinePlaces(LineTable(text)).span(fragment)  # no need to parse what is its own readable text
            return text[start:end]
    layout = read_layout(data, path, settings)
    start, end = layout.places.span(fragment)
    return layout.text[start:end]


def _at(data: bytes, path: Path, fragment: str, settings: SourceSettings) -> str | None:
    try:
        return _text_at(data, path, fragment, settings)
    except PointerError:  # the source is shorter now, or of another kind
        return None


def _find(layout: Layout, text: str, text_hash: str, settings: SourceSettings) -> str | None:
    """Where the text stands now: as a passage, else anywhere."""
    for passage in passages_of(layout, settings.section_tokens):
        if passage.text_hash == text_hash:
            return passage.fragment
    at = layout.text.find(text) if text.strip() else -1
    return layout.places.fragment(at, at + len(text)) if at >= 0 else None
