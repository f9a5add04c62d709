"""Foreign text made harmless: one line, nothing unseen, and quoted where it came from outside."""

from __future__ import annotations

import re
from typing import Final

# Lines, controls and what looks like a blank but is none.
_BLANK: Final = re.compile("[\x00-\x1f\x7f-\x9f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]+")
# What has no look of its own but directs, hides or carries something: format characters (those that are seen, as Arabic
# number signs, stay), variation selectors, tags. So two emoji that were joined come apart, which is the lesser harm.
_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u070f\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
# Marks of ours, and the beginning of what models take for a turn of the talk.
_OURS: Final = str.maketrans(
    {"→": "->", "⇒": "=>", "“": "‘", "”": "’", "„": "‘", "‟": "‘", "〝": "‘", "〞": "’", "❝": "‘", "❞": "’"}
)
_TURN: Final = re.compile("<(?=[|｜])")
_BARE: Final = str.maketrans(dict.fromkeys("()[]:：;；（）【】“”→⇒", " "))


def one_line(text: str, limit: int) -> str:
    """``text`` as one line of at most ``limit`` columns: it cannot begin a heading or an entry of its own."""
    line = " ".join(_TURN.sub("< ", _UNSEEN.sub("", _BLANK.sub(" ", text[: limit * 4]))).split())
    if len(line) * 2 <= limit or (len(line) <= limit and line.isascii()):
        return line
    # Han, and what is as wide, counts double: it says twice as much, and takes as many tokens.
    left = limit
    for at, character in enumerate(line):
        left -= 2 if character > "\u2e7f" else 1
        if left < 0:
            return line[: max(0, at - 1)].rstrip() + "…"
    return line


def whole_line(text: str) -> str:
    """All of ``text`` as one line."""
    return one_line(text, 2 * len(text) + 1)


def said(text: str, limit: int, *, outside: bool) -> str:
    """What an entry says. Words from outside stand in “ ”, which nothing in them can end; so no mark there is ours."""
    line = one_line(text, limit)
    if outside:
        return f"“{line.translate(_OURS)}”" if line else ""
    line = line.replace("→", "->").replace("⇒", "=>")
    # Where marks might stand, nothing may look like one.
    return f"· {line}" if line[:1] in ("(", "[", "（", "【") else line


def unlike_ours(line: str) -> str:
    """A whole line of somebody's that does not look like a heading, an entry or an ending."""
    return f"· {line}" if line[:1] in ("#", "-", "(", "（") else line


def bare(text: str, limit: int = 40) -> str:
    """A name or ref that stands inside marks, without what ends them."""
    return " ".join(one_line(text, limit).translate(_BARE).split())
