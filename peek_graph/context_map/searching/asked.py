"""What a query asks for: words, phrases in quotes, and identifiers that are meant to the letter."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from peek_graph.graph import lucene
from peek_graph.graph.lucene import Terms

_LONGEST: Final = 20_000
_MOST_EXACT: Final = 8
_QUOTED: Final = re.compile(
    r'"([^"\n]{0,200})"|“([^”\n]{0,200})”|«([^»\n]{0,200})»|「([^」\n]{0,200})」|『([^』\n]{0,200})』'
)
_REF: Final = re.compile(r"(?<![\w.-])[CDATQHFVNcdatqhfvn]\d{1,9}(?:§\d+(?:\.\d+)*(?:-\d+)?)?(?![\w-]|\.\d)")
_UNITS: Final = (
    r"%|‰|°\s?[CFK]|(?i:[kmgtpµun]?(?:wh|ah|mol|bar|bit|ev|hz|pa|cal|va))|[KMGTPkmµunp]?[VAWJgmsLlBKNTFHΩ]"
    r"|rpm|ppm|dB|min|h|mi|ft|lb|oz|USD|EUR|GBP|CNY|RMB|JPY|元|€|£|¥|\$"
)
_CJK: Final = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Where Chinese, Japanese or Korean meets other letters or digits a word begins, though there is no blank.
_AT_CJK: Final = re.compile(rf"(?<=[{_CJK}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{_CJK}])")
# To the letter: a DOI, a number with its unit, a file's name, a version, a code of letters and digits or underscores.
_IDENTIFIERS: Final = re.compile(
    r"(?P<doi>10\.\d{4,9}/[^\s\"'<>]+)"
    rf"|(?P<measure>(?<![\w.])(?<!\d,)\d+(?:[.,]\d+)*\s?(?:{_UNITS})(?:[/·]?\s?(?:kg|{_UNITS})[²³]?)?(?!\w))"
    r"|(?P<file>(?<![\w.-])[\w-]{2,60}(?:\.[\w-]{1,30})*\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w.]*\w))"
    r"|(?P<version>(?<![\w.])v?\d+(?:\.\d+)+(?![\w.]*\w))"
    r"|(?P<code>(?<!\w)(?=[A-Za-z0-9])(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[A-Za-z])[\w-]{1,60}(?<=\w)(?![\w-])"
    r"|(?<!\w)[A-Za-z0-9]{1,30}(?:_[A-Za-z0-9]{1,30}){1,10}(?!\w))"
)
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th|s|am|pm|k)", re.IGNORECASE)
_PART: Final = re.compile(r"\d+|[^\W\d]+|[^\w\s]")
_BORDER: Final = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_BLANK_AT_BORDER: Final = re.compile(r"(?<=\d)\s+(?=[^\W\d_])")
_ENDS: Final = ".,;:!?)]}。，；：！？）"


@dataclass(frozen=True)
class Asked:
    """A query taken apart; ``exact`` are texts that are to be found to the letter, ``files`` those that name a file."""

    text: str
    terms: Terms
    refs: tuple[str, ...]
    exact: tuple[str, ...]
    files: tuple[str, ...] = ()

    @cached_property
    def is_bare(self) -> bool:
        """Whether it asks for nothing but refs, identifiers and phrases."""
        left = self.text
        for part in sorted((*self.refs, *self.exact), key=len, reverse=True):
            left = re.sub(re.escape(part), " ", left, flags=re.IGNORECASE)
        return bool(self.refs or self.exact) and not re.search(r"\w", left)


def asked_by(query: str) -> Asked:
    """Takes a query apart; any string is one."""
    text = unicodedata.normalize("NFKC", query[:_LONGEST])[:_LONGEST]
    refs = dict.fromkeys(found.group().upper() for found in _REF.finditer(text))
    quoted = [next(filter(None, found.groups()), "").strip() for found in _QUOTED.finditer(text)]
    apart = _AT_CJK.sub(" ", _REF.sub(" ", text))
    found = [(item.group().rstrip(_ENDS).strip(), item.lastgroup) for item in _IDENTIFIERS.finditer(apart)]
    codes = [code for code, _ in found]
    files = dict.fromkeys(code for code, what in found if what == "file")
    exact = dict.fromkeys([*filter(lucene.phrase_of, quoted), *filter(_is_meant, codes)])
    return Asked(
        text, lucene.terms_of(query), tuple(refs)[:_MOST_EXACT], tuple(exact)[:_MOST_EXACT], tuple(files)[:_MOST_EXACT]
    )


def spellings(exact: str) -> tuple[str, ...]:
    """How an index may hold it: a number and its unit are written with a blank between them or without."""
    return tuple(dict.fromkeys((exact, _BORDER.sub(" ", exact), _BLANK_AT_BORDER.sub("", exact))))


def holds(text: str, exact: str) -> bool:
    """Whether ``exact`` stands in a text as a whole; case, and blanks beside digits and signs, do not matter."""
    return bool(_pattern(exact).search(unicodedata.normalize("NFKC", text).casefold()))


@lru_cache(maxsize=256)
def _pattern(exact: str) -> re.Pattern[str]:
    parts = _PART.findall(unicodedata.normalize("NFKC", exact).casefold())
    pattern = re.escape(parts[0])
    for before, part in pairwise(parts):
        pattern += (r"\s+" if before.isalpha() and part.isalpha() else r"\s*") + re.escape(part)
    start = rf"(?<![^\W_{_CJK}])" if _is_word(parts[0][0]) else ""
    end = rf"(?![^\W_{_CJK}])" if _is_word(parts[-1][-1]) else ""
    return re.compile(start + pattern + end)


def _is_meant(code: str) -> bool:
    return bool(lucene.phrase_of(code)) and not _ORDINAL.fullmatch(code) and not _REF.fullmatch(code)


def _is_word(character: str) -> bool:
    return character.isalnum() and not lucene.is_cjk(character)
