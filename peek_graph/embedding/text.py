"""Texts made fit for a model: what is embedded, and what the cache knows a text by."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARACTERS = 20_000
"""Far above any model's window: a text of 100 MB must not be tokenised only to be thrown away."""

# NUL ends a string in native code; a lone surrogate (a file name that was no UTF-8) cannot be encoded at all.
_UNUSABLE = re.compile("[\x00\ud800-\udfff]")


def clean_text(text: str) -> str:
    """``text`` without NUL and lone surrogates, trimmed and cut; empty if nothing visible is left."""
    usable = _UNUSABLE.sub("", text[:MAX_CHARACTERS]).strip()
    return usable if any(map(_is_visible, usable)) else ""


def _is_visible(character: str) -> bool:
    # Z: spaces and line ends; C: controls, zero-width and unassigned ones, private use.
    return unicodedata.category(character)[0] not in "ZC"
