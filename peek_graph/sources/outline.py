"""Which heading every block stands under, and how headings are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from peek_graph.sources.layout import Block

_DEEPEST = 9


@dataclass(slots=True)
class Section:
    """What stands directly under one heading; ``heading`` None before the first."""

    outline: tuple[int, ...]
    heading_path: tuple[str, ...]
    heading: Block | None = None
    blocks: list[Block] = field(default_factory=list)


def leading_title(blocks: Sequence[Block]) -> Block | None:
    """The document's title: its first heading, where that is its only one of level 1."""
    tops = [block for block in blocks if block.kind == "heading" and block.level == 1]
    first = next((block for block in blocks if block.kind == "heading"), None)
    return first if first is not None and len(tops) == 1 and tops[0] is first else None


def sections(blocks: Sequence[Block], title: Block | None) -> list[Section]:
    """Every block but the title under its heading. Skipped levels do not count: what is nested is one deeper."""
    found = [Section((0,), ())]
    levels: list[int] = []  # of the headings around, outermost first
    names: list[str] = []
    counts: list[int] = [0]  # of headings so far, at each depth
    for block in blocks:
        if block is title:
            continue
        if block.kind == "page":
            found.append(Section((block.level,), ()))
        elif block.kind == "heading":
            while levels and levels[-1] >= block.level:
                levels.pop()
                names.pop()
            del counts[len(levels) + 1 :]
            if len(levels) == _DEEPEST:
                levels.pop()
                names.pop()
                counts.pop()
            counts[-1] += 1
            levels.append(block.level)
            names.append(block.title)
            found.append(Section(tuple(counts), tuple(names), block))
            counts.append(0)
        else:
            found[-1].blocks.append(block)
    return found


def with_bare_headings(found: Sequence[Section]) -> list[Section]:
    """Sections that have text; a heading with neither text nor headings below it stands for itself."""
    kept = []
    for at, section in enumerate(found):
        if section.blocks:
            kept.append(section)
            continue
        following = found[at + 1] if at + 1 < len(found) else None
        below = following is not None and len(following.outline) > len(section.outline) and section.heading is not None
        if section.heading is not None and not below and section.heading.end > section.heading.start:
            kept.append(Section(section.outline, section.heading_path, section.heading, [section.heading]))
    return kept
