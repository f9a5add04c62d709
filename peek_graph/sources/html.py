"""HTML into readable text: headings, lists, tables and preformatted text kept, scripts and navigation left out."""

from __future__ import annotations

import html
import re

from peek_graph.sources.html_places import MarkedPlaces
from peek_graph.sources.html_scan import Token, scan
from peek_graph.sources.kinds import HTML
from peek_graph.sources.layout import Block, BlockKind, Layout
from peek_graph.sources.markdown import LONGEST_HEADING

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
_ITEMS = frozenset({"li", "dt", "dd"})
_ROWS = frozenset({"tr", "caption", "thead", "tbody", "tfoot"})
_CELLS = frozenset({"td", "th"})
_SECTIONS = frozenset("html head body main article section header footer aside div center".split())  # noqa: SIM905
_PARAGRAPHS = frozenset("p address blockquote figure figcaption details summary dialog hr".split())  # noqa: SIM905
_FORMS = frozenset("form fieldset legend textarea select optgroup option".split())  # noqa: SIM905
_FLOW = _SECTIONS | _PARAGRAPHS | _FORMS
_ENDS_HEADING = frozenset({"p", "pre", "table", *_LISTS})
_BOILERPLATE = frozenset({"nav", "svg", "template", "noscript"})
_NAVIGATION = re.compile(r"""\brole\s*=\s*["']?navigation\b""", re.I)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_BLANK_LINES = re.compile(r"(?:[ \t\f]*+[\r\n])+")
_SPACES = str.maketrans("\t\n\r\f", "    ")
_GAP = re.compile(" {2,}")


def html_layout(source: str) -> Layout:
    """Read a page; navigation is kept where it is all there is, or where it is never closed."""
    page = _Page(source, keep_all=False)
    if page.skipping or not page.blocks:
        page = _Page(source, keep_all=True)
    title = " ".join(html.unescape(page.title).split())
    return Layout(HTML, "".join(page.parts), page.blocks, page.places, title[:LONGEST_HEADING] or None)


