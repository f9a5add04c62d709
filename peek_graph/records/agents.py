"""What working with a model hands over: reports on observations, notices, what a call cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from peek_graph.records.changes import Verdict

ObserveOutcome = Literal[
    "applied",  # a revision was made
    "nothing",  # the model found nothing new in it, or all was there already
    "skipped",  # not worth a call, by rule
    "recalled",  # the map itself said so before
    "failed",  # no answer, or none that could be used: the map is as it was
]


@dataclass(frozen=True, slots=True)
class TokenUse:
    """Tokens that calls of a model took: as its server says, else as counted here."""

    prompt: int = 0
    completion: int = 0
    calls: int = 0

    def __add__(self, other: TokenUse) -> TokenUse:
        return TokenUse(self.prompt + other.prompt, self.completion + other.completion, self.calls + other.calls)

    @property
    def total(self) -> int:
        """Of prompts and answers."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class ReportedFailure:
    """Why an answer, or a part of one, could not be used; ``raw`` is the answer as it came."""

    reason: str
    raw: str = ""
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class ObserveReport:
    """What became of an observation; iterating gives its verdicts.

    ``revision`` is the map's after the call. ``documents`` are the refs of sources that were made of it. ``failures``
    are there beside verdicts too: of an answer that was used in part. ``unanswered``: for some part no model answered,
    so that it may be observed again.
    """

    map: str
    revision: int
    outcome: ObserveOutcome
    verdicts: tuple[Verdict, ...] = ()
    reason: str = ""
    failures: tuple[ReportedFailure, ...] = ()
    documents: tuple[str, ...] = ()
    use: TokenUse = field(default_factory=TokenUse)
    dry_run: bool = False
    unanswered: bool = False

    @property
    def changed(self) -> bool:
        """Whether a revision was made."""
        return self.outcome == "applied" and not self.dry_run

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)


@dataclass(frozen=True, slots=True)
class NoticeInfo:
    """Something that the next status says: ``times`` it was said so far, ``choices`` are snapshots to go back to.

    ``topic`` is what it is about, for programs; ``about`` the ref of an entry, if it is about one.
    """

    ref: str
    topic: str
    text: str
    about: str | None = None
    times: int = 1
    choices: tuple[str, ...] = ()
    since: int = 0
