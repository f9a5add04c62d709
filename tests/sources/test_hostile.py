"""Input made to hang, to recurse or to fill the memory: each is done in seconds."""

import time
from pathlib import Path

import pytest

from peek_graph.errors import SourceError, SourceNotFound
from peek_graph.settings import SourceSettings
from peek_graph.sources.discover import discover
from peek_graph.sources.reader import read_source
from peek_graph.sources.roots import Roots
from tests.sources.conftest import Read

N = 20_000
HOSTILE = {
    "nested.html": "<html>" + "<div>" * 300_000 + "word" + "</div>" * 300_000,
    "lists.html": "<html>" + "<ul><li>" * N + "word",
    "tables.html": "<html>" + "<table><tr><td>" * N + "word",
    "quotes.html": "<html>word" + '<a href="' * N,
    "late-quote.html": "<html>word" + "<a " * N + '="> "',
    "comments.html": "<html>word" + "<!--" * N,
    "cdata.html": "<html>word" + "<![CDATA[" * N,
    "unclosed.html": "<html>word" + "<a" * N,
    "scripts.html": "<html>word" + "<script></script x" * N,
    "references.html": "<html>word" + "&a" * N + "&amp" * N,
    "comment-first": "<!-- " * N + "<html>word",
    "brackets.md": "word " + "[" * 100_000,
    "bracket-lines.md": "word\n" + "[\n" * N,
    "quotes.md": ">" * 10_000 + " word",
    "items.md": "- " * 10_000 + "word",
    "emphasis.md": "# " + "*a_ " * 70 + "\n" + "*a_ " * N,
    "links.md": "[a](" * N,
    "front.md": "---\na: b\n" * 2_000,
    "lists.md": "\n".join("  " * deep + "- word" for deep in range(500)),
    "dots.txt": "word" + ". " * N + "." * 200_000,
    "accents.txt": "e" + "\u0301" * 100_000,
    "blank.txt": "\n" * 500_000 + "word",
    "rules.rst": "\n".join(chr(33 + n % 14) * 5 for n in range(N)) + "\nword",
    "numbers.txt": "\n\n".join(f"{n}. Title" for n in range(1, 5_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_seconds(read: Read, name: str) -> None:
    begin = time.perf_counter()
    assert read(name, HOSTILE[name]).passages
    assert time.perf_counter() - begin < 20  # quadratic ways take minutes; the margin is for a busy machine


def test_time_grows_with_length_and_no_faster(tmp_path: Path) -> None:
    def seconds(times: int) -> float:
        path = tmp_path / "a.html"
        path.write_text("<html>word" + "<a b='<!--\"<p x=" * times)
        begin = time.process_time()
        read_source(path, "a.html", SourceSettings())
        return time.process_time() - begin

    seconds(1_000)
    assert seconds(160_000) < 8 * 8 * max(seconds(20_000), 0.01)


@pytest.mark.slow
def test_a_million_nested_tags_and_a_line_of_50_megabytes(read: Read) -> None:
    assert read("a.html", "<html>" + "<div>" * 1_000_000 + "word").passages[0].text == "word"
    line = read("a.txt", b"word and " * 5_500_000, max_characters=10**8, max_sections=10**6)
    assert sum(len(passage.text) for passage in line.passages) > 49_000_000 - 2 * len(line.passages)


def test_a_file_that_vanishes_after_it_was_found_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (path,) = discover([tmp_path], Roots(tmp_path))
    assert isinstance(path, Path)
    path.unlink()
    with pytest.raises(SourceNotFound):
        read_source(path, "a.md", SourceSettings())


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.md", b"", "SourceEmpty"),
        ("a.md", b" \n\t\r\n", "SourceEmpty"),
        ("a.md", b"\xef\xbb\xbf", "SourceEmpty"),
        ("a.bin", bytes(range(256)) * 10, "SourceBinary"),
        ("a.docx", b"PK\x03\x04 no zip", "SourceBinary"),
        ("a.html", b"<html><script>x</script></html>", "SourceWithoutText"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "SourceEncrypted"),
    ],
)
def test_each_bad_file_has_its_one_error(read: Read, name: str, content: bytes, error: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(name, content)
    assert type(caught.value).__name__ == error
    assert name in caught.value.message
    assert caught.value.hint


def test_names_with_quotes_newlines_and_chinese_are_read(read: Read) -> None:
    for name in ('it\'s "x".md', "two\nlines.md", "固态电池.txt"):
        source = read(name, "Some words.")
        assert source.passages[0].text == "Some words."
        assert source.title == name.rpartition(".")[0].replace("\n", " ")
