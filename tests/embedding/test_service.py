from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.embedding import EmbeddingService, VectorCache, clean_text
from peek_graph.errors import BadVector, EmbedderUnavailable
from peek_graph.records import Progress
from tests.embedding.embedders import DIMENSIONS, RecordingEmbedder, vector_of


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=5)), st.integers(1, 7))
def test_every_text_gets_its_own_vector_in_its_place(texts: list[str], batch_size: int) -> None:
    embedder = RecordingEmbedder()
    embedded = EmbeddingService(embedder, None, batch_size).embed(texts)
    assert len(embedded.vectors) == len(texts)
    for position, text in enumerate(texts):
        vector = embedded.vectors[position]
        clean = clean_text(text)
        assert (vector is None) == (not clean) == (position in embedded.rejected)
        if vector is not None:
            np.testing.assert_array_equal(vector, vector_of(clean))
    assert sorted(embedder.texts) == sorted({clean_text(text) for text in texts} - {""})
    assert embedded.computed == len(embedder.texts)
    assert all(len(batch) <= batch_size for batch in embedder.batches)


def test_batches_hold_texts_of_like_length() -> None:
    embedder = RecordingEmbedder()
    EmbeddingService(embedder, None, 2).embed(["aaaa", "b", "cccc!", "d!"])
    assert [sorted(map(len, batch)) for batch in embedder.batches] == [[4, 5], [1, 2]]


def test_no_texts_ask_nothing_of_the_embedder() -> None:
    embedder = RecordingEmbedder()
    embedded = EmbeddingService(embedder).embed([])
    assert (embedded.vectors, embedded.computed, embedded.cached, embedded.rejected) == ([], 0, 0, {})
    assert embedder.batches == []


def test_the_cache_spares_what_it_knows(tmp_path: Path) -> None:
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        EmbeddingService(RecordingEmbedder(), cache).embed(["one", "two"])
        embedder = RecordingEmbedder()
        embedded = EmbeddingService(embedder, cache).embed(["two", "three", " one "])
    assert embedder.texts == ["three"]
    assert (embedded.computed, embedded.cached) == (1, 2)
    np.testing.assert_array_equal(embedded.vectors[2], vector_of("one"))


def test_another_embedder_gets_none_of_its_neighbours_vectors(tmp_path: Path) -> None:
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        EmbeddingService(RecordingEmbedder(), cache).embed(["one"])
        other = RecordingEmbedder(name="other")
        assert EmbeddingService(other, cache).embed(["one"]).computed == 1


def test_progress_reaches_the_total() -> None:
    seen: list[Progress] = []
    EmbeddingService(RecordingEmbedder(), None, 2).embed(["a", "b", "c", "a"], seen.append)
    assert [(step.stage, step.done, step.total) for step in seen] == [
        ("embed", 0, 3),
        ("embed", 2, 3),
        ("embed", 3, 3),
    ]


BAD: list[tuple[object, str]] = [
    (None, "no vector"),
    ([], "no vector"),
    ([0.0] * DIMENSIONS, "zeros"),
    ([float("nan")] * DIMENSIONS, "NaN"),
    ([1.0] * (DIMENSIONS - 1), "length 7 instead of 8"),
]


@pytest.mark.parametrize(("bad", "said"), BAD)
def test_one_bad_vector_costs_one_text_and_is_not_kept(bad: object, said: str, tmp_path: Path) -> None:
    embedder = RecordingEmbedder(lambda text: bad if text == "bad" else vector_of(text))
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        embedded = EmbeddingService(embedder, cache).embed(["good", "bad", "fine"])
        assert cache.get("recording", DIMENSIONS, ["bad"]) == {}
        assert len(cache.get("recording", DIMENSIONS, ["good", "fine"])) == 2
    assert [vector is None for vector in embedded.vectors] == [False, True, False]
    assert said in embedded.rejected[1]
    assert embedded.computed == 2


