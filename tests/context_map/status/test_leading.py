"""What is left out is named together with what really leads to it, and where the work stands with its own words."""

from __future__ import annotations

import re

import pytest

from peek_graph.context_map.query.kinds import kind_of_word
from peek_graph.context_map.status.rendering import render_status
from peek_graph.context_map.status.words import WORDS
from tests.context_map.status.making import MadePast, board, request, state, submap

LONG = "words that go on and on " * 4


def opened(text: str) -> str:
    """What the last hint leads to."""
    hints: list[str] = re.findall(r"OPEN: (.+?)[.。]$", text, flags=re.MULTILINE)
    return hints[-1]


@pytest.mark.parametrize("kind", ["hypothesis", "todo", "question", "finding", "document", "action"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_missing_is_led_to_by_the_list_of_its_kind(kind: str, language: str) -> None:
    states = [state(kind, n, LONG) for n in range(1, 90)] + [state("todo", n, LONG) for n in range(200, 203)]
    made = board(states, submaps=[submap("market")], words=WORDS[language])
    status = render_status(made, request(300), MadePast())
    assert max(status.left_out, key=lambda name: status.left_out[name]) == kind
    assert kind_of_word(opened(status.text)) == kind


def test_a_submap_is_led_to_only_if_it_holds_most_of_what_is_missing() -> None:
    parts = [submap("cells"), submap("market")]
    inside = [state("finding", n, LONG, parent_uid="u-market") for n in range(1, 80)]
    text = render_status(board(inside, submaps=parts), request(300), MadePast()).text
    assert opened(text) == "market"
    elsewhere = [state("todo", n, LONG) for n in range(1, 100)]
    text = render_status(board([*inside, *elsewhere], submaps=parts), request(300), MadePast()).text
    assert opened(text) == "todos"
    # Where those stand that were not even read, nobody knows.
    text = render_status(board(inside, submaps=parts, more={"finding": 500}), request(300), MadePast()).text
    assert opened(text) == "findings"


def test_the_hint_stands_with_the_state_as_of_the_epoch() -> None:
    questions = [state("question", n, LONG) for n in range(1, 80)]
    before = board(questions, submaps=[submap("market")])
    texts = []
    for steps in (1, 6):
        later = [state("finding", n, "came later", since=7 + n) for n in range(1, steps + 1)]
        after = board([*questions, *later], submaps=[submap("market")], revision=7 + steps)
        texts.append(render_status(after, request(1200), MadePast({7: before}, operations=[(7, 10**6)])).text)
    heads = [text[: text.index("## Since revision 7")] for text in texts]
    assert heads[0] == heads[1]
    assert opened(heads[0]) == "questions"


def now(*todos: str, hidden: bool, language: str = "en") -> str:
    """What is said of the tasks in hand, the other entries taking all room or none."""
    begun = [state("todo", n, text, since=9 - n, status="doing") for n, text in enumerate(todos, 1)]
    others = [state("action", n, LONG, since=7) for n in range(1, 80 if hidden else 1)]
    shares = dict.fromkeys(("todo", "recent"), 0.0) if hidden else {}
    made = board([*begun, *others], revision=9, words=WORDS[language])
    wanted = request(700, shares=shares)
    return render_status(made, wanted, MadePast()).text.partition("## Now\n")[2]


def test_each_task_in_hand_has_its_own_words() -> None:
    assert "task in hand: T1\n" in now("Call BYD", hidden=False)
    assert "task in hand: T1, T2, T3\n" in now("Call BYD", "Ask CATL", "Read", hidden=False)
    assert "task in hand: T1 Call BYD" in now("Call BYD", hidden=True)
    assert "task in hand: T1 “Call BYD”, T2 “Ask CATL”" in now("Call BYD", "Ask CATL", hidden=True)
    assert "task in hand: T1 “Call BYD”, T2 “Ask CATL”, T3 “Read”" in now("Call BYD", "Ask CATL", "Read", hidden=True)


def test_only_the_tasks_that_are_not_shown_above_have_words() -> None:
    todos = [state("todo", n, text, since=9 - n, status="doing") for n, text in enumerate(("Call BYD", "Ask CATL"), 1)]
    (line,) = board(todos).now
    assert line.said(60, {"T2"}) == "T1 “Call BYD”, T2"
    assert line.said(60, {"T1"}) == "T1, T2 “Ask CATL”"
    assert line.said(60, {"T1", "T2"}) == "T1, T2"
    evil = board([state("todo", 1, "x”, T2 “y", status="doing"), state("todo", 2, "z", status="doing")]).now[0]
    assert evil.said(240, ()).count("“") == 2


def test_a_chinese_status_says_our_own_values_in_chinese() -> None:
    states = [
        state("todo", 1, "问", status="blocked", priority="high"),
        state("todo", 2, "读", status="pending"),
        state("hypothesis", 1, "便宜", status="open"),
        state("question", 1, "多少", status="open"),
        state("action", 1, action="查", outcome="failed"),
    ]
    parts = [submap("market", "市场", kind="phase"), submap("cells", "电芯", status="done"), submap("x", status="我的")]
    made = board(states, goal="研究", submaps=parts, words=WORDS["zh"], step="读")
    status = render_status(made, request(2000), MadePast())
    for text in (status.text, status.markdown):
        assert not re.findall(
            r"(?<!\w)(?:open|done|blocked|pending|high|failed|topic|phase|doing|in_progress)(?!\w)", text
        )
    lines = status.text.splitlines()
    assert lines[0] == "# 上下文地图：battery"
    assert "步骤：读" in lines
    assert "- market (阶段; 未完成): 市场: 市场" in lines
    assert "- cells (主题; 已完成): 电芯: 电芯" in lines
    assert "- x (主题; 我的): Title: Title" in lines
    assert "- T1 (优先级 高; 受阻): 问" in lines
    assert "- H1 (未完成): 便宜" in lines
