"""What changing a map hands over: verdicts, changes, histories, proposals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from peek_graph.records.reading import RevisionInfo

ApplyMode = Literal["strict", "lenient"]
VerdictName = Literal["applied", "duplicate", "proposed", "rejected"]
ChangeName = Literal["added", "updated", "archived", "restored"]
ProposalStatus = Literal["open", "confirmed", "rejected"]
RejectionCode = Literal[
    "bad_operation",  # not of the form of an operation
    "bad_path",  # the path does not parse
    "unknown_path",  # it leads nowhere; the reason names the nearest that exist
    "wrong_type",  # the value or the operation does not fit what is there; the reason says what is expected
    "exists",
    "archived",
    "conflict",  # changed since the base revision; the reason has both values
    "too_large",
    "protected",  # not even a proposal may do this
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one operation; ``refs`` are all entries it made or changed, ``ref`` the first of them.

    ``reason`` is for a model to act on; ``code`` says which kind of rejection it is.
    """

    op: str
    path: str
    verdict: VerdictName
    ref: str | None = None
    reason: str = ""
    code: RejectionCode | None = None
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ApplyReport:
    """A batch's verdicts, one an operation, in order.

    ``revision`` is the map's after the call; ``changed`` says whether the call made it. A strict batch with a rejection
    and a dry run change nothing. ``replayed``: the request was done before, these are its verdicts of then, and
    ``revision`` is the one that did it.
    """

    map: str
    revision: int
    verdicts: tuple[Verdict, ...]
    changed: bool
    dry_run: bool = False
    replayed: bool = False

    @property
    def rejected(self) -> tuple[Verdict, ...]:
        """The verdicts that refuse."""
        return tuple(verdict for verdict in self.verdicts if verdict.verdict == "rejected")


@dataclass(frozen=True, slots=True)
class Change:
    """How an element differs between two revisions. ``fields``: name -> (before, after), None where it was not."""

    ref: str
    kind: str
    path: str
    change: ChangeName
    fields: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RevisionDetail:
    """One revision with its effect and, where it came from `apply`, its verdicts; None: it was not made, or not yet."""

    revision: RevisionInfo | None
    changes: tuple[Change, ...]
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryState:
    """An entry as it was from revision ``since`` until ``until`` (None: still); no ``value`` while it was archived."""

    ref: str
    since: int
    until: int | None
    value: Any
    revision: RevisionInfo | None


@dataclass(frozen=True, slots=True)
class Review:
    """What a second call of a model says to an operation; ``by`` is the reviewer's name."""

    verdict: Literal["agrees", "disagrees", "unsure"]
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class ProposalInfo:
    """A change that waits for somebody other than its author.

    ``support`` are the independent sources that said the same; ``outdated``: what it would change is no longer as it
    was when it was made, but ``current``.
    """

    ref: str
    op: str
    path: str
    value: Any
    current: Any
    reason: str
    author: str
    source: str
    support: tuple[str, ...]
    status: ProposalStatus
    outdated: bool
    since: int
    decided_by: str | None = None
    decision: str | None = None
    review: Review | None = None


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """A name for a revision."""

    name: str
    revision: int
    author: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """What `archive` or `restore` did, or would do: refs by kind, ``sections`` of documents counted only.

    Sub-maps are in ``refs`` by path. ``already``: targets that were as they should be. ``kept``: why something that is
    finished stays.
    """

    map: str
    revision: int
    refs: Mapping[str, tuple[str, ...]]
    sections: int
    changed: bool
    dry_run: bool = False
    already: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PruneReport:
    """What `prune` deleted, or would delete; ``file`` holds all of it as JSON lines.

    ``kept`` is the number of archived entries and sections that stay because something that stays links to them.
    """

    map: str
    before: int
    entries: Mapping[str, int]
    versions: int
    relationships: int
    file: str | None
    dry_run: bool
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """An entry, the revision that brought its present state, and what it rests on, down to passages."""

    ref: str
    kind: str
    text: str
    pointer: str | None
    confidence: float
    flags: tuple[str, ...]
    revision: RevisionInfo | None
    supported_by: tuple[Why, ...] = ()
    contradicts: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
