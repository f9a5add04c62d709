import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.errors import SourceEmpty, SourceError, SourceWithoutText
from peek_graph.records import ParsedSource
from peek_graph.settings import SourceSettings
from peek_graph.sources.layout import Block
from peek_graph.sources.outline import sections, with_bare_headings
from peek_graph.sources.readback import read_back
from peek_graph.sources.reader import read_source
from peek_graph.sources.sentences import estimate, sentence_ends
from peek_graph.sources.split import split
from tests.sources.conftest import Read

WORDS = st.sampled_from(
    [
        "alpha",
        "beta",
        "Wh/kg",
        "3.5",
        "固态电池",
        "钠离子。",
        "end.",
        "Why?",
        "e.g.",
        "x",
        "naïve",
        "مرحبا",
        "🙂",
        "\u00a0",
    ]
)
LINE = st.lists(WORDS, min_size=1, max_size=60).map(" ".join)
MARKDOWN = st.one_of(
    LINE,
    st.builds("{} {}".format, st.sampled_from(["#", "##", "###", "######"]), LINE),
    st.builds("{}\n===".format, LINE),
    st.builds("- {}\n- {}\n  1. {}".format, LINE, LINE, LINE),
    st.builds("```\n{}\n\n{}\n```".format, LINE, LINE),
    st.builds("| {} | b |\n|---|---|\n| {} | 2 |".format, LINE, LINE),
    st.builds("> {}\n> {}".format, LINE, LINE),
    st.builds("[{}]: http://x".format, LINE),
    st.builds("    {}".format, LINE),
    st.builds("<div>\n{}".format, LINE),
    st.just("---"),
    st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=30),
)
HTML = st.builds(
    "<{}>{}</{}>".format,
    st.sampled_from(["p", "h1", "h2", "div", "li", "td", "pre", "b", "dt", "table", "ul", "tr", "br"]),
    st.one_of(LINE, st.just("a &lt; b &amp; c&nbsp;"), st.just("<p>in<ul><li>x")),
    st.sampled_from(["p", "h1", "h2", "div", "li", "td", "pre", "b", "dd", "table", "ul"]),
)
FILE = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def check(path: Path, visible: str, source: ParsedSource, budget: int) -> None:
    """Nothing lost, nothing twice under one number, every pointer verified."""
    settings = SourceSettings(section_tokens=budget)
    held = "\n".join([source.title, *(text for p in source.passages for text in (p.text, *p.heading_path))])
    assert [word for word in words(visible) if word not in held] == []
    assert len({(p.outline, p.part) for p in source.passages}) == len(source.passages)
    for passage in source.passages:
        assert read_back(path, passage.fragment, passage.text, passage.text_hash, settings).state == "verified"
        assert estimate(passage.text) <= 2.1 * budget
    assert len(source.summary) <= 400
    assert len(source.key_points) <= 5


