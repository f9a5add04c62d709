import io
import logging
from contextlib import suppress
from pathlib import Path

import pytest
from pypdf import PdfWriter

from peek_graph.errors import PointerError, SourceEncrypted, SourceError, SourceUnreadable, SourceWithoutText
from peek_graph.settings import SourceSettings
from peek_graph.sources.pdf import clean
from peek_graph.sources.readback import read_back, read_range
from tests.sources.conftest import Read
from tests.sources.papers import make_pdf

PAGES = [
    ["Solid electrolytes", "They are promising, and this sentence goes", "on and on to the end of the page without"],
    ["a stop before here. A second sentence.", "Market", "Prices fall every year."],
    ["Last page is short."],
]


def test_without_bookmarks_pages_are_the_outline(read: Read) -> None:
    source = read("a.pdf", make_pdf(PAGES[1:]))
    assert (source.media_type, source.title) == ("application/pdf", "a")
    assert [(p.outline, p.fragment) for p in source.passages] == [((1,), "page=1"), ((2,), "page=2")]


def test_a_paragraph_runs_on_over_the_page(read: Read, tmp_path: Path) -> None:
    source = read("a.pdf", make_pdf(PAGES))
    first = source.passages[0]
    assert "without\na stop before here." in first.text
    assert (tmp_path / "a.pdf").exists()
    for passage in source.passages:
        assert read_range(tmp_path / "a.pdf", passage.fragment, SourceSettings()) == passage.text
        back = read_back(tmp_path / "a.pdf", passage.fragment, passage.text, passage.text_hash, SourceSettings())
        assert back.state == "verified"


def test_bookmarks_are_headings(read: Read) -> None:
    source = read("a.pdf", make_pdf(PAGES, [("Solid electrolytes", 0), ("Market", 1)], title="A study of cells"))
    assert source.title == "A study of cells"
    assert [(p.outline, p.heading_path) for p in source.passages] == [
        ((1,), ("Solid electrolytes",)),
        ((2,), ("Market",)),
    ]
    assert source.passages[1].text == "Prices fall every year.\nLast page is short."
    assert source.passages[1].fragment == "page=2&char=46,89"


def test_poor_metadata_is_no_title(read: Read) -> None:
    assert read("cells.pdf", make_pdf(PAGES, title="Microsoft Word - draft7.doc")).title == "cells"


def test_an_empty_password_opens_and_another_one_refuses(read: Read) -> None:
    assert "promising" in read("a.pdf", make_pdf(PAGES, password="")).passages[0].text
    with pytest.raises(SourceEncrypted, match="needs a password"):
        read("b.pdf", make_pdf(PAGES, password="secret"))


def test_a_pdf_without_text_is_refused(read: Read) -> None:
    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(out)
    with pytest.raises(SourceWithoutText) as caught:
        read("scan.pdf", out.getvalue())
    assert "OCR" in (caught.value.hint or "")


def test_a_broken_pdf_is_refused_in_silence(read: Read, caplog: pytest.LogCaptureFixture) -> None:
    whole = make_pdf(PAGES)
    with pytest.raises(SourceUnreadable, match="cannot be read as PDF"):
        read("a.pdf", b"%PDF-1.4 nothing more")
    for cut in range(50, len(whole), 97):
        with suppress(SourceError):  # many are mended; nothing else may come out of the others
            read("a.pdf", whole[:cut] + whole[cut + 5 :])
    assert not caplog.records
    assert logging.getLogger("pypdf").level == logging.NOTSET


def test_pointers_beyond_the_end_are_errors(read: Read, tmp_path: Path) -> None:
    read("a.pdf", make_pdf(PAGES))
    for fragment in ("page=4", "page=3&char=0,900", "line=1,2", "char=0,4"):
        with pytest.raises(PointerError):
            read_range(tmp_path / "a.pdf", fragment, SourceSettings())


def test_chinese_lines_of_one_paragraph_are_joined_and_headings_are_not() -> None:
    text = (
        "标题\n固态电池的能量密度很高，钠离子电\n池的成本更低，电解质的离子电导率\n决定了速度。\n\n\n\nEnd  of\tpage \n"
    )
    assert (
        clean(text)
        == "标题\n固态电池的能量密度很高，钠离子电池的成本更低，电解质的离子电导率决定了速度。\n\nEnd of page"
    )


def test_a_page_in_the_middle_of_a_sentence_ends_with_it(read: Read) -> None:
    pages = [["A table without an end"] * 3, ["row"] * 400, ["row"] * 400]
    source = read("a.pdf", make_pdf([[*page] for page in pages]))
    assert [p.outline for p in source.passages if p.part == 1] == [(1,), (2,), (3,)]
