from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.feeding import Feed
from peek_graph.errors import DatabaseUnreachable, InvalidValue
from peek_graph.records.agents import ObserveReport
from peek_graph.settings import TriggerSettings
from tests.agent.feeding.recording_updater import UNANSWERED, UNUSABLE, RecordingUpdater

LONG = "Sodium cells keep ninety percent of their capacity after two thousand cycles. " * 30
MIDDLE = "The supplier quotes eighty two euros for a kilowatt hour of storage, delivery included. " * 6


def feed_of(updater: RecordingUpdater, **settings: Any) -> Feed:
    return Feed(updater, settings=TriggerSettings(**settings))


def middle(number: int) -> str:
    return f"Result {number}. {MIDDLE}"


def test_a_users_message_is_observed_at_once_and_what_waited_first() -> None:
    updater = RecordingUpdater()
    with feed_of(updater) as feed:
        assert feed.tool_result("web_search", middle(1)) == ()
        reports = feed.user_message("The budget is 5000 euros.")
        assert [type(report) for report in reports] == [ObserveReport, ObserveReport]
        assert updater.seen == [(middle(1), "tool", "web_search"), ("The budget is 5000 euros.", "user", "user")]
        assert feed.reports == reports


def test_small_results_wait_until_they_are_enough_together_and_only_neighbours_are_joined() -> None:
    updater = RecordingUpdater()
    with feed_of(updater, batch_tokens=500) as feed:
        for name in ("a", "a", "b", "a", "a"):
            feed.tool_result(name, middle(len(feed.waiting)))
        assert [seen[2] for seen in updater.seen] == ["a", "b", "a"]
        assert updater.texts[0] == f"{middle(0)}\n\n---\n\n{middle(1)}"
        assert updater.texts[1] == middle(2)
        assert feed.waiting == ()


def test_one_that_is_large_enough_alone_is_observed_alone() -> None:
    updater = RecordingUpdater()
    with feed_of(updater) as feed:
        feed.tool_result("a", middle(1))
        feed.tool_result("a", LONG)
        assert updater.texts == [middle(1), LONG]


def test_different_kinds_of_one_name_are_kept_apart() -> None:
    updater = RecordingUpdater()
    with feed_of(updater) as feed:
        feed.tool_result("fetch", middle(1), source_kind="web")
        feed.tool_result("fetch", middle(2), source_kind="document")
        feed.flush()
    assert [seen[1:] for seen in updater.seen] == [("web", "fetch"), ("document", "fetch")]


@pytest.mark.parametrize(
    ("settings", "call", "why"),
    [
        ({}, lambda feed: feed.user_message("ok, thanks"), "only acknowledges"),
        ({"user_messages": False}, lambda feed: feed.user_message("Use 5000 euros at most"), "user_messages is off"),
        ({}, lambda feed: feed.tool_result("f", "Found 3 matching files there"), "tool_results_above is 60"),
        ({"never": ("f",)}, lambda feed: feed.tool_result("f", LONG), "never names the tool"),
        ({"never": ("f",), "tools": ("f",)}, lambda feed: feed.tool_result("f", LONG), "never names the tool"),
        ({"tools": ("f",)}, lambda feed: feed.tool_result("f", " -- "), "no letters"),
        ({}, lambda feed: feed.tool_result("query_context_map", LONG), "the map itself"),
        ({"tools": ("query_context_map",)}, lambda feed: feed.tool_result("query_context_map", LONG), "the map itself"),
        ({}, lambda feed: feed.tool_result("mcp__peek-graph__update_context_map", LONG), "the map itself"),
        ({}, lambda feed: feed.conclusion("Fine."), "only acknowledges"),
        ({"phase_end": False}, lambda feed: feed.phase_ended("The market phase is over: 82 EUR"), "phase_end is off"),
    ],
)
def test_what_is_skipped_is_said(settings: dict[str, Any], call: Callable[[Feed], Any], why: str) -> None:
    updater = RecordingUpdater()
    with feed_of(updater, **settings) as feed:
        assert call(feed) == ()
        assert len(feed.skipped) == 1
        assert why in feed.skipped[0].reason
        assert feed.skipped[0].text
    assert updater.seen == []


