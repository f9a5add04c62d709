"""Between offsets in a PDF's joined text and pages."""

from __future__ import annotations

from bisect import bisect_right

from peek_graph.errors import PointerError
from peek_graph.sources.lines import char_span
from peek_graph.sources.pointers import parse_fragment


class PagePlaces:
    """``starts`` are the offsets at which pages begin; a line end stands between pages."""

    def __init__(self, starts: list[int], length: int) -> None:
        self.starts, self.length = starts, length

    def fragment(self, start: int, end: int) -> str:
        """``page=`` for whole pages, else ``page=n&char=`` counted from the start of the first one's text."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1) - 1
        if start == self.starts[first] and end == self._end(last):
            return f"page={first + 1}" if first == last else f"page={first + 1},{last + 1}"
        return f"page={first + 1}&char={start - self.starts[first]},{end - self.starts[first]}"

    def span(self, fragment: str) -> tuple[int, int]:
        """The offsets that a fragment stands for."""
        asked = parse_fragment(fragment)
        if asked.pages is None or asked.unit == "line":
            raise PointerError(f"#{fragment} does not fit a PDF", "point with page=5 or page=5&char=first,end")
        first, last = asked.pages
        if last > len(self.starts):
            raise PointerError(f"#{fragment} is beyond the {len(self.starts)} pages", "point at a page that is there")
        begin = self.starts[first - 1]
        if asked.unit == "page":
            return begin, self._end(last - 1)
        start, end = char_span(asked.start, asked.end, self.length - begin, fragment)
        return begin + start, begin + end

    def _end(self, page: int) -> int:
        return self.starts[page + 1] - 1 if page + 1 < len(self.starts) else self.length
