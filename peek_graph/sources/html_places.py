"""Between offsets in the readable text of an HTML page and characters of its source."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from peek_graph.errors import PointerError
from peek_graph.sources.lines import char_span
from peek_graph.sources.pointers import parse_fragment


class MarkedPlaces:
    """Runs of text that stand in the source as they are, or (a character reference, a list's dash) for a stretch of it.

    What lies between runs, such as the blank line between paragraphs, is in the readable text alone.
    """

    def __init__(self, source_length: int) -> None:
        self.source_length = source_length
        self._text_start, self._text_end = array("q"), array("q")
        self._start, self._end = array("q"), array("q")

    def mark(self, text_start: int, text_end: int, start: int, end: int) -> None:
        """``text[text_start:text_end]`` is what ``source[start:end]`` says."""
        self._text_start.append(text_start)
        self._text_end.append(text_end)
        self._start.append(start)
        self._end.append(end)

    def cut_back(self, text_end: int) -> None:
        """Forget runs from ``text_end`` on, as whitespace at a block's end that is dropped."""
        while self._text_start and self._text_start[-1] >= text_end:
            for column in (self._text_start, self._text_end, self._start, self._end):
                column.pop()
        if self._text_start and self._text_end[-1] > text_end:
            self._end[-1] -= self._text_end[-1] - text_end
            self._text_end[-1] = text_end

    def fragment(self, start: int, end: int) -> str:
        """``char=`` in the decoded source."""
        first = bisect_right(self._text_start, start) - 1
        if first < 0 or start >= self._text_end[first]:
            first += 1
        last = bisect_left(self._text_start, end) - 1
        begin, stop = self._start[first], self._end[last]
        if self._literal(first) and start > self._text_start[first]:
            begin += start - self._text_start[first]
        if self._literal(last) and end < self._text_end[last]:
            stop -= self._text_end[last] - end
        return f"char={begin},{stop}"

    def span(self, fragment: str) -> tuple[int, int]:
        """Only ``char=`` fits; PointerError where there is no readable text."""
        asked = parse_fragment(fragment)
        if asked.unit != "char" or asked.pages is not None:
            raise PointerError(f"#{fragment} does not fit an HTML page", "point with char=first,end into its source")
        begin, stop = char_span(asked.start, asked.end, self.source_length, fragment)
        first = bisect_right(self._end, begin)
        last = bisect_left(self._start, stop) - 1
        if first > last:
            raise PointerError(f"#{fragment} has no readable text, only markup", "point at text between the tags")
        start, end = self._text_start[first], self._text_end[last]
        if self._literal(first) and begin > self._start[first]:
            start += begin - self._start[first]
        if self._literal(last) and stop < self._end[last]:
            end -= self._end[last] - stop
        return start, end

    def _literal(self, run: int) -> bool:
        return self._end[run] - self._start[run] == self._text_end[run] - self._text_start[run]
