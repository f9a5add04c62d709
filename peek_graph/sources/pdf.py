"""PDF by pypdf: each page's text is extracted once, headings come from bookmarks."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peek_graph.errors import PointerError, SourceEncrypted, SourceError, SourceUnreadable
from peek_graph.sources.encoding import storable
from peek_graph.sources.kinds import PDF
from peek_graph.sources.layout import Block, Layout
from peek_graph.sources.limits import check_length
from peek_graph.sources.pdf_outline import bookmark_blocks
from peek_graph.sources.pdf_places import PagePlaces
from peek_graph.sources.pointers import parse_fragment
from peek_graph.sources.sentences import sentence_ends, strip

if TYPE_CHECKING:
    from pypdf import PdfReader

_SPACES = re.compile(r"[ \t\u00a0\v\f]+")
_LINE_END = re.compile(r" ?(?:\r\n|\r|\n) ?")
_MANY_LINES = re.compile(r"\n{3,}")
_HAN = "[\u3040-\u30ff\u3400-\u9fff]"
_HAN_BREAK = re.compile(rf"(?<={_HAN})\n(?={_HAN})")
_SENTENCE_END = re.compile(r"[.!?:。！？：][\"'”’)\]』」）]*$")
_LONGEST_REST = 500
_BULLET = re.compile(r"[•·‣▪●◦–-] ?\S|\(?\d{1,2}[.)] ")
_POOR_TITLE = re.compile(
    r"^(?:untitled|title|unknown|document\d*|microsoft \w+ - .*|.*\.(?:docx?|dvi|tex|indd|pptx?|odt|rtf|pdf|ps))$", re.I
)


class PdfPages:
    """The pages of a PDF, extracted when asked for. Every trouble with the file is a SourceError that names it."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._texts: dict[int, str] = {}
        with self._guarded("its structure"):
            from pypdf import PdfReader

            self.reader: PdfReader = PdfReader(io.BytesIO(data))
            if self.reader.is_encrypted and not self.reader.decrypt(""):
                raise SourceEncrypted(f"{name} needs a password", "save it without a password, then add it again")
            self.count = len(self.reader.pages)

    def page(self, number: int) -> str:
        """The text of a page (from 1): spaces in a row and at line ends gone, Chinese lines of one paragraph joined."""
        if number not in self._texts:
            with self._guarded(f"page {number}"):
                self._texts[number] = clean(self.reader.pages[number - 1].extract_text())
        return self._texts[number]

    def text_at(self, fragment: str) -> str:
        """What a fragment points at; only the pages that it needs are extracted."""
        asked = parse_fragment(fragment)
        if asked.pages is None or asked.unit == "line":
            raise PointerError(f"#{fragment} does not fit a PDF", "point with page=5 or page=5&char=first,end")
        first, last = asked.pages
        if last > self.count:
            raise PointerError(f"#{fragment} is beyond the {self.count} pages of {self.name}", "point at one of them")
        if asked.unit == "page":
            return "\n".join(self.page(number) for number in range(first, last + 1))
        text, number = self.page(first), first
        while number < self.count and (asked.end is None or len(text) < asked.end):
            number += 1
            text += "\n" + self.page(number)
        stop = len(text) if asked.end is None else asked.end
        if stop > len(text) or asked.start >= stop:
            raise PointerError(f"#{fragment} is beyond the text of {self.name}", "point inside the text")
        return text[asked.start : stop]

    def layout(self, max_characters: int) -> Layout:
        """All pages, joined by a line end each; SourceTooLarge as soon as they are longer."""
        texts: list[str] = []
        starts, length = [], 0
        for number in range(1, self.count + 1):
            texts.append(self.page(number))
            starts.append(length)
            length += len(texts[-1]) + 1
            check_length(length - 1, max_characters, self.name)
        text = "\n".join(texts)
        with self._guarded("its bookmarks"):
            headings = bookmark_blocks(self.reader, text, starts)
            title = self._metadata_title()
        marks = headings or [Block("page", start, start, number) for number, start in enumerate(starts, 1)]
        blocks = list(_with_paragraphs(text, marks))
        if not headings:
            blocks = _sentences_whole(text, blocks)
        return Layout(PDF, text, blocks, PagePlaces(starts, len(text)), title)

    def _metadata_title(self) -> str | None:
        metadata = self.reader.metadata
        title = " ".join(storable(str((metadata.title if metadata else None) or "")).replace("\ufffd", " ").split())
        return title if 3 < len(title) <= 300 and not _POOR_TITLE.match(title) else None

    @contextmanager
    def _guarded(self, what: str) -> Iterator[None]:
        # pypdf logs every oddity of a file that it mends; whatever it raises means that this file cannot be read.
        logger = logging.getLogger("pypdf")
        level = logger.level
        logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        except SourceError:
            raise
        except Exception as error:
            if type(error).__name__ == "DependencyError":
                hint = 'pip install "pypdf[crypto]", or save it without encryption'
                raise SourceEncrypted(f"{self.name} is encrypted: {error}", hint) from error
            raise SourceUnreadable(
                f"{self.name} cannot be read as PDF: {what}: {type(error).__name__}: {str(error)[:200]}",
                "repair it, as by printing it to a new PDF",
            ) from error
        finally:
            logger.setLevel(level)


