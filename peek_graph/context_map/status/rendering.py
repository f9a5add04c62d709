"""Renders a status: never above the budget, goal and constraints whole, and saying what it leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.context_map.status.board import Board, Past, Piece
from peek_graph.context_map.status.journal import keep_journal, new_since
from peek_graph.context_map.status.layout import SECTIONS, Layout, Planner, Policy
from peek_graph.context_map.status.leading import opens
from peek_graph.context_map.status.markdown import as_markdown
from peek_graph.context_map.status.reminding import NONE, Reminders, Reminding
from peek_graph.context_map.status.safe_text import one_line, unlike_ours
from peek_graph.errors import BudgetTooSmall, InvalidValue
from peek_graph.records import Explained, Status

Tokenizer = Callable[[str], Sequence[Any]]

# No provider's prompt cache keeps a shorter beginning: what fits whole is shown by kinds, without a journal.
_CACHED_FROM: Final = 1024
# Epochs are counted from multiples of this many revisions. Operations are taken for larger than they mostly are if
# there was no room for a journal of so many.
_ANCHOR: Final = 64
_LARGER: Final = (1, 2, 4)
# Elements that were touched since an epoch, sections too: all have to be read as they were.
_MOST_TOUCHED: Final = 1000
_MOST_IN_WHOLE: Final = 64
_NAME: Final = 120
# Counts get longer as a map grows; in steps, so that what stands before them keeps its room.
_STEP: Final = 32
_AMPLE: Final = 400
_NOW_LIMITS: Final = (240, 60, 40, 20)
_NOW_LEAST: Final = 96
# What of where the work stands changes rarely: said with the state as of the epoch, and at the end only if it differs.
_SLOW: Final = ("submap", "decision")
_SLOW_LIMIT: Final = 60
_KINDS: Final = (*(name for name in SECTIONS if name not in ("failed", "recent")), "variable")


def check_budget(budget: Any) -> int:
    """InvalidValue unless it is a positive whole number of tokens."""
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 1:
        raise InvalidValue(f"budget is {budget!r}", "give a positive whole number of tokens")
    return budget


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, and how it is to be said."""

    budget: int
    policy: Policy
    tokenizer: Tokenizer
    explain: bool = False


def render_status(board: Board, request: Request, past: Past) -> Status:
    """The status as text for a prompt and as Markdown; the same board, request and past give the same.

    Goal and constraints are whole. BudgetTooSmall says the number of tokens that would do.
    """
    return _Rendering(board, request, past).status()


