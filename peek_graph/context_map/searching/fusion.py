"""Reciprocal rank fusion of ranked lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fused:
    """A key with its fused score and the lists it stood in."""

    key: str
    score: float
    legs: tuple[str, ...]


def fuse(
    legs: Mapping[str, Sequence[str]], rank_constant: float, weights: Mapping[str, float] | None = None
) -> list[Fused]:
    """Best first: the sum of weight / (rank_constant + rank) over the lists, rank from 1, weight 1 unless given.

    Only ranks count, so that scores of different scales need no norm. Equal scores keep the order in which the lists
    name their keys, so the same lists always give the same result.
    """
    scores: dict[str, float] = {}
    found: dict[str, list[str]] = {}
    for leg, keys in legs.items():
        weight = (weights or {}).get(leg, 1.0)
        for rank, key in enumerate(keys, 1):
            scores[key] = scores.get(key, 0.0) + weight / (rank_constant + rank)
            found.setdefault(key, []).append(leg)
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return [Fused(key, score, tuple(found[key])) for key, score in ordered]