def test_a_tool_that_only_sounds_like_the_maps_is_observed() -> None:
    updater = RecordingUpdater()
    with feed_of(updater) as feed:
        feed.tool_result("requery_context_map", LONG)
        feed.tool_result("query_context_map_of_city", LONG)
    assert len(updater.seen) == 2


def test_named_tools_are_observed_whatever_their_size() -> None:
    updater = RecordingUpdater()
    with feed_of(updater, tools=("calculator",)) as feed:
        feed.tool_result("calculator", "42")
        assert len(feed.flush()) == 1
    assert updater.seen == [("42", "tool", "calculator")]


def test_steps_make_what_waits_due() -> None:
    updater = RecordingUpdater()
    with feed_of(updater, every=3) as feed:
        feed.conclusion("Sodium cells are cheaper than lithium cells.")
        assert [len(feed.step_done()) for _ in range(6)] == [0, 0, 1, 0, 0, 0]
        assert updater.seen == [("Sodium cells are cheaper than lithium cells.", "agent", "conclusion")]


def test_the_end_of_a_phase_makes_all_due_also_where_its_text_is_skipped() -> None:
    updater = RecordingUpdater()
    with feed_of(updater, phase_end=False) as feed:
        feed.tool_result("a", middle(1))
        assert len(feed.phase_ended("Phase one is over, 82 EUR")) == 1
    with feed_of(updater) as feed:
        feed.tool_result("a", middle(2))
        assert len(feed.phase_ended("Phase two is over, 82 EUR")) == 2
    assert updater.texts == [middle(1), middle(2), "Phase two is over, 82 EUR"]


def test_closing_observes_what_waits_and_a_closed_feed_says_so() -> None:
    updater = RecordingUpdater()
    feed = feed_of(updater)
    feed.tool_result("a", middle(1))
    assert len(feed.close()) == 1
    assert feed.close() == ()
    with pytest.raises(InvalidValue, match="closed"):
        feed.conclusion("Too late for this one, it seems")


def test_a_database_that_is_down_is_raised_and_nothing_is_lost() -> None:
    updater = RecordingUpdater(fails={middle(2): DatabaseUnreachable("nobody answers")})
    with feed_of(updater) as feed:
        for number, name in enumerate("abc", 1):
            feed.tool_result(name, middle(number)) if number < 3 else None
        for _ in range(5):
            with pytest.raises(DatabaseUnreachable):
                feed.flush()
        assert updater.texts == [middle(1)]
        assert len(feed.reports) == 1
        updater.fails.clear()
        feed.user_message("The budget is 5000 euros.")
        assert updater.texts == [middle(1), middle(2), "The budget is 5000 euros."]
        assert len(set(updater.ids[1:-1])) == 1


def test_an_observation_without_an_answer_is_tried_three_times_and_not_overtaken() -> None:
    updater = RecordingUpdater(fails={LONG: UNANSWERED})
    with feed_of(updater) as feed:
        assert feed.tool_result("a", LONG) == (UNANSWERED,)
        assert feed.user_message("The budget is 5000 euros.") == (UNANSWERED,)
        assert updater.seen == []
        assert len(feed.flush()) == 2
        assert updater.texts == ["The budget is 5000 euros."]
        assert feed.skipped[0].text == LONG
        assert "3 tries: no answer" in feed.skipped[0].reason


def test_an_answer_that_could_not_be_used_is_final() -> None:
    updater = RecordingUpdater(fails={LONG: UNUSABLE})
    with feed_of(updater) as feed:
        assert feed.tool_result("a", LONG) == (UNUSABLE,)
        assert feed.waiting == ()


def test_what_always_raises_does_not_stand_in_the_way_for_ever() -> None:
    updater = RecordingUpdater(fails={LONG: ValueError("odd")})
    with feed_of(updater) as feed:
        for call in (lambda: feed.tool_result("a", LONG), feed.flush, feed.flush):
            with pytest.raises(ValueError, match="odd"):
                call()
        assert "ValueError: odd" in feed.skipped[0].reason
        assert feed.flush() == ()


def test_without_a_spool_what_cannot_be_observed_at_the_end_is_said() -> None:
    updater = RecordingUpdater(fails={"The budget is 5000 euros.": UNANSWERED})
    feed = feed_of(updater)
    feed.user_message("The budget is 5000 euros.")
    feed.close()
    assert "has no spool" in feed.skipped[0].reason


