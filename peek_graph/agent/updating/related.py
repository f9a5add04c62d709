"""The entries of a map that an observation may be about, as lines of a prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from peek_graph.context_map import ContextMap
from peek_graph.context_map.status.safe_text import bare, one_line, said
from peek_graph.errors import EmbeddingError
from peek_graph.records import Hit, StatusLanguage
from peek_graph.sources.sentences import sentences

_WIDTHS = (320, 200, 120, 60)
_NONE = {"en": "(none)", "zh": "（无）"}
# Columns that are searched for. A page's worth costs five times as much, half of it for its vector, and finds little
# else: one vector of many sentences is near to none of them.
_LONGEST: Final = 160
_TELLING: Final = re.compile(r"\d[\d.,]*|(?<=[a-z,;:] )[A-Z]\w+|[A-Z]{2,}\w*")


@dataclass(frozen=True, slots=True)
class Related:
    """Hits, best first, and the lines that show as many of them as there was room for."""

    hits: tuple[Hit, ...]
    text: str
    shown: tuple[Hit, ...]


def related_to(text: str, map: ContextMap, most: int) -> tuple[Hit, ...]:
    """What a search for the text finds: entries and passages, the best first."""
    if most < 1 or not text.strip():
        return ()
    try:
        return map.search(gist_of(text), most).hits
    except EmbeddingError:
        return ()  # another embedder than the map's: the status alone has to do


def gist_of(text: str) -> str:
    """What of a text is searched for: its first sentence, and those with most names and numbers for their length."""
    spans = list(sentences(text, 0, len(text)))
    if len(spans) < 2:
        return one_line(text, _LONGEST)
    said = [one_line(text[start:end], _LONGEST) for start, end in spans]
    telling = sorted(range(1, len(said)), key=lambda number: (-_worth(said[number]), number))
    chosen, left = [0], _LONGEST - _columns(said[0])
    for number in telling:
        if (columns := _columns(said[number])) <= left:
            chosen.append(number)
            left -= columns
    return " ".join(said[number] for number in sorted(chosen))


def _worth(sentence: str) -> float:
    return len(_TELLING.findall(sentence)) / (_columns(sentence) + 1)


def _columns(text: str) -> int:
    return len(text) + sum(character > "\u2e7f" for character in text)


def in_lines(hits: Sequence[Hit], tokens: int, count: Callable[[str], int], language: StatusLanguage) -> Related:
    """As many of the hits as fit, each text as wide as fits then."""
    for most in range(len(hits), 0, -1):
        for width in _WIDTHS if most == len(hits) else _WIDTHS[1:]:
            lines = "\n".join(_line(hit, width) for hit in hits[:most])
            if count(lines) <= tokens:
                return Related(tuple(hits), lines, tuple(hits[:most]))
    return Related(tuple(hits), _NONE[language], ())


def _line(hit: Hit, width: int) -> str:
    about = [hit.kind, *([bare(hit.status, 20)] if hit.status else []), f"{hit.confidence:g}", *hit.flags]
    place = f" [{one_line(hit.submap, 80)}]" if hit.submap else ""
    text = hit.text if not hit.title or hit.text.startswith(hit.title) else f"{hit.title}: {hit.text}"
    return f"- {hit.ref}{place} ({'; '.join(about)}): {said(text, width, outside=True)}"