def clean(text: str) -> str:
    """Extracted text with sane whitespace."""
    text = _LINE_END.sub("\n", _SPACES.sub(" ", storable(text)))
    return _MANY_LINES.sub("\n\n", _join_han(text)).strip()


def _join_han(text: str) -> str:
    """Join lines inside Chinese and Japanese paragraphs, where a line end is no space between words."""
    if not _HAN_BREAK.search(text):
        return text
    lines = text.split("\n")
    full = max(len(line) for line in lines) * 0.8
    joined = [lines[0]]
    previous = lines[0]
    for line in lines[1:]:
        if len(previous) >= full and _HAN_BREAK.search(f"{previous[-1:]}\n{line[:1]}"):
            joined[-1] += line
        else:
            joined.append(line)
        previous = line
    return "\n".join(joined)


def _with_paragraphs(text: str, marks: list[Block]) -> Iterator[Block]:
    done = 0
    for mark in marks:
        yield from _paragraphs(text, done, mark.start)
        yield mark
        done = max(done, mark.end)
    yield from _paragraphs(text, done, len(text))


def _sentences_whole(text: str, blocks: list[Block]) -> list[Block]:
    """Where a page ends inside a sentence, the rest of it from the next page joins what it began in."""
    whole: list[Block] = []
    for block in blocks:
        before = whole[-2] if len(whole) > 1 and whole[-1].kind == "page" else None
        rest = None
        if block.kind == "text" and before is not None and before.kind == "text":
            if not _SENTENCE_END.search(text[before.end - 8 : before.end]):
                rest = next(sentence_ends(text, block.start, min(block.end, block.start + _LONGEST_REST)), None)
            if rest is not None:
                whole[-2] = Block("text", before.start, rest)
        start = block.start if rest is None else strip(text, rest, block.end)[0]
        if start < block.end or rest is None:
            whole.append(Block("text", start, block.end) if rest is not None else block)
    return whole


def _paragraphs(text: str, start: int, end: int) -> Iterator[Block]:
    """Paragraphs end at blank lines and at a sentence's end on a line that is clearly short; they run on over pages."""
    lines = text[start:end].split("\n")
    typical = sorted(len(line) for line in lines)[len(lines) * 3 // 4]
    begin, at, last = None, start, start
    previous = ""
    for line in lines:
        short = len(previous) < typical * 0.75 and _SENTENCE_END.search(previous[-8:])
        if begin is not None and (not line.strip() or short or _BULLET.match(line)):
            yield Block("text", begin, last)
            begin = None
        if line.strip():
            begin = at if begin is None else begin
            last = at + len(line)
        previous = line
        at += len(line) + 1
    if begin is not None:
        yield Block("text", begin, last)
