"""Medians of interleaved calls, so that a machine's drift meets both sides alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence


def medians(calls: Mapping[str, Callable[[], object]], rounds: int, warmup: int = 5) -> dict[str, float]:
    """Median seconds of each call; the calls take turns, ``rounds`` times."""
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + warmup):
        for name, call in calls.items():
            started = time.perf_counter()
            call()
            if number >= warmup:
                taken[name].append(time.perf_counter() - started)
    return {name: statistics.median(values) for name, values in taken.items()}


def in_turn(arguments: Sequence[str]) -> Callable[[], str]:
    """A call that gives the next argument, round and round."""
    position = -1

    def following() -> str:
        nonlocal position
        position += 1
        return arguments[position % len(arguments)]

    return following
