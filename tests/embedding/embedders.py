"""Embedders whose behaviour a test decides; they stand for other people's code, which is what fails."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from peek_graph.embedding import Vector

DIMENSIONS = 8


def vector_of(text: str) -> Vector:
    """A vector that belongs to this text alone."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)


class RecordingEmbedder:
    """Notes every batch; ``answer`` may return something else for a text, or raise."""

    def __init__(self, answer: Callable[[str], object] = vector_of, name: str = "recording") -> None:
        self.name = name
        self.dimensions = DIMENSIONS
        self.batches: list[list[str]] = []
        self._answer = answer

    @property
    def texts(self) -> list[str]:
        return [text for batch in self.batches for text in batch]

    def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector | None]:
        self.batches.append(list(texts))
        return [self._answer(text) for text in texts]  # type: ignore[misc]

    def embed_query(self, text: str) -> Vector:
        return self._answer(text)  # type: ignore[return-value]
