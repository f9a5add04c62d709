"""How much of a status is as it was a step before, and where it begins to differ."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

_REF = re.compile(r"- ([^\s:(\[]+)")
_NUMBER = re.compile(r"\d+")


def kept(before: str, after: str) -> float:
    """The share of ``before`` that ``after`` begins with, in characters."""
    same = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), None)
    return (min(len(before), len(after)) if same is None else same) / len(before)


def breaks(texts: Sequence[str]) -> Iterator[tuple[str, int, float]]:
    """(where and how, how often, median share kept) of the first differences between consecutive texts."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for before, after in pairwise(texts):
        if before != after:
            found[_break(before, after)].append(kept(before, after))
    for where, shares in sorted(found.items(), key=lambda item: -len(item[1])):
        yield where, len(shares), median(shares)


def _break(before: str, after: str) -> str:
    old, new = before.split("\n"), after.split("\n")
    at = next(
        (n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
    heading = next((line for line in reversed(new[: at + 1]) if line.startswith("#")), "")
    return f"{_NUMBER.sub('n', heading)[:32]}, {_how(old, new, at)}"


def _how(old: Sequence[str], new: Sequence[str], at: int) -> str:
    was, now = _name(old, at), _name(new, at)
    if was == now:
        return "changed" if was.startswith("-") else f"changed: {was[:24]}"
    if now not in [_name(old, n) for n in range(len(old))]:
        return "came"
    return "went" if was not in [_name(new, n) for n in range(len(new))] else "order"


def _name(lines: Sequence[str], at: int) -> str:
    """What a line is about: its ref or sub-map, or its first words."""
    line = lines[at] if at < len(lines) else ""
    ref = _REF.match(line)
    return f"- {ref[1]}" if ref else line[:12]