class _Page:
    """The state of reading one page; ``parts`` joined are the readable text."""

    def __init__(self, source: str, keep_all: bool) -> None:
        self.source, self.keep_all = source, keep_all
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self.places = MarkedPlaces(len(source))
        self.title = ""
        self.skipping = 0
        self._skipped = ""
        self._length = 0
        self._start: int | None = None  # of the block being read, once it has text
        self._between = ""  # what comes before the next text: a space, a line end, a cell's bar
        self._term = False  # the text is a <dt>'s
        self._dash: Token | None = None  # the <li> whose text comes next
        self._heading = self._lists = self._pre = 0
        self._tables: list[bool] = []  # for each table around: whether it is read as rows, not as mere layout
        self._cuts: list[int] = []
        for token in scan(source):
            self._take(token)
        self._flush()

    def _take(self, token: Token) -> None:
        name = token.name
        if self.skipping:
            if name == self._skipped and not token.raw and not token.attributes.endswith("/"):
                self.skipping += -1 if token.closing else 1
        elif not name:
            self._text(token.start, token.end)
        elif token.raw:
            if name == "title":
                self.title = self.title or self.source[token.start : min(token.end, token.start + 2000)]
            elif name in ("textarea", "xmp"):
                self._text(token.start, token.end)
        elif token.closing:
            self._close(name)
        elif not self.keep_all and self._is_boilerplate(token):
            self._flush()
            self.skipping, self._skipped = 1, name
        else:
            self._open(token)

    @staticmethod
    def _is_boilerplate(token: Token) -> bool:
        if token.name in _BOILERPLATE:
            return not token.attributes.endswith("/")  # <svg/> has no end to wait for
        return "role" in token.attributes and token.name not in _VOID and bool(_NAVIGATION.search(token.attributes))

    def _open(self, token: Token) -> None:
        name = token.name
        rows = bool(self._tables) and self._tables[-1]
        if name in _HEADINGS or name == "pre" or name == "table":
            self._flush()
            if rows:
                self._tables[-1] = False
            self._heading = _HEADINGS.get(name, 0)
            if name == "table":
                self._tables.append(True)
            elif name == "pre":
                self._pre += 1
        elif name == "br":
            self._space("\n")
        elif rows and (name in _CELLS or name in _ROWS):
            if self._start is not None:
                self._between = "\n" if name in _ROWS else " | " if self._between.strip(" ") == "" else self._between
        elif rows and (name in _FLOW or name in _LISTS or name in _ITEMS):
            self._space(" ")
        elif name in _LISTS or name in _ITEMS or name in _FLOW or name in _CELLS or name in _ROWS:
            if self._heading and name not in _ENDS_HEADING:
                self._space(" ")
                return
            self._flush()
            if name in _LISTS:
                self._lists += 1
            elif name == "li":
                self._dash = token
            elif name == "dt":
                self._term = True

    def _close(self, name: str) -> None:
        rows = bool(self._tables) and self._tables[-1]
        if name in _HEADINGS:
            self._flush()
        elif name == "pre":
            self._flush()
            self._pre = max(self._pre - 1, 0)
        elif name == "table":
            self._flush()
            if self._tables:
                self._tables.pop()
        elif rows:
            if name in _FLOW or name in _ITEMS:
                self._space(" ")
        elif name in _LISTS or name in _ITEMS or name in _FLOW or name in _CELLS or name in _ROWS:
            if self._heading:
                self._space(" ")
                return
            self._flush()
            if name in _LISTS:
                self._lists = max(self._lists - 1, 0)

    def _space(self, between: str) -> None:
        if self._pre and between == "\n":
            if self._start is not None:
                self._append("\n")
        elif self._start is not None and len(between.strip(" ")) >= len(self._between.strip(" ")):
            self._between = between

    def _text(self, start: int, end: int) -> None:
        source = self.source
        if source.find("&", start, end) < 0:
            self._literal(start, end)
            return
        for found in _REFERENCE.finditer(source, start, end):
            character = html.unescape(found[0])
            if character == found[0]:
                continue
            self._literal(start, found.start())
            start = found.end()
            # A reference without ";" may take in letters that follow it: these stay part of what it stands for.
            self._piece(character.replace("\0", "�"), found.start(), start)
        self._literal(start, end)

    def _literal(self, start: int, end: int) -> None:
        if start >= end:
            return
        chunk = self.source[start:end]
        if self._pre:
            if self._start is None:
                blank = _BLANK_LINES.match(chunk)
                if blank is not None:
                    start, chunk = start + blank.end(), chunk[blank.end() :]
                if not chunk.strip():
                    return
            if chunk:
                self._piece(chunk, start, end)
            return
        chunk = chunk.translate(_SPACES)
        words = chunk.strip(" ")
        if not words:
            self._space(" ")
            return
        if chunk[0] == " ":
            self._space(" ")
            start += len(chunk) - len(chunk.lstrip(" "))
        if "  " in words:
            done = 0
            for gap in _GAP.finditer(words):
                self._piece(words[done : gap.start()], start + done, start + gap.start())
                self._space(" ")
                done = gap.end()
            self._piece(words[done:], start + done, start + len(words))
        else:
            self._piece(words, start, start + len(words))
        if chunk[-1] == " ":
            self._space(" ")

    def _piece(self, text: str, start: int, end: int) -> None:
        if self._start is None:
            if text.isspace():
                return
            if self.blocks:
                tight = self.blocks[-1].kind == "item" and self._kind() == "item"
                self._append("\n" if tight else "\n\n")
            self._start, self._between = self._length, ""
            if self._dash is not None:
                self.places.mark(self._length, self._length + 2, self._dash.start, self._dash.end)
                self._append("- ")
        elif self._between:
            self._append(self._between)
            if self._between == "\n" and self._tables and self._tables[-1]:
                self._cuts.append(self._length)
            self._between = ""
        self._dash = None
        self.places.mark(self._length, self._length + len(text), start, end)
        self._append(text)

    def _append(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)

    def _kind(self) -> BlockKind:
        if self._heading:
            return "heading"
        if self._pre:
            return "code"
        if self._tables and self._tables[-1]:
            return "table"
        return "item" if self._lists else "text"

    def _flush(self) -> None:
        """End the block being read, if it has text."""
        if self._start is not None:
            while self.parts[-1].isspace():  # only in preformatted text
                self._length -= len(self.parts.pop())
            kept = self.parts[-1].rstrip()
            self._length -= len(self.parts[-1]) - len(kept)
            self.parts[-1] = kept
            self.places.cut_back(self._length)
            self._end_block(self._start)
        self._start, self._between, self._dash, self._heading = None, "", None, 0
        self._cuts, self._term = [], False

    def _end_block(self, start: int) -> None:
        kind = self._kind()
        if kind == "heading":
            title = self._last_words(start)
            if len(title) <= LONGEST_HEADING and title:
                self.blocks.append(Block("heading", start, self._length, self._heading, title))
                return
            kind = "text"
        self.blocks.append(Block(kind, start, self._length, cuts=tuple(self._cuts), leads=self._term))

    def _last_words(self, start: int) -> str:
        words, length = [], self._length
        for part in reversed(self.parts):
            if length <= start:
                break
            words.append(part)
            length -= len(part)
        return " ".join("".join(reversed(words)).split()).rstrip("¶#\uf0c1 ")
