"""What maps answer: readings, hits, statuses, lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

ReadState = Literal["verified", "moved", "changed", "gone", "unreachable"]
SubMapKind = Literal["phase", "topic"]
StatusLanguage = Literal["en", "zh"]
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
class SearchFilter:
    """What a search is narrowed to; what is empty or None does not narrow.

    ``submap`` is a dotted path and means all below it too; ``since`` and ``until`` are the revisions, inclusive, of
    which an entry's state is; ``source`` is a document by ref, key or source uri: its sections, and what rests on it.
    """

    kinds: tuple[str, ...] = ()
    submap: str | None = None
    status: tuple[str, ...] = ()
    min_confidence: float | None = None
    author: str | None = None
    source: str | None = None
    since: int | None = None
    until: int | None = None
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry beside another."""

    uid: str
    ref: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found; ``legs`` says which searches did, ``score`` is the fused one (higher is better).

    ``submap`` is where it is, dotted, None for the map itself; ``source`` the uri of a section's document; ``parent`` a
    section's document, ``previous`` and ``following`` the section or action beside it; ``similar`` the refs of entries
    that say nearly the same and were folded into this hit.
    """

    ref: str
    path: str
    kind: str
    title: str
    text: str
    pointer: str | None
    score: float
    legs: tuple[str, ...]
    flags: tuple[str, ...]
    uid: str = ""
    confidence: float = 1.0
    submap: str | None = None
    author: str = ""
    source: str | None = None
    since: int = 0
    status: str | None = None
    parent: Neighbour | None = None
    previous: Neighbour | None = None
    following: Neighbour | None = None
    similar: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alike:
    """A live entry that says about what a text says.

    ``likeness`` is the cosine of their vectors, -1 to 1; ``near``: it is as high as other words for the same thing have
    it with the map's embedder. ``same``: word by word, but for some more or fewer. Neither is so for texts with other
    numbers, signs or denials.
    """

    ref: str
    kind: str
    text: str
    confidence: float
    likeness: float
    near: bool
    same: bool
    submap: str | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first; ``missing``: leg -> what it lacks; ``timings``: part -> seconds."""

    map: str
    query: str
    hits: tuple[Hit, ...]
    missing: Mapping[str, str] = field(default_factory=dict)
    timings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why an entry, or a sub-map by its path, is shown in a status or left out."""

    ref: str
    kind: str
    shown: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Status:
    """A rendered status of at most ``budget`` tokens; ``left_out`` counts by kind what did not fit.

    ``markdown`` shows the same entries to people and has no bound; ``explained`` is there if it was asked for.
    """

    map: str
    revision: int
    text: str
    tokens: int
    budget: int
    left_out: Mapping[str, int]
    markdown: str = ""
    language: StatusLanguage = "en"
    explained: tuple[Explained, ...] = ()

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
