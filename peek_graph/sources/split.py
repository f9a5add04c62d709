"""Sections into passages: whole thoughts within a budget of estimated tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from peek_graph.sources.layout import Block
from peek_graph.sources.sentences import best_cut, estimate

_WHOLE = 2.0  # a table, a code block or a list item is cut above this many budgets
_WHOLE_TEXT = 1.25  # running text is cut at sentences, which does less harm
_TINY = 0.2  # smaller pieces join their neighbour
_JOINED = 1.35  # if together they stay below this


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    tokens: int
    leads: bool = False  # to what follows, and so is not left behind


def split(text: str, blocks: Sequence[Block], budget: int) -> list[tuple[int, int]]:
    """Ranges of ``text``, in order, that together hold every block."""
    packed: list[_Piece] = []
    current: list[_Piece] = []
    tokens = 0
    for block in blocks:
        for piece in _pieces(text, block, budget):
            # A title in the middle of a page is in no block, and yet in the range that spans it.
            between = estimate(text[current[-1].end : piece.start]) if current else 0
            if current and tokens + between + piece.tokens > budget:
                leading: list[_Piece] = []
                room = _WHOLE * budget - piece.tokens
                while len(current) > 1 and current[-1].leads and current[-1].tokens <= room:
                    leading.append(current.pop())
                    room -= leading[-1].tokens
                packed.append(_joined(text, current))
                current = leading[::-1]
                tokens = sum(one.tokens for one in current)
                between = 0
            current.append(piece)
            tokens += between + piece.tokens
    if current:
        packed.append(_joined(text, current))
    return [(piece.start, piece.end) for piece in _without_tiny(text, packed, budget)]


def _joined(text: str, pieces: Sequence[_Piece]) -> _Piece:
    start, end = pieces[0].start, pieces[-1].end
    return _Piece(start, end, pieces[0].tokens if len(pieces) == 1 else estimate(text[start:end]))


def _pieces(text: str, block: Block, budget: int) -> Iterator[_Piece]:
    tokens = estimate(text[block.start : block.end])
    whole = _WHOLE_TEXT if block.kind in ("text", "heading") else _WHOLE
    if tokens <= whole * budget:
        leads = block.leads or text.endswith((":", "："), block.start, block.end)
        yield _Piece(block.start, block.end, tokens, leads and tokens < _TINY * budget)
        return
    # Pieces of one size read better than full ones and a rest.
    share = tokens / -(-tokens // budget) * 1.05
    start = block.start
    while start < block.end:
        near = _reach(text, start, block.end, share)
        rest = estimate(text[start : block.end]) if block.end - near < 4 * budget else None
        if near >= block.end or (rest is not None and rest <= _WHOLE_TEXT * budget):
            cut = block.end
        else:
            far = _reach(text, start, block.end, _WHOLE * budget)
            cut = best_cut(text, start, near, far, block.cuts, by_line=block.kind in ("code", "table", "item"))
        first = start if start == block.start else _line_or_word(text, start, cut)
        last = block.end if cut >= block.end else _end_of_line_or_word(text, first, cut)
        if text[first:last].strip():
            yield _Piece(first, last, estimate(text[first:last]))
        start = cut


def _reach(text: str, start: int, end: int, tokens: float) -> int:
    """How far ``tokens`` take one from ``start``."""
    reach = min(end, start + int(tokens * 4))
    if not text[start : min(end, start + 200)].isascii():  # most likely of one script throughout: begin near its length
        reach = min(end, start + int(tokens * 200 / estimate(text[start : start + 200]) * 1.1))
    for _ in range(6):
        used = estimate(text[start:reach])
        if used <= tokens:
            break
        reach = start + max(int((reach - start) * tokens / used), 1)
    return reach


def _line_or_word(text: str, start: int, end: int) -> int:
    """Where the text goes on: at a line's beginning with its indentation, else at the next word."""
    word = start
    while word < end and text[word].isspace():
        word += 1
    line = max(text.rfind("\n", start, word), text.rfind("\r", start, word)) + 1
    return line or (start if text[start - 1] in "\r\n" else word)


def _end_of_line_or_word(text: str, start: int, end: int) -> int:
    """Where the text before a cut ends: at its line's end with what trails it there, else behind its last word."""
    word = end
    while word > start and text[word - 1].isspace():
        word -= 1
    breaks = [at for at in (text.find("\n", word, end), text.find("\r", word, end)) if at >= 0]
    return min(breaks, default=word)


def _without_tiny(text: str, pieces: list[_Piece], budget: int) -> list[_Piece]:
    kept: list[_Piece] = []
    for piece in pieces:
        before = kept[-1] if kept else None
        small = before is not None and min(piece.tokens, before.tokens) < _TINY * budget
        together = _joined(text, (before, piece)) if before is not None and small else None
        if together is not None and together.tokens <= _JOINED * budget:
            kept[-1] = together
        else:
            kept.append(piece)
    return kept
