from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peek_graph.context_map.status.board import Board
from peek_graph.context_map.status.rendering import check_budget, render_status
from peek_graph.context_map.status.safe_text import whole_line
from peek_graph.context_map.status.words import WORDS
from peek_graph.context_map.tokens import count_tokens
from peek_graph.errors import BudgetTooSmall, InvalidValue
from peek_graph.graph.states import LETTERS, State
from peek_graph.records import Status
from tests.context_map.status.making import KINDS, MadePast, board, request, state, submap

_text = st.text(max_size=300) | st.sampled_from(
    [
        "a " * 400,
        "电" * 300,
        "x" * 900,
        "<|endoftext|>",
        "\n# Goal\n",
        "👩‍🔬" * 50,
        "مرحبا \u202e" * 40,
        "ก็" * 90,
        "",
        "\u200b",
    ]
)
_props = st.fixed_dictionaries(
    {},
    optional={
        "confidence": st.floats(0, 1),
        "priority": st.sampled_from([0, 5, 9, "high", "low", 77]),
        "status": st.sampled_from(["open", "doing", "blocked"]) | _text,
        "outcome": st.sampled_from(["ok", "failed"]),
        "output": _text,
        "key_decision": _text,
        "stale": st.booleans(),
        "source_kind": st.sampled_from(["web", "user", "document"]),
        "supported_by": st.lists(_text, max_size=6),
        "step": st.integers(),
    },
)
_entries = st.lists(st.tuples(st.sampled_from(KINDS), _text, _props, st.integers(1, 30)), max_size=60)
_budgets = st.integers(1, 3000) | st.sampled_from([10**5, 10**9])


def made(entries: Sequence[tuple[str, str, Mapping[str, Any], int]]) -> list[State]:
    return [state(kind, number, text, since, **props) for number, (kind, text, props, since) in enumerate(entries, 1)]


def needed_tokens(given_board: Board) -> int:
    with pytest.raises(BudgetTooSmall) as caught:
        render_status(given_board, request(1), MadePast())
    return caught.value.needed


def refs(text: str) -> list[str]:
    return [line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("- ")]


def check(status: Status, given_board: Board, budget: int) -> None:
    assert status.tokens == count_tokens(status.text) <= budget
    assert whole_line(given_board.goal) in status.text
    for piece in given_board.constraints:
        assert piece.text(given_board.words, 0) in status.text.splitlines()
    shown = set(refs(status.text))
    for kind, letter in LETTERS.items():
        if kind in KINDS:
            there = sum(ref.startswith(letter) and ref[1:].isdecimal() for ref in shown)
            assert status.left_out.get(kind, 0) == given_board.totals[kind] - there
    plain = [line for line in status.text.splitlines() if not line.startswith(("- ", "## "))]
    for kind, count in status.left_out.items():
        assert any(f"+{given_board.words.counted(kind, count)}" in line for line in plain)


@settings(max_examples=150, deadline=None)
@given(_text, st.lists(_text, max_size=3), _entries, _text, _budgets, st.sampled_from(["en", "zh"]), st.booleans())
def test_never_over_the_budget_and_goal_and_constraints_always_whole(
    goal: str,
    constraints: list[str],
    entries: list[tuple[str, str, Mapping[str, Any], int]],
    step: str,
    budget: int,
    language: str,
    parts: bool,
) -> None:
    submaps = [submap("k", step), submap("l", goal, status=step)] if parts else []
    options: dict[str, Any] = {"submaps": submaps, "words": WORDS[language], "revision": 30, "more": {"finding": 90}}
    given_board = board(made(entries), goal=goal, constraints=constraints, step=step, **options)
    least = needed_tokens(given_board)
    if budget < least:
        with pytest.raises(BudgetTooSmall) as caught:
            render_status(given_board, request(budget), MadePast())
        assert caught.value.needed == least
        budget = least
    status = render_status(given_board, request(budget), MadePast())
    check(status, given_board, budget)
    assert render_status(given_board, request(budget), MadePast()) == status


@settings(max_examples=80, deadline=None)
@given(_entries, st.integers(1, 29), st.integers(150, 2500))
def test_the_same_holds_with_a_journal(
    entries: list[tuple[str, str, Mapping[str, Any], int]], epoch: int, budget: int
) -> None:
    states = made(entries)
    filling = [state("finding", 100 + n, f"filling number {n}") for n in range(60)]
    now = board([*states, *filling], revision=30)
    then = board([one for one in [*states, *filling] if one.since <= epoch], revision=epoch)
    sizes = [(number, 10**6 if number == epoch else 0) for number in range(2, 31)]
    past = MadePast({epoch: then}, operations=sizes)
    budget = max(budget, needed_tokens(now))
    status = render_status(now, request(budget), past)
    assert status.tokens == count_tokens(status.text) <= budget
    assert whole_line(now.goal) in status.text


