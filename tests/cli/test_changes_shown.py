"""How changes are printed: plain records, and texts that would drive a terminal or fake a line of it."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.cli.changes_shown import (
    before_after,
    show_changes,
    show_outcome,
    show_revision,
    show_verdicts,
    value_text,
)
from peek_graph.cli.proposals import show_proposal
from peek_graph.cli.why import show_why
from peek_graph.records import ApplyReport, Change, ProposalInfo, RevisionInfo, Verdict, Why

EVIL = "\x1b]0;owned\x07\nP1  confirmed by user:boss\r\x9b31m\u202egnp"
DRIVING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
REVISION = RevisionInfo(12, EVIL, EVIL, EVIL, datetime(2026, 11, 30, 12, tzinfo=UTC), 2)


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines printed: none drives a terminal, none is begun by a text."""
    found = capsys.readouterr()
    lines = (found.out + found.err).splitlines()
    assert not any(DRIVING.search(line) for line in lines)
    assert not any(line.startswith("P1  confirmed") for line in lines)
    return lines


def test_no_text_drives_the_terminal_or_fakes_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_revision(REVISION)
    show_changes([Change("T1", "todo", EVIL, name, {EVIL: (EVIL, EVIL)}) for name in ("added", "updated", "archived")])
    show_verdicts([Verdict(EVIL, EVIL, "rejected", None, EVIL, "bad_path")])
    show_proposal(ProposalInfo("P1", "update", EVIL, EVIL, [EVIL], EVIL, EVIL, EVIL, (EVIL,), "open", True, 3))
    show_why(Why("F1", "finding", EVIL, EVIL, 0.5, (EVIL,), REVISION, (), (EVIL,), (EVIL,)))
    assert len(printed(capsys)) > 20


@given(st.text(), st.text(), st.integers(20, 160))
def test_before_and_after_fit_the_width_and_differ(before: str, after: str, width: int) -> None:
    shown = before_after(before, after, width)
    assert len(shown) <= width
    assert "\n" not in shown
    old, arrow, new = shown.partition(" → ")
    assert arrow
    if before != after and not {"→"} & set(before + after):
        assert old != new


def test_long_texts_are_shown_from_where_they_differ() -> None:
    shown = before_after("The cell holds " * 20 + "400 Wh/kg", "The cell holds " * 20 + "380 Wh/kg", 80)
    assert shown == '… cell holds 400 Wh/kg" → … cell holds 380 Wh/kg"'


def test_a_number_is_not_a_text_of_digits() -> None:
    assert [value_text(value) for value in ("3", 3, 3.0, False, None, [], "电池")] == [
        '"3"',
        "3",
        "3.0",
        "false",
        "null",
        "[]",
        '"电池"',
    ]


def test_changes_are_shown_by_field(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    show_changes(
        [
            Change(
                "T12", "todo", "working_memory.todo_list[0]", "added", {"task": (None, "Check"), "priority": (None, 2)}
            ),
            Change("F3", "finding", "working_memory.findings[0]", "updated", {"finding": ("a" * 100, "b")}),
            Change("D1", "document", "documents.a", "archived"),
        ]
    )
    assert printed(capsys) == [
        "added     T12  todo      working_memory.todo_list[0]",
        '      task: "Check"',
        "      priority: 2",
        "updated   F3   finding   working_memory.findings[0]",
        '      finding: "aaaaaaaaaaaaaaaaaaa… → "b"',
        "archived  D1   document  documents.a",
    ]


def test_what_says_nothing_to_a_person_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {"title": "Cells", "interpretation": "", "key_points": [], "size": 0, "stale": False, "position": 3.0}
    new = {name: (None, value) for name, value in {**fields, "mtime": 1796040000.123, "source_hash": "ab"}.items()}
    show_changes(
        [
            Change("D1", "document", "documents.a", "added", new),
            Change("D2", "document", "documents.b", "updated", {"summary": ("x", ""), "mtime": (1e300, "soon")}),
        ]
    )
    first, *lines = printed(capsys)
    assert first.startswith("added")
    assert [line.strip() for line in lines[:3]] == ['title: "Cells"', "size: 0", "stale: false"]
    assert re.fullmatch(r' *mtime: "2026-11-3\d \d\d:\d\d:\d\d[+-]\d\d:\d\d"', lines[3])
    assert [line.strip() for line in lines[5:]] == ['summary: "x" → ""', 'mtime: 1e+300 → "soon"']


def test_more_changes_than_wanted_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    show_changes([Change(f"T{number}", "todo", "p", "added") for number in range(1500)], 2)
    assert printed(capsys)[2:] == ["… and 1,498 more; --json has all"]


def outcome(capsys: pytest.CaptureFixture[str], report: ApplyReport, *, strict: bool = True) -> tuple[str, str]:
    show_outcome(report, strict=strict, others="; --lenient applies the others")
    found = capsys.readouterr()
    return found.out, found.err


APPLIED = Verdict("add", "p", "applied", "T1")
REFUSED = Verdict("add", "q", "rejected", None, "no such path", "unknown_path")
STALE = Verdict("update", "q", "rejected", None, "was a, is b", "conflict")


def test_a_refused_batch_says_so_on_stderr_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = outcome(capsys, ApplyReport("m", 7, (APPLIED, REFUSED), changed=False))
    assert out == ""
    assert "Nothing is changed, revision 7 stays: 1 of 2 operations refused." in err
    assert "--lenient applies the others" in err
    _, err = outcome(capsys, ApplyReport("m", 7, (STALE,), changed=False))
    assert "on the base of its revision now" in err
    assert "--lenient" not in err


def test_what_was_done_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    both = (APPLIED, REFUSED)
    proposed = (Verdict("update", "meta.ultimate_goal", "proposed", "P1"),)
    assert outcome(capsys, ApplyReport("m", 8, both, changed=True), strict=False) == (
        "m: 1 applied, 1 rejected; revision 8\n",
        "",
    )
    out, _ = outcome(capsys, ApplyReport("m", 8, proposed, changed=True))
    assert out == "m: 1 proposed; revision 8\nA proposal waits for a person: `peek-graph proposals`.\n"
    assert "(dry run)" in outcome(capsys, ApplyReport("m", 8, proposed, changed=False, dry_run=True))[0]
    assert "done before" in outcome(capsys, ApplyReport("m", 8, both[:1], changed=False, replayed=True))[0]
    assert outcome(capsys, ApplyReport("m", 8, (), changed=False))[0] == "m: nothing to do; revision 8 stays\n"


def test_a_proposal_is_shown_uncut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    long = "a harmless beginning " * 300 + "and its true end"
    show_proposal(
        ProposalInfo("P1", "update", "meta.ultimate_goal", long, "old", "", "agent", "", (), "open", False, 3)
    )
    lines = printed(capsys)
    assert any("true end" in line for line in lines)
    assert max(map(len, lines)) <= 60


def test_why_goes_down_to_the_passage(capsys: pytest.CaptureFixture[str]) -> None:
    passage = Why("D3§2", "section", "Cells reach 400 Wh/kg.", "a.md#line=1,2", 0.8, (), None)
    show_why(Why("F7", "finding", "It is dense.", None, 0.4, ("doubtful",), None, (passage,), ("F3",)))
    assert printed(capsys) == [
        "F7  finding  confidence 0.4  [doubtful]",
        "   It is dense.",
        "   contradicts F3",
        "   supported by",
        "      D3§2  section  confidence 0.8  a.md#line=1,2",
        "         Cells reach 400 Wh/kg.",
    ]
