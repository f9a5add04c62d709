"""Whatever bytes a source has: a database takes every text that is made of them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from peek_graph.errors import SourceBinary, SourceEmpty, SourceWithoutText
from peek_graph.records import ParsedSource
from peek_graph.settings import SourceSettings
from peek_graph.sources.readback import read_range
from peek_graph.sources.reader import read_source
from tests.sources.conftest import Read
from tests.sources.papers import make_pdf

NAMES = [
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
    "utf-8",
    "utf-16",
    "rot13",
    "idna",
    "hex",
    "gb18030",
    "big5",
    "cp1252",
]
PIECES = [
    *(rb"\ud800 ", rb"\x00 ", rb"\udfff\ud800", b"+2AA-", b"&#xD800;", b"&#0;", b"&#56320;", b"&#x110000;"),
    *(
        b"# ",
        b"\n\n",
        b"\n=====\n\n",
        b"<h1>",
        b"</h1>",
        b"<title>",
        b"</title>",
        b"<p>",
        b"<pre>",
        b"- ",
        b"| a | b |\n",
    ),
    *(b"\xed\xa0\x80", b"\xed\xb0\x80", b"\0", b"\xff", b"\x80", b"\xe9", b"\xc4\xe3\xba\xc3", "电池。".encode()),
    b"The energy density of these cells is higher than that of all others. ",
    b"---\ntitle: \\ud800 cells\n---\n",
]
HEADS = [
    b"",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xff\xfe\0\0",
    b"\xef\xbb\xbf",
    *(f'<meta charset="{name}">'.encode() for name in NAMES),
    *(f'<?xml version="1.0" encoding="{name}"?>'.encode() for name in NAMES),
    *(f'# Title\n\n<meta charset="{name}">\n\n'.encode() for name in NAMES),
]
DOCUMENTS = st.builds(
    lambda head, pieces: head + b"".join(pieces),
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(PIECES) | st.binary(max_size=12), max_size=25),
).filter(lambda data: b"%PDF-" not in data)  # a PDF of that kind is rightly refused as unreadable


def texts(source: ParsedSource) -> Iterator[str]:
    yield from (source.uri, source.title, source.summary, source.media_type, *source.key_points)
    for passage in source.passages:
        yield from (passage.text, passage.fragment, *passage.heading_path)


def check(source: ParsedSource) -> None:
    for text in texts(source):
        assert "\0" not in text
        text.encode("utf-8")


@given(DOCUMENTS, st.sampled_from([".html", ".md", ".rst", ".txt", ".xml"]))
def test_every_text_of_every_source(data: bytes, suffix: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(data)
        try:
            source = read_source(path, path.name, SourceSettings(section_tokens=40))
        except (SourceBinary, SourceEmpty, SourceWithoutText):  # any other would be a parser's own fault
            return
        check(source)
        for passage in source.passages:
            assert read_range(path, passage.fragment, SourceSettings()) == passage.text


def test_escapes_that_a_page_declares_as_its_encoding(read: Read) -> None:
    source = read("a.html", b'<meta charset="unicode_escape"><title>\\ud800</title><p>Caf\xe9 \\ud800 \\x00 and words')
    check(source)
    assert source.passages[0].text == "Café \\ud800 \\x00 and words"


def test_a_pdf_with_half_a_character_in_its_title_and_bookmark(read: Read) -> None:
    half = b"<FEFFD800" + "Market".encode("utf-16-be").hex().encode() + b">"
    made = make_pdf([["Words of the first page.", "Prices fall every year."]], [("BOOKMARK", 0)], title="ITS TITLE")
    assert made.count(b"(BOOKMARK)") == made.count(b"(ITS TITLE)") == 1
    check(read("a.pdf", made.replace(b"(BOOKMARK)", half).replace(b"(ITS TITLE)", half)))
