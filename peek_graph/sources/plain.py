"""Plain text: paragraphs between blank lines, and headings where there is no doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

from peek_graph.sources.kinds import PLAIN
from peek_graph.sources.layout import Block, Layout
from peek_graph.sources.lines import LinePlaces, LineTable

_UNDERLINE = re.compile(r"([=\-~*#^])\1{2,}\s*")
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})\.?[ \t\u3000]+(\S.{0,90})")
_CHAPTER = re.compile(r"第[一二三四五六七八九十百零〇\d]{1,6}([章节篇部])[ \u3000:：]?.{0,60}")
_NO_TITLE_END = re.compile(r"[.,;:!?。，；：！？、]\s*$")
_LEVELS = {"部": 1, "篇": 1, "章": 2, "节": 3}


def plain_layout(text: str) -> Layout:
    """Read plain text. Numbered lines are headings only where they stand alone and count up from 1."""
    table = LineTable(text)
    paragraphs = list(_paragraphs(table))
    headings = _numbered(table, paragraphs)
    title_line = _title_line(table, paragraphs)
    if headings and title_line is not None and paragraphs[0][0] not in headings:
        headings = {line: (level + 1, title) for line, (level, title) in headings.items()}
        headings[paragraphs[0][0]] = (1, title_line)
    blocks: list[Block] = []
    for first, last in paragraphs:
        if first in headings:
            level, title = headings[first]
            blocks.append(Block("heading", table.starts[first], table.end(last - 1), level, title))
            continue
        if _underlined(table, first, last):
            mark = table.line(first + 1)[0]
            level, title = 1 if mark in "=#*" else 2, table.line(first).strip()
            blocks.append(Block("heading", table.starts[first], table.end(first + 1), level, title))
            first += 2
        if first < last:
            blocks.append(Block("text", table.starts[first], table.end(last - 1)))
    return Layout(PLAIN, text, blocks, LinePlaces(table), title_line)


def _title_line(table: LineTable, paragraphs: list[tuple[int, int]]) -> str | None:
    """The first line, where it stands alone above more text and ends like no sentence."""
    if len(paragraphs) < 2 or paragraphs[0][1] - paragraphs[0][0] > 1:
        return None
    line = table.line(paragraphs[0][0]).strip() if table.starts[paragraphs[0][1]] < 400 else ""
    titled = (
        3 < width(line) <= 100 and any(character.isalnum() for character in line) and not _NO_TITLE_END.search(line)
    )
    return line if titled and not line.startswith(("#", "//", "/*", "<", "{", "[", "-", "*", '"')) else None


def width(text: str) -> int:
    """Columns that a text takes; Han and Kana take two."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _paragraphs(table: LineTable) -> Iterator[tuple[int, int]]:
    first = None
    for line in range(len(table)):
        blank = not table.text[table.starts[line] : table.starts[line + 1]].strip()
        if blank and first is not None:
            yield first, line
            first = None
        elif not blank and first is None:
            first = line
    if first is not None:
        yield first, len(table)


def _underlined(table: LineTable, first: int, last: int) -> bool:
    if last - first < 2 or table.starts[first + 1] - table.starts[first] > 200:
        return False
    title, line = table.line(first), table.line(first + 1)
    if not _UNDERLINE.fullmatch(line) or title[:1].isspace() or not any(character.isalnum() for character in title):
        return False
    if last - first > 2 and _UNDERLINE.fullmatch(table.line(last - 1)):
        return False  # ruled above and below: a table
    return abs(width(title.rstrip()) - len(line.rstrip())) <= 2


def _numbered(table: LineTable, paragraphs: list[tuple[int, int]]) -> dict[int, tuple[int, str]]:
    """First line -> level and title, for lines that stand alone and whose numbers follow each other."""
    found: dict[int, tuple[int, str]] = {}
    chapters: dict[int, tuple[int, str]] = {}
    previous: tuple[int, ...] = ()
    for first, last in paragraphs:
        if last - first != 1 or table.starts[last] - table.starts[first] > 120:
            continue
        line = table.line(first).rstrip()
        numbered = _NUMBERED.fullmatch(line)
        if numbered and not _NO_TITLE_END.search(line):
            number = tuple(int(part) for part in numbered[1].split("."))
            if not _follows(previous, number):
                continue
            previous = number
            found[first] = (len(number), line)
        elif (chapter := _CHAPTER.fullmatch(line)) and not _NO_TITLE_END.search(line):
            chapters[first] = (_LEVELS[chapter[1]], line)
    if len(found) < 2:
        found = {}
    return found or (chapters if len(chapters) > 1 else {})


def _follows(previous: tuple[int, ...], number: tuple[int, ...]) -> bool:
    if not previous:
        return number == (1,)
    if len(number) == len(previous) + 1:
        return number == (*previous, 1)
    depth = len(number)
    return depth <= len(previous) and number[:-1] == previous[: depth - 1] and number[-1] == previous[depth - 1] + 1
