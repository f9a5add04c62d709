"""Lines and characters of a text as they are counted in pointers: CRLF, CR and LF each end one line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from peek_graph.errors import PointerError
from peek_graph.sources.layout import Block
from peek_graph.sources.pointers import parse_fragment

_END = re.compile(r"\r\n|\r|\n")


class LineTable:
    """Where lines begin and end; ``starts`` has one more item than there are lines, the text's length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.starts.extend(found.end() for found in _END.finditer(text))
        if self.starts[-1] != len(text):
            self.starts.append(len(text))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def end(self, line: int) -> int:
        """Where a line's characters end, before its line end."""
        end = self.starts[line + 1]
        if end > self.starts[line] and self.text[end - 1] == "\n":
            end -= 1
        if end > self.starts[line] and self.text[end - 1] == "\r":
            end -= 1
        return end

    def line(self, number: int) -> str:
        """A line without its line end."""
        return self.text[self.starts[number] : self.end(number)]


class LinePlaces:
    """Pointers into a text that is the source itself: whole lines as ``line=``, anything else as ``char=``."""

    def __init__(self, table: LineTable) -> None:
        self.table = table

    def fragment(self, start: int, end: int) -> str:
        """``line=`` where both ends are a line's, else ``char=``."""
        starts = self.table.starts
        first = bisect_left(starts, start)
        last = max(bisect_left(starts, end) - 1, 0)
        if first < len(self.table) and starts[first] == start and last >= first and self.table.end(last) == end:
            return f"line={first},{last + 1}"
        return f"char={start},{end}"

    def span(self, fragment: str) -> tuple[int, int]:
        """A range of lines comes without the last one's line end."""
        asked = parse_fragment(fragment)
        if asked.unit == "char" and asked.pages is None:
            return char_span(asked.start, asked.end, len(self.table.text), fragment)
        if asked.unit != "line":
            raise PointerError(f"#{fragment} does not fit a text without pages", "point with line=… or char=…")
        stop = len(self.table) if asked.end is None else asked.end
        if asked.start >= stop or stop > len(self.table):
            raise PointerError(f"#{fragment} is beyond the text's {len(self.table)} lines", "point inside the text")
        return self.table.starts[asked.start], self.table.end(stop - 1)


class CharPlaces:
    """Pointers into a text that stands for the source, as Markdown made from an Office file."""

    def __init__(self, text: str) -> None:
        self.length = len(text)

    def fragment(self, start: int, end: int) -> str:
        """Always ``char=``."""
        return f"char={start},{end}"

    def span(self, fragment: str) -> tuple[int, int]:
        """Only ``char=`` fits."""
        asked = parse_fragment(fragment)
        if asked.unit != "char" or asked.pages is not None:
            raise PointerError(f"#{fragment} does not fit a source without lines and pages", "point with char=…")
        return char_span(asked.start, asked.end, self.length, fragment)


def char_span(start: int, end: int | None, length: int, fragment: str) -> tuple[int, int]:
    """A range of characters, checked against the text's length."""
    stop = length if end is None else end
    if start >= stop or stop > length:
        raise PointerError(f"#{fragment} is beyond the text's {length} characters", "point inside the text")
    return start, stop


def fill_gaps(table: LineTable, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and a text block for every stretch of lines with words that none of them covers."""
    done = 0
    for block in blocks:
        yield from _gap(table, done, block.start)
        yield block
        done = max(done, block.end)
    yield from _gap(table, done, len(table.text))


def _gap(table: LineTable, start: int, end: int) -> Iterator[Block]:
    if not table.text[start:end].strip():
        return
    first = None
    for line in range(bisect_left(table.starts, start), bisect_right(table.starts, max(end - 1, start))):
        if line >= len(table):
            break
        if table.line(line).strip():
            first = line if first is None else first
            last = line
        elif first is not None:
            yield Block("text", table.starts[first], table.end(last))
            first = None
    if first is not None:
        yield Block("text", table.starts[first], table.end(last))
