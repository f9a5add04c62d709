"""Near-duplicates are folded, and what only looks alike is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from peek_graph.context_map.searching.folding import folded
from peek_graph.graph.search import ShownEntry

_LONG = " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(80))


def entry(ref: str, text: str, *, kind: str = "finding", contradicted: bool = False) -> ShownEntry:
    return ShownEntry(
        uid=ref,
        ref=ref,
        kind=kind,
        title="",
        text=text,
        pointer=None,
        confidence=1.0,
        stale=False,
        contradicted=contradicted,
        key=None,
        submap=None,
        author="",
        source=None,
        since=1,
        status=None,
        parent=None,
        previous=None,
        following=None,
    )


def refs(*entries: ShownEntry, limit: int = 10) -> list[tuple[str, tuple[str, ...]]]:
    return [(shown.ref, similar) for shown, similar in folded(entries, limit)]


def test_the_best_one_is_shown_and_names_the_others() -> None:
    entries = [
        entry("F1", _LONG),
        entry("F2", "something else"),
        entry("F3", f"{_LONG} too"),
        entry("F4", _LONG.upper()),
    ]
    assert refs(*entries) == [("F1", ("F3", "F4")), ("F2", ())]


def test_what_is_folded_takes_no_place() -> None:
    entries = [entry("F1", "the same"), entry("F2", "The same."), entry("F3", "other"), entry("F4", "more")]
    assert [ref for ref, _ in refs(*entries, limit=2)] == ["F1", "F3"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Python 3.11 is supported", "Python 3.12 is supported"),
        (f"{_LONG} in 2019", f"{_LONG} in 2020"),
        ("I love it", "I hate it"),
        (_LONG, _LONG.replace("wordaa", "never", 1).replace("wordcb", "always", 1)),
        ("", ""),
        ("钠离子电池便宜", "锂离子电池便宜"),
        ("C++ is fast", "C# is fast"),
        ("the current is -5 A", "the current is 5 A"),
        ("x > 5 holds", "x < 5 holds"),
        ("a == b holds", "a != b holds"),
        (_LONG, f"{_LONG} not"),
        (_LONG, _LONG.replace("wordaa", "never", 1)),
        (_LONG, _LONG.replace("wordma", "rises", 1)),
        ("这种电池便宜" * 20, "这种电池便宜" * 19 + "这种电池不便宜"),
    ],
)
def test_what_differs_in_what_it_says_stays(one: str, other: str) -> None:
    assert refs(entry("F1", one), entry("F2", other)) == [("F1", ()), ("F2", ())]


def test_one_that_is_done_another_that_failed_and_another_speaker_stay() -> None:
    one = entry("T1", "check the prices", kind="todo")
    assert refs(one, replace(one, ref="T2", status="done")) == [("T1", ()), ("T2", ())]
    assert refs(one, replace(one, ref="T2", apart=("failed", None, None))) == [("T1", ()), ("T2", ())]


def test_how_it_is_set_does_not_matter() -> None:
    assert refs(entry("F1", f"{_LONG} `so` it is"), entry("F2", f"{_LONG} **so** it is!")) == [("F1", ("F2",))]


def test_contradictions_and_kinds_stand_side_by_side() -> None:
    assert len(refs(entry("F1", _LONG, contradicted=True), entry("F2", _LONG))) == 2
    assert len(refs(entry("F1", _LONG), entry("Q1", _LONG, kind="question"))) == 2


def test_very_long_texts_are_the_same_or_not() -> None:
    long = _LONG * 20
    assert len(refs(entry("F1", long), entry("F2", f"{long} end"))) == 2
    assert len(refs(entry("F1", long), entry("F2", long))) == 1
