"""Personalised PageRank over the links between entries: what the best hits lead to, one or two steps away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

# It has settled by then: ten rounds and a hundred rank the same.
_ROUNDS: Final = 10


def normalised(scores: Mapping[str, float]) -> dict[str, float]:
    """The scores as shares of their sum."""
    total = sum(scores.values())
    return {key: score / total for key, score in scores.items()} if total else {}


def received(seeds: Mapping[str, float], links: Iterable[tuple[str, str]], restart: float) -> dict[str, float]:
    """What comes to each key over links, beyond what it began with, when the walk restarts at the seeds.

    ``seeds`` sum to 1; links lead both ways. A key without links keeps what it has, so that without any link nothing is
    received and the ranking stays that of the other legs.
    """
    beside: dict[str, dict[str, None]] = defaultdict(dict)
    for start, end in links:
        beside[start][end] = None
        beside[end][start] = None
    held = dict(seeds)
    for _ in range(_ROUNDS):
        now: dict[str, float] = defaultdict(float)
        for key, share in held.items():
            others = beside.get(key)
            if not others:
                now[key] += (1 - restart) * share
                continue
            part = (1 - restart) * share / len(others)
            for other in others:
                now[other] += part
        for key, share in seeds.items():
            now[key] += restart * share
        held = now
    return {key: share - seeds.get(key, 0.0) for key, share in held.items() if share > seeds.get(key, 0.0)}
