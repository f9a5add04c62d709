"""The notices of a status: after goal and constraints the first to have room, and near its end, where all is new."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from peek_graph.context_map.query.kinds import PLURALS
from peek_graph.context_map.status.board import FULL, Board, Piece
from peek_graph.records import Explained

Reminders: TypeAlias = tuple[tuple[Piece, int], ...]
"""Notices that are shown, with the columns that their texts may have."""

NONE: Final[Reminders] = ()
_MOST: Final = 5
_LIMITS: Final = (FULL, 100, 50)
_SMALL, _LARGE = 128, 320


@dataclass(frozen=True, slots=True)
class Reminding:
    """Chooses and writes the notices of a board; ``count`` counts the tokens of a text."""

    board: Board
    count: Callable[[str], int]

    def room(self, room: int, *, cached: bool) -> int:
        """The part of a room that is kept for notices.

        Where a prompt cache may keep the text before them, it is kept also while there are none, in two sizes: so their
        coming and going moves nothing else.
        """
        if self.board.notice_count is None:
            return 0
        wanted = self._cost(self.all())
        most = max(0, min(_LARGE, max(room // 5, min(room // 2, _SMALL))))
        if not cached:
            return min(wanted, most)
        return least if wanted <= (least := min(_SMALL, room // 10)) else most

    def all(self) -> Reminders:
        """As many as are ever shown, at their longest."""
        return tuple((piece, FULL) for piece in self.board.notices[:_MOST])

    def within(self, room: int) -> Reminders:
        """The first ones that have room, as long as they may be."""
        chosen = NONE
        for piece in self.board.notices[:_MOST]:
            wider = next((w for limit in _LIMITS if self._cost(w := (*chosen, (piece, limit))) <= room), None)
            if wider is None:
                break
            chosen = wider
        return chosen

    def left(self, shown: Reminders) -> int:
        """How many are not shown."""
        return max(0, (self.board.notice_count or 0) - len(shown))

    def lines(self, shown: Reminders) -> list[str]:
        """The section: those that are shown, and how many are not."""
        words, more = self.board.words, self.more(shown)
        lines = [*(piece.text(words, limit) for piece, limit in shown), *([more] if more else [])]
        return [f"## {words.headings['notice']}", *lines] if lines else []

    def more(self, shown: Reminders) -> str:
        """Where those are that are not shown; '' if all are."""
        words, left = self.board.words, self.left(shown)
        return f"+{words.counted('notice', left)}{words.colon}OPEN: {PLURALS['notice']}" if left else ""

    def explained(self, shown: Reminders) -> Iterator[Explained]:
        """Why each that was read is in or out."""
        there = {piece.ref for piece, _ in shown}
        for number, piece in enumerate(self.board.notices):
            reason = "shown: notices come right after goal and constraints"
            if piece.ref not in there:
                reason = f"left out: {_MOST} newer ones come first" if number >= _MOST else "left out: no room was left"
            yield Explained(piece.ref, piece.kind, piece.ref in there, reason)

    def _cost(self, shown: Reminders) -> int:
        return self.count("".join(f"{line}\n" for line in self.lines(shown)))
