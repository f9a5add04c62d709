"""Whether a text says anything that a map could keep, by rule."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# A character of these scripts says about as much as three letters do.
_WIDE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_WIDE_WEIGHT: Final = 3
_LONGEST_THANKS: Final = 80

_SAID: Final = """
alright awesome bye cheers continue cool done excellent exactly fine good got great hello hey hi indeed lovely nice
noted ok okay perfect proceed right sense sounds sure thank thanks thx ty understood yeah yep yes ahead carry going
"""
_AROUND: Final = """
a and appreciate as course everything far for go help helpful i i'm is it it's job just keep know let's lot makes me
much now of on please really see so that that's the then this to up very well will work works you your
"""
_THANKS: Final = frozenset(_SAID.split())
_FILLERS: Final = _THANKS | frozenset(_AROUND.split())
_THANKS_ZH: Final = re.compile(
    "(?:好|嗯|哦|噢|行|可以|收到|谢谢|多谢|感谢|谢了|明白|了解|知道|清楚|没问题|不错|很好|非常好|太好|真好|棒|太棒|辛苦|不客气|"
    "继续|请继续|是|对|没错|同意|您|你|大家|你们|ok|okay|了|啦|的|啊|呀|吧|哈|呢|嘞|滴|非常|十分|就这样|先这样|再见|你好|您好)+",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def weight(text: str) -> int:
    """How many letters and digits; a Chinese, Japanese or Korean character counts as three, marks and emoji as none."""
    folded = unicodedata.normalize("NFKC", text)
    wide = len(_WIDE.findall(folded))
    return sum(character.isalnum() for character in folded) + wide * (_WIDE_WEIGHT - 1)


def why_trivial(text: str, below: int) -> str | None:
    """Why the text says nothing, or None if it may: blank, only marks, thanks and the like, or too short."""
    if not text.strip():
        return "it is blank"
    # Of a long text the beginning is enough to see that it is long.
    found = weight(text[: max(1000, 10 * below)])
    if not found:
        return "it has no letters and no digits"
    if is_acknowledgement(text):
        return "it only acknowledges"
    return f"it has {found} letters and digits, and triggers.trivial_below is {below}" if found < below else None


def is_acknowledgement(text: str) -> bool:
    """Thanks, consent and greetings and nothing else, in English or Chinese."""
    if len(text) > _LONGEST_THANKS:
        return False
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    if not words:
        return False
    if all(word in _FILLERS or _THANKS_ZH.fullmatch(word) for word in words):
        return any(word in _THANKS or not word.isascii() for word in words)
    return False
