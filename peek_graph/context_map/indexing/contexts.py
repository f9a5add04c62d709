"""The context of an entry: all that full text sees of it in one field, its neighbours among that.

One field, weighed by how much of it a query's words are, finds more than title, text and neighbours apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from peek_graph.context_map.indexing.embedded import spoken
from peek_graph.graph.indexing import PendingLinks
from peek_graph.graph.lucene import missed_terms

NEIGHBOUR_CHARACTERS: Final = 600
# What found most on dialogues (72 against 70 of 100 for one before); in the embedded text neighbours made it worse.
BEFORE: Final = 2
AFTER: Final = 1


def neighbourhood(texts: Sequence[str], position: int, title: str = "") -> str:
    """The context of one of a document's sections: with the ends of the two before it and the beginning of the next."""
    before = [text[-NEIGHBOUR_CHARACTERS:] for text in texts[max(0, position - BEFORE) : position]]
    after = [text[:NEIGHBOUR_CHARACTERS] for text in texts[position + 1 : position + 1 + AFTER]]
    return _joined(texts[position], [title, *before], after)


def context_of(entry: PendingLinks, around: tuple[Sequence[str], Sequence[str]] = ((), ())) -> str | None:
    """The context of any other entry: with the actions around it, who and when, a document's other names.

    None of one that says nothing.
    """
    before, after = around
    said = spoken({"who": entry.who, "when": entry.when})
    return _joined(entry.text, [entry.title, *said, *_names(entry), *before], after) or None


def aliases_of(given: Any) -> tuple[str, ...]:
    """A list of texts; one text alone is as good, and whatever else somebody put there is no name."""
    items = [given] if isinstance(given, str) else given if isinstance(given, list) else []
    return tuple(item.strip() for item in items if isinstance(item, str) and item.strip())


def _names(entry: PendingLinks) -> tuple[str, ...]:
    return (entry.key, *aliases_of(entry.aliases)) if entry.kind == "document" else ()


def _joined(own: str, before: Sequence[str], after: Sequence[str]) -> str:
    # What the analyzers miss in the own text is there too.
    return "\n".join(part for part in (*before, own, *after, missed_terms(own)) if part)
