"""Embedders by the names that settings use."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import partial

from peek_graph.embedding.base import Embedder
from peek_graph.embedding.e5 import DIMENSIONS, load_e5
from peek_graph.embedding.llama import huggingface, openai
from peek_graph.embedding.local import LoadedModel, LocalEmbedder
from peek_graph.embedding.onnx import BGE_SMALL_EN, BGE_SMALL_ZH, load_onnx
from peek_graph.errors import UnknownEmbedder
from peek_graph.settings import EmbeddingSettings

ENGLISH = "bge-small-en-v1.5"
CHINESE = "bge-small-zh-v1.5"
MULTILINGUAL = "multilingual-e5-small"

_LOCAL: dict[str, tuple[int, Callable[[], LoadedModel]]] = {
    ENGLISH: (BGE_SMALL_EN.dimensions, partial(load_onnx, BGE_SMALL_EN)),
    CHINESE: (BGE_SMALL_ZH.dimensions, partial(load_onnx, BGE_SMALL_ZH)),
    MULTILINGUAL: (DIMENSIONS, load_e5),
}
_BY_MODEL: dict[str, Callable[[str], Embedder]] = {"huggingface": huggingface, "openai": openai}


def make_embedder(name: str, settings: EmbeddingSettings | None = None) -> Embedder:
    """The embedder of that name, not loaded yet.

    Raises UnknownEmbedder, also for ``auto`` and ``none``: what they mean is for the map to say.
    """
    if name in _LOCAL:
        dimensions, load = _LOCAL[name]
        return LocalEmbedder(name, dimensions, load, settings.threads if settings else None)
    kind, colon, model = name.partition(":")
    if kind in _BY_MODEL and colon and model.strip():
        return _BY_MODEL[kind](model.strip())
    raise UnknownEmbedder(f"there is no embedder {name!r}", f"known ones: {', '.join(_nearest_first(name))}")


def known_embedders() -> tuple[str, ...]:
    """Every name that `make_embedder` takes, ``<model>`` standing for a model's name."""
    return (*_LOCAL, *(f"{kind}:<model>" for kind in _BY_MODEL))


def _nearest_first(name: str) -> list[str]:
    def likeness(known: str) -> tuple[bool, float]:
        return name.lower() in known, difflib.SequenceMatcher(None, known, name.lower()).ratio()

    return sorted(known_embedders(), key=likeness, reverse=True)