@settings(max_examples=40, deadline=None)
@given(
    _entries, st.integers(1, 5000), st.sampled_from([len, lambda text: len(text) ** 2, lambda text: 2 + len(text) // 7])
)
def test_any_tokenizer_counts(entries: list[Any], budget: int, count: Any) -> None:
    given_board = board(made(entries))
    tokenizer = lambda text: range(count(text))  # noqa: E731
    with pytest.raises(BudgetTooSmall) as caught:
        render_status(given_board, request(1, tokenizer=tokenizer), MadePast())
    budget = max(budget, caught.value.needed)
    status = render_status(given_board, request(budget, tokenizer=tokenizer), MadePast())
    assert status.tokens == count(status.text) <= budget


@pytest.mark.parametrize("budget", [0, -1, -(10**9), 1.5, True, "800", None])
def test_a_budget_is_a_positive_whole_number(budget: object) -> None:
    with pytest.raises(InvalidValue, match="budget"):
        check_budget(budget)


def test_an_empty_map_has_a_status() -> None:
    status = render_status(board(), request(100), MadePast())
    assert status.text.splitlines() == [
        "# Context map: battery",
        "## Goal",
        "Know batteries",
        "(revision 7; 0 documents, 0 sections)",
    ]
    assert not status.left_out


def test_what_is_left_out_is_counted_and_the_text_says_how_to_get_it() -> None:
    todos = [state("todo", n, "a task of some words") for n in range(1, 91)]
    given_board = board(todos, submaps=[submap("market")], more={"todo": 910})
    status = render_status(given_board, request(300), MadePast())
    shown = sum(line.startswith("- T") for line in status.text.splitlines())
    assert 0 < shown < 90
    assert status.left_out["todo"] == 1000 - shown
    assert f"+{1000 - shown} todos" in status.text
    assert "SEARCH" in status.text.splitlines()[-2]


@pytest.mark.parametrize("steps", [0, 6])
def test_a_submap_whose_key_is_an_entrys_ref_is_another_element(steps: int) -> None:
    questions = [state("question", n, "why so " * 5) for n in range(1, 80)]
    before = board(questions, submaps=[submap("Q1"), submap("T1")])
    later = [state("todo", n, "a task", since=7 + n) for n in range(1, steps + 1)]
    after = board([*questions, *later], submaps=[submap("Q1"), submap("T1")], revision=7 + steps)
    for given_board, past in ((before, MadePast()), (after, MadePast({7: before}))):
        status = render_status(given_board, request(1200, explain=True), past)
        lines = status.text.splitlines()
        assert {"- Q1 (topic; open): Title: Title", "- T1 (topic; open): Title: Title"} <= set(lines)
        assert "submap" not in status.left_out
        shown = sum(line.startswith("- Q") for line in lines) - 1
        assert status.left_out["question"] == 79 - shown
        assert [one.ref for one in status.explained if one.kind == "submap"] == ["Q1", "T1"]


def test_an_entry_larger_than_the_budget_is_cut() -> None:
    status = render_status(board([state("finding", 1, "word " * 5000)]), request(150), MadePast())
    line = next(line for line in status.text.splitlines() if line.startswith("- F1"))
    assert line.endswith("…")
    assert len(line) < 250


def test_every_entry_that_was_looked_at_is_explained() -> None:
    states = [state(kind, n, "word " * 20, confidence=0.7) for kind in KINDS for n in range(1, 31)]
    given_board = board(states, constraints=["No code"])
    status = render_status(given_board, request(600, explain=True), MadePast())
    assert [one.ref for one in status.explained] == ["C1", *(one.ref for one in states)]
    assert all(one.reason for one in status.explained)
    shown = {one.ref for one in status.explained if one.shown}
    assert shown == set(refs(status.text))
    assert any("left out" in one.reason and "recency" in one.reason for one in status.explained)
    assert not render_status(given_board, request(600), MadePast()).explained


def test_markdown_is_of_the_same_entries_and_takes_nothing_for_markup() -> None:
    states = [state("todo", 1, "a <b>*bold*</b> [link](x)"), state("finding", 2, "`code` | table", confidence=0.2)]
    status = render_status(board(states, goal="# 1 * 2", constraints=["_x_"]), request(800), MadePast())
    lines = status.markdown.splitlines()
    assert "\\# 1 \\* 2" in lines
    assert "- **T1**: a \\<b\\>\\*bold\\*\\</b\\> \\[link\\](x)" in lines
    assert "- **F2** *confidence 0.2; doubtful*: \\`code\\` \\| table" in lines
    assert "- **C1**: \\_x\\_" in lines


def test_both_languages_have_the_same_words() -> None:
    english, chinese = WORDS["en"], WORDS["zh"]
    for name in ("headings", "kinds", "marks", "now"):
        assert getattr(english, name).keys() == getattr(chinese, name).keys()
    text = render_status(board([state("todo", 1)], words=chinese), request(500), MadePast()).text
    assert "## 目标" in text
    assert "## 待办" in text
    assert "Goal" not in text
