from pathlib import Path

from peek_graph.settings import SourceSettings
from peek_graph.sources.readback import read_back, read_range
from tests.sources.conftest import Read

PAGE = """<!DOCTYPE html>
<html><head><title>Head &amp; title</title><style>p {color: red}</style></head>
<body><nav><a href="/">Home</a></nav>
<script>var x = "<p>not text</p>";</script>
<h1>Battery &quot;notes&quot;</h1>
<p>First   paragraph with <b>bold</b>
   and a line end&mdash;and<br>a break.</p>
<h2 id="t">Table<a class="headerlink" href="#t">&#182;</a></h2>
<table><tr><th>Name<th>Value</tr>
<tr><td>LFP</td><td>160&nbsp;Wh/kg</td></tr></table>
<ul><li>one<li>two <p>more</p></ul>
<h3>Code</h3>
<pre>
  if a &lt; b:
      pass
</pre>
<dl><dt>term<dd>meaning</dl>
<p>if 1 < 2 then &unknown; x</p>
</body></html>
"""


def test_a_page_becomes_readable_text(read: Read) -> None:
    source = read("a.html", PAGE)
    assert source.title == 'Battery "notes"'
    assert [(p.outline, p.heading_path, p.text) for p in source.passages] == [
        ((0,), (), "First paragraph with bold and a line end—and\na break."),
        ((1,), ("Table",), "Name | Value\nLFP | 160\xa0Wh/kg\n\n- one\n- two\nmore"),
        ((1, 1), ("Table", "Code"), "  if a < b:\n      pass\n\nterm\nmeaning\n\nif 1 < 2 then &unknown; x"),
    ]


def test_pointers_are_characters_of_the_source(read: Read, tmp_path: Path) -> None:
    for passage in read("a.html", PAGE).passages:
        start, end = map(int, passage.fragment.removeprefix("char=").split(","))
        assert PAGE[start:end].lstrip("<li>").startswith(passage.text[:4])
        assert PAGE[start:end].endswith(passage.text[-4:])
    at = PAGE.index("bold")
    assert read_range(tmp_path / "a.html", f"char={at},{at + 4}", SourceSettings()) == "bold"
    at = PAGE.index("&lt; b")
    assert read_range(tmp_path / "a.html", f"char={at},{at + 6}", SourceSettings()) == "< b"


def test_navigation_stays_where_it_is_all_there_is_or_never_ends(read: Read) -> None:
    assert read("a.html", "<html><nav><a>Home</a> <a>Shop</a></nav>").passages[0].text == "Home Shop"
    assert "the article" in read("b.html", "<html><nav>Menu<p>the article</p>").passages[0].text


def test_a_layout_table_keeps_its_headings(read: Read) -> None:
    source = read("a.html", "<table><tr><td>menu</td><td><h2>Real</h2><p>words</p></td></tr></table>")
    assert [(p.heading_path, p.text) for p in source.passages] == [((), "menu"), (("Real",), "words")]


def test_long_tables_and_code_are_cut_between_rows_and_lines(read: Read, tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>cell {n}</td><td>value {n}</td></tr>\n" for n in range(400))
    code = "".join(f"    call({n}) &amp;&amp; other\n" for n in range(400))
    source = read("a.html", f"<table>{rows}</table><pre>{code}</pre>", section_tokens=100)
    assert len(source.passages) > 20
    for passage in source.passages:
        assert all(line.startswith(("cell ", "    call(")) for line in passage.text.splitlines() if line)
        back = read_back(tmp_path / "a.html", passage.fragment, passage.text, passage.text_hash, SourceSettings())
        assert back.state == "verified"
