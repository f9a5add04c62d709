"""One source is written in one transaction: what would not fit there is refused before any work is put into it."""

import time

import pytest

from peek_graph.errors import SourceTooLarge
from peek_graph.settings import SourceSettings
from tests.sources.conftest import Read
from tests.sources.papers import make_pdf


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", "# Title\n\n" + "word " * 300),
        ("a.txt", "word " * 300),
        ("a.rst", "Title\n=====\n\n" + "word " * 300),
        ("a.html", "<html><p>" + "word " * 300),
        ("a.pdf", make_pdf([["word " * 20] * 8] * 3)),
    ],
)
def test_a_text_above_the_limit_is_refused_with_what_to_do(read: Read, name: str, content: str | bytes) -> None:
    assert read(name, content).passages
    with pytest.raises(SourceTooLarge, match=rf"{name} has a text of [\d,]+ characters or more; the limit is 1,000"):
        read(name, content, max_characters=1000)
    with pytest.raises(SourceTooLarge) as caught:
        read(name, content, max_characters=1000)
    assert "split the file" in (caught.value.hint or "")
    assert "sources.max_characters" in (caught.value.hint or "")


def test_characters_count_not_bytes_and_not_markup(read: Read) -> None:
    assert read("a.txt", "电池" * 500, max_characters=1000).passages
    with pytest.raises(SourceTooLarge, match=r"text of 1,001 characters"):
        read("a.txt", "电池" * 500 + "。", max_characters=1000)
    assert read("a.html", "<html>" + "<p class='a long name'>word</p>" * 100, max_characters=1000).passages


def test_a_pdf_is_given_up_at_the_page_where_it_is_too_long(read: Read) -> None:
    pages = [[f"Page {number} has some words on it"] for number in range(400)]
    with pytest.raises(SourceTooLarge, match=r"of 1\d\d characters"):
        read("a.pdf", make_pdf(pages), max_characters=100)


def test_more_sections_than_one_transaction_takes_are_refused(read: Read) -> None:
    text = "".join(f"# Heading {number}\n\nwords\n\n" for number in range(30))
    assert len(read("a.md", text, max_sections=30).passages) == 30
    with pytest.raises(SourceTooLarge, match=r"a\.md has more than 29 sections") as caught:
        read("a.md", text, max_sections=29)
    assert "sources.max_sections" in (caught.value.hint or "")


def test_by_default_a_huge_text_is_refused_before_it_is_split(read: Read) -> None:
    most = SourceSettings().max_characters
    begin = time.process_time()
    with pytest.raises(SourceTooLarge):
        read("a.txt", "word and " * (most // 9 + 1))
    assert time.process_time() - begin < 3
