"""Boards made from few words, and a past that is made of boards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from peek_graph.context_map.status.board import Board, Piece, Unit
from peek_graph.context_map.status.failures import failures_of
from peek_graph.context_map.status.layout import Policy
from peek_graph.context_map.status.lines import Marks, constraint_piece, entry_piece, notice_piece, submap_piece
from peek_graph.context_map.status.now import now_lines
from peek_graph.context_map.status.rendering import Request, Tokenizer
from peek_graph.context_map.status.scoring import Decay
from peek_graph.context_map.status.words import ENGLISH, Words
from peek_graph.context_map.tokens import tokenizer_of
from peek_graph.graph.states import LETTERS, State
from peek_graph.settings import StatusSettings

KINDS = ("hypothesis", "todo", "question", "finding", "document", "action")


def state(kind: str, number: int, text: str = "Summary", since: int = 1, **props: Any) -> State:
    """An entry that says ``text``."""
    said = {"title": text, "summary": text} if kind == "document" else {"text": text}
    own = {**said, "position": float(number), **props}
    return State(kind, f"{kind}{number}", f"{LETTERS[kind]}{number}", since, None, own)


def submap(key: str, title: str = "Title", **props: Any) -> State:
    """A sub-map of the root."""
    return State("submap", f"u-{key}", "", 1, None, {"key": key, "title": title, "summary": title, **props})


def board(
    states: Sequence[State] = (),
    *,
    goal: str = "Know batteries",
    constraints: Sequence[str] = (),
    submaps: Sequence[State] = (),
    step: Any = None,
    revision: int = 7,
    more: Mapping[str, int] | None = None,
    against: Mapping[str, Sequence[str]] | None = None,
    words: Words = ENGLISH,
    notices: Sequence[State] | None = None,
) -> Board:
    """The board of those entries; ``more`` there are that were not read.

    Without ``notices`` there never were any.
    """
    places = {one.uid: str(one.props["key"]) for one in submaps}
    marks = Marks(places, against or {}, 0.5, words)
    counts = {kind: sum(one.kind == kind for one in states) for kind in KINDS}
    root = State("map", "m", "", 1, None, {"current_step": step})
    actions = [one for one in states if one.kind == "action"]
    return Board(
        words=words,
        name="battery",
        revision=revision,
        goal=goal,
        constraints=tuple(
            constraint_piece(state("constraint", n, text), marks) for n, text in enumerate(constraints, 1)
        ),
        units=(
            *(Unit.of(entry_piece(one, marks)) for one in states),
            *(Unit.of(submap_piece(one, places[one.uid], n, marks)) for n, one in enumerate(submaps)),
        ),
        totals={**counts, "submap": len(submaps), **{k: counts.get(k, 0) + n for k, n in (more or {}).items()}},
        failures=failures_of(actions),
        now=now_lines(root, submaps, [one for one in states if one.kind == "todo"], actions, marks),
        documents=counts["document"],
        notices=tuple(notice_piece(one, marks) for one in notices or ()),
        notice_count=None if notices is None else len(notices) + (more or {}).get("notice", 0),
    )


def request(budget: int, *, tokenizer: Tokenizer | None = None, explain: bool = False, **settings: Any) -> Request:
    """What is asked for, with settings that differ from the default."""
    own = StatusSettings(**settings)
    policy = Policy(own.weights, Decay(own.half_life), own.failed_for)
    return Request(budget, policy, tokenizer or tokenizer_of(""), explain)


@dataclass
class MadePast:
    """Earlier boards by revision; ``now`` is what is asked for by ref, beside what the status's own board has."""

    boards: Mapping[int, Board] = field(default_factory=dict)
    now: Mapping[str, Piece] = field(default_factory=dict)
    operations: Sequence[tuple[int, int]] = ()

    def sizes(self, after: int) -> list[tuple[int, int, int]]:
        return [(number, operations, operations) for number, operations in self.operations if number > after]

    def first_touched(self, after: int, uids: Collection[str]) -> dict[str, int]:
        return {}

    def board(self, revision: int) -> Board | None:
        return self.boards.get(revision)

    def pieces(self, refs: Collection[str]) -> dict[str, Piece]:
        return {ref: self.now[ref] for ref in refs if ref in self.now}
