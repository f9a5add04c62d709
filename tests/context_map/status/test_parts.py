"""Failures, scores, languages, where the work stands."""

from __future__ import annotations

import pytest

from peek_graph.context_map.status.failures import failures_of, matters
from peek_graph.context_map.status.now import active_place, tasks_in_hand
from peek_graph.context_map.status.rendering import render_status
from peek_graph.context_map.status.scoring import Decay
from peek_graph.context_map.status.words import language_of
from peek_graph.graph.states import State
from tests.context_map.status.making import MadePast, board, request, state, submap


def action(number: int, text: str, outcome: str, since: int = 0, parent: str = "m") -> State:
    return state("action", number, "", since or number, action=text, outcome=outcome, parent_uid=parent)


def test_a_failure_matters_until_the_same_went_well() -> None:
    failed = action(1, "Download the report of CATL", "failed")
    assert matters(failures_of([failed])["A1"], 9, 100)
    again = action(2, "Download the CATL report from a mirror", "ok")
    found = failures_of([failed, again])["A1"]
    assert matters(found, 1, 100)
    assert not matters(found, 2, 100)


@pytest.mark.parametrize(
    "other",
    [
        action(2, "Compute the mean", "ok"),
        action(2, "Download the report of CATL", "failed"),
        action(2, "Download the report of CATL", "ok", parent="elsewhere"),
    ],
)
def test_it_matters_on_if_it_was_something_else(other: State) -> None:
    assert matters(failures_of([action(1, "Download the report of CATL", "failed"), other])["A1"], 9, 100)


def test_a_failure_is_forgotten_after_so_many_revisions_and_texts_of_han_are_compared() -> None:
    failed, well = action(1, "下载宁德时代的年度报告", "failed"), action(2, "从镜像下载宁德时代的年度报告", "ok")
    assert not matters(failures_of([failed])["A1"], 102, 100)
    assert not matters(failures_of([failed, well])["A1"], 2, 100)


def test_failures_stay_in_sight_when_the_last_actions_have_long_been_others() -> None:
    actions = [
        action(1, "Ask the vendor for prices", "failed"),
        *(action(n, f"step {n} " * 9, "ok") for n in range(2, 90)),
    ]
    text = render_status(board(actions, revision=90), request(700), MadePast()).text
    assert "## Failed attempts\n- A1 (failed): Ask the vendor for prices" in text


def test_recency_is_halved_after_each_half_life_and_goes_in_steps() -> None:
    decay = Decay(40)
    assert [decay.recency(age) for age in (0, 40, 80)] == [1.0, 0.5, 0.25]
    assert decay.recency(3) == decay.recency(9) > decay.recency(10)
    assert decay.recency(-5) == 1.0


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["Know batteries"], "en"),
        (["比较固态电池"], "zh"),
        (["比较 LFP battery 与 solid-state 电池的能量密度"], "zh"),
        (["Compare the 电池 of several makers by their cost"], "en"),
        (["電池を比較する"], "en"),
        (["12 % … !"], "en"),
        ([], "en"),
    ],
)
def test_the_language_is_that_of_the_scripts(texts: list[str], language: str) -> None:
    assert language_of(texts) == language


def test_the_task_in_hand_is_the_one_begun_last_else_the_most_urgent() -> None:
    todos = [state("todo", 1, priority=5), state("todo", 2, priority=1), state("todo", 3)]
    assert [one.ref for one in tasks_in_hand(todos)] == ["T2"]
    begun = [state("todo", 4, since=3, status="doing"), state("todo", 5, since=9, status="in_progress")]
    assert [one.ref for one in tasks_in_hand([*todos, *begun])] == ["T5", "T4"]
    assert tasks_in_hand([]) == []


def test_the_active_submap_is_the_one_that_says_so_else_that_of_the_last_action() -> None:
    submaps = [submap("market"), submap("cells", status="Active")]
    places = {one.uid: str(one.props["key"]) for one in submaps}
    last = action(1, "x", "ok", parent="u-market")
    assert active_place(submaps, last, places) == "cells"
    assert active_place(submaps[:1], last, places) == "market"
    assert active_place([], None, {}) == ""


def test_where_the_work_stands_is_said_with_what_is_not_shown_above() -> None:
    actions = [state("action", 1, action="asked", outcome="ok", key_decision="take LFP", cites=["D2§1"])]
    todos = [state("todo", 1, "ask again")]
    made = board([*actions, *todos], step={"n": 1})
    lines = render_status(made, request(500), MadePast()).text.splitlines()
    assert lines[lines.index("## Now") + 1 :] == [
        'Current step: {"n":1}',
        "last action: A1 (ok); task in hand: T1; last decision: A1",
        "(revision 7; 0 documents, 0 sections)",
    ]
    assert "- A1 (ok; read D2§1): asked ⇒ take LFP" in lines
    filling = [state("finding", n, "word " * 30) for n in range(99)]
    small = render_status(board([*actions, *todos, *filling], step="go"), request(230), MadePast()).text
    assert "last action: A1 (ok)" in small
