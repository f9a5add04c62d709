"""Entries that say about what a text says, to be looked at before it becomes one more of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.context_map.searching.asked import asked_by
from peek_graph.context_map.searching.folding import says_the_same, tells_apart
from peek_graph.context_map.vectors import MapVectors
from peek_graph.errors import EmbeddingError
from peek_graph.graph import search as graph
from peek_graph.graph.scope import Scope
from peek_graph.records import Alike

_LOOKED_AT: Final = 5
# Measured on pairs of sentences in two languages: other words for the same are above, other things of one kind mostly
# below. The e5 models put all cosines into a narrow band.
_NEAR: Final = 0.9
_NEAR_BY_MODEL: Final[Mapping[str, float]] = {"multilingual-e5-small": 0.975}


def alike(handle: MapHandle, vectors: MapVectors, texts: Sequence[str], kind: str) -> list[list[Alike]]:
    """For each text the live entries of a kind that are most like it, anywhere in the map, the likest first.

    By vectors; by words where there are none.
    """
    if not texts:
        return []
    try:
        found = vectors.embed_passages([embedded_text(kind, {"text": text}) for text in texts])
    except EmbeddingError:
        found = [None] * len(texts)
    scope = Scope(handle.uid, (kind,))
    near = [_near(handle, scope, text, vector) for text, vector in zip(texts, found, strict=True)]
    least = _NEAR_BY_MODEL.get(handle.vector_state().embedder or "", _NEAR)
    shown = graph.show_hits(handle.db, handle.uid, list({uid for one in near for uid in one}))
    result = []
    for text, one in zip(texts, near, strict=True):
        entries = [(shown[uid], likeness) for uid, likeness in one.items() if uid in shown]
        result.append([_compared(text, entry, likeness, least) for entry, likeness in entries])
    return result


def _compared(text: str, entry: graph.ShownEntry, likeness: float, least: float) -> Alike:
    near = likeness >= least and not tells_apart(text, entry.text)
    same = says_the_same(text, entry.text)
    return Alike(entry.ref, entry.kind, entry.text, entry.confidence, likeness, near or same, same, entry.submap)


def _near(handle: MapHandle, scope: Scope, text: str, vector: Sequence[float] | None) -> dict[str, float]:
    if vector is not None:
        return graph.nearest(handle.db, scope, vector, _LOOKED_AT)
    terms = asked_by(text).terms
    if not terms:
        return {}
    index: graph.TextIndex = "cjk" if terms.grams else "english"
    words = terms.mixed if terms.grams else terms.words
    return dict.fromkeys(graph.search_text(handle.db, scope, words, index, _LOOKED_AT).uids, 0.0)
