"""The names that somebody may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

_CANDIDATES = 5_000
_CHARACTERS = 80
_COMPARED = 40
_LIKE = 0.5


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Up to ``limit`` of ``candidates`` that are like ``name``, the most like first.

    Work is bounded: the first thousands are looked at, and of those only the ones with most pairs of characters in
    common are compared closely.
    """
    wanted = _folded(name)
    pairs = _pairs(wanted)
    rough = sorted(
        ((_overlap(wanted, pairs, _folded(c)), c) for c in dict.fromkeys(islice(candidates, _CANDIDATES))),
        key=lambda scored: (-scored[0], scored[1]),
    )
    close = [(_ratio(wanted, _folded(c)), c) for score, c in rough[:_COMPARED] if score > 0]
    close.sort(key=lambda scored: (-scored[0], scored[1]))
    return [c for ratio, c in close if ratio >= _LIKE][:limit]


def _folded(text: str) -> str:
    return text[:_CHARACTERS].casefold()


def _pairs(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(max(1, len(text) - 1))}


def _overlap(wanted: str, pairs: set[str], text: str) -> float:
    if wanted == text:
        return 2.0
    others = _pairs(text)
    shared = len(pairs & others) or 0.1 * len(set(wanted) & set(text))
    return 2 * shared / (len(pairs) + len(others))


def _ratio(wanted: str, text: str) -> float:
    if wanted and text and (text.startswith(wanted) or wanted.startswith(text)):
        return 0.9
    if len(wanted) > 2 and wanted in text:
        return 0.8
    return difflib.SequenceMatcher(None, wanted, text, autojunk=False).ratio()
