"""Many texts into vectors: each distinct one once, in batches, through the cache, with nothing bad let through."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence

from peek_graph.embedding.base import Embedded, Embedder, Vector
from peek_graph.embedding.cache import VectorCache
from peek_graph.embedding.llama import unavailable
from peek_graph.embedding.text import clean_text
from peek_graph.embedding.vectors import check_vector
from peek_graph.errors import BadVector, EmbedderUnavailable
from peek_graph.records import Progress

_PROBE = "battery"  # any short word: an embedder that fails on it is down
_BLANK = "the text is blank"

# A text's vector, or why there is none.
_Outcome = Vector | str


class EmbeddingService:
    """Feeds one embedder. Safe to call from several threads if the embedder is.

    ``cache`` None computes everything anew; so does an embedder with a false attribute ``cacheable``, whose name does
    not tell what it computes. An embedder's attribute ``hint``, if it has one, says what to do when it is down.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache | None = None, batch_size: int = 32) -> None:
        self._embedder = embedder
        self._cache = cache if getattr(embedder, "cacheable", True) else None
        self._batch_size = batch_size

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """Length of every vector; raises EmbedderUnavailable where that has to be measured and cannot be."""
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str], progress: Callable[[Progress], None] | None = None) -> Embedded:
        """Vectors for ``texts``, in their order; progress counts distinct texts.

        Raises EmbedderUnavailable when the embedder is down. What was computed until then is in the cache, and the
        same call goes on from there.
        """
        cleaned = [clean_text(text) for text in texts]
        distinct = list(dict.fromkeys(text for text in cleaned if text))
        outcomes: dict[str, _Outcome] = {"": _BLANK}
        if not distinct:
            return _embedded(cleaned, outcomes, 0, 0)
        outcomes.update(self._cached(distinct))
        cached = len(outcomes) - 1
        # Equals beside equals: what pads its batches pads little, and longest first shows at once what memory it takes.
        waiting = sorted((text for text in distinct if text not in outcomes), key=len, reverse=True)
        self._report(progress, cached, len(distinct))
        computed = 0
        for start in range(0, len(waiting), self._batch_size):
            batch = waiting[start : start + self._batch_size]
            new = dict(zip(batch, self._compute(batch), strict=True))
            good = {text: outcome for text, outcome in new.items() if not isinstance(outcome, str)}
            if self._cache:
                self._cache.put(self.name, self.dimensions, good)
            outcomes.update(new)
            computed += len(good)
            self._report(progress, cached + start + len(batch), len(distinct))
        return _embedded(cleaned, outcomes, computed, cached)

    def embed_query(self, text: str) -> Vector:
        """The vector of a query; raises EmbedderUnavailable, or BadVector for a blank text or a vector of no use."""
        cleaned = clean_text(text)
        if not cleaned:
            raise BadVector("the query is blank", "ask for at least one word")
        try:
            found = self._embedder.embed_query(cleaned)
        except EmbedderUnavailable:
            raise
        except Exception as error:
            self._probe(error)
            raise BadVector(f"embedder {self.name!r} refuses the query: {_said(error)}", "shorten the query") from error
        return check_vector(found, self.dimensions)

    def _cached(self, distinct: Sequence[str]) -> Iterator[tuple[str, Vector]]:
        if not self._cache:
            return
        for text, vector in self._cache.get(self.name, self.dimensions, distinct).items():
            try:
                yield text, check_vector(vector, self.dimensions)
            except BadVector:
                continue  # bits that rotted in the file: it is computed again and replaced

    def _compute(self, batch: Sequence[str]) -> list[_Outcome]:
        """Outcomes of one batch. One text that the embedder chokes on costs that text, not its neighbours."""
        try:
            vectors = self._embedder.embed_passages(batch)
            if len(vectors) != len(batch):
                raise BadVector(f"the embedder returned {len(vectors)} vectors for {len(batch)} texts")
        except EmbedderUnavailable:
            raise
        except Exception as error:  # every library has errors of its own
            self._probe(error)
            if len(batch) == 1:
                return [f"the embedder refuses the text: {_said(error)}"]
            middle = len(batch) // 2
            return [*self._compute(batch[:middle]), *self._compute(batch[middle:])]
        return [self._checked(vector) for vector in vectors]

    def _checked(self, vector: Vector | None) -> _Outcome:
        try:
            return check_vector(vector, self.dimensions)
        except BadVector as error:
            return error.message

    def _probe(self, error: Exception) -> None:
        """Raise EmbedderUnavailable from ``error`` unless the embedder still answers for another text."""
        if not _is_connection_trouble(error):
            try:
                answers = len(self._embedder.embed_passages([_PROBE])) == 1
            except Exception:  # the first error is the one that is told
                answers = False
            if answers:
                return
        raise unavailable(self.name, error, getattr(self._embedder, "hint", None)) from error

    @staticmethod
    def _report(progress: Callable[[Progress], None] | None, done: int, total: int) -> None:
        if progress:
            progress(Progress("embed", done, total))


def _embedded(cleaned: Sequence[str], outcomes: dict[str, _Outcome], computed: int, cached: int) -> Embedded:
    vectors: list[Vector | None] = []
    rejected: dict[int, str] = {}
    for position, text in enumerate(cleaned):
        outcome = outcomes[text]
        if isinstance(outcome, str):
            rejected[position] = outcome
            vectors.append(None)
        else:
            vectors.append(outcome)
    return Embedded(vectors, computed, cached, rejected)


def _is_connection_trouble(error: BaseException | None) -> bool:
    # Clients wrap what the socket said several times over; asking such a server again would only double the wait.
    while error is not None:
        if isinstance(error, (ConnectionError, TimeoutError, socket.gaierror)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _said(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
