"""How answers write what others wrote: on one line or as quoted lines, so that none of it passes for ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from peek_graph.context_map.status.safe_text import bare, one_line, said, whole_line
from peek_graph.graph import lucene

__all__ = [
    "bare",
    "excerpt",
    "listed",
    "marked",
    "one_line",
    "quoted",
    "quoted_lines",
    "quoted_whole",
    "terms",
    "typed",
]

_MOST_LOOKED_AT: Final = 20_000
_MOST_TERMS: Final = 40
_MOST_PLACES: Final = 400
_MOST_REFS: Final = 12
_BLANKS: Final = re.compile(r"[^\S\n]")
_TYPED: Final = re.compile(r"[^\W_][\w.:@/+\-]*")
_NO_QUOTES: Final = str.maketrans(dict.fromkeys('"“”→⇒', "'"))
_WORDS: Final = re.compile(r"\S+(?: \S+)*")


def quoted(text: str, limit: int) -> str:
    """Foreign text as one line of at most ``limit`` columns, in the quotes of a status, which nothing in it ends."""
    return said(text, limit, outside=True) or "“”"


def quoted_whole(text: str) -> str:
    """All of a foreign text as one line, in the same quotes."""
    return quoted(text, 2 * len(text) + 1)


def quoted_lines(text: str) -> str:
    """Foreign text as it stands, each line behind a ``>``: no line of it can be a heading or an entry of ours."""
    return "\n".join(f"> {_visible(line)}".rstrip() for line in text.splitlines()) or ">"


def marked(words: Iterable[str]) -> str:
    """What is said of an entry, in brackets."""
    joined = "; ".join(words)
    return f" ({joined})" if joined else ""


def typed(name: str) -> str:
    """An author as a filter takes the name: in quotes where it is more than a word."""
    name = one_line(name, 200)
    return name if _TYPED.fullmatch(name) else f'"{name.translate(_NO_QUOTES)}"'


def listed(refs: Sequence[str]) -> str:
    """Some refs, and how many more there are."""
    more = f" +{len(refs) - _MOST_REFS}" if len(refs) > _MOST_REFS else ""
    return ", ".join(bare(ref, 60) for ref in refs[:_MOST_REFS]) + more


def terms(query: str) -> tuple[str, ...]:
    """What to look for in texts that a search for ``query`` found; of words their beginnings, as endings differ."""
    found = lucene.terms_of(query)
    words = (word.strip('"') for word in found.words)
    stems = (word if len(word) < 5 or not word.isalpha() else word[: max(4, len(word) - 2)] for word in words)
    grams = (gram.strip('"*') for gram in found.grams)
    return tuple(dict.fromkeys(term for term in (*grams, *stems) if term))[:_MOST_TERMS]


def excerpt(text: str, wanted: Sequence[str], width: int) -> str:
    """About ``width`` characters of a text, on one line, from where most of the wanted terms stand together."""
    text = one_line(text, _MOST_LOOKED_AT)
    if len(text) <= width:
        return text
    start = _densest(text.lower(), wanted, width * 3 // 4) if len(text.lower()) == len(text) else 0
    start = min(max(0, start - width // 8), len(text) - width)
    if start > 0:
        start = text.find(" ", start, start + 16) + 1 or start
    end = start + width
    if end < len(text):
        end = text.rfind(" ", end - 16, end) if text.rfind(" ", end - 16, end) > start else end
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"


def _densest(text: str, wanted: Sequence[str], width: int) -> int:
    """Where the stretch begins that holds the most different terms."""
    places = sorted(
        (found.start(), term)
        for term in wanted
        for found, _ in zip(re.finditer(re.escape(term), text), range(_MOST_PLACES // _MOST_TERMS), strict=False)
    )
    best, most = 0, 0
    for number, (at, _) in enumerate(places):
        together = {term for place, term in places[number:] if place < at + width}
        if len(together) > most:
            best, most = at, len(together)
    return best


def _visible(line: str) -> str:
    """A line with its blanks as they are, and without what is not seen but acted on."""
    return _WORDS.sub(lambda found: whole_line(found[0]), _BLANKS.sub(" ", line))
