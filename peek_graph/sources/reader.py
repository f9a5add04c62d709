"""A file into a ParsedSource."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from peek_graph.errors import SourceEmpty, SourceError, SourceUnreadable, SourceWithoutText
from peek_graph.records import ParsedSource, Passage
from peek_graph.settings import SourceSettings
from peek_graph.sources import kinds
from peek_graph.sources.encoding import decode
from peek_graph.sources.extracts import extracts
from peek_graph.sources.fingerprint import Fingerprint, read_bytes, show
from peek_graph.sources.html import html_layout
from peek_graph.sources.layout import Block, Layout
from peek_graph.sources.limits import at_most, check_length
from peek_graph.sources.markdown import markdown_layout
from peek_graph.sources.office import office_layout, office_text
from peek_graph.sources.outline import Section, leading_title, sections, with_bare_headings
from peek_graph.sources.pdf import PdfPages
from peek_graph.sources.plain import plain_layout
from peek_graph.sources.rst import rst_layout
from peek_graph.sources.split import split


def read_source(path: Path, uri: str, settings: SourceSettings) -> ParsedSource:
    """Read a file whole; SourceError subclasses, and nothing else, say why one is refused."""
    data, mark = read_bytes(path, settings.max_bytes)
    try:
        layout = read_layout(data, path, settings)
        return _parsed(layout, path, uri, mark, settings)
    except SourceError:
        raise
    except Exception as error:  # a parser's fault must cost this source alone, and be told
        raise SourceUnreadable(
            f"{show(path)} cannot be parsed: {type(error).__name__}: {str(error)[:200]}",
            "leave it out, and report it as a fault of peek-graph",
        ) from error


def read_layout(data: bytes, path: Path, settings: SourceSettings) -> Layout:
    """The readable text and blocks of a file's bytes, by what they are."""
    name = show(path)
    kind = kinds.binary_type(data)
    if kind == kinds.PDF:
        layout = PdfPages(data, name).layout(settings.max_characters)
    elif kind is not None:
        text = office_text(data, kind, name, settings.max_bytes)
        check_length(len(text), settings.max_characters, name)
        layout = office_layout(text, kind)
    else:
        text = decode(data, name)
        if not text.strip():
            raise SourceEmpty(f"{name} holds nothing but blanks", "leave it out, or fill it")
        kind = kinds.text_type(text, path.name)
        if kind != kinds.HTML:  # what is markup in it does not count
            check_length(len(text), settings.max_characters, name)
        layout = _TEXTS[kind](text)
        check_length(len(layout.text), settings.max_characters, name)
    if not any(character.isalnum() for character in layout.text):
        hint = "run it through OCR first" if kind == kinds.PDF else "leave it out"
        raise SourceWithoutText(f"{name} has no text", hint)
    return layout


_TEXTS: dict[str, Callable[[str], Layout]] = {
    kinds.HTML: html_layout,
    kinds.MARKDOWN: markdown_layout,
    kinds.RST: rst_layout,
    kinds.PLAIN: plain_layout,
}


def passages_of(layout: Layout, section_tokens: int) -> Iterator[Passage]:
    """The layout cut into passages, in order."""
    yield from _passages(layout, _sections(layout)[1], section_tokens)


def _parsed(layout: Layout, path: Path, uri: str, mark: Fingerprint, settings: SourceSettings) -> ParsedSource:
    heading, found = _sections(layout)
    title = (heading.title if heading else None) or layout.title or path.stem
    title = "".join(character if character.isprintable() else " " for character in title).strip() or show(path.name)
    marked_up = layout.media_type not in (kinds.PLAIN, kinds.HTML, kinds.PDF)
    summary, points = extracts(layout.text, found, title, marked_up=marked_up)
    passages = at_most(_passages(layout, found, settings.section_tokens), settings.max_sections, show(path))
    return ParsedSource(
        uri, title, layout.media_type, mark.source_hash, mark.size, mark.mtime, summary, points, passages
    )


def _sections(layout: Layout) -> tuple[Block | None, list[Section]]:
    heading = leading_title(layout.blocks)
    found = with_bare_headings(sections(layout.blocks, heading))
    if not found and heading is not None:  # nothing but a title
        found = [Section((0,), (), heading, [heading])]
    return heading, found


def _passages(layout: Layout, found: list[Section], section_tokens: int) -> Iterator[Passage]:
    for section in found:
        for part, (start, end) in enumerate(split(layout.text, section.blocks, section_tokens), 1):
            fragment = layout.places.fragment(start, end)
            start, end = layout.places.span(fragment)  # so that reading it back gives this very text
            text = layout.text[start:end]
            yield Passage(section.outline, part, section.heading_path, text, fragment, hash_text(text))


def hash_text(text: str) -> str:
    """The hex SHA-256 of a passage's text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
