"""A status for people: the same entries as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from peek_graph.context_map.status.board import FULL, Board, Piece
from peek_graph.context_map.status.journal import LIMIT
from peek_graph.context_map.status.layout import Layout
from peek_graph.context_map.status.safe_text import one_line

# What Markdown, or a page that it becomes part of, would take for more than text.
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|~$&])")
_AT_START: Final = re.compile(r"^(\d*)([#+=.)-])")
_NAME: Final = 120


def as_markdown(
    board: Board,
    layout: Layout,
    now: Sequence[str],
    notices: Sequence[tuple[Piece, int]],
    more_notices: str,
    ending: Iterable[str],
) -> str:
    """The status as Markdown; not bounded by the budget, but of the same entries."""
    words = board.words
    parts = [f"# {words.title}{words.colon}{_plain(one_line(board.name, _NAME))}"]
    parts += [f"## {words.headings['goal']}", _AT_START.sub(r"\1\\\2", _plain(board.whole_goal()))]
    if board.constraints:
        parts += [f"## {words.headings['constraint']}", _list((piece, 0) for piece in board.constraints)]
    for section, pieces in layout.lines():
        heading = words.since.format(layout.epoch) if section == "recent" else words.headings[section]
        parts += [f"## {heading}", _list((piece, FULL if limit >= LIMIT else limit) for piece, limit in pieces)]
    if notices or more_notices:
        parts += [f"## {words.headings['notice']}", *([_list(notices)] if notices else [])]
        parts += [f"*{_plain(more_notices)}*"] if more_notices else []
    if now:
        parts += [f"## {words.headings['now']}", "\n".join(f"- {_plain(line)}" for line in now)]
    parts += [f"*{_plain(line)}*" for line in ending]
    return "\n\n".join(parts) + "\n"


def _list(pieces: Iterable[tuple[Piece, int]]) -> str:
    return "\n".join(_item(piece, limit) for piece, limit in pieces)


def _item(piece: Piece, limit: int) -> str:
    place = f" `{piece.place}`" if piece.place else ""
    said = [*piece.marks, *([piece.state] if piece.state else [])]
    marks = f" *{_plain('; '.join(said))}*" if said else ""
    body = piece.body(limit)
    return f"- **{_plain(piece.head)}**{place}{marks}{': ' + _plain(body) if body else ''}"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
