from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.embeddings import MockEmbedding

from peek_graph.embedding import EmbeddingService, VectorCache, wrap_llama_index
from peek_graph.errors import EmbedderUnavailable


class Letters(BaseEmbedding):
    """Counts letters; queries are told apart by their last number."""

    down: bool = False

    def _get_text_embedding(self, text: str) -> list[float]:
        if self.down:
            raise ConnectionError("no answer")
        return [float(text.count(letter)) for letter in "abc"] + [0.0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return [*self._get_text_embedding(query)[:3], 1.0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        raise AssertionError(f"asked for {query!r}, but only the synchronous methods are to be used")


def test_a_model_of_llama_index_becomes_an_embedder() -> None:
    embedder = wrap_llama_index(Letters(model_name="letters", embed_batch_size=2))
    assert embedder.name == "Letters:letters"
    assert embedder.dimensions == 4
    vectors = embedder.embed_passages(["a", "bb", "abc"])
    assert [None if vector is None else vector.tolist() for vector in vectors] == [
        [1, 0, 0, 0],
        [0, 2, 0, 0],
        [1, 1, 1, 0],
    ]
    assert all(vector is not None and vector.dtype == np.float32 for vector in vectors)
    assert embedder.embed_query("a").tolist() == [1, 0, 0, 1]


def test_zeros_from_a_model_are_rejected_one_by_one() -> None:
    embedded = EmbeddingService(wrap_llama_index(Letters(model_name="letters"))).embed(["a", "xyz"])
    assert "zeros" in embedded.rejected[1]
    assert embedded.vectors[0] is not None


def test_the_mock_of_llama_index_works_and_is_measured_once() -> None:
    asked: list[str] = []

    class Counted(MockEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            asked.append(text)
            return super()._get_text_embedding(text)

    embedder = wrap_llama_index(Counted(embed_dim=6))
    assert [embedder.dimensions, embedder.dimensions] == [6, 6]
    assert len(asked) == 1


def test_a_model_that_is_down_is_unavailable_everywhere() -> None:
    model = Letters(model_name="letters", down=True)
    embedder = wrap_llama_index(model)
    service = EmbeddingService(embedder)
    with pytest.raises(EmbedderUnavailable, match="no answer") as caught:
        _ = embedder.dimensions
    assert isinstance(caught.value.__cause__, ConnectionError)
    with pytest.raises(EmbedderUnavailable, match="no answer"):
        service.embed(["a"])
    with pytest.raises(EmbedderUnavailable, match="no answer"):
        service.embed_query("a")
    model.down = False
    assert service.embed(["a"]).computed == 1


@pytest.mark.parametrize(
    ("model", "name", "kept"),
    [
        (Letters(model_name="letters"), None, True),
        (Letters(), "mine", True),
        (Letters(), None, False),  # two different models could both be called so
    ],
)
def test_only_vectors_of_a_named_model_are_kept(model: Any, name: str | None, kept: bool, tmp_path: Path) -> None:
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        for expected in (1, 0 if kept else 1):
            assert EmbeddingService(wrap_llama_index(model, name), cache).embed(["a"]).computed == expected


def test_an_empty_probe_is_no_dimension() -> None:
    class Empty(Letters):
        def _get_text_embedding(self, text: str) -> list[float]:
            return [1.0 for letter in text if letter == "absent"]

    with pytest.raises(EmbedderUnavailable, match="empty"):
        _ = wrap_llama_index(Empty()).dimensions
