"""What maps answer: readings, hits, statuses, lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

ReadState = Literal["verified", "moved", "changed", "gone", "unreachable"]
SubMapKind = Literal["phase", "topic"]
SourceKind = Literal["user", "tool", "document", "agent", "web"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage read back from its original.

    ``state`` says whether the text still is what was indexed; with ``changed``, ``text`` is what stands there now and
    ``was`` what was indexed; with ``gone`` or ``unreachable``, ``text`` is what was indexed. ``pointer`` is where the
    text is now.
    """

    ref: str | None
    pointer: str
    text: str
    state: ReadState
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found; ``legs`` says which searches did, ``score`` is the fused one (higher is better)."""

    ref: str
    path: str
    kind: str
    title: str
    text: str
    pointer: str | None
    score: float
    legs: tuple[str, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first, and what the answer lacks: leg -> reason."""

    map: str
    query: str
    hits: tuple[Hit, ...]
    missing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """A rendered status of at most ``budget`` tokens; ``left_out`` counts by kind what did not fit."""

    map: str
    revision: int
    text: str
    tokens: int
    budget: int
    left_out: Mapping[str, int]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SubMapInfo:
    """A sub-map as listed: its key path from the root (``market.prices``) and the counts kept on it."""

    key: str
    path: str
    title: str
    kind: SubMapKind
    summary: str
    status: str
    documents: int
    sections: int


@dataclass(frozen=True, slots=True)
class MapInfo:
    """A map as listed."""

    uid: str
    name: str
    goal: str
    revision: int
    documents: int
    sections: int
    embedder: str | None


@dataclass(frozen=True, slots=True)
class RevisionInfo:
    """An accepted batch of changes."""

    number: int
    author: str
    source: str
    reasoning: str
    at: datetime
    operations: int
