"""A text as the words that names are compared by, in any script."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import islice
from typing import Final, Literal

from peek_graph.graph.lucene import is_cjk

BREAK: Final = "。"
"""The word that stands for the end of a sentence or clause in CJK text, and of a paragraph in any."""

_FORM: Literal["NFKC"] = "NFKC"
# Signs at which CJK text, which has no blanks, separates words. A colon and `·` stand inside names.
_BREAKS: Final = dict.fromkeys(map(ord, "，、；！？｡､…"), BREAK)
# What is not seen must not tell two spellings apart: soft hyphen, joiners, marks of direction, byte order mark.
_UNSEEN: Final = dict.fromkeys([0xAD, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F)])
_CLEANED: Final = {**_BREAKS, **_UNSEEN}
# Scripts that put no blanks between words and are no CJK: Thai, Lao, Burmese, Khmer.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_HANGUL: Final = re.compile("[\u1100-\u11ff\uac00-\ud7af]")
_KATAKANA: Final = re.compile("[\u30a0-\u30ff]")
_LONGEST_WORD: Final = 64


@dataclass(frozen=True, slots=True)
class Word:
    """A word: ``surface`` is lower case, ``norm`` what is compared.

    ``marked``: it is capitalised, has a digit, or its script has no case, so that it may be a name. ``dense``: a
    character of a script without blanks.
    """

    norm: str
    surface: str
    marked: bool
    dense: bool


@dataclass(frozen=True)
class Words:
    """The words of a text, as columns."""

    norms: tuple[str, ...]
    marked: tuple[bool, ...]
    dense: tuple[bool, ...]
    glued: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.norms)

    def join(self, start: int, end: int) -> str:
        """Those words as one text: blanks between them, but not between CJK characters."""
        if self.is_spaced:
            return " ".join(self.norms[start:end])
        if all(self.dense[start:end]):
            return "".join(self.norms[start:end])
        rest = (self.glue(place) + self.norms[place] for place in range(start + 1, end))
        return self.norms[start] + "".join(rest)

    def glue(self, place: int) -> str:
        """What is between a word and the one before it."""
        return "" if self.dense[place] and self.dense[place - 1] else " "

    def is_whole(self, start: int, end: int) -> bool:
        """Whether no word of the text is cut: Hangul has endings, not beginnings of its own, Katakana neither."""
        norms, glued = self.norms, self.glued
        if start and glued[start] and _both(norms[start - 1], norms[start], _HANGUL, _KATAKANA):
            return False
        return not (end < len(norms) and glued[end] and _both(norms[end - 1], norms[end], _KATAKANA))

    @cached_property
    def is_spaced(self) -> bool:
        """Whether all of it is in scripts that put blanks between words."""
        return not any(self.dense)


def words_of(text: str, limit: int = sys.maxsize) -> Words:
    """The first ``limit`` words of any text; its cost is linear."""
    words: list[Word] = []
    glued: list[bool] = []
    end = -1
    for word, start, stop in islice(placed_words(cleaned(text)), limit):
        words.append(word)
        glued.append(start == end)
        end = stop
    return columns(words, glued)


def columns(words: Sequence[Word], glued: Sequence[bool] = ()) -> Words:
    """The words as columns; ``glued`` says of each whether nothing stood between it and the one before."""
    return Words(
        tuple(word.norm for word in words),
        tuple(word.marked for word in words),
        tuple(word.dense for word in words),
        tuple(glued),
    )


def placed_words(text: str) -> Iterator[tuple[Word, int, int]]:
    """One word of `cleaned` text after another, with its start and end in it."""
    for found in _pattern().finditer(text):
        yield _read(found.group(), found.lastgroup or ""), *found.span()


def cleaned(text: str) -> str:
    """The text in NFKC, without what is not seen; marks that break CJK text are `BREAK`."""
    if text.isascii():
        return text
    text = text.translate(_CLEANED)
    return text if unicodedata.is_normalized(_FORM, text) else unicodedata.normalize(_FORM, text)


def is_dense(character: str) -> bool:
    """Whether it is of a script without blanks between words."""
    code = ord(character)
    return is_cjk(character) or 0xE00 <= code <= 0xEFF or 0x1000 <= code <= 0x109F or 0x1780 <= code <= 0x17FF


def _read(raw: str, kind: str) -> Word:
    return _read_short(raw, kind) if len(raw) <= _LONGEST_WORD else _read_any(raw, kind)


def _read_any(raw: str, kind: str) -> Word:
    if kind == "stop":
        return Word(BREAK, BREAK, False, True)
    surface = raw.lower()
    norm = raw.casefold()[:_LONGEST_WORD].replace("’", "'")
    if kind == "dense":
        return Word(norm, surface, True, True)
    marked = raw != surface or not _has_case(surface) or any(map(str.isdigit, raw))
    return Word(norm, surface, marked, False)


_read_short = lru_cache(maxsize=1 << 15)(_read_any)


def _has_case(surface: str) -> bool:
    # Georgian has capitals, but writes no word with one.
    return surface != surface.upper() and not "\u10d0" <= surface[0] <= "\u10ff"


def _both(before: str, after: str, *scripts: re.Pattern[str]) -> bool:
    return any(script.match(before) and script.match(after) for script in scripts)


@cache
def _pattern() -> re.Pattern[str]:
    marks, cjk = _ranges(lambda c: unicodedata.category(c)[0] == "M"), _ranges(is_cjk, 0x40000)
    letter = rf"[^\W_{cjk}{_UNSPACED}{marks}]"
    return re.compile(
        # A clitic stays with its word only as in `don't`: before another (`Ann's`, `d'Artagnan`) may stand a name.
        rf"(?P<word>{letter}+(?:[{marks}]+{letter}*)*(?:(?<=[nN])['’][tT](?!{letter}))?)"
        rf"|(?P<dense>[{cjk}][{marks}]*|(?=[^\W_])[{_UNSPACED}][{marks}]*)"
        rf"|(?P<stop>{BREAK}|\n[^\S\n]*\n\s*)"
    )


def _ranges(belongs: Callable[[str], bool], end: int = 0x20000) -> str:
    """The characters below ``end`` that belong, as ranges for a character class."""
    codes = [code for code in range(0x80, end) if belongs(chr(code))]
    starts = [code for code, before in zip(codes, [-1, *codes], strict=False) if code != before + 1]
    ends = [code for code, after in zip(codes, [*codes[1:], -1], strict=True) if code + 1 != after]
    return "".join(f"\\U{start:08x}-\\U{stop:08x}" for start, stop in zip(starts, ends, strict=True))
