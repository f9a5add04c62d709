"""Text from outside, made fit for a prompt and for the map: nothing unseen, not too long, unable to end its frame."""

from __future__ import annotations

import re
from typing import Final

from peek_graph.agent.loop.words import LoopWords
from peek_graph.agent.outside_text import without_turns
from peek_graph.context_map.tokens import count_tokens

# What JSON over HTTP or a database cannot carry, what terminals act on, and what has no look of its own but hides text.
_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\U000e0000-\U000e007f]+"
)
_ENDS: Final = re.compile(r"<(?=\s*/?\s*(?:input|result|status)\b)", re.IGNORECASE)
_CHARACTERS_A_TOKEN: Final = 12


def clean(text: str) -> str:
    """``text`` without what cannot be stored or sent, and with one kind of line end."""
    return _UNFIT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def framed(name: str, text: str, **about: str) -> str:
    """``text`` between tags which it cannot close, and without what models take for a turn of the talk."""
    attributes = "".join(f' {key}="{_quoted(value)}"' for key, value in about.items())
    return f"<{name}{attributes}>\n{_ENDS.sub('< ', without_turns(text)).strip()}\n</{name}>"


def within(text: str, tokens: int, words: LoopWords) -> str:
    """The beginning of ``text`` in at most so many tokens, with a line that says how much is missing."""
    start = text[: tokens * _CHARACTERS_A_TOKEN]
    if len(start) == len(text) and count_tokens(start) <= tokens:
        return text
    low, high = 0, len(start)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(_cut(text, middle, words)) <= tokens:
            low = middle
        else:
            high = middle - 1
    return _cut(text, low, words)


def one_line(text: str, characters: int) -> str:
    """``text`` as one line."""
    line = " ".join(clean(text).split())
    return line if len(line) <= characters else line[: characters - 1].rstrip() + "…"


def _cut(text: str, length: int, words: LoopWords) -> str:
    return f"{text[:length].rstrip()}\n{words.cut.format(missing=len(text) - length, whole=len(text))}"


def _quoted(text: str) -> str:
    return one_line(text, 100).replace('"', "'").replace("<", "(").replace(">", ")")
