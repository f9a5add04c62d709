"""Search at 100,000 sections, against the bare driver: ``python -m bench.latency [search filtered archived]``."""

from __future__ import annotations

import random
import statistics
import sys
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import numpy as np
import numpy.typing as npt

from bench.made import Writer, made_query, made_source, write_all
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from bench.timing import in_turn, medians
from peek_graph import ContextMap
from peek_graph.context_map.searching.scoping import KINDS
from peek_graph.context_map.writing import write_source
from peek_graph.embedding.registry import make_embedder
from peek_graph.graph import lucene
from peek_graph.graph.scope import Scope, lucene_query
from peek_graph.settings import EmbeddingSettings, Settings

_SECTIONS, _SMALL, _A_DOCUMENT, _BATCH = 100_000, 1_000, 100, 10_000
_PARTS = ("search", "filtered", "archived")
_OTHER_MAPS, _OTHERS, _CONFIDENCE = 20, 1_000, 0.5
_QUERIES = 100
_ROUNDS, _K, _CANDIDATES = 200, 10, 50
_BARE_TEXT = """
CALL db.index.fulltext.queryNodes('peek_graph_text_english', $lucene, {limit: $k}) YIELD node, score
RETURN node.uid, score
"""
_BARE_FILTERED = """
CYPHER 25
MATCH (n:Entry)
SEARCH n IN (VECTOR INDEX peek_graph_vectors FOR $vector
             WHERE n.map_uid = $map_uid AND n.kind IN $kinds AND n.confidence >= $least LIMIT $k) SCORE AS score
RETURN n.uid, score
"""
_BARE_PLAIN = """
CALL db.index.vector.queryNodes('peek_graph_vectors', $k, $vector) YIELD node, score
WHERE node.map_uid = $map_uid AND node.kind IN $kinds AND node.confidence >= $least
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


def run(settings: Settings, parts: Sequence[str] = _PARTS) -> Iterator[Row]:
    """(what, unit, value) rows."""
    embedder, writer, rng = FastPassages(), Writer(1), random.Random(2)
    texts = [writer.section() for _ in range(_SECTIONS)]
    queries = [made_query(rng, rng.choice(texts)) for _ in range(_QUERIES)]
    with ExitStack() as stack:
        small = stack.enter_context(_filled(settings, embedder, "small", writer, texts[:_SMALL]))
        large = stack.enter_context(_filled(settings, embedder, "large", writer, texts))
        yield from _search_times(large, embedder, queries)
        times = medians({"small": _searching(small, queries), "large": _searching(large, queries)}, _ROUNDS)
        yield f"search, {_SECTIONS:,} sections / {_SMALL:,} (target <= 2)", "ratio", times["large"] / times["small"]
        if "filtered" in parts:
            alone = [_refs(large, query) for query in queries]
            yield from _filtered_times(settings, embedder, queries, stack)
            beside = [_refs(large, query) for query in queries]
            pairs = list(zip(alone, beside, strict=True))
            kept = sum(len(set(a) & set(b)) for a, b in pairs)
            yield f"hits that stay with {_OTHER_MAPS} other maps beside", "%", 100 * kept / sum(map(len, alone))
            yield "  first hits that stay", "%", 100 * sum(a[:1] == b[:1] for a, b in pairs) / len(pairs)
        if "archived" not in parts:
            return
        before = medians({"search": _searching(large, queries)}, _ROUNDS)["search"]
        _add_archived(large, writer)
        after = medians({"search": _searching(large, queries)}, _ROUNDS)["search"]
        yield f"search with {_SECTIONS:,} archived beside / before (target <= 1.1)", "ratio", after / before


def _search_times(opened: ContextMap, embedder: FastPassages, queries: list[str]) -> Iterator[Row]:
    parts: dict[str, list[float]] = defaultdict(list)

    def search(query: str) -> None:
        for part, seconds in opened.search(query, k=_K).timings.items():
            parts[part].append(seconds)

    yield from _against_bare(opened, embedder, queries, search, Scope(opened.uid, KINDS), "all legs", 2.5)
    for part, seconds in parts.items():
        yield f"    {part} p50", "ms", statistics.median(seconds) * 1000


def _filtered_times(settings: Settings, embedder: FastPassages, queries: list[str], stack: ExitStack) -> Iterator[Row]:
    """Other projects; the first ones share some topics with the large one."""
    others = []
    for number in range(_OTHER_MAPS):
        other = Writer(100 + number, topics=40, first_topic=180 + number)
        texts = [other.section() for _ in range(_OTHERS)]
        others.append(stack.enter_context(_filled(settings, embedder, "other", other, texts)))
    opened = others[0]
    scope = Scope(opened.uid, ("section",), min_confidence=_CONFIDENCE)

    def search(query: str) -> None:
        opened.search(query, k=_K, kinds="section", min_confidence=_CONFIDENCE)

    what = f"one map of {_OTHER_MAPS} by {_OTHERS:,}, one kind, a confidence"
    yield from _against_bare(opened, embedder, queries, search, scope, what, 2)


def _against_bare(
    opened: ContextMap,
    embedder: FastPassages,
    queries: list[str],
    search: Callable[[str], None],
    scope: Scope,
    what: str,
    target: float,
) -> Iterator[Row]:
    """A search against the calls of the bare driver that it cannot do without, in turn."""
    db = opened._handle.db
    vectors = {query: [float(x) for x in embedder.embed_query(query)] for query in queries}
    texts = {query: lucene_query(scope, lucene.terms_of(query).words) for query in queries}
    by_vector = _BARE_FILTERED if db.supports_vector_filter else _BARE_PLAIN
    bound = {"map_uid": opened.uid, "kinds": list(scope.kinds), "least": scope.min_confidence or 0.0, "k": _CANDIDATES}
    with db.driver.session(database=db.database) as session:
        turns = [in_turn(queries) for _ in range(4)]
        times = medians(
            {
                "search": lambda: search(turns[0]()),
                "embed": lambda: embedder.embed_query(turns[1]()),
                "text": lambda: session.run(_BARE_TEXT, lucene=texts[turns[2]()], **bound).values(),
                "vector": lambda: session.run(by_vector, vector=vectors[turns[3]()], **bound).values(),
            },
            _ROUNDS,
        )
    bare = times["embed"] + times["text"] + times["vector"]
    yield f"search, {what} / bare text + vector + embedding (target <= {target})", "ratio", times["search"] / bare
    for name in ("search", "embed", "text", "vector"):
        yield f"  {name} p50", "ms", times[name] * 1000


def _add_archived(opened: ContextMap, writer: Writer) -> None:
    """As many archived sections as there are live ones, ten thousand in each batch."""
    for number in range(_SECTIONS // _BATCH):
        key = f"old {number}"
        opened.add_submap(key)
        for start in range(0, _BATCH, _A_DOCUMENT):
            texts = [writer.section() for _ in range(_A_DOCUMENT)]
            source = made_source(f"old/{number}-{start}.txt", writer.title(), texts)
            write_source(opened._handle, source, submap=key)
        opened.archive(f"sub_maps['{key}']")


def _searching(opened: ContextMap, queries: list[str]) -> Callable[[], object]:
    turn = in_turn(queries)
    return lambda: opened.search(turn(), k=_K)


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
        print_rows(run(settings, sys.argv[1:] or _PARTS))


if __name__ == "__main__":
    main()
