"""What a status is made from: the elements that were read, as pieces that each come to one line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from peek_graph.context_map.status.safe_text import whole_line
from peek_graph.context_map.status.words import Words

FULL: Final = 200
SHORT: Final = 60
"""How many characters of an entry's own text a line has, and how many where there is little room."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One element. ``head``, ``place`` and ``marks`` are the map's own words, ``body(limit)`` what somebody wrote.

    ``ref`` is no other piece's; ``head`` is what it is called.
    ``since`` is the revision that made its present state, ``order`` its place among its like, ``worth`` by part what
    makes it wanted, without recency. ``cited_at`` are the revisions of those that rest on it. ``folded``: only short.
    ``brief`` are the marks without which it would be misread, ``state`` is how far it is done; ``finished``: wholly.
    """

    ref: str
    kind: str
    since: int
    order: tuple[int, ...]
    head: str
    body: Callable[[int], str]
    place: str = ""
    marks: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    state: str = ""
    worth: Mapping[str, float] = field(default_factory=dict)
    cited_at: tuple[int, ...] = ()
    folded: bool = False
    finished: bool = False
    uid: str = ""

    def text(self, words: Words, limit: int, *, brief: bool = False) -> str:
        """The line of a prompt."""
        place = f" [{self.place}]" if self.place else ""
        said = [*(self.brief if brief else self.marks), *([self.state] if self.state else [])]
        marks = f" ({words.stop.join(said)})" if said else ""
        body = self.body(limit)
        return f"- {self.head}{place}{marks}: {body}" if body else f"- {self.head}{place}{marks}"

    def says_as(self, other: Piece) -> bool:
        """Whether it is the same but for how far it is done."""
        return (self.head, self.place, self.marks, self.body(FULL)) == (
            other.head,
            other.place,
            other.marks,
            other.body(FULL),
        )


@dataclass(frozen=True, slots=True)
class Unit:
    """Pieces that stand together: mostly one, and of those that contradict each other all."""

    kind: str
    pieces: tuple[Piece, ...]
    since: int
    order: tuple[int, ...]

    @classmethod
    def of(cls, *pieces: Piece) -> Unit:
        """In the section of the first one."""
        return cls(pieces[0].kind, pieces, max(piece.since for piece in pieces), pieces[0].order)


@dataclass(frozen=True, slots=True)
class NowLine:
    """Something of where the work stands, in ``short``; ``text(limit)`` too, unless the entry of that ref is shown.

    ``others`` are lines of the same kind: each with its own words, which then are quoted, so that it is seen whose they
    are.
    """

    name: str
    ref: str
    short: str
    text: Callable[[int], str]
    others: tuple[NowLine, ...] = ()

    def said(self, limit: int, shown: Collection[str]) -> str:
        """In at most about ``limit`` columns."""
        if self.others:
            return ", ".join(one.said(limit, shown) for one in (replace(self, others=()), *self.others))
        text = "" if self.ref and self.ref in shown else self.text(limit)
        return " ".join(part for part in (self.short, text) if part)


@dataclass(frozen=True, slots=True)
class Failure:
    """An attempt that failed: which revisions made later attempts with the same aim that went well."""

    ref: str
    since: int
    mended_at: tuple[int, ...]


class Past(Protocol):
    """Where a status reads on: earlier boards of the same map, and what became of what they show."""

    def sizes(self, after: int) -> Sequence[tuple[int, int, int]]:
        """The revisions after one, up to the status's own, with how many operations and touched elements each."""

    def first_touched(self, after: int, uids: Collection[str]) -> Mapping[str, int]:
        """By uid the first revision after one that changed an entry, of those that were changed more than once."""

    def board(self, revision: int) -> Board | None:
        """The board as of an earlier revision; None if there is none that compares."""

    def pieces(self, refs: Collection[str]) -> Mapping[str, Piece]:
        """Entries by ref as of the status's own revision, finished ones too; without those that are no longer there."""


@dataclass(frozen=True, slots=True)
class Board:
    """All that a status may show, as of ``revision``, said in ``words``; revisions before ``oldest`` were pruned.

    ``totals`` counts by kind what there is, shown or not; ``now`` is where the work stands, what is needed most first.
    ``notices`` are the newest first, ``notice_count`` is how many there are, None if there never was one.
    """

    words: Words
    name: str
    revision: int
    goal: str
    constraints: tuple[Piece, ...]
    units: tuple[Unit, ...]
    totals: Mapping[str, int]
    failures: Mapping[str, Failure] = field(default_factory=dict)
    now: tuple[NowLine, ...] = ()
    documents: int = 0
    sections: int = 0
    oldest: int = 0
    notices: tuple[Piece, ...] = ()
    notice_count: int | None = None

    def whole_goal(self) -> str:
        """The goal, on one line."""
        return whole_line(self.goal)
