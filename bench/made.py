"""Sources made in memory: for sets of texts that are no files, and for filling a map to a size."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence

from peek_graph import ContextMap
from peek_graph.context_map.indexing.catching_up import catch_up
from peek_graph.context_map.indexing.linking import link_pending
from peek_graph.context_map.writing import write_source
from peek_graph.records import ParsedSource, Passage


def made_source(uri: str, title: str, texts: Sequence[str]) -> ParsedSource:
    """A source with a passage a text."""
    passages = tuple(
        Passage((number,), 1, (), text, f"line={number - 1},{number}", _hash(text))
        for number, text in enumerate(texts, 1)
    )
    return ParsedSource(uri, title, "text/plain", _hash("\0".join(texts)), 1, 0.0, texts[0][:200], (), passages)


def write_all(opened: ContextMap, sources: Iterable[ParsedSource], vectors: bool = True) -> None:
    """Write sources as `ContextMap.add` does, then link them and, if wanted, fill in the vectors."""
    for source in sources:
        write_source(opened._handle, source, submap=None)
    if vectors:
        catch_up(opened._handle, opened._vectors)
    else:
        link_pending(opened._handle)


class Writer:
    """Writes made sections as a project has them: each is about one topic, in its words and in everybody's.

    Two writers share the common words and, of ``topics``, those whose seeds they share.
    """

    def __init__(self, seed: int, topics: int = 200, first_topic: int = 0) -> None:
        self._rng = random.Random(seed)
        self._common = vocabulary(1, 2_000)
        self._topics = [vocabulary(10_000 + first_topic + number, 150) for number in range(topics)]

    def section(self, length: int = 80) -> str:
        """Some 80 words, six of ten of the topic's own, drawn with Zipf-like odds."""
        topic = self._rng.choice(self._topics)
        return " ".join(_zipf(self._rng, topic if self._rng.random() < 0.6 else self._common) for _ in range(length))

    def title(self) -> str:
        """Four words of one topic."""
        return " ".join(self._rng.choices(self._rng.choice(self._topics), k=4))


def made_query(rng: random.Random, section: str, length: int = 8) -> str:
    """A question whose answer is that section: words of it in another order."""
    return " ".join(rng.sample(section.split(), length))


def vocabulary(seed: int, size: int) -> list[str]:
    """Made words of two to four syllables, the same for the same seed."""
    rng = random.Random(seed)
    syllables = [c + v for c in "bcdfghklmnprstvz" for v in "aeiou"]
    return list(dict.fromkeys("".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(size)))


def _zipf(rng: random.Random, words: Sequence[str]) -> str:
    return words[min(len(words) - 1, int(len(words) ** rng.random()) - 1)]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