@FILE
@given(st.lists(MARKDOWN, min_size=1, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from([40, 320]))
def test_no_word_of_a_markdown_file_is_lost(tmp_path: Path, blocks: list[str], end: str, budget: int) -> None:
    text = end.join("\n\n".join(blocks).replace("\r", "\n").split("\n"))
    path = tmp_path / "a.md"
    path.write_bytes(text.encode())
    try:
        source = read_source(path, "a.md", SourceSettings(section_tokens=budget))
    except (SourceEmpty, SourceWithoutText):
        assert not any(character.isalnum() for character in text)
        return
    # Numbers of character references and escapes in headings are markup.
    visible = "\n".join(line for line in text.splitlines() if not set(line) & set("&\\"))
    check(path, re.sub(r"[#*_`\[\]<>!]", " ", visible).replace("\0", " "), source, budget)


@FILE
@given(
    st.lists(
        st.one_of(LINE, st.sampled_from(["====", "----", "1. One", "1.1 Two", ".. note:: x", "::", "   indented"])),
        max_size=20,
    )
)
@pytest.mark.parametrize("name", ["a.txt", "a.rst"])
def test_no_word_of_a_text_file_is_lost(tmp_path: Path, name: str, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n\nlast words"
    path = tmp_path / name
    path.write_text(text)
    source = read_source(path, name, SourceSettings(section_tokens=40))
    check(path, text, source, 40)


@FILE
@given(st.lists(HTML, min_size=1, max_size=12))
def test_no_word_of_a_page_is_lost(tmp_path: Path, parts: list[str]) -> None:
    path = tmp_path / "a.html"
    page = "<html>" + "\n".join(parts) + "last"
    path.write_text(page)
    source = read_source(path, "a.html", SourceSettings(section_tokens=40))
    visible = re.sub(r"<[^>]*>|&\w+;", " ", page)
    check(path, visible, source, 40)


@FILE
@given(
    st.binary(max_size=400),
    st.sampled_from(["a.md", "a.html", "a.rst", "a.txt", "a.pdf", "a.docx", "a"]),
    st.sampled_from([b"", b"<html>", b"%PDF-1.4\n", b"PK\x03\x04"]),
)
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes, name: str, start: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(start + data)
    refusal = None
    try:
        assert read_source(path, name, SourceSettings()).passages
    except SourceError as error:
        refusal = error
    assert refusal is None or "fault of peek-graph" not in str(refusal.hint)


def test_text_is_cut_at_sentences_and_blocks_stay_whole(read: Read) -> None:
    sentence = "The cathode, e.g. of NMC 3.5, costs more than Fig. 2 shows. "
    chinese = "固态电解质的离子电导率已经接近液态电解质。"
    source = read("a.md", f"{sentence * 60}\n\n{chinese * 60}\n\n```\n" + "x = 1\n" * 100 + "```\n", section_tokens=100)
    for passage in source.passages:
        assert passage.text.rstrip().endswith(("shows.", "。", "```"))
        assert estimate(passage.text) <= 200
    assert sum(passage.text.startswith("```") for passage in source.passages) == 1


def test_pieces_are_even_and_tiny_ones_join(read: Read) -> None:
    source = read("a.txt", "One more sentence is here now. " * 110, section_tokens=320)
    sizes = [estimate(passage.text) for passage in source.passages]
    assert len(sizes) == 3
    assert max(sizes) < 1.3 * min(sizes)
    joined = read("b.txt", "Long words here. " * 70 + "\n\ntiny end")
    assert len(joined.passages) == 1


def test_a_lead_in_goes_with_what_it_leads_to(read: Read) -> None:
    source = read(
        "a.md", "Some words here. " * 20 + "\n\nThe list follows:\n\n" + "- one item is here\n" * 20, section_tokens=90
    )
    assert [passage.text.startswith("The list follows:") for passage in source.passages].count(True) == 1


def test_a_character_is_not_cut_in_two() -> None:
    text = ("e\u0301" * 3000) + ("👩\u200d🔬" * 2000)
    ranges = split(text, [Block("text", 0, len(text))], 40)
    assert "".join(text[start:end] for start, end in ranges) == text
    for (_, end), (start, _) in pairwise(ranges):
        assert end == start
        assert text[start] not in "\u0301\u200d🔬"


def test_headings_without_text_and_skipped_levels() -> None:
    blocks = [
        Block("heading", 0, 1, 2, "A"),
        Block("heading", 1, 2, 4, "B"),
        Block("text", 2, 3),
        Block("heading", 3, 4, 3, "C"),
    ]
    found = with_bare_headings(sections(blocks, None))
    assert [(s.outline, s.heading_path, len(s.blocks)) for s in found] == [
        ((1, 1), ("A", "B"), 1),
        ((1, 2), ("A", "C"), 1),
    ]


def test_sentence_ends_in_several_scripts() -> None:
    text = "See Fig. 3 of J. Doe et al. for it. The Methods follow. 固态。“好！”下一句？ Why… Yes!"
    starts = [0, *sentence_ends(text, 0, len(text))]
    assert [text[start:end].strip() for start, end in pairwise(starts)] == [
        "See Fig. 3 of J. Doe et al. for it.",
        "The Methods follow.",
        "固态。",
        "“好！”",
        "下一句？",
        "Why…",
        "Yes!",
    ]