@pytest.mark.parametrize(
    "call",
    [
        lambda feed: feed.user_message(b"bytes"),
        lambda feed: feed.tool_result("", "text"),
        lambda feed: feed.tool_result("a", "text", source_kind="user"),
        lambda feed: feed.tool_result("a", "text", source_kind="letter"),
        lambda feed: feed.conclusion(None),
    ],
)
def test_wrong_arguments_are_refused_at_once(call: Callable[[Feed], Any]) -> None:
    with feed_of(RecordingUpdater()) as feed, pytest.raises(InvalidValue):
        call(feed)


def test_in_the_background_order_is_kept_and_one_thread_observes() -> None:
    updater = RecordingUpdater()
    with feed_of(updater, background=True, batch_tokens=0) as feed:
        for number in range(40):
            assert feed.tool_result(f"t{number % 3}", middle(number)) == ()
        assert feed.wait(20)
        assert len(feed.reports) == 40
    assert updater.texts == [middle(number) for number in range(40)]
    assert updater.thread == "peek-graph-feed"


def test_closing_in_the_background_finishes_what_waits() -> None:
    updater = RecordingUpdater()
    feed = feed_of(updater, background=True)
    feed.tool_result("a", middle(1))
    feed.user_message("The budget is 5000 euros.")
    feed.conclusion("Sodium cells are cheaper than lithium cells.")
    feed.close()
    assert len(updater.seen) == 3


def test_in_the_background_errors_are_kept_and_what_failed_is_tried_with_the_next() -> None:
    down = DatabaseUnreachable("nobody answers")
    updater = RecordingUpdater(fails={"The budget is 5000 euros.": down})
    with feed_of(updater, background=True) as feed:
        feed.user_message("The budget is 5000 euros.")
        assert feed.wait(20)
        assert feed.errors == (down,)
        assert len(feed.waiting) == 1
        updater.fails.clear()
        feed.user_message("And 6000 in the second year.")
        assert feed.wait(20)
        assert updater.texts == ["The budget is 5000 euros.", "And 6000 in the second year."]


@given(st.lists(st.tuples(st.sampled_from("utcsf"), st.sampled_from("ab"), st.integers(1, 9)), max_size=25))
def test_every_text_is_observed_once_in_order_or_said_to_be_skipped(calls: list[tuple[str, str, int]]) -> None:
    updater = RecordingUpdater()
    given_: list[str] = []
    with Feed(updater, settings=TriggerSettings(batch_tokens=40, every=2, tool_results_above=0)) as feed:
        for number, (kind, name, size) in enumerate(calls):
            text = f"observation number {number} " + "cell " * size
            if kind in "utc":
                given_.append(text)
            {"u": feed.user_message, "t": lambda t, n=name: feed.tool_result(n, t), "c": feed.conclusion}.get(
                kind, lambda _, k=kind: feed.step_done() if k == "s" else feed.flush()
            )(text)
    assert [part for text in updater.texts for part in text.split("\n\n---\n\n")] == given_
    assert feed.skipped == ()


def test_an_observation_of_which_a_part_got_no_answer_is_tried_again_though_others_were_applied() -> None:
    partly = ObserveReport("m", 7, "applied", reason="no answer", unanswered=True)
    updater = RecordingUpdater(fails={LONG: partly})
    with feed_of(updater) as feed:
        assert feed.tool_result("a", LONG) == (partly,)
        assert [one.text for one in feed.waiting] == [LONG]
        updater.fails.clear()
        feed.flush()
    assert updater.texts == [LONG]
    assert updater.ids[0] == updater.ids[1]


def test_what_comes_as_the_feed_closes_is_taken_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    updater = RecordingUpdater()
    feed = feed_of(updater)
    add = feed._waiting.add

    def closes_first(one: Any) -> int:
        feed.close()
        return add(one)

    monkeypatch.setattr(feed._waiting, "add", closes_first)
    with pytest.raises(InvalidValue, match="closed"):
        feed.tool_result("a", MIDDLE)
    assert (feed.waiting, updater.texts) == ((), [])
