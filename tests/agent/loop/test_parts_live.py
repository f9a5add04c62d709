"""The loop with all its parts: what users and tools say comes into the map, and what goes wrong into the status."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import DatabaseUnreachable
from peek_graph.settings import MonitorSettings, Settings, TriggerSettings
from tests.agent.conftest import answers
from tests.agent.loop.conftest import OF_LLAMA_INDEX, Loops, step
from tests.openai_server.stand_in import StandIn, call

pytestmark = [pytest.mark.live, OF_LLAMA_INDEX]

PRICE = {"op": "add", "path": "working_memory.findings", "value": "LFP costs 60 dollars per kWh"}
WISH = {"op": "add", "path": "working_memory.todo_list", "value": "Compare with sodium"}


def search_web(query: str) -> str:
    """Search the web."""
    return "Offers of this year name sixty dollars per kilowatt hour for lithium iron phosphate cells. " * 6


def quiet(settings: Settings, **triggers: Any) -> Settings:
    """Nothing is observed but what a test says."""
    given = {"user_messages": False, "tool_results_above": 100_000, "trivial_below": 10_000} | triggers
    return settings.model_copy(update={"triggers": TriggerSettings(**given)})


def test_users_and_tools_are_observed_and_the_next_prompt_has_it(
    opened: ContextMap, server: StandIn, loops: Loops
) -> None:
    server.plays(
        answers(WISH),
        call("search_web", query="price"),
        answers(PRICE),
        step("It is 60."),
        answers(),
        step("Done.", done="yes"),
    )
    settings = opened.settings.model_copy(update={"triggers": TriggerSettings(batch_tokens=0, trivial_below=9)})
    loop = loops(observe=True, tools=[search_web], settings=settings)
    result = loop.step("Please compare it with sodium cells, too")
    assert [[verdict.verdict for verdict in report] for report in result.reports][:2] == [["applied"], ["applied"]]
    assert "Compare with sodium" in server.asked[1].last
    assert result.total.calls > result.use.calls
    loop.step("", by="step")
    assert "LFP costs 60 dollars per kWh" in server.asked[-1].text


def test_failures_in_a_row_and_an_unmet_constraint_are_in_the_next_prompt(
    opened: ContextMap, server: StandIn, loops: Loops
) -> None:
    opened.note("constraint", "Answers in at most five words", check={"max_words": 5}, source_kind="user", author="ann")
    settings = quiet(opened.settings).model_copy(update={"monitors": MonitorSettings(failed_in_a_row=2)})
    long = "These are many more than only five words"
    server.plays(step(long, outcome="failed"), step("x", outcome="failed"), step("y"))
    loop = loops(observe=True, settings=settings, language="en")
    first = loop.step("a", by="step")
    assert [notice.topic.split(":")[0] for notice in first.notices] == ["constraint"]
    second = loop.step("b", by="step")
    assert second.notices
    loop.step("c", by="step")
    assert first.notices[0].ref in server.asked[1].last
    assert second.notices[0].ref in server.asked[2].last


def test_a_step_that_was_written_as_the_connection_broke_is_not_written_twice(
    opened: ContextMap, server: StandIn, loops: Loops, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.plays(step("once"), step("twice"))
    loop = loops()
    apply = opened.apply

    def breaks(*arguments: Any, **options: Any) -> Any:
        monkeypatch.undo()
        apply(*arguments, **options)
        raise DatabaseUnreachable("the answer did not come", None)

    monkeypatch.setattr(opened, "apply", breaks)
    with pytest.raises(DatabaseUnreachable):
        loop.step("Do it", by="step")
    result = loop.step("Do it", by="step")
    assert (result.number, result.output, result.action_ref) == (1, "once", "A1")
    assert loop.step("And more", by="step").number == 2
    assert [action["output"] for action in opened.to_dict()["action_history"]] == ["once", "twice"]


def test_a_rolled_back_step_is_made_anew_with_the_same_answer(
    opened: ContextMap, server: StandIn, loops: Loops
) -> None:
    server.plays(step("the same"), step("the same"))
    before = opened.log(1)[0].number
    loops().step("Do it", by="step")
    opened.rollback(before, author="agent:test")
    again = loops().step("Do it", by="step")
    assert again.number == 1
    assert [action["step"] for action in opened.to_dict()["action_history"]] == [1]


def test_steps_go_on_whatever_the_current_step_says(opened: ContextMap, server: StandIn, loops: Loops) -> None:
    server.plays(step("a"), step("b"))
    loops().step("Do it", by="step")
    opened.apply([{"op": "update", "path": "meta.current_step", "value": "reading"}])
    assert loops().step("Do more", by="step").number == 2


def test_the_model_writes_to_the_map_only_where_that_is_allowed(
    opened: ContextMap, server: StandIn, loops: Loops
) -> None:
    server.plays(step("a"), call("update_context_map", operations=[WISH]), step("b"))
    loops().step("x", by="step")
    assert set(server.asked[0].tools) == {"query_context_map", "change_phase"}
    loops(writes=True).step("y", by="step")
    assert opened.get("working_memory.todo_list") == ["Compare with sodium"]
    assert opened.get("action_history[-1].action").startswith("update_context_map(")
