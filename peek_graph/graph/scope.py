"""Where a search looks, as required terms of full text: filters are part of the query, no choice among its best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.graph import lucene
from peek_graph.graph.states import SEARCHED

# `context` is all of it: title, neighbours, own text. That one field, weighed by how much of it the words are, finds
# more on dialogues than the three apart (72 against 66 of 100 in the first ten). The title once more helps where there
# is one (98 against 96 of 100 first hits in Chinese), and the own text keeps a section before its neighbours.
_FIELDS: Final = (("context", 1.0), ("title", 0.5), ("text", 0.25))
_OWN_FIELDS: Final = (("title", 1.0), ("text", 1.0))
# Todos and questions without a status are open.
_OPEN: Final = "open"
_WITH_STATUS: Final = ("todo", "question", "hypothesis")
_STATUSES: Final = (
    "pending",
    "doing",
    "in_progress",
    "blocked",
    "done",
    "completed",
    "cancelled",
    "dropped",
    "answered",
)
# Lucene refuses a query of more than 1,024 clauses. What does not fit is left to the query after it, which filters by
# all there is.
_MOST_CLAUSES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Scope:
    """One map and some kinds in it; what is None does not narrow.

    ``places`` are uids of the map or sub-maps, ``document`` the (uid, ref) of one, ``since`` and ``until`` revisions.
    """

    map_uid: str
    kinds: tuple[str, ...]
    places: tuple[str, ...] | None = None
    statuses: tuple[str, ...] | None = None
    min_confidence: float | None = None
    author: str | None = None
    document: tuple[str, str] | None = None
    since: int | None = None
    until: int | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether there is more to check than map and kinds."""
        return self.is_beyond_vectors or self.min_confidence is not None

    @property
    def is_all(self) -> bool:
        """Whether it is the whole map, all kinds that are searched unless some are asked for."""
        return not self.is_narrow and set(self.kinds) >= set(SEARCHED)

    @property
    def is_beyond_vectors(self) -> bool:
        """Whether there is more than the vector index can filter by."""
        narrowing = (self.places, self.statuses, self.author, self.document, self.since, self.until)
        return any(item is not None for item in narrowing)

    @property
    def by_revision(self) -> bool:
        """Whether it is narrowed by revisions, which full text does not hold."""
        return self.since is not None or self.until is not None

    def params(self) -> dict[str, Any]:
        """What the query `filter_uids` is given."""
        return {
            "map_uid": self.map_uid,
            "kinds": list(self.kinds),
            "places": None if self.places is None else list(self.places),
            "statuses": None if self.statuses is None else list(self.statuses),
            "min_confidence": self.min_confidence,
            "author": self.author,
            "document_uid": self.document and self.document[0],
            "document_ref": self.document and self.document[1],
            "since": self.since,
            "until": self.until,
        }


def lucene_query(scope: Scope, terms: Iterable[str] = (), *, own: bool = False) -> str:
    """Full-text syntax for any of the terms within the scope; without terms, for all of it.

    The scope adds nothing to the score. ``own`` leaves out what stands beside an entry. Confidence, revisions and what
    rests on a document are not in it.
    """
    terms = tuple(terms)
    fields = _OWN_FIELDS if own else _FIELDS
    alternatives, kinds = " ".join(terms), " ".join(scope.kinds)
    left = _MOST_CLAUSES - len(fields) * len(terms) - len(scope.kinds)
    clauses = [f"+map_uid:{scope.map_uid}^0", f"+kind:({kinds})^0", "-unsearched:yes", *_narrowing(scope, left)]
    if terms:
        clauses.append(f"+({' '.join(f'{field}:({alternatives})^{weight}' for field, weight in fields)})")
    return " ".join(clauses)


def _narrowing(scope: Scope, left: int) -> Iterable[str]:
    left -= len(_WITH_STATUS) + len(_STATUSES)
    if scope.statuses is not None and len(scope.statuses) < left:
        yield from _of_status(scope.statuses)
        left -= len(scope.statuses)
    if scope.places is not None and 2 * len(scope.places) <= left:
        places = " ".join(scope.places) or "none"
        yield f"+(parent_uid:({places}) place_uid:({places}))^0"
    if scope.author is not None and (phrase := lucene.name_of(scope.author)):
        yield f"+author:{phrase}^0"


def _of_status(statuses: tuple[str, ...]) -> Iterable[str]:
    yield f"+kind:({' '.join(_WITH_STATUS)})^0"
    if _OPEN in statuses:
        # Which most have by having none.
        if others := [status for status in _STATUSES if status not in statuses]:
            yield f"-status:({' '.join(others)})"
        return
    phrases = [lucene.name_of(status) for status in statuses]
    # All of them or none: the others would be lost.
    if all(phrases):
        yield f"+status:({' '.join(phrases)})^0"
