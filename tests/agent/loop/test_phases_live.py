"""Phases: opened, taken up again and closed, by the caller and by the model."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.agent.loop import Closed, StepResult, through_phases
from peek_graph.context_map import ContextMap
from peek_graph.errors import InvalidValue, SubMapExists, SubMapNotFound
from peek_graph.settings import ArchiveSettings
from tests.agent.loop.conftest import OF_LLAMA_INDEX, Loops, step
from tests.context_map.conftest import Project
from tests.openai_server.stand_in import Fails, StandIn, call, say

pytestmark = [pytest.mark.live, OF_LLAMA_INDEX]


def part(opened: ContextMap, key: str) -> dict[str, Any]:
    return opened.to_dict()["sub_maps"][key]


def test_actions_go_into_the_phase_at_work(opened: ContextMap, server: StandIn, loops: Loops) -> None:
    server.plays(*[step(text) for text in ("a", "b", "c", "d")])
    loop = loops()
    loop.step("before any")
    loop.open_phase("scope", "What to look at")
    loop.step("in scope")
    loop.open_phase("build")
    loop.step("in build")
    loop.switch_phase("scope")
    assert loop.step("in scope again").number == 4
    steps = {key: [action["step"] for action in part(opened, key)["action_history"]] for key in ("scope", "build")}
    assert steps == {"scope": [2, 4], "build": [3]}
    assert [(phase.path, phase.status) for phase in loop.phases()] == [("build", "open"), ("scope", "active")]
    assert part(opened, "scope")["title"] == "What to look at"
    assert loops().phases() == loop.phases()


def test_a_closed_phase_has_a_summary_a_snapshot_and_no_finished_history(
    project: Project, server: StandIn, loops: Loops
) -> None:
    settings = project.settings.model_copy(update={"archive": ArchiveSettings(keep_actions=1)})
    opened = project.map(settings=settings)
    server.plays(step("a", decision="Look"), step("b", decision="Stop"))
    loop = loops(map=opened, settings=settings)
    loop.open_phase("scope")
    below, other = "sub_maps.scope.working_memory", "working_memory"
    opened.apply(
        [
            {"op": "add", "path": f"{below}.todo_list", "value": {"text": "done here", "status": "done"}},
            {"op": "add", "path": f"{below}.todo_list", "value": "open here"},
            {"op": "add", "path": f"{below}.pending_questions", "value": {"text": "why?", "status": "answered"}},
            {"op": "add", "path": f"{below}.findings", "value": "found here"},
            {"op": "add", "path": f"{other}.todo_list", "value": {"text": "done elsewhere", "status": "done"}},
        ]
    )
    loop.step("one")
    loop.step("two")
    closed = loop.close_phase(summary="We chose LFP.")
    assert (closed.path, closed.summary, closed.snapshot, closed.archived) == ("scope", "We chose LFP.", "scope", 3)
    scope = part(opened, "scope")
    assert (scope["status"], scope["summary"]) == ("done", "We chose LFP.")
    memory = scope["working_memory"]
    assert (memory["todo_list"], memory["pending_questions"], memory["findings"]) == (["open here"], [], ["found here"])
    assert [action["step"] for action in scope["action_history"]] == [2]
    assert len(opened.to_dict()["working_memory"]["todo_list"]) == 1
    assert [snapshot.name for snapshot in opened.snapshots()] == ["scope"]
    with pytest.raises(InvalidValue, match="closed already"):
        loop.close_phase("scope", "again")
    with pytest.raises(SubMapExists, match="closed already"):
        loop.open_phase("scope")
    with pytest.raises(SubMapNotFound, match="no phase is open"):
        loop.close_phase()


def test_the_summary_is_the_models_or_made_of_decisions(opened: ContextMap, server: StandIn, loops: Loops) -> None:
    server.plays(step("a", decision="Take LFP"), say("<think>hm</think>" + "word " * 200))
    loop = loops()
    loop.open_phase("scope")
    loop.step("one")
    assert loop.close_phase().summary == " ".join(["word"] * 80) + " …"
    assert "Take LFP" in server.asked[-1].text
    server.plays(step("b", decision="Buy cells"), *[Fails(400, "no")] * 4)
    loop.open_phase("build")
    loop.step("two")
    try:
        assert loop.close_phase().summary == "Buy cells"
    finally:
        server._script.clear()  # how often a refused model is asked again is not for this test to say


def test_the_model_changes_the_phase_and_is_told_what_it_cannot(
    opened: ContextMap, server: StandIn, loops: Loops
) -> None:
    server.plays(
        call("change_phase", action="close"),
        call("change_phase", action="open", key="scope", title="What to look at"),
        step("opened"),
        call("change_phase", action="jump", key="scope"),
        call("change_phase", action="switch", key="market"),
        call("change_phase", action="close", summary="All is clear."),
        step("closed", done="yes"),
    )
    loop = loops()
    loop.step("Begin")
    assert [(phase.path, phase.status) for phase in loop.phases()] == [("scope", "active")]
    assert [action["output"] for action in part(opened, "scope")["action_history"]] == ["opened"]
    loop.step("End")
    assert part(opened, "scope")["summary"] == "All is clear."
    assert "no phase is open" in server.asked[1].last
    assert "Phase scope is open" in server.asked[2].last
    assert "open, switch or close" in server.asked[4].last
    assert "there is no phase 'market'" in server.asked[5].last
    assert "Phase scope is closed" in server.asked[6].last


def test_planned_phases_are_gone_through_and_taken_up_again(server: StandIn, loops: Loops) -> None:
    server.plays(step("a"), step("b", done="yes"), say("Scoped."), Fails(400, "down"))
    events = list(through_phases(loops(), ["scope", "build"], "Choose a cell", most=10))
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["SubMapInfo", "StepResult", "StepResult", "Closed", "SubMapInfo", "StepResult"]
    assert isinstance(events[-1], StepResult)
    assert events[-1].failed is not None
    assert "The task: Choose a cell" in server.asked[0].last
    server.plays(step("c", done="yes"), say("Built."))
    again = list(through_phases(loops(), ["scope", "build"], "Choose a cell", most=10))
    assert isinstance(again[1], StepResult)
    assert again[1].number == 3
    assert isinstance(again[2], Closed)
    assert (again[2].path, again[2].summary) == ("build", "Built.")
    assert list(through_phases(loops(), ["scope", "build"], "Choose a cell", most=10)) == []


def test_hostile_keys_and_titles_are_refused_or_kept_as_texts(opened: ContextMap, loops: Loops) -> None:
    loop = loops()
    for key in ("", "a.b.c", "x'] DETACH DELETE", "k" * 5000, "\x00", "a\nb"):
        try:
            loop.open_phase(key, "t\x00\ud800\u202e" * 500)
        except (InvalidValue, SubMapNotFound):
            continue
    assert opened.status().text
    assert len(loop.phases()) <= 3