class _Rendering:
    def __init__(self, board: Board, request: Request, past: Past) -> None:
        self._board = board
        self._request = request
        self._past = past
        self._words = board.words
        self._budget = check_budget(request.budget)
        self._planner = Planner(board.words, request.policy, self._count)
        self._reminding = Reminding(board, self._count)

    def status(self) -> Status:
        least = self._text(Layout(self._board.revision), ())
        needed = self._count(least)
        if needed > self._budget:
            raise BudgetTooSmall(
                f"goal and constraints of {self._board.name!r} need {needed} tokens, the budget is {self._budget}",
                f"ask for a budget of {needed} or more, or shorten them",
                needed=needed,
            )
        if len(self._board.units) <= _MOST_IN_WHOLE:
            layout = self._planner.whole(self._board)
            now = self._lines(self._now(layout, _NOW_LIMITS[1]))
            notices = self._reminding.all()
            if self._count(self._text(layout, now, notices)) <= min(self._budget, _CACHED_FROM):
                return self._as_status(layout, now, notices)
        # Fixed, so that what is chosen does not depend on how long the ending is just now.
        head = self._count("\n".join(self._head()))
        step = _STEP if self._budget >= _AMPLE else _STEP // 4
        ending = max(min(4 * _STEP, self._budget // 10), -(-(needed - head + step // 2) // step) * step)
        room = self._budget - head - ending
        kept = self._reminding.room(room, cached=self._budget > _CACHED_FROM)
        notices, room = self._reminding.within(kept), room - kept
        now_room = max(0, min(max(_NOW_LEAST, room // 12), room // 3))
        layout = self._laid_out(max(0, room - now_room))
        now = self._now_within(layout, now_room)
        drops = 1
        while self._count(self._text(layout, now, notices)) > self._budget:
            # Tokens of lines add up to those of the text with the usual tokenizers, not with any.
            for _ in range(drops):
                if layout.picked:
                    layout.drop()
                elif now:
                    now = now[:-1]
                else:
                    notices = notices[:-1]
            drops *= 2
        return self._as_status(layout, now, notices)

    def _laid_out(self, room: int) -> Layout:
        """The state as of the earliest epoch whose journal has room, with that journal."""
        board, planner = self._board, self._planner
        # Where there is room for a few lines only, none is kept free.
        recent_room = self._request.policy.recent(room) if self._budget >= _AMPLE else 0
        for epoch in dict.fromkeys(self._epochs(recent_room)) if recent_room else ():
            if not board.oldest <= epoch < board.revision:
                continue
            new = new_since(board, epoch)
            # A journal of all that there is would say nothing of where things belong. Some of it may only be further
            # on, which takes less room.
            if 2 * len(new) > len(board.units) or not planner.fits(new, epoch, 2 * recent_room):
                continue
            then = self._past.board(epoch)
            if then is None:
                continue
            layout = planner.chosen(then, room - recent_room)
            journal = keep_journal(board, epoch, layout.shown(), self._as_now(layout.shown()), self._past.first_touched)
            if planner.fits(journal.units, epoch, recent_room):
                refs = {piece.ref for piece in layout.shown()}
                layout.slow = tuple((now.name, now.said(_SLOW_LIMIT, refs)) for now in then.now if now.name in _SLOW)
                layout.left_out = _left_out(then, layout)
                layout.opens = opens(then, layout.left_out, layout.shown())
                layout.append(journal)
                layout.board = then
                return layout
        return planner.chosen(board, room - recent_room)

    def _epochs(self, room: int) -> Iterator[int]:
        """Revisions that a journal may begin with, the earliest first.

        From a fixed revision on, a new one begins whenever the operations since come to a number. Those were counted
        when they were done, and never change: so an epoch stays one as long as a later one has not begun.
        """
        start = max(self._board.revision - self._board.revision % _ANCHOR - 1, 1)
        sizes = self._past.sizes(start)
        for factor in _LARGER:
            epoch, since, changed = start, 0, 0
            for number, operations, touched in sizes:
                since, changed = since + operations, changed + touched
                if since * factor * self._words.tokens_an_operation > room or changed > _MOST_TOUCHED:
                    epoch, since, changed = number, 0, 0
            yield epoch

    def _as_now(self, shown: Iterable[Piece]) -> dict[str, Piece | None]:
        """What pieces of an earlier board have become, by ref; None: it is no longer there."""
        now: dict[str, Piece | None] = {piece.ref: piece for unit in self._board.units for piece in unit.pieces}
        missing = [piece.ref for piece in shown if piece.ref not in now and piece.kind not in ("submap", "proposal")]
        return {**now, **(self._past.pieces(missing) if missing else {})}

    def _as_status(self, layout: Layout, now: Sequence[str], notices: Reminders) -> Status:
        text = self._text(layout, now, notices)
        board = self._board
        return Status(
            board.name,
            board.revision,
            text,
            self._count(text),
            self._budget,
            {**_left_out(self._board, layout), **({"notice": left} if (left := self._reminding.left(notices)) else {})},
            markdown=as_markdown(
                board,
                layout,
                now,
                notices,
                self._reminding.more(notices),
                [*self._state_of(layout), *self._ending(layout)] if layout.board else self._ending(layout),
            ),
            language=self._words.language,
            explained=self._explained(layout, notices) if self._request.explain else (),
        )

    def _count(self, text: str) -> int:
        return len(self._request.tokenizer(text))

    def _head(self) -> list[str]:
        board, words = self._board, self._words
        head = [
            f"# {words.title}{words.colon}{one_line(board.name, _NAME)}",
            f"## {words.headings['goal']}",
            unlike_ours(board.whole_goal()),
        ]
        if board.constraints:
            lines = (piece.text(words, 0) for piece in board.constraints)
            head += [f"## {words.headings['constraint']}", *lines]
        return head

    def _text(self, layout: Layout, now: Sequence[str], notices: Reminders = NONE) -> str:
        words, text = self._words, self._head()
        for section, pieces in layout.lines():
            if section == "recent":
                text += [*self._state_of(layout), f"## {words.since.format(layout.epoch)}"]
            else:
                text.append(f"## {words.headings[section]}")
            text += [piece.text(words, limit, brief=section == "recent") for piece, limit in pieces]
        text += self._reminding.lines(notices)
        if now:
            text += [f"## {words.headings['now']}", *now]
        return "\n".join([*text, *self._ending(layout)])

    def _state_of(self, layout: Layout) -> list[str]:
        """What stands under the state as of the epoch, as of then too: at the end it would change with each step."""
        if layout.board is None:
            return []
        slow = [self._words.now[name].format(text) for name, text in layout.slow if text]
        return [*([self._words.stop.join(slow)] if slow else []), *_ending(layout.board, layout.left_out, layout.opens)]

    def _ending(self, layout: Layout) -> list[str]:
        left = _left_out(self._board, layout)
        if not layout.sections.get("recent"):
            return _ending(self._board, left, opens(self._board, left, layout.shown()))
        words = self._words
        changed = {kind: left.get(kind, 0) for kind in _KINDS if left.get(kind, 0) != layout.left_out.get(kind, 0)}
        missing = words.comma.join(f"+{words.counted(kind, n)}" for kind, n in changed.items())
        return [words.revision.format(self._board.revision, f"{words.stop}{missing}" if missing else "")]

    def _now(self, layout: Layout, limit: int) -> dict[str, str]:
        """Where the work stands, by name; without what stands with the state as of the epoch and is so still."""
        shown = {piece.ref for piece in layout.shown()}
        then = {line.name: line.short for line in layout.board.now} if layout.board else {}
        said = {
            line.name: line.said(limit, shown)
            for line in self._board.now
            if line.name not in _SLOW or then.get(line.name) != line.short
        }
        return {name: self._words.now[name].format(text) for name, text in said.items() if text}

    def _now_within(self, layout: Layout, room: int) -> tuple[str, ...]:
        heading = f"## {self._words.headings['now']}\n"
        limits = _NOW_LIMITS if room > 2 * _NOW_LEAST else _NOW_LIMITS[1:]
        said: dict[str, str] = {}
        for limit in limits:
            said = self._now(layout, limit)
            if self._count("\n".join([heading, *self._lines(said)])) <= room:
                break
        while said and self._count("\n".join([heading, *self._lines(said)])) > room:
            said.popitem()
        return self._lines(said)

    def _lines(self, now: Mapping[str, str]) -> tuple[str, ...]:
        """The step on a line of its own, all else on one."""
        step, others = now.get("step"), [text for name, text in now.items() if name != "step"]
        return (*([step] if step else []), *([self._words.stop.join(others)] if others else []))

    def _explained(self, layout: Layout, notices: Reminders) -> tuple[Explained, ...]:
        shown = {piece.ref for piece in layout.shown()}
        unknown = f"left out: it was not among those looked at as of revision {layout.epoch}"
        pinned = (
            Explained(piece.ref, piece.kind, True, "shown: always, and whole") for piece in self._board.constraints
        )
        looked_at = (
            Explained(piece.head, piece.kind, piece.ref in shown, layout.why.get(unit.pieces[0].ref, unknown))
            for unit in self._board.units
            for piece in unit.pieces
        )
        return (*pinned, *looked_at, *self._reminding.explained(notices))


def _left_out(board: Board, layout: Layout) -> dict[str, int]:
    """By kind, how many of a board are not shown; what is finished is not counted."""
    shown = Counter({piece.ref: piece.kind for piece in layout.shown() if piece.ref not in layout.finished}.values())
    left = {kind: board.totals.get(kind, 0) - shown[kind] for kind in _KINDS}
    return {kind: count for kind, count in left.items() if count > 0}


def _ending(board: Board, left_out: Mapping[str, int], at: str) -> list[str]:
    words = board.words
    missing = words.comma.join(f"+{words.counted(kind, n)}" for kind, n in left_out.items())
    documents, sections = (words.counted("document", board.documents), words.counted("section", board.sections))
    return [
        *([words.not_shown.format(missing, words.how.format(at))] if missing else []),
        words.footer.format(board.revision, documents, sections),
    ]
