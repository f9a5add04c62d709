"""What came or changed since an epoch: appended to the state as of the epoch, which so stays as it is.

Of what is shown from the epoch some does not hold any more. What was archived, superseded, or says something else or
is trusted otherwise now, is taken out. What is only further on, as a todo that is done, stays in its place, and the
journal says how far it is: else every step would change the text where the todos stand, and all that follows would be
new.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from peek_graph.context_map.status.board import Board, Piece, Unit
from peek_graph.context_map.status.words import Words

LIMIT: Final = 64
"""How many characters of an entry's own text a line of the journal has."""


@dataclass(frozen=True, slots=True)
class Journal:
    """Units in the order of time, and by ref what of the epoch's is no longer so (None: it is gone)."""

    units: tuple[Unit, ...]
    outdated: Mapping[str, Piece | None]
    finished: frozenset[str]


def new_since(board: Board, epoch: int) -> list[Unit]:
    """The units with a state of after a revision."""
    return [unit for unit in board.units if unit.since > epoch]


def keep_journal(
    board: Board,
    epoch: int,
    shown: list[Piece],
    now: Mapping[str, Piece | None],
    first_touched: Callable[[int, Collection[str]], Mapping[str, int]],
) -> Journal:
    """The journal since an epoch; ``shown`` is what of the epoch's state is shown, ``now`` by ref what it is now.

    An entry stands where it was first touched since the epoch, so that it keeps its place when it is touched again.
    """
    outdated: dict[str, Piece | None] = {}
    notes: list[Piece] = []
    kept: set[str] = set()
    apart = {piece.ref for unit in new_since(board, epoch) if len(unit.pieces) > 1 for piece in unit.pieces}
    for then in shown:
        piece = now.get(then.ref)
        if piece is None or not piece.says_as(then) or then.ref in apart:
            outdated[then.ref] = piece
            continue
        kept.add(then.ref)
        if piece.state != then.state:
            notes.append(_note(piece, board.words))
    new = [unit for unit in new_since(board, epoch) if not all(piece.ref in kept for piece in unit.pieces)]
    there = {piece.ref for unit in new for piece in unit.pieces}
    changed = [
        Unit.of(piece)
        for ref, piece in outdated.items()
        if piece is not None and ref not in there and not piece.finished
    ]
    first = first_touched(epoch, [piece.uid for unit in new for piece in unit.pieces if piece.uid])
    new = [replace(unit, since=max(first.get(piece.uid, piece.since) for piece in unit.pieces)) for unit in new]
    finished = frozenset(ref for ref in kept if (piece := now.get(ref)) is not None and piece.finished)
    return Journal((*new, *changed, *(Unit.of(note) for note in notes)), outdated, finished)


def _note(piece: Piece, words: Words) -> Piece:
    """Only how far it is."""
    state = piece.state or words.marks["open"]
    return replace(piece, body=lambda _: "", place="", marks=(), brief=(), state=state)
