"""Any LlamaIndex embedding model as an embedder."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from peek_graph.embedding.base import Embedder, Vector
from peek_graph.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

_PROBE = "length of a vector"
_OPENAI_RETRIES = 2  # of requests, and of those retries again: some seconds, which a search can wait for


def wrap_llama_index(model: BaseEmbedding, name: str | None = None) -> Embedder:
    """``model`` as an embedder; its vectors are kept by ``name`` (default: its class and model name).

    Give a name of your own to models that differ in more than that, as in their instructions: vectors of one name are
    taken for comparable. A model that has no name of its own and is given none is never cached on disk.
    """
    known = getattr(model, "model_name", "") or "unknown"
    return LlamaIndexEmbedder(
        name or f"{type(model).__name__}:{known}", lambda: model, cacheable=bool(name) or known != "unknown"
    )


def huggingface(model: str) -> Embedder:
    """A sentence-transformers model on this machine (extra ``huggingface``)."""
    return LlamaIndexEmbedder(
        f"huggingface:{model}",
        lambda: _construct("huggingface", "HuggingFaceEmbedding", f"check the model's name: {model}", model_name=model),
    )


def openai(model: str) -> Embedder:
    """OpenAI, or any server that speaks its protocol at ``OPENAI_API_BASE`` (extra ``openai``)."""
    # `model_name` alone: `model` refuses all names that are not OpenAI's own, as those of Ollama or vLLM.
    hint = (
        "set OPENAI_API_KEY (any value for a server without accounts), and OPENAI_API_BASE if it is not OpenAI's;"
        " check that it answers and has the model, then run the same command again"
    )
    return LlamaIndexEmbedder(
        f"openai:{model}",
        lambda: _construct("openai", "OpenAIEmbedding", hint, model_name=model, max_retries=_OPENAI_RETRIES),
        hint=hint,
    )


class LlamaIndexEmbedder:
    """Loads its model at first use, and measures the vectors' length once."""

    def __init__(
        self, name: str, load: Callable[[], BaseEmbedding], cacheable: bool = True, hint: str | None = None
    ) -> None:
        self.name = name
        self.hint = hint
        self.cacheable = cacheable
        self._load = load
        self._lock = threading.Lock()
        self._model: BaseEmbedding | None = None
        self._dimensions: int | None = None

    @property
    def dimensions(self) -> int:
        """Length of the vectors; the first call embeds a short text."""
        if self._dimensions is None:
            try:
                measured = len(self._ready().get_text_embedding(_PROBE))
            except EmbedderUnavailable:
                raise
            except Exception as error:  # whatever the model's library raises: all of it means no vectors now
                raise unavailable(self.name, error, self.hint) from error
            if not measured:
                raise EmbedderUnavailable(f"embedder {self.name!r} returned an empty vector", "check the model")
            self._dimensions = measured
        return self._dimensions

    def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector | None]:
        """One vector a text, in order; the model may split them into batches of its own size."""
        found = self._ready().get_text_embedding_batch(list(texts))
        return [None if values is None else _float32(values) for values in found]

    def embed_query(self, text: str) -> Vector:
        """The vector of a query."""
        return _float32(self._ready().get_query_embedding(text))

    def _ready(self) -> BaseEmbedding:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model


def _float32(values: Sequence[float]) -> Vector:
    with np.errstate(over="ignore"):  # what float32 cannot hold becomes infinite, which the service rejects
        return np.asarray(values, dtype=np.float32)


def unavailable(name: str, error: BaseException, hint: str | None = None) -> EmbedderUnavailable:
    """What a library's own error comes to for the user; ``hint`` where the embedder knows better."""
    said = " ".join(str(error).split())[:300] or type(error).__name__
    return EmbedderUnavailable(
        f"embedder {name!r} fails: {said}", hint or "check that it is up and reachable, then run the same command again"
    )


def _construct(package: str, class_name: str, hint: str, **arguments: Any) -> BaseEmbedding:
    try:
        kind = getattr(importlib.import_module(f"llama_index.embeddings.{package}"), class_name)
    except ImportError as error:
        raise EmbedderUnavailable(
            f"{package} embeddings need a package that is not installed: {error.name or error}",
            f'pip install "peek-graph[{package}]"',
        ) from error
    try:
        model: BaseEmbedding = kind(**arguments)
    except Exception as error:  # a missing key, model or network, each library with errors of its own
        said = " ".join(str(error).split())[:300]
        raise EmbedderUnavailable(f"{package} embeddings cannot be set up: {said}", hint) from error
    return model
