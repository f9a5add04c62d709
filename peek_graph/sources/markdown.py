"""Markdown: block structure by markdown-it, positions by its line maps."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from peek_graph.sources.kinds import MARKDOWN
from peek_graph.sources.layout import Block, Layout, Places
from peek_graph.sources.lines import LinePlaces, LineTable, fill_gaps

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST_HEADING = 300  # longer ones are text that happens to begin with a #
_FRONT_MATTER = re.compile(
    r"(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)(\w[\w -]{0,60}[:=].{0,20000}?)(?:\r\n|\r|\n)(?:\1|\.\.\.)[ \t]*(?=\r|\n|\Z)",
    re.S,
)
_TITLE = re.compile(r"""^title\s*[:=]\s*(["']?)(.{1,300}?)\1\s*$""", re.M | re.I)
_TAG = re.compile(r"</?(?:a|b|i|u|em|strong|code|span|sub|sup|img|br|kbd|small|mark|font)\b|<!--", re.I)
_KINDS = {"fence": "code", "code_block": "code", "table_open": "table"}


def markdown_layout(text: str, places: Places | None = None, media_type: str = MARKDOWN) -> Layout:
    """Read Markdown; ``places`` where the text is not the source itself."""
    table = LineTable(text)
    front = _FRONT_MATTER.match(text)
    title, skipped = None, 0
    if front is not None:
        skipped = bisect_right(table.starts, front.end() - 1)
        named = _TITLE.search(front[2].replace("\r", "\n"))
        title = named[2].strip() if named else None
    blocks = list(fill_gaps(table, _blocks(table, skipped)))
    return Layout(media_type, text, blocks, places or LinePlaces(table), title or None)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Blocks at the top are all that is asked for: without inline rules, reference definitions and deep nesting, hostile
    # input stays linear; what the parser leaves out of its tokens comes back as text by filling the gaps.
    parser = MarkdownIt("commonmark", {"maxNesting": 8}).enable("table").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _blocks(table: LineTable, skipped: int) -> Iterator[Block]:
    if skipped:
        yield Block("code", 0, table.end(skipped - 1))
    body = table.text[table.starts[skipped] :] if skipped < len(table) else ""
    tokens = _parser().parse(body)
    for at, token in enumerate(tokens):
        if token.map is None or token.nesting < 0:
            continue
        first, last = token.map[0] + skipped, token.map[1] + skipped
        if token.level == 0 and token.type == "heading_open":
            yield _heading(table, first, last, int(token.tag[1]), tokens[at + 1].content)
        elif token.level == 0 and not token.type.endswith("_list_open"):
            yield from _block(table, token, first, last)
        elif token.level == 1 and token.type == "list_item_open":
            yield from _lines(table, "item", first, last)


def _block(table: LineTable, token: Token, first: int, last: int) -> Iterator[Block]:
    if token.type == "table_open":
        yield from _lines(table, "table", first, last, cuts=tuple(table.starts[row] for row in range(first + 3, last)))
    else:
        yield from _lines(table, "code" if token.type in _KINDS else "text", first, last)


def _lines(table: LineTable, kind: str, first: int, last: int, cuts: tuple[int, ...] = ()) -> Iterator[Block]:
    last = min(last, len(table))
    while last > first and not table.line(last - 1).strip():
        last -= 1
    while first < last and not table.line(first).strip():
        first += 1
    if first < last:
        yield Block(kind, table.starts[first], table.end(last - 1), cuts=cuts)  # type: ignore[arg-type]


def _heading(table: LineTable, first: int, last: int, level: int, content: str) -> Block:
    start, end = table.starts[first], table.end(min(last, len(table)) - 1)
    title = plain_words(content) if len(content) <= LONGEST_HEADING else ""
    return Block("heading", start, end, level, title) if title else Block("text", start, end)


def plain_words(content: str) -> str:
    """A short stretch of inline Markdown without its markup."""
    from markdown_it import MarkdownIt

    words = []
    for token in MarkdownIt("commonmark").parseInline(content):
        for child in token.children or ():
            if child.type in ("text", "code_inline", "image"):
                words.append(child.content)
            elif child.type == "html_inline" and not _TAG.match(child.content):
                words.append(child.content)  # such as the <T> of Vec<T>
            elif child.type in ("softbreak", "hardbreak"):
                words.append(" ")
    return " ".join("".join(words).split())