@pytest.mark.parametrize(("bad", "said"), BAD)
def test_a_bad_query_vector_is_raised(bad: object, said: str) -> None:
    with pytest.raises(BadVector, match=said):
        EmbeddingService(RecordingEmbedder(lambda _: bad)).embed_query("density")


@pytest.mark.parametrize("blank", ["", " \t", "\u200b", "\x00"])
def test_a_blank_query_is_never_embedded(blank: str) -> None:
    with pytest.raises(BadVector, match="blank"):
        EmbeddingService(RecordingEmbedder()).embed_query(blank)


@pytest.mark.parametrize("position", [0, 13, 31])
def test_a_text_that_the_embedder_chokes_on_costs_that_text(position: int) -> None:
    def answer(text: str) -> object:
        if text == "choke":
            raise ValueError("too many tokens")
        return vector_of(text)

    texts = [f"text {number}" for number in range(32)]
    texts[position] = "choke"
    embedded = EmbeddingService(RecordingEmbedder(answer)).embed(texts)
    assert list(embedded.rejected) == [position]
    assert embedded.rejected[position] == "the embedder refuses the text: too many tokens"
    assert embedded.computed == 31
    with pytest.raises(BadVector, match="too many tokens"):
        EmbeddingService(RecordingEmbedder(answer)).embed_query("choke")


def test_too_few_vectors_are_not_dealt_out_to_the_wrong_texts() -> None:
    class Forgetful(RecordingEmbedder):
        def embed_passages(self, texts):  # type: ignore[no-untyped-def]
            return super().embed_passages([text for text in texts if text != "lost"])

    embedded = EmbeddingService(Forgetful()).embed(["one", "lost", "two"])
    assert list(embedded.rejected) == [1]
    np.testing.assert_array_equal(embedded.vectors[2], vector_of("two"))


def _refused() -> Exception:
    return ConnectionRefusedError("nobody listens")


def _wrapped() -> Exception:
    error = RuntimeError("request failed")
    error.__cause__ = socket.gaierror("no such host")
    return error


@pytest.mark.parametrize("make_error", [_refused, _wrapped, lambda: ValueError("out of order")])
def test_an_embedder_that_goes_down_loses_nothing(make_error: Callable[[], Exception], tmp_path: Path) -> None:
    calls = 0

    def answer(text: str) -> object:
        nonlocal calls
        calls += 1
        if calls > 4:
            raise make_error()
        return vector_of(text)

    texts = [f"{number}" for number in range(10)]
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        with pytest.raises(EmbedderUnavailable, match="recording") as caught:
            EmbeddingService(RecordingEmbedder(answer), cache, 2).embed(texts)
        assert isinstance(caught.value.__cause__, type(make_error()))
        assert caught.value.hint is not None
        assert calls <= 6
        embedder = RecordingEmbedder()
        embedded = EmbeddingService(embedder, cache, 2).embed(texts)
    assert (embedded.cached, embedded.computed) == (4, 6)
    assert not embedded.rejected


def test_a_query_to_an_embedder_that_is_down_says_so() -> None:
    def answer(_: str) -> object:
        raise ValueError("out of order")

    with pytest.raises(EmbedderUnavailable, match="out of order"):
        EmbeddingService(RecordingEmbedder(answer)).embed_query("density")


def test_a_vector_that_went_bad_in_the_cache_is_computed_again(tmp_path: Path) -> None:
    with VectorCache(tmp_path / "v.sqlite3") as cache:
        cache.put("recording", DIMENSIONS, {"one": np.zeros(DIMENSIONS, np.float32)})
        assert EmbeddingService(RecordingEmbedder(), cache).embed(["one"]).computed == 1
        np.testing.assert_array_equal(cache.get("recording", DIMENSIONS, ["one"])["one"], vector_of("one"))


def test_a_broken_cache_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = VectorCache(tmp_path / "file" / "v.sqlite3")
    embedded = EmbeddingService(RecordingEmbedder(), cache).embed(["one"])
    assert embedded.computed == 1
    assert cache.unavailable_reason is not None
