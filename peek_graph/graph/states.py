"""An element of a map in one of its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

LABELS: Final[Mapping[str, str]] = {
    "constraint": "Constraint",
    "document": "Document",
    "section": "Section",
    "action": "Action",
    "todo": "Todo",
    "question": "Question",
    "hypothesis": "Hypothesis",
    "finding": "Finding",
    "variable": "Variable",
    "notice": "Notice",
}
"""The label of each kind of entry."""

SEARCHED: Final = tuple(kind for kind in LABELS if kind != "notice")
"""What a search looks through unless it asks for kinds: what the map reminds of is no evidence."""

LETTERS: Final[Mapping[str, str]] = {
    "constraint": "C",
    "document": "D",
    "action": "A",
    "todo": "T",
    "question": "Q",
    "hypothesis": "H",
    "finding": "F",
    "variable": "V",
    "notice": "N",
}
"""What the refs of each kind begin with; a section's ref is its document's with the number after it."""

LINKS: Final[Mapping[str, str]] = {
    "supported_by": "SUPPORTED_BY",
    "contradicts": "CONTRADICTS",
    "cites": "CITES",
    "produced": "PRODUCED",
    "supersedes": "SUPERSEDES",
}
"""The relationship of each property that lists refs."""

DERIVED: Final = frozenset(
    {
        "embedding",
        "context",
        "vector_pending",
        "vector_error",
        "vectors_at",
        "links_pending",
        "links_at",
        "place_uid",
        "document_uid",
        "unsearched",
        "standing",
    }
)
"""Made from states, so not part of one; and so is the ``text`` of a document: see `own_words`."""


@dataclass(frozen=True, slots=True)
class State:
    """One state of an element: of kind 'map', 'submap' or an entry's.

    ``props`` are the node's own, without what is derived. ``until`` is None for the live state; an archived node is in
    its last live state, with the revision that ended it.
    """

    kind: str
    uid: str
    ref: str
    since: int
    until: int | None
    props: Mapping[str, Any]

    @property
    def live(self) -> bool:
        """Whether it holds now."""
        return self.until is None

    @property
    def parent_uid(self) -> str | None:
        """The map or sub-map it is in; None for the map itself."""
        return self.props.get("parent_uid")

    @property
    def position(self) -> float:
        """Where it stands among its like."""
        return float(self.props.get("position") or 0.0)
