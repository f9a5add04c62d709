from tests.sources.conftest import Read


def test_underlined_headings_count_and_ruled_tables_do_not(read: Read) -> None:
    source = read("a.txt", "Report\n======\n\nintro\n\nMethod\n------\n\nwords\n\na table\n-------\nrow one\n-------\n")
    assert source.title == "Report"
    assert [(p.outline, p.heading_path) for p in source.passages] == [((0,), ()), ((1,), ("Method",))]
    assert "row one" in source.passages[1].text


def test_numbered_lines_are_headings_only_where_they_count_up(read: Read) -> None:
    source = read("a.txt", "1. Start\n\ntext\n\n1.1 Deeper\n\nmore\n\n7. Not this one\n\n2. Next\n\nend\n")
    assert [p.heading_path for p in source.passages] == [("1. Start",), ("1. Start", "1.1 Deeper"), ("2. Next",)]
    assert "7. Not this one" in source.passages[1].text
    listed = read("b.txt", "Shopping:\n\n3. milk\n\n4. bread\n")
    assert [p.outline for p in listed.passages] == [(0,)]


def test_chinese_chapters_are_headings(read: Read) -> None:
    source = read("a.txt", "第一章 固态电池\n\n正文。\n\n第二章 钠离子电池\n\n正文二。\n")
    assert [p.heading_path for p in source.passages] == [("第一章 固态电池",), ("第二章 钠离子电池",)]


def test_a_first_line_that_stands_alone_is_the_title(read: Read) -> None:
    source = read("a.txt", "Charging in winter\n\n1. Problem\n\ntext\n\n2. Answer\n\nmore\n")
    assert source.title == "Charging in winter"
    assert [(p.outline, p.heading_path) for p in source.passages] == [((1,), ("1. Problem",)), ((2,), ("2. Answer",))]
    without = read("b.txt", "Charging in winter\n\nOnly text.\n")
    assert (without.title, without.passages[0].fragment) == ("Charging in winter", "line=0,3")
    assert read("c.txt", "A sentence.\n\nMore text.\n").title == "c"


RST = """=====
Title
=====

Intro::

   literal
   # text

   still literal

First
=====

.. include:: /etc/passwd

=====  =====
a      b
=====  =====
1      2
=====  =====

Below :ref:`x <y>`
------------------

Text.

固态
====

完。
"""


def test_rst_headings_by_adornment_with_exact_lines(read: Read) -> None:
    source = read("a.rst", RST)
    assert (source.title, source.media_type) == ("Title", "text/x-rst")
    assert [(p.outline, p.heading_path, p.fragment) for p in source.passages] == [
        ((0,), (), "line=4,10"),
        ((1,), ("First",), "line=14,21"),
        ((1, 1), ("First", "Below x"), "line=25,26"),
        ((2,), ("固态",), "line=30,31"),
    ]


def test_rst_opens_nothing_that_it_names(read: Read) -> None:
    assert ".. include:: /etc/passwd" in read("a.rst", RST).passages[1].text
    assert not any("root:" in p.text for p in read("a.rst", RST).passages)
