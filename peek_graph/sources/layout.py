"""What every format becomes before it is split: readable text, blocks in it, and a way from text to pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

BlockKind = Literal["heading", "page", "text", "item", "table", "code"]


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch ``text[start:end]`` of a layout that belongs together.

    ``level`` and ``title`` are a heading's depth (from 1) and its words without markup; for ``page`` (a zero-length
    mark where no headings are known) ``level`` is the page's number. ``cuts`` are offsets in the text where the block
    may be cut with least harm, such as a table's rows. ``leads``: it belongs to what follows, as a term to its
    definition.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""
    cuts: tuple[int, ...] = ()
    leads: bool = False


class Places(Protocol):
    """Between offsets in a layout's text and pointer fragments."""

    def fragment(self, start: int, end: int) -> str:
        """The pointer to ``text[start:end]``."""
        ...

    def span(self, fragment: str) -> tuple[int, int]:
        """The offsets that a fragment stands for; PointerError where it is outside the text or of another kind."""
        ...


@dataclass(frozen=True, slots=True)
class Layout:
    """A source's readable text with its blocks in order, all visible words inside a block."""

    media_type: str
    text: str
    blocks: Sequence[Block]
    places: Places
    title: str | None = None
