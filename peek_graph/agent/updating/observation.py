"""An observation before a model sees it: cleaned, marked off, and split where it is long."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from peek_graph.agent.outside_text import without_turns
from peek_graph.records import SourceKind
from peek_graph.sources.markdown import markdown_layout
from peek_graph.sources.split import split

_LINES = re.compile(r"\n{4,}")


@dataclass(frozen=True, slots=True)
class Observation:
    """New information, and where it comes from: ``part`` of ``parts``, if it was split.

    ``document`` is the ref of the source that was made of it: then the text is what the map shows of that.
    """

    text: str
    source_kind: SourceKind
    source: str
    submap: str | None = None
    part: int = 1
    parts: int = 1
    document: str | None = None

    @property
    def digest(self) -> str:
        """The same for the same text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def mark(self) -> str:
        """A line that nothing in the text can end: it follows from all of the text."""
        return f"=== {self.digest} ==="


def cleaned(text: str) -> str:
    """The text without what cannot be seen, and without what could pass for a turn of the talk."""
    return _LINES.sub("\n\n\n", without_turns(text)).strip()


def parts_of(observation: Observation, tokens: int, count: Callable[[str], int]) -> list[Observation]:
    """The observation in parts of at most ``tokens``, cut between blocks, sentences or words as there are any."""
    texts = list(_within(observation.text, tokens, count))
    return [replace(observation, text=text, part=number, parts=len(texts)) for number, text in enumerate(texts, 1)]


def _within(text: str, tokens: int, count: Callable[[str], int], size: int | None = None) -> Iterator[str]:
    # The splitter estimates, so what it makes is counted, and what is above split once more in smaller pieces.
    if len(text) <= tokens or count(text) <= tokens:
        yield text
        return
    size = max(1, (size or tokens) * 2 // 3)
    ranges = split(text, markdown_layout(text).blocks, size) or [(0, len(text))]
    if len(ranges) == 1:
        start, end = ranges[0]
        middle = (start + end) // 2
        ranges = [(start, middle), (middle, end)]
    for start, end in ranges:
        if piece := text[start:end].strip():
            yield from _within(piece, tokens, count, size)
