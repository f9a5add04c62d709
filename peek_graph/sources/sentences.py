"""Token estimates, ends of sentences and where a text may be cut, in any script."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from unicodedata import combining

_WIDE = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+"
)
# The look-behind and the possessive repeats keep a million dots linear.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_`]*+(?=\s|\Z)|[。！？｡؟۔।]++[\"'”’」』）》\]]*+|(?:\r\n|\r|\n)[ \t]*(?=\r|\n)"
)
_SHORT = frozenset(
    "e.g i.e al cf vs fig figs eq eqs no nos vol pp sec ch dr mr mrs ms prof st approx resp ca ed eds inc".split()  # noqa: SIM905
)
_BEFORE = re.compile(r"[\w.]{1,12}\Z")
_JOINED = frozenset("\u200d\ufe0e\ufe0f\u20e3")


def estimate(text: str) -> int:
    """Tokens, roughly: four characters or one of Han, Kana, Hangul each; at least 1."""
    wide = 0 if text.isascii() else len(text) - len(_WIDE.sub("", text))
    return wide + (len(text) - wide + 3) // 4 or 1


def sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Offsets just behind sentences (and behind paragraphs) in ``text[start:end]``."""
    for found in _END.finditer(text, start, min(len(text), end + 8)):
        stop = found.end()
        if stop > end:
            return
        if text[found.start()] != "." or not _abbreviated(text, found.start(), stop):
            yield stop


def _abbreviated(text: str, dot: int, stop: int) -> bool:
    after = text[stop : stop + 40].lstrip()[:1]
    if after.islower():
        return True
    before = _BEFORE.search(text, max(0, dot - 12), dot)
    if before is None:
        return False
    word = before[0]
    if word.isdigit():  # "2. Methods" at the start of a line is a number, "in 2024. Then" is an end
        return not text[max(0, before.start() - 40) : before.start()].rpartition("\n")[2].strip()
    return word.lower() in _SHORT or (len(word) == 1 and word.isupper())


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of ``text[start:end]`` without the whitespace around them."""
    for stop in (*sentence_ends(text, start, end), end):
        first, last = strip(text, start, stop)
        if first < last:
            yield first, last
        start = stop


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """A range without the whitespace at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def best_cut(text: str, start: int, near: int, far: int, rows: tuple[int, ...], by_line: bool) -> int:
    """Where to cut ``text[start:]``: at a row, line or sentence up to ``near``, or else up to ``far``, or anywhere.

    ``rows`` are the cuts that do least harm; ``by_line`` prefers line ends to sentences (code, tables).
    """
    least = start + max((near - start) // 5, 1)
    at = bisect_right(rows, near) - 1
    if at >= 0 and rows[at] >= least:
        return rows[at]
    if at + 1 < len(rows) and start < rows[at + 1] <= far:
        return rows[at + 1]
    if by_line:
        line = max(text.rfind("\n", least, near), text.rfind("\r", least, near))
        if line < 0:
            line = text.find("\n", near, far)
        if line >= 0:
            return line + 1
    late = 0
    for stop in sentence_ends(text, least, far):
        if stop > near and late:
            break
        late = stop
        if stop > near:
            break
    if late:
        return late
    for mark in ("\n", " ", "\t", "\u3000", "，", "、", "；"):
        found = text.rfind(mark, least, near)
        if found >= 0:
            return found + 1
    return _between_characters(text, least, near)


def _between_characters(text: str, least: int, at: int) -> int:
    """Not before what belongs to the character in front of it, where that can be helped."""
    for back in range(at, max(at - 64, least), -1):
        here, before = text[back : back + 1], text[back - 1]
        modifier = "\U0001f3fb" <= here <= "\U0001f3ff"
        if not (here and (combining(here) or here in _JOINED or before == "\u200d" or modifier)):
            return back
    return at
