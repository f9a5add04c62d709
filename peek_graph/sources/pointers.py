"""Pointers into sources: ``notes.md#line=10,42``, ``paper.pdf#page=5&char=120,480``.

Positions are RFC 5147's: between lines or characters, from 0, so that a range's end is exclusive. Pages are numbers as
RFC 8118 has them, from 1; ``page=5,7`` is the pages 5 to 7, the last one included.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from peek_graph.errors import PointerError

_HINT = "write line=10,42, char=120,480, page=5, page=5,7 or page=5&char=120,480 after the #"
_NAME_HINT = f"{_HINT}; a # in a file's own name is written %23"
_PART = re.compile(r"([a-z]*)=([0-9]{1,15})?(,)?([0-9]{1,15})?")


@dataclass(frozen=True, slots=True)
class Span:
    """A fragment taken apart. ``start``/``end`` count lines or characters; ``end`` None is the end of the source.

    With ``pages`` (first and last) and the unit ``char``, characters are counted from the start of the first page's
    extracted text and may run on into the pages after it.
    """

    unit: Literal["line", "char", "page"]
    start: int = 0
    end: int | None = None
    pages: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    """A source's uri and where in it; ``fragment`` None is the whole source."""

    uri: str
    fragment: str | None = None

    @classmethod
    def parse(cls, text: str) -> Pointer:
        """Take a pointer apart; PointerError says what is wrong and at which character."""
        uri, mark, fragment = text.partition("#")
        if not uri.strip():
            raise PointerError(f"pointer {_shown(text)} names no source", "write it as notes.md#line=10,42")
        for at, character in enumerate(text):
            if ord(character) < 32 or ord(character) == 127:
                raise PointerError(
                    f"pointer {_shown(text)} has a control character at {at + 1}",
                    "write such a character of a file's name as %0A",
                )
        if not mark:
            return cls(uri)
        parse_fragment(fragment, within=text)
        return cls(uri, fragment)

    def __str__(self) -> str:
        return self.uri if self.fragment is None else f"{self.uri}#{self.fragment}"


def parse_fragment(fragment: str, *, within: str | None = None) -> Span:
    """Read ``line=a,b``, ``char=a,b``, ``page=n[,m]`` or ``page=n&char=a,b``."""
    whole = within if within is not None else fragment
    offset = len(whole) - len(fragment)
    spans: list[Span] = []
    at = offset
    for part in fragment.split("&"):
        spans.append(_parse_part(part, whole, at))
        at += len(part) + 1
    if len(spans) == 1:
        return spans[0]
    first, second = spans[0], spans[1]
    if len(spans) > 2 or first.unit != "page" or second.unit != "char":
        raise PointerError(f"pointer {_shown(whole)}: only page=…&char=… can be joined, at {offset + 1}", _HINT)
    if first.pages is not None and first.pages[0] != first.pages[1]:
        raise PointerError(f"pointer {_shown(whole)}: characters are counted from one page, at {offset + 1}", _HINT)
    return Span("char", second.start, second.end, first.pages)


def _parse_part(part: str, whole: str, at: int) -> Span:
    where = f"pointer {_shown(whole)}: {_shown(part)} at {at + 1}"
    found = _PART.fullmatch(part)
    if found is None or found[1] not in ("line", "char", "page"):
        raise PointerError(f"{where} is no place in a source", _NAME_HINT)
    unit, first, comma, last = found.groups()
    if unit == "page":
        begin, end = int(first or 0), int(last or first or 0)
        if begin < 1 or end < begin or (comma and not last):
            raise PointerError(f"{where} is no range of pages (from 1)", _HINT)
        return Span("page", pages=(begin, end))
    if not comma or (first is None and last is None):
        raise PointerError(f"{where} is one position, which holds no text", _HINT)
    start, stop = int(first or 0), None if last is None else int(last)
    if stop is not None and stop <= start:
        raise PointerError(f"{where} ends before it begins", _HINT)
    return Span("line" if unit == "line" else "char", start, stop)


def _shown(text: str) -> str:
    return ascii(text[:80] + "…") if not text.isprintable() else repr(text[:80] + ("…" if len(text) > 80 else ""))
