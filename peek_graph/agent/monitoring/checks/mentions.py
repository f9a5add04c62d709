"""Whether a text mentions a word or phrase."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Scripts that put no blanks between words, and Korean, whose words take endings: there is no border to look for.
_BORDERLESS: Final = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_BLANKS: Final = re.compile(r"\s+")


def mentions(text: str, phrase: str) -> bool:
    """Whether the phrase stands in the text: in any case and width of letters, blanks as one, as whole words.

    So "ion" is not in "region", but "Neo4j" is in "使用Neo4j数据库", and "电池" wherever its characters are.
    """
    found = _pattern(folded(phrase))
    return found is not None and found.search(folded(text)) is not None


def folded(text: str) -> str:
    """One form of all that reads the same; characters that are not seen are left out."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = (character for character in plain if unicodedata.category(character) != "Cf")
    return _BLANKS.sub(" ", "".join(seen)).strip()


@lru_cache(maxsize=1000)
def _pattern(phrase: str) -> re.Pattern[str] | None:
    if not phrase:
        return None
    before = r"(?<![^\W_])" if _has_border(phrase[0]) else ""
    after = r"(?![^\W_])" if _has_border(phrase[-1]) else ""
    # A neighbour without borders of its own is one.
    open_ = f"(?:{before}|(?<={_BORDERLESS.pattern}))" if before else ""
    close = f"(?:{after}|(?={_BORDERLESS.pattern}))" if after else ""
    return re.compile(f"{open_}{re.escape(phrase)}{close}")


def _has_border(character: str) -> bool:
    return character.isalnum() and not _BORDERLESS.match(character)
