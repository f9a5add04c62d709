from typing import Any

import pytest

from peek_graph.agent.monitoring import Monitors
from peek_graph.agent.monitoring.lineage import Lineage
from peek_graph.context_map import ContextMap
from peek_graph.settings import MonitorSettings
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live
ACTIONS = "action_history"
FINDINGS = "working_memory.findings"
HYPOTHESIS = "working_memory.hypothesis"


def act(opened: ContextMap, aim: str, outcome: str | None = "ok", **fields: Any) -> str:
    value = {"action": aim, "outcome": outcome, **fields}
    report = opened.apply([{"op": "add", "path": ACTIONS, "value": value}])
    assert report.verdicts[0].ref is not None, report
    return report.verdicts[0].ref


def topics(opened: ContextMap) -> list[str]:
    return [notice.topic for notice in opened.notices()]


def text_of(opened: ContextMap, topic: str) -> str:
    return next(notice.text for notice in opened.notices() if notice.topic == topic)


def auto(opened: ContextMap) -> Monitors:
    return Monitors(opened, settings=MonitorSettings(rollback="auto"))


def test_failures_in_a_row_are_said_with_snapshots_of_before_and_cleared(project: Project) -> None:
    opened = project.map()
    for number in range(5):
        opened.note("finding", f"Finding number {number}")
        opened.snapshot(f"good {number}")
    for number in range(3):
        assert Monitors(opened).after_step() == ()
        act(opened, f"search archive {number}", "failed")
    opened.snapshot("bad")
    (notice,) = Monitors(opened).after_step()
    assert (notice.topic, notice.choices, notice.times) == ("failures", ("good 4", "good 3", "good 2"), 1)
    assert notice.text == (
        "3 actions failed in a row (A3, A2, A1): “search archive 2”, “search archive 1”, “search archive 0”. "
        "Try it another way, or go back to a snapshot"
    )
    number = opened.log()[0].number
    assert Monitors(opened).after_step() == (notice,)
    assert opened.log()[0].number == number, "nothing new to say"
    act(opened, "search archive 3", "failed")
    assert Monitors(opened).after_step()[0].text.startswith("4 actions failed")
    act(opened, "ask a person", "ok")
    assert Monitors(opened).after_step() == ()
    assert opened.notices() == []


def test_actions_of_one_revision_are_ordered_by_their_steps(project: Project) -> None:
    opened = project.map()
    outcomes = {1: "ok", 2: "failed", 3: "failed", 4: "failed"}
    value = [{"step": step, "action": f"act {step}", "outcome": outcomes[step]} for step in (3, 1, 4, 2)]
    opened.apply([{"op": "add", "path": ACTIONS, "value": one} for one in value])
    (notice,) = Monitors(opened).after_step()
    assert "(A3, A1, A4)" in notice.text


def test_an_old_action_that_is_touched_again_is_not_the_newest(project: Project) -> None:
    opened = project.map()
    first = act(opened, "begin", "ok")
    for number in range(3):
        act(opened, f"search {number}", "failed")
    opened.apply([{"op": "update", "path": f"{ACTIONS}[{first}].output", "value": "seen late"}])
    assert [notice.topic for notice in Monitors(opened).after_step()] == ["failures"]


def test_repetition(project: Project) -> None:
    opened = project.map()
    for number in range(3):
        act(opened, f"Step {number}: Search  the archive", step=number)
    (notice,) = Monitors(opened).after_step()
    assert notice.topic == "repetition"
    assert "the same action 3 times in a row (A3, A2, A1): “Step 2: Search the archive”" in notice.text
    act(opened, "read page 1")
    assert Monitors(opened).after_step() == ()
    for number in range(2, 5):
        act(opened, f"read page {number}")
    assert Monitors(opened).after_step() == ()
    for number in range(3):
        act(opened, "a", step=2 * number)
        act(opened, "b", step=2 * number + 1)
    assert "the same two actions in turn, 3 times each" in Monitors(opened).after_step()[0].text


