"""Renders a status: what matters, in a fixed order, never above the budget, saying what it leaves out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from peek_graph.context_map.tokens import count_tokens
from peek_graph.errors import BudgetTooSmall, InvalidValue
from peek_graph.graph.status import DocumentLine, Frame
from peek_graph.records import Status, SubMapInfo

_SUMMARY_CHARS = 240
_TITLE_CHARS = 120


@dataclass(frozen=True, slots=True)
class _Line:
    kind: str
    text: str
    order: int


def check_budget(budget: int) -> int:
    """InvalidValue unless it is a positive number of tokens."""
    if budget < 1:
        raise InvalidValue(f"budget is {budget}", "give a positive number of tokens")
    return budget


def render_status(frame: Frame, documents: Iterable[DocumentLine], budget: int) -> Status:
    """The status as text for a prompt; ``documents`` come newest first and are taken as far as the budget goes.

    Goal and constraints come first and whole; BudgetTooSmall says the number of tokens that would do. What changes
    rarely stands before what changes often, so that a prompt cache keeps its prefix. The newest documents are chosen,
    and listed in the order in which they came.
    """
    pinned = _pinned(frame)
    shown = _fitting(frame, pinned, _lines(frame, documents), check_budget(budget))
    while True:
        text = _assemble(frame, pinned, shown)
        tokens = count_tokens(text)
        if tokens <= budget:
            left_out = {kind: count for kind, count in _left_out(frame, shown).items() if count}
            return Status(frame.map.name, frame.map.revision, text, tokens, budget, left_out)
        if not shown:
            raise BudgetTooSmall(
                f"goal and constraints of {frame.map.name!r} need {tokens} tokens, the budget is {budget}",
                f"ask for a budget of {tokens} or more, or shorten them",
                needed=tokens,
            )
        shown = shown[:-1]


def one_line(text: str, limit: int) -> str:
    """Foreign text as one line of at most ``limit`` characters: it cannot begin a heading or an entry of its own."""
    visible = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text[: limit * 4])
    line = " ".join(visible.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _pinned(frame: Frame) -> list[str]:
    goal = one_line(frame.map.goal, len(frame.map.goal) + 1)
    lines = [f"# Context map: {one_line(frame.map.name, _TITLE_CHARS)}", "## Goal", goal]
    if frame.constraints:
        lines.append("## Constraints")
        lines += [f"- {ref}: {one_line(text, len(text) + 1)}" for ref, text in frame.constraints]
    return lines


def _lines(frame: Frame, documents: Iterable[DocumentLine]) -> Iterator[_Line]:
    """Everything that may be shown, the most wanted first; ``order`` is the place in the text."""
    for number, submap in enumerate(frame.submaps):
        yield _Line("submap", _submap_line(submap), number)
    for document in documents:
        yield _Line("document", _document_line(document), int(document.ref[1:]))


def _submap_line(submap: SubMapInfo) -> str:
    # No counts here: they change with every source, and all that follows in the prompt would have to be cached anew.
    summary = f": {one_line(submap.summary, _SUMMARY_CHARS)}" if submap.summary else ""
    return f"- {submap.path} {one_line(submap.title, _TITLE_CHARS)} ({submap.kind}, {submap.status}){summary}"


def _document_line(document: DocumentLine) -> str:
    place = f" [{document.submap}]" if document.submap else ""
    stale = " (stale)" if document.stale else ""
    summary = f": {one_line(document.summary, _SUMMARY_CHARS)}" if document.summary else ""
    return f"- {document.ref}{place} {one_line(document.title, _TITLE_CHARS)}{stale}{summary}"


def _fitting(frame: Frame, pinned: list[str], lines: Iterator[_Line], budget: int) -> list[_Line]:
    """The leading lines whose token counts add up to the budget; an estimate, checked by the caller on the text."""
    left = budget - count_tokens(_assemble(frame, pinned, [])) - count_tokens("## Sub-maps\n## Documents\n")
    shown: list[_Line] = []
    for line in lines:
        left -= count_tokens(line.text + "\n")
        if left < 0:
            break
        shown.append(line)
    return shown


def _assemble(frame: Frame, pinned: list[str], shown: list[_Line]) -> str:
    text = list(pinned)
    submaps = [line for line in shown if line.kind == "submap"]
    documents = [line for line in shown if line.kind == "document"]
    if submaps:
        text += ["## Sub-maps", *(line.text for line in sorted(submaps, key=lambda line: line.order))]
    if documents:
        text += ["## Documents", *(line.text for line in sorted(documents, key=lambda line: line.order))]
    left_out = _left_out(frame, shown)
    if missing := [f"+{count} {kind}s" for kind, count in left_out.items() if count]:
        text.append(f"Not shown: {', '.join(missing)}. SEARCH finds them, READ shows one by its ref.")
    text.append(f"(revision {frame.map.revision}; {frame.map.documents} documents, {frame.map.sections} sections)")
    return "\n".join(text)


def _left_out(frame: Frame, shown: list[_Line]) -> dict[str, int]:
    submaps = sum(line.kind == "submap" for line in shown)
    return {"submap": len(frame.submaps) - submaps, "document": frame.map.documents - (len(shown) - submaps)}
