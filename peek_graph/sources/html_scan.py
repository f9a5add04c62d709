"""HTML into tags and text with exact positions, in linear time for any input.

The standard library's parser is not used: that of Python 3.11.7, for one, is quadratic on unclosed comments, tags and
quotes, so that 200 kB hold it for minutes. What browsers make of broken markup is followed where it matters for text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})  # tags inside are no tags
_WORDS_ONLY = frozenset({"title", "textarea"})  # the same, but character references count
# Quotes count only after "=", and one that is never closed does not. Possessive: a failed match never backtracks.
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+)>")
_PLAIN_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)([^>]*+)>")


class Token(NamedTuple):
    """``source[start:end]``: text where ``name`` is empty, raw text of ``name`` where ``raw``, else a tag."""

    name: str
    start: int
    end: int
    closing: bool = False
    attributes: str = ""
    raw: bool = False


def scan(source: str) -> Iterator[Token]:
    """Tags and texts in order; comments, declarations and processing instructions are left out."""
    position, length = 0, len(source)
    last_close = source.rfind(">")
    pattern = _TAG
    text_from = 0
    while True:
        at = source.find("<", position)
        if at < 0 or at > last_close:
            break
        following = source[at + 1 : at + 2]
        if following in "!?" and following:
            if at > text_from:
                yield Token("", text_from, at)
            position = text_from = _after_declaration(source, at)
            if position >= length:
                return
            continue
        found = pattern.match(source, at)
        if found is None and pattern is _TAG and following and (following.isalpha() or following == "/"):
            # Only a tag that runs to the end of the source fails: looking for closed quotes again could take forever.
            found = _PLAIN_TAG.match(source, at)
            if found is not None:
                pattern = _PLAIN_TAG
        if found is None:
            position = at + 1
            continue
        if at > text_from:
            yield Token("", text_from, at)
        name = found[2].lower()
        position = text_from = found.end()
        yield Token(name, at, position, bool(found[1]), found[3])
        if not found[1] and (name in _RAW or name in _WORDS_ONLY):
            end = _raw_end(source, position, name)
            if end > position:
                yield Token(name, position, end, raw=True)
            position = text_from = end
    if text_from < length:
        yield Token("", text_from, length)


def _after_declaration(source: str, at: int) -> int:
    if source.startswith("<!--", at):
        if source.startswith((">", "->"), at + 4):
            return source.index(">", at) + 1
        end = source.find("-->", at + 4)
        return len(source) if end < 0 else end + 3
    end = source.find(">", at)
    return len(source) if end < 0 else end + 1


def _raw_end(source: str, position: int, name: str) -> int:
    closing = re.compile(rf"</{name}(?=[\s/>])", re.I).search(source, position)
    return len(source) if closing is None else closing.start()
