from tests.sources.conftest import Read

NOTE = """---
title: From the front
tags: [a, b]
---

# Solid `electrolytes`

Intro text.

## Figures of *merit*

| a | b |
|---|---|
| 1 | 2 |

Setext one
----------

- item one
- item two

### Deep

```python
# no heading
x = 1
```

## Empty above

### Bare leaf
"""


def test_headings_number_the_passages_and_lead_to_them(read: Read) -> None:
    source = read("n.md", NOTE)
    assert source.media_type == "text/markdown"
    assert source.title == "Solid electrolytes"
    assert [(p.outline, p.heading_path, p.fragment) for p in source.passages] == [
        ((0,), (), "line=0,8"),
        ((1,), ("Figures of merit",), "line=11,14"),
        ((2,), ("Setext one",), "line=18,20"),
        ((2, 1), ("Setext one", "Deep"), "line=23,27"),
        ((3, 1), ("Empty above", "Bare leaf"), "line=30,31"),
    ]
    assert source.passages[3].text == "```python\n# no heading\nx = 1\n```"
    assert source.passages[4].text == "### Bare leaf"


def test_line_pointers_are_exact_slices_with_any_line_ends(read: Read) -> None:
    for end in ("\n", "\r\n", "\r"):
        source = read("n.md", NOTE.replace("\n", end))
        lines = NOTE.split("\n")
        for passage in source.passages:
            first, last = map(int, passage.fragment.removeprefix("line=").split(","))
            assert passage.text == end.join(lines[first:last])


def test_several_top_headings_are_all_counted(read: Read) -> None:
    source = read("several.md", "before\n\n# One\n\na\n\n# Two\n\nb\n\n## Below\n\nc\n")
    assert source.title == "several"
    assert [p.outline for p in source.passages] == [(0,), (1,), (2,), (2, 1)]


def test_front_matter_names_what_has_no_heading_and_a_rule_is_no_front_matter(read: Read) -> None:
    assert read("a.md", "---\ntitle: 'Named'\n---\ntext\n").title == "Named"
    ruled = read("b.md", "---\n\nsome text\n\n---\n\nmore\n")
    assert (ruled.title, ruled.passages[0].fragment) == ("b", "line=0,7")


def test_a_title_alone_is_not_lost(read: Read) -> None:
    source = read("a.md", "# Only a title\n")
    assert [p.text for p in source.passages] == ["# Only a title"]


def test_content_decides_over_the_suffix(read: Read) -> None:
    assert read("README", "# A\n\n## B\n\ntext").media_type == "text/markdown"
    assert read("a.md", "<!DOCTYPE html><html><p>text</p></html>").media_type == "text/html"
    assert read("a.txt", "Title\n=====\n\n.. note:: text\n").media_type == "text/x-rst"
    assert read("a.html", "no tags at all").media_type == "text/plain"
    assert read("run.txt", "#!/bin/sh\n# comment\n## more\n").media_type == "text/plain"
