"""Search and status at 20,000 sections, against the bare driver: ``python -m bench.latency``."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import numpy as np
import numpy.typing as npt

from bench.made import Writer, made_query, made_source, write_all
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from bench.timing import in_turn, medians
from peek_graph import ContextMap
from peek_graph.embedding.registry import make_embedder
from peek_graph.graph import lucene
from peek_graph.settings import EmbeddingSettings, Settings

_SECTIONS, _SMALL, _A_DOCUMENT = 20_000, 200, 10
_OTHER_MAPS, _OTHERS = 50, 1_000
_QUERIES = 100
_ROUNDS, _K, _CANDIDATES = 200, 10, 50
_BARE_TEXT = """
CALL db.index.fulltext.queryNodes('peek_graph_text_english', $lucene, {limit: $k}) YIELD node, score
RETURN node.uid, score
"""
_BARE_FILTERED = """
CYPHER 25
MATCH (n:Entry)
SEARCH n IN (VECTOR INDEX peek_graph_vectors FOR $vector WHERE n.map_uid = $map_uid LIMIT $k) SCORE AS score
RETURN n.uid, score
"""
_BARE_PLAIN = """
CALL db.index.vector.queryNodes('peek_graph_vectors', $k, $vector) YIELD node, score
WHERE node.map_uid = $map_uid
RETURN node.uid, score
"""


class FastPassages:
    """The real model for queries; for passages a random projection of their words, since filling is not measured."""

    def __init__(self) -> None:
        self._real = make_embedder("bge-small-en-v1.5", EmbeddingSettings())
        self.name, self.dimensions = "bench-projection", self._real.dimensions
        self._words: dict[str, npt.NDArray[np.float32]] = {}

    def embed_passages(self, texts: Sequence[str]) -> list[npt.NDArray[np.float32]]:
        return [self._of(text) for text in texts]

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        self._real.embed_query(text)
        return self._of(text)

    def _of(self, text: str) -> npt.NDArray[np.float32]:
        total = np.sum([self._word(word) for word in text.lower().split()], axis=0, dtype=np.float32)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _word(self, word: str) -> npt.NDArray[np.float32]:
        if word not in self._words:
            rng = np.random.default_rng(int.from_bytes(word.encode()[:8], "big"))
            self._words[word] = rng.standard_normal(self.dimensions, dtype=np.float32)
        return self._words[word]


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows."""
    embedder, writer, rng = FastPassages(), Writer(1), random.Random(2)
    texts = [writer.section() for _ in range(_SECTIONS)]
    queries = [made_query(rng, rng.choice(texts)) for _ in range(_QUERIES)]
    with ExitStack() as stack:
        small = stack.enter_context(_filled(settings, embedder, "small", writer, texts[:_SMALL]))
        large = stack.enter_context(_filled(settings, embedder, "large", writer, texts))
        yield from _search_times(large, embedder, queries)
        status = medians({"small": small.status, "large": large.status}, _ROUNDS)
        yield "status, 20,000 sections / 200 sections (target <= 1.5)", "ratio", status["large"] / status["small"]
        yield "  status, 20,000 sections", "ms", status["large"] * 1000
        alone = [_refs(large, query) for query in queries]
        for number in range(_OTHER_MAPS):
            # Another project; the first ones share some topics with this one.
            other = Writer(100 + number, topics=40, first_topic=180 + number)
            stack.enter_context(_filled(settings, embedder, "other", other, [other.section() for _ in range(_OTHERS)]))
        beside = [_refs(large, query) for query in queries]
        pairs = list(zip(alone, beside, strict=True))
        yield (
            "hits that stay with 50 other maps beside",
            "%",
            100 * sum(len(set(a) & set(b)) for a, b in pairs) / sum(map(len, alone)),
        )
        yield "  first hits that stay", "%", 100 * sum(a[:1] == b[:1] for a, b in pairs) / len(pairs)
        for what, unit, value in _search_times(large, embedder, queries):
            yield f"{what}, 50 maps beside", unit, value


def _search_times(opened: ContextMap, embedder: FastPassages, queries: list[str]) -> Iterator[Row]:
    db, uid = opened._handle.db, opened.uid
    vectors = {query: [float(x) for x in embedder.embed_query(query)] for query in queries}
    texts = {query: lucene.scoped_query(lucene.terms_of(query).words, uid, ["section"]) for query in queries}
    by_vector = _BARE_FILTERED if db.supports_vector_filter else _BARE_PLAIN
    with db.driver.session(database=db.database) as session:
        turns = [in_turn(queries) for _ in range(4)]
        times = medians(
            {
                "search": lambda: opened.search(turns[0](), k=_K),
                "embed": lambda: embedder.embed_query(turns[1]()),
                "text": lambda: session.run(_BARE_TEXT, lucene=texts[turns[2]()], k=_CANDIDATES).values(),
                "vector": lambda: session.run(
                    by_vector, vector=vectors[turns[3]()], map_uid=uid, k=_CANDIDATES
                ).values(),
            },
            _ROUNDS,
        )
    bare = times["embed"] + times["text"] + times["vector"]
    yield "search / (bare text + bare vector + embedding) (target <= 2)", "ratio", times["search"] / bare
    for name in ("search", "embed", "text", "vector"):
        yield f"  {name} p50", "ms", times[name] * 1000


def _refs(opened: ContextMap, query: str) -> list[str]:
    return [hit.ref for hit in opened.search(query, k=_K).hits]


@contextmanager
def _filled(
    settings: Settings, embedder: FastPassages, name: str, writer: Writer, texts: list[str]
) -> Iterator[ContextMap]:
    starts = range(0, len(texts), _A_DOCUMENT)
    with bench_map(settings, f"bench-{name}-{uuid.uuid4().hex[:6]}", embedder=embedder) as opened:
        write_all(
            opened,
            (made_source(f"made/{start}.txt", writer.title(), texts[start : start + _A_DOCUMENT]) for start in starts),
        )
        yield opened


def main() -> None:
    with bench_settings(embedding={"cache": False}) as settings:
        print_rows(run(settings))


if __name__ == "__main__":
    main()