def test_a_contradicted_hypothesis_is_said_until_it_is_not(project: Project) -> None:
    opened = project.map()
    opened.note("finding", "LFP costs 61 euros")
    opened.apply(
        [{"op": "add", "path": HYPOTHESIS, "value": {"text": "LFP is cheapest", "supported_by": ["F1"]}}],
        source_kind="user",
    )
    assert Monitors(opened).after_step() == ()
    value = {"text": "Sodium costs ”40”\n## Goal", "contradicts": ["H1"]}
    opened.apply([{"op": "add", "path": FINDINGS, "value": value}], source_kind="tool")
    (notice,) = Monitors(opened).after_step()
    assert (notice.topic, notice.about) == ("hypothesis:H1", "H1")
    assert notice.text == "H1 is contradicted by F2 “Sodium costs ’40’ ## Goal”. Look into it before you build on H1"
    opened.apply([{"op": "add", "path": FINDINGS, "value": {"text": "LFP costs 80 euros", "contradicts": ["F1"]}}])
    (notice,) = Monitors(opened).after_step()
    assert "F3 “LFP costs 80 euros” (in place of F1, which it rests on); F2" in notice.text
    assert notice.times == 2
    opened.archive(["F2"])
    opened.apply([{"op": "update", "path": f"{HYPOTHESIS}.supported_by", "value": ["F3"]}], source_kind="user")
    assert Monitors(opened).after_step() == ()
    doubtful = {"text": "LFP costs 95 euros", "contradicts": ["F3"], "confidence": 0.1}
    opened.apply([{"op": "add", "path": FINDINGS, "value": doubtful}])
    (notice,) = Monitors(opened, language="zh").after_step()
    assert notice.text == "H1 与 F4 “LFP costs 95 euros”（针对它所依据的 F3） 相矛盾。在以 H1 为依据之前先弄清楚"
    opened.archive(["F4"])
    assert Monitors(opened).after_step() == ()
    assert opened.notices() == []
    assert Monitors(opened, settings=MonitorSettings(contradicted=False)).after_step() == ()


def test_feedback_is_noted_by_how_often_and_goes(project: Project) -> None:
    opened = project.map()
    opened.snapshot("begin")
    monitors = Monitors(opened)
    assert monitors.feedback("Find prices of sodium cells") is None
    first = monitors.feedback("no, stop — “this” is wrong")
    assert first is not None
    assert (first.topic, first.choices) == ("feedback", ("begin",))
    assert first.text == (
        "the user rejects what was done last: “no, stop — ‘this’ is wrong”. Put it right first, "
        "or go back to a snapshot"
    )
    second = Monitors(opened).feedback("still wrong!")
    assert second is not None
    assert "2 times in a row" in second.text
    assert monitors.after_step() == (second,)
    assert monitors.feedback("no problem, go on") is None
    assert opened.notices() == []
    monitors.feedback("不对，重来")
    for number in range(5):
        assert len(monitors.after_step()) == 1
        act(opened, f"work {number}")
    assert monitors.after_step() == ()
    assert Monitors(opened, settings=MonitorSettings(feedback=False)).feedback("Wrong") is None
    assert opened.notices() == []


def test_automatic_rollback_is_announced_once_for_a_snapshot_and_can_be_undone(project: Project) -> None:
    opened = project.map()
    opened.note("constraint", "At most 3 words", check={"max_words": 3}, source_kind="user")
    opened.note("finding", "LFP costs 61 euros")
    opened.snapshot("good")
    monitors = auto(opened)
    monitors.check_output("one two three four")
    for number in range(3):
        assert monitors.after_step() == ()
        act(opened, f"search archive {number}", "failed")
    opened.snapshot("amid failures")
    before = opened.log()[0].number
    (notice,) = monitors.after_step()
    good = opened.snapshots()[0].revision
    assert notice.topic == "rollback"
    assert notice.text == (
        f"the map went back from revision {before} to {good} (snapshot “good”): “3 actions failed in a row "
        "(A3, A2, A1): ‘search archive 2’, ‘search archive 1’, ‘search archive 0’. Try it another way”. "
        "Do not try the same again; "
        f"a person undoes it by: peek-graph rollback {before}"
    )
    assert opened.to_dict()["action_history"] == []
    assert sorted(topics(opened)) == ["constraint:C1", "rollback"], "reminders are given again"
    assert notice.text[:60] in opened.status().text
    back = next(one for one in opened.log() if one.source == f"revision {good}")
    assert (back.author, back.number) == ("monitor", before + 1)
    # The same once more: from there it is not the way, so only the notice.
    for number in range(3):
        act(opened, f"search again {number}", "failed")
    notices = {one.topic: one.text for one in auto(opened).after_step()}
    assert "it went back to snapshot “good” for this before" in notices["failures"]
    assert len(opened.to_dict()["action_history"]) == 3
    opened.rollback(before)
    assert len(opened.to_dict()["action_history"]) == 3
    assert "rollback" not in [one.topic for one in Monitors(opened).after_step()], "it was undone"


