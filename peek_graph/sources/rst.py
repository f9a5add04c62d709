"""reStructuredText: headings by their adornment, blocks by blank lines and indentation.

Read without docutils on purpose: its reader has no exact line ranges for what it makes, and directives that include
files, raw pages or code would have to be kept from running. Here a directive is text like any other.
"""

from __future__ import annotations

import re

from peek_graph.sources.kinds import RST
from peek_graph.sources.layout import Block, Layout
from peek_graph.sources.lines import LinePlaces, LineTable
from peek_graph.sources.plain import width

_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1+\s*")
_GRID = re.compile(r"\s*\+[-=+]{3,}\+\s*|\s*={2,}(?: +={2,})+\s*")
_CODE = (".. code", ".. sourcecode", ".. parsed-literal")
_ITEM = re.compile(r"(?:[-*+•]|\(?(?:\d{1,3}|#|[a-zA-Z])[.)])\s+\S")
_ROLE = re.compile(
    r":[\w:+.-]{1,40}:`([^`<]{1,200}?)(?:\s*<[^`>]*>)?`|``?([^`]{1,200}?)``?_{0,2}|\*{1,2}([^*]{1,200})\*{1,2}"
)


def rst_layout(text: str) -> Layout:
    """Read reStructuredText; nothing that it names is opened."""
    table = LineTable(text)
    blocks: list[Block] = []
    styles: list[str] = []
    line, count = 0, len(table)
    literal = False  # the paragraph before ended with ::
    while line < count:
        if not table.line(line).strip():
            line += 1
            continue
        heading = _heading(table, line)
        if heading is not None:
            style, title_line, after = heading
            if style not in styles:
                styles.append(style)
            title = _plain(table.line(title_line).strip())
            blocks.append(Block("heading", table.starts[line], table.end(after - 1), styles.index(style) + 1, title))
            line, literal = after, False
            continue
        after = _end_of_block(table, line, literal)
        blocks.append(_block(table, line, after, literal))
        literal = table.line(after - 1).rstrip().endswith("::") or table.line(line).startswith(_CODE)
        line = after
    return Layout(RST, text, blocks, LinePlaces(table))


def _heading(table: LineTable, line: int) -> tuple[str, int, int] | None:
    """Style, line of the title, line after the heading; an overline and an underline are one style together."""

    def adornment(at: int) -> str | None:
        found = _ADORNMENT.fullmatch(table.line(at)) if at < len(table) and _length(table, at) < 1000 else None
        return found[1] if found else None

    over = adornment(line)
    if over is not None and line + 2 < len(table) and adornment(line + 2) == over and adornment(line + 1) is None:
        title = table.line(line + 1)
        if title.strip() and _fits(title, table.line(line)):
            return over * 2, line + 1, line + 3
    title = table.line(line) if _length(table, line) < 1000 else ""
    under = adornment(line + 1) if over is None else None
    if under is not None and title and not title[0].isspace() and _fits(title, table.line(line + 1)):
        return under, line, line + 2
    return None


def _fits(title: str, rule: str) -> bool:
    # docutils takes shorter rules with a warning from four characters on.
    return len(rule.rstrip()) >= min(width(title.strip()), 4)


def _length(table: LineTable, line: int) -> int:
    return table.starts[line + 1] - table.starts[line]


def _end_of_block(table: LineTable, line: int, literal: bool) -> int:
    """To the next blank line; an indented block after ``::`` goes on to the next line that is not indented."""
    indented = table.line(line)[:1].isspace()
    at, last = line + 1, line
    while at < len(table):
        current = table.line(at)
        if not current.strip():
            if not (literal and indented):
                break
        elif (literal and not current[:1].isspace()) if indented else _starts_heading(table, at):
            break
        else:
            last = at
        at += 1
    return last + 1


def _starts_heading(table: LineTable, at: int) -> bool:
    # Only an overlined one can follow text without a blank line between.
    heading = _heading(table, at)
    return heading is not None and heading[1] == at + 1


def _block(table: LineTable, first: int, after: int, literal: bool) -> Block:
    start, end = table.starts[first], table.end(after - 1)
    opening = table.line(first)
    if _GRID.fullmatch(opening[:500]):
        return Block("table", start, end, cuts=tuple(table.starts[row] for row in range(first + 3, after)))
    if opening[:1].isspace() and literal:
        return Block("code", start, end)
    return Block("item" if _ITEM.match(opening.lstrip()[:80]) else "text", start, end)


def _plain(title: str) -> str:
    return _ROLE.sub(lambda found: next(group for group in found.groups() if group is not None), title)[:300]
