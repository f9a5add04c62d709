"""A PDF's bookmarks as headings in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from peek_graph.sources.encoding import storable
from peek_graph.sources.layout import Block

if TYPE_CHECKING:
    from pypdf import PdfReader

_DEEPEST = 6
_MOST = 5000
_NUMBER = re.compile(r"[\s\dIVXivxA-Z.§第]{0,12}$")


def bookmark_blocks(reader: PdfReader, text: str, starts: list[int]) -> list[Block]:
    """Headings in order of their place; where a bookmark's words are not on its page, it stands at the page's start."""
    try:
        bookmarks = list(_flat(reader, reader.outline))
    except Exception:
        # Bookmarks are broken more often than pages; without them page numbers are the outline, and no text is lost.
        return []
    found = []
    done = 0
    for page, level, title in bookmarks:
        if not 0 <= page < len(starts):
            continue
        begin = starts[page]
        end = starts[page + 1] if page + 1 < len(starts) else len(text)
        start, stop = _find(text, title, max(begin, done), end) or (max(begin, min(done, end)),) * 2
        found.append(Block("heading", start, stop, level, " ".join(text[start:stop].split()) or title))
        done = max(done, stop)
    found.sort(key=lambda block: (block.start, block.end))
    return list(_apart(found))


def _flat(reader: PdfReader, outline: list[Any]) -> Iterator[tuple[int, int, str]]:
    waiting: list[tuple[Any, int]] = [(outline, 0)]
    count = 0
    while waiting and count < _MOST:
        item, level = waiting.pop()
        if isinstance(item, list):
            waiting.extend((inner, level + 1) for inner in reversed(item))
            continue
        title = " ".join(storable(str(item.title or "").replace("\0", "")).split())[:200]
        page = reader.get_destination_page_number(item)
        if title and page is not None:
            count += 1
            yield page, min(level, _DEEPEST), title


def _find(text: str, title: str, start: int, end: int) -> tuple[int, int] | None:
    pattern = re.compile(r"\s*".join(re.escape(word) for word in title.split()), re.I)
    for match in pattern.finditer(text, start, end):
        line = text.rfind("\n", start, match.start()) + 1 or start
        after = text.find("\n", match.end(), end)
        after = end if after < 0 else after
        # A line of its own, with at most a number in front: else the words are part of some sentence.
        if _NUMBER.match(text[line : match.start()]) and not text[match.end() : after].strip(" .:"):
            return line, after if after < end else len(text[:after].rstrip())
    return None


def _apart(blocks: list[Block]) -> Iterator[Block]:
    done = 0
    for block in blocks:
        yield block if block.start >= done else Block("heading", done, done, block.level, block.title)
        done = max(done, block.end)