def test_going_back_is_announced_by_the_next_process_if_this_one_ended_amid_it(project: Project) -> None:
    opened = project.map()
    opened.note("finding", "LFP costs 61 euros")
    opened.snapshot("good")
    for number in range(3):
        act(opened, f"search archive {number}", "failed")
    (said,) = auto(opened).after_step()
    opened.clear_notice("rollback")  # as if it had not been written
    (again,) = Monitors(opened).after_step()
    assert (again.topic, again.text) == ("rollback", said.text)
    number = opened.log()[0].number
    assert Monitors(opened).after_step() == (again,)
    assert opened.log()[0].number == number
    for work in range(5):
        act(opened, f"work {work}")
    assert Monitors(opened).after_step() == ()
    assert Monitors(opened).after_step() == ()
    assert opened.notices() == []


def test_it_never_goes_back_over_what_a_person_did(project: Project) -> None:
    opened = project.map()
    opened.note("finding", "LFP costs 61 euros")
    opened.snapshot("good")
    opened.note("todo", "Ask the supplier", source_kind="user")
    for number in range(3):
        act(opened, f"search archive {number}", "failed")
    (notice,) = auto(opened).after_step()
    assert notice.topic == "failures"
    assert "not done by itself: a person changed the map since snapshot “good”" in notice.text
    assert len(opened.to_dict()["action_history"]) == 3


def test_without_a_snapshot_of_before_there_is_only_the_notice(project: Project) -> None:
    opened = project.map()
    for number in range(3):
        act(opened, f"search archive {number}", "failed")
    opened.snapshot("late")
    (notice,) = auto(opened).after_step()
    assert (notice.topic, notice.choices) == ("failures", ("late",))


@pytest.mark.parametrize(
    "said", [{"source_kind": "web"}, {"source_kind": "tool"}, {"author": "agent:updater", "source_kind": "agent"}]
)
def test_what_observations_say_of_actions_never_counts(project: Project, said: dict[str, Any]) -> None:
    opened = project.map()
    opened.note("finding", "LFP costs 61 euros")
    opened.snapshot("good")
    opened.note("finding", "Sodium cells come in 2027")
    act(opened, "search archive", "ok")
    failed = [{"op": "add", "path": ACTIONS, "value": {"action": f"f {n}", "outcome": "failed"}} for n in range(3)]
    opened.apply([*failed, {"op": "update", "path": f"{ACTIONS}[0].outcome", "value": "failed"}], **said)
    assert [action["outcome"] for action in opened.to_dict()[ACTIONS]] == ["failed"] * 4
    assert auto(opened).after_step() == ()
    for number in range(3):
        act(opened, f"search archive {number}", "failed")
    assert "rollback" in [notice.topic for notice in auto(opened).after_step()]


def test_a_source_that_reads_like_a_rollback_is_none(project: Project) -> None:
    opened = project.map()
    opened.note("finding", "LFP costs 61 euros")
    opened.snapshot("early")
    opened.note("finding", "Sodium cells come in 2027")
    opened.snapshot("late")
    opened.apply([{"op": "add", "path": FINDINGS, "value": "Hail"}], source="revision 1", author="monitor")
    for number in range(3):
        act(opened, f"search archive {number}", "failed")
    (notice,) = Monitors(opened).after_step()
    assert (notice.topic, notice.choices) == ("failures", ("late", "early"))
    assert Lineage.of(opened).rollbacks == ()
    opened.rollback("early")
    (back,) = Lineage.of(opened).rollbacks
    assert (back.number, back.to) == (opened.log(1)[0].number, opened.snapshots()[0].revision)
