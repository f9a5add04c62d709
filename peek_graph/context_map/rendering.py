"""Renders a status: what matters, in a fixed order, never above the budget, saying what it leaves out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final

from peek_graph.context_map.tokens import count_tokens
from peek_graph.errors import BudgetTooSmall, InvalidValue
from peek_graph.records import Status

TITLE_CHARS: Final = 120

_HEADINGS: Final[Mapping[str, str]] = {
    "submap": "## Sub-maps",
    "hypothesis": "## Hypothesis",
    "todo": "## Todos",
    "question": "## Questions",
    "finding": "## Findings",
    "document": "## Documents",
    "action": "## Last actions",
    "current_step": "## Now",
}
# What changes rarely stands before what changes often, so that a prompt cache keeps its prefix.
_PLURALS: Final = {"hypothesis": "hypotheses", "current_step": "current step"}
# Who is served how often while there is room, so that no long list takes the room of all others.
_TURNS: Final = (
    *("current_step", "hypothesis", "submap", "submap", "submap", "todo", "todo"),
    *("question", "finding", "finding", "document", "document", "action"),
)


class MoreNeeded(Exception):
    """There is room for more of a list than was read of it."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Line:
    """A line about one element; lines of a kind stand in the order of ``order``."""

    text: str
    order: Any


@dataclass(frozen=True, slots=True)
class Stream:
    """The lines of a kind, the most wanted first, and how many elements there are; ``complete``: no line is missing."""

    lines: Iterable[Line]
    total: int
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """All that a status may show: ``constraints`` are lines, ``streams`` by kind, ``others`` counts what has none."""

    name: str
    revision: int
    goal: str
    constraints: tuple[str, ...]
    streams: Mapping[str, Stream]
    documents: int
    sections: int
    others: Mapping[str, int]


def check_budget(budget: int) -> int:
    """InvalidValue unless it is a positive number of tokens."""
    if budget < 1:
        raise InvalidValue(f"budget is {budget}", "give a positive number of tokens")
    return budget


def render_status(board: Board, budget: int) -> Status:
    """The status as text for a prompt; streams are read as far as the budget goes.

    Goal and constraints come first and whole; BudgetTooSmall says the number of tokens that would do. Raises MoreNeeded
    at the end of a stream that is not complete. The same board and budget give the same text.
    """
    shown = _fitting(board, check_budget(budget))
    while True:
        text = _assemble(board, shown)
        tokens = count_tokens(text)
        if tokens <= budget:
            return Status(board.name, board.revision, text, tokens, budget, _left_out(board, shown))
        if not shown:
            raise BudgetTooSmall(
                f"goal and constraints of {board.name!r} need {tokens} tokens, the budget is {budget}",
                f"ask for a budget of {tokens} or more, or shorten them",
                needed=tokens,
            )
        shown = shown[:-1]


def one_line(text: str, limit: int) -> str:
    """Foreign text as one line of at most ``limit`` characters: it cannot begin a heading or an entry of its own."""
    visible = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text[: limit * 4])
    line = " ".join(visible.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _fitting(board: Board, budget: int) -> list[tuple[str, Line]]:
    """The lines whose token counts add up to the budget; an estimate, checked by the caller on the text."""
    headings = "\n".join(_HEADINGS[kind] for kind in board.streams)
    left = budget - count_tokens(_assemble(board, [])) - count_tokens(f"{headings}\n")
    open_streams: dict[str, Iterator[Line]] = {kind: iter(stream.lines) for kind, stream in board.streams.items()}
    shown: list[tuple[str, Line]] = []
    for kind in cycle(_TURNS):
        if not open_streams or left <= 0:
            break
        if kind not in open_streams:
            continue
        line = next(open_streams[kind], None)
        if line is None and not board.streams[kind].complete:
            raise MoreNeeded(kind)
        cost = count_tokens(f"{line.text}\n") if line else 0
        if line is None or cost > left:
            del open_streams[kind]
            continue
        left -= cost
        shown.append((kind, line))
    return shown


def _assemble(board: Board, shown: list[tuple[str, Line]]) -> str:
    text = [f"# Context map: {one_line(board.name, TITLE_CHARS)}", "## Goal", one_line(board.goal, len(board.goal) + 1)]
    if board.constraints:
        text += ["## Constraints", *board.constraints]
    for kind, heading in _HEADINGS.items():
        lines = sorted((line for shown_kind, line in shown if shown_kind == kind), key=lambda line: line.order)
        text += [heading, *(line.text for line in lines)] if lines else []
    if missing := [f"+{count} {_plural(kind)}" for kind, count in _left_out(board, shown).items()]:
        text.append(f"Not shown: {', '.join(missing)}. SEARCH finds them, READ shows one by its ref.")
    text.append(f"(revision {board.revision}; {board.documents} documents, {board.sections} sections)")
    return "\n".join(text)


def _left_out(board: Board, shown: list[tuple[str, Line]]) -> dict[str, int]:
    totals = {kind: board.streams[kind].total for kind in _HEADINGS if kind in board.streams}
    left = {kind: total - sum(kind == other for other, _ in shown) for kind, total in totals.items()}
    return {kind: count for kind, count in {**left, **board.others}.items() if count > 0}


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")
