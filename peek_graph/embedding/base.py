"""What an embedder is, and what crosses this package's border."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
"""One text's embedding: one dimension, float32, finite, not all zeros."""


class Embedder(Protocol):
    """Turns texts into vectors of one length; may be called from several threads.

    Passages and queries are told apart because most retrieval models want different prefixes. Any exception may come
    out of the two methods: `EmbeddingService` sorts a text that cannot be embedded from an embedder that is down.
    """

    @property
    def name(self) -> str:
        """Same name and dimensions: the vectors can be compared, and one cache serves both."""

    @property
    def dimensions(self) -> int:
        """Length of every vector; may have to ask the model, and then raises EmbedderUnavailable."""

    def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector | None]:
        """One vector a text, in order; None where none could be made."""

    def embed_query(self, text: str) -> Vector:
        """The vector that is compared with those of passages."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The embedder that fits some texts, and why, for people."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors in the order of the texts; where one is None, ``rejected`` has the reason by position.

    ``computed`` and ``cached`` count distinct texts.
    """

    vectors: list[Vector | None]
    computed: int
    cached: int
    rejected: dict[int, str]
