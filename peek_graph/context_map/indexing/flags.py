"""What a new state of an entry asks for: another vector, other links, and words of its own to be found by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from peek_graph.context_map.indexing.embedded import embedded_text
from peek_graph.graph.own_words import own_words

# What context, names and mentions are made from.
_LINKED: Final = ("title", "text", "key", "who", "when", "aliases")


def of_new(kind: str, props: Mapping[str, Any]) -> dict[str, Any]:
    """What is derived beside the properties of a new entry; the query itself sets its flags."""
    return own_words(props) if kind == "document" else {}


def of_changed(kind: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What is derived beside the changed properties of an entry; None takes a property away.

    An update of what is neither embedded nor linked asks for nothing.
    """
    derived: dict[str, Any] = {}
    if kind == "document":
        words = own_words(after)
        before, after = {**before, **own_words(before)}, {**after, **words}
        derived |= words
    is_searched = after.get("unsearched") is None
    was_searched = before.get("unsearched") is None
    if embedded_text(kind, before) != embedded_text(kind, after) or is_searched != was_searched:
        derived |= {"vector_pending": True if is_searched else None, "embedding": None, "vector_error": None}
    if is_searched != was_searched or any(before.get(name) != after.get(name) for name in _LINKED):
        derived["links_pending"] = True
    return derived


def is_said_otherwise(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the neighbours of an action see another text than before."""
    return before.get("text") != after.get("text")
