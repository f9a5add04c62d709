"""Entries as lines of a list, and the words that a whole entry has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from peek_graph.context_map.changing.reviewing import review_of
from peek_graph.context_map.query.wording import bare, marked, one_line, quoted, typed
from peek_graph.context_map.status.lines import Marks, entry_piece, notice_piece
from peek_graph.context_map.view.dictionary import shown_entry
from peek_graph.context_map.view.json_values import compact
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.graph.contents import Part
from peek_graph.graph.proposals import Row
from peek_graph.graph.states import LINKS, State

_SHOWN_BESIDE: Final = frozenset({"confidence", "status", "priority", "step", "outcome"})
# Of documents these fields show what the first lines say already.
_COMPUTED: Final = {"id": "ref", "title": "title", "raw_text_position": "source_uri"}


def line_of(state: State, marks: Marks, width: int) -> str:
    """An entry of any kind as a status writes it, its own words in about ``width`` characters; finished ones say so."""
    if state.kind == "section":  # its words are its document's, whoever added that
        return f"- {state.ref}{marked(marks.warnings(state))}: {quoted(str(state.props.get('text') or ''), width)}"
    piece = (notice_piece if state.kind == "notice" else entry_piece)(state, marks)
    status = state.props.get("status")
    # A status leaves out that something is begun, as it changes with every step; who opens a list wants to know.
    if state.kind in ("todo", "question") and isinstance(status, str) and status not in ("", "open"):
        piece = replace(piece, state=bare(status, 20))
    return piece.text(marks.words, width)


def part_line(part: Part, width: int) -> str:
    """A sub-map, on one line."""
    about = f": {one_line(part.summary, width)}" if part.summary and width > len(part.title) else ""
    said = marked([bare(part.kind, 20), bare(part.status, 20)])
    return f"- {one_line(part.path, 200)}{said} {quoted(f'{part.title}{about}', width)}"


def proposal_line(row: Row, width: int) -> str:
    """A proposal, on one line."""
    return f"- {proposal_head(row)}: {quoted(value_of(row), width)}"


def proposal_head(row: Row) -> str:
    """Which proposal, by whom, and what it would change."""
    review = review_of(row)
    said = marked(
        [
            bare(str(row.get("status") or "open"), 20),
            f"by {typed(str(row.get('author') or ''))}",
            *([f"review: {review.verdict}"] if review else []),
        ]
    )
    return f"{row['ref']}{said} {row.get('op')} {one_line(str(row.get('path')), 200)}"


def value_of(row: Row) -> str:
    """What a proposal proposes."""
    try:
        operation = json.loads(str(row.get("operation")))
    except ValueError:
        return str(row.get("operation"))
    value = operation.get("value") if isinstance(operation, dict) else operation
    return value if isinstance(value, str) else compact(value)


def main_text(state: State) -> str:
    """What an entry says first of all; of a document its summary, of a section its text."""
    if state.kind == "section":
        return str(state.props.get("text") or "")
    value = shown_entry(state, linked=False)
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or state.kind == "variable":
        return compact(value)
    names = ("summary",) if state.kind == "document" else KINDS[state.kind].aliases
    found = next((value[name] for name in names if isinstance(value.get(name), str)), None)
    return found if found is not None else ""


def other_fields(state: State) -> Iterator[tuple[str, str | list[str]]]:
    """The fields of an entry beside its main text and what its first line says: names and texts, or lists of texts."""
    if state.kind in ("section", "variable"):
        return
    value: Any = shown_entry(state, linked=False)
    text = main_text(state)
    known = {name: {**state.props, "ref": state.ref}.get(of) for name, of in _COMPUTED.items()}
    for name, item in value.items() if isinstance(value, dict) else ():
        beside = name in LINKS or name == "ref" or (name in _SHOWN_BESIDE and name in state.props)
        if beside or item in (None, "", [], text, known.get(name)):
            continue
        if isinstance(item, list) and all(isinstance(part, str) for part in item):
            yield name, list(item)
        else:
            yield name, item if isinstance(item, str) else compact(item)


def whole_text(state: State) -> str:
    """All that an entry says: its main text, and its other fields under their names."""
    fields = [f"{name}:\n{item if isinstance(item, str) else _points(item)}" for name, item in other_fields(state)]
    return "\n\n".join(part for part in (main_text(state), *fields) if part)


def _points(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)
