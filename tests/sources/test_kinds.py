from peek_graph.sources.kinds import PDF, binary_type
from tests.sources.conftest import Read
from tests.sources.papers import make_pdf

PAPER = make_pdf([["Some words of a paper."]])
COMPRESSED = PAPER.replace(b"%PDF-1.4\n", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")


def test_a_text_that_speaks_of_pdf_is_a_text(read: Read) -> None:
    note = "# Formats\n\nA PDF begins with `%PDF-1.7` and ends with:\n\n    startxref\n    1234\n    %%EOF\n"
    source = read("a.md", note)
    assert source.media_type == "text/markdown"
    assert "%PDF-1.7" in source.passages[0].text
    assert read("a.txt", "文件以 %PDF-1.7 开头，因此可以识别它。".encode("gb18030")).media_type == "text/plain"
    assert read("a.txt", "Als Präfix steht dort %PDF-1.7.".encode("cp1252")).media_type == "text/plain"


def test_a_pdf_after_something_else_is_a_pdf(read: Read) -> None:
    for before in (b"\xef\xbb\xbf", b"\r\n ", bytes(128), b"\x00\x05file.pdf\x01"):
        assert binary_type(before + PAPER) == PDF
    for before in (b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n", b"\x1b%-12345X@PJL JOB\n"):
        assert binary_type(before + COMPRESSED) == PDF
        assert "Some words" in read("a.pdf", before + COMPRESSED).passages[0].text


def test_the_mark_counts_in_the_first_kilobyte_only() -> None:
    assert binary_type(bytes(1010) + PAPER) == PDF
    assert binary_type(bytes(1024) + PAPER) is None
