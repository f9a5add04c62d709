"""How long a text is, in words."""

from __future__ import annotations

import re
from typing import Final

# As word processors count: each Han character and kana by itself, what stands between blanks or dashes else.
_EACH: Final = re.compile("[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_BETWEEN: Final = re.compile("[\\s\u2013-\u2015\u2026\u3000-\u303f\uff01\uff0c\uff1a\uff1b\uff1f\uff5c|]+")


def count_words(text: str) -> int:
    """Words: of Chinese and Japanese each character, elsewhere what stands between blanks.

    ``3,000``, ``state-of-the-art``, a link: one each; what has no letter and no digit, as marks of Markdown, none.
    Korean is counted by its blanks. Thai and the like, which have none, are counted far too low.
    """
    each = len(_EACH.findall(text))
    rest = _BETWEEN.split(_EACH.sub(" ", text)) if each else _BETWEEN.split(text)
    return each + sum(any(map(str.isalnum, word)) for word in rest)
