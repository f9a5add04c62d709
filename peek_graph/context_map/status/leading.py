"""Where a status leads to for what it leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from peek_graph.context_map.query.kinds import PLURALS
from peek_graph.context_map.status.board import Board, Piece


def opens(board: Board, left_out: Mapping[str, int], shown: Iterable[Piece]) -> str:
    """What to ``OPEN``: the sub-map that holds most of what is left out, else the list of the kind with most of it.

    Only what was read counts as held by a sub-map: nobody knows where the rest stands.
    """
    if not left_out:
        return ""
    seen = {piece.ref for piece in shown}
    places = Counter(
        piece.place
        for unit in board.units
        for piece in unit.pieces
        if piece.place and piece.ref not in seen and not piece.finished
    )
    place, held = min(places.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    if 2 * held > sum(left_out.values()):
        return place
    return PLURALS[max(left_out, key=lambda kind: left_out[kind])]
