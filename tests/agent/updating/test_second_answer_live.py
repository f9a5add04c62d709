from __future__ import annotations

import pytest

from peek_graph.agent import Updater
from peek_graph.context_map import ContextMap
from tests.agent.conftest import FINDINGS, TODOS, add, answers, update, updater_of
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Fails, StandIn, say

pytestmark = pytest.mark.live


def findings(map: ContextMap) -> list[str]:
    listed = map.to_dict()["working_memory"]["findings"]
    return [one if isinstance(one, str) else one["text"] for one in listed]


def test_nothing_new_is_no_revision(updater: Updater, battery: ContextMap, server: StandIn) -> None:
    before = battery.log(1)[0].number
    server.plays(answers(), answers(add(FINDINGS, "LFP cells contain no cobalt at all")), say("[]"))
    assert updater.observe("The weather was fine today.").outcome == "nothing"
    report = updater.observe("A page says that there is no cobalt in LFP.", source_kind="web")
    assert (report.outcome, [verdict.verdict for verdict in report], report.verdicts[0].ref) == (
        "nothing",
        ["duplicate"],
        "F1",
    )
    assert updater.observe("Nothing else happened at all.").outcome == "nothing"
    assert battery.log(1)[0].number == before


def test_nearly_the_same_is_offered_before_it_is_written(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    near = add(FINDINGS, "no cobalt at all contain LFP cells")
    server.plays(answers(near), answers())
    report = updater.observe("Ann says that LFP cells have no cobalt.", source_kind="user", source="Ann")
    assert "F1 says nearly this" in server.asked[1].last
    assert [(verdict.verdict, verdict.ref) for verdict in report] == [("duplicate", "F1")]
    server.plays(answers(near), answers(near))
    report = updater.observe("Ann says again that LFP cells have no cobalt.", source_kind="user", source="Ann")
    assert [(verdict.verdict, verdict.ref) for verdict in report] == [("duplicate", "F1")]  # only said once more
    server.plays(answers(near), answers(add(FINDINGS, "LFP cells contain at all no cobalt, says Ann of the lab")))
    report = updater.observe("Ann of the lab says that LFP cells have no cobalt.", source_kind="user")
    assert [verdict.verdict for verdict in report] == ["applied"]  # told, it says that it is something else


def test_a_rejected_operation_goes_back_once_with_its_reason(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    good, bad = add(FINDINGS, "Prices fell in May"), update("working_memory.finding.F9", "x")
    server.plays(answers(good, bad), answers(add("sub_maps.market.working_memory.findings", "Makers deliver late")))
    report = updater.observe("Prices fell in May, and makers deliver late.", source_kind="web")
    assert "working_memory.finding.F9" in server.asked[1].last
    assert "working_memory.findings" in server.asked[1].last  # the nearest path
    assert [verdict.verdict for verdict in report] == ["applied", "applied"]
    assert report.use.calls == 2
    assert battery.log(1)[0].operations == 2


def test_a_cut_answer_is_taken_as_far_as_it_goes_and_asked_for_the_rest(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    whole = answers(add(FINDINGS, "Prices fell in May"), add(FINDINGS, "Makers deliver late")).text
    cut = Answer(whole[: whole.index("Makers") + 3], finish="length")
    server.plays(cut, answers(add(FINDINGS, "Makers deliver late")))
    report = updater.observe("Prices fell in May, and makers deliver late.", source_kind="web")
    assert [verdict.verdict for verdict in report] == ["applied", "applied"]
    between = Answer(whole[: whole.index(', {"op"', whole.index("May"))], finish="length")
    server.plays(between, answers(add(FINDINGS, "Stocks are low")))
    assert updater.observe("Stocks are low, and prices fell.", source_kind="web").outcome == "applied"
    assert "the answer was cut here" in server.asked[3].last


def test_what_stays_wrong_is_reported_and_the_map_is_as_it_was(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    before, revision = battery.to_dict(), battery.log(1)[0].number
    server.plays(answers(add(FINDINGS, "Prices fell in May"), update("T99.status", "done")), answers(update("T98", 5)))
    report = updater.observe("Prices fell in May and T99 is done.", source_kind="web")
    assert report.outcome == "failed"
    assert report.revision == revision
    assert "T98" in report.failures[-1].raw
    assert any(verdict.verdict == "rejected" for verdict in report)
    assert battery.to_dict() == before
    assert battery.log(1)[0].number == revision


def test_lenient_takes_what_is_good(battery: ContextMap, server: StandIn) -> None:
    server.plays(answers(add(FINDINGS, "Prices fell in May"), update("T99.status", "done")), answers(update("T98", 5)))
    report = updater_of(battery, server, mode="lenient").observe("Prices fell in May and T99 is done.")
    assert report.outcome == "applied"
    assert "Prices fell in May" in findings(battery)
    assert report.failures


def test_the_second_call_may_fail_too(updater: Updater, battery: ContextMap, server: StandIn) -> None:
    before = battery.to_dict()
    server.plays(answers(add(FINDINGS, "Prices fell in May"), update("T99.status", "done")), Fails(500), Fails(500))
    report = updater.observe("Prices fell in May, says the page.")
    assert report.outcome == "failed"
    assert "T99" in report.failures[0].raw
    assert battery.to_dict() == before


def test_conflict_with_somebody_else_goes_back_too(updater: Updater, battery: ContextMap, server: StandIn) -> None:
    def meanwhile(_: object) -> object:
        battery.apply([update("T1.status", "blocked")], author="bob", source_kind="user")
        return answers(update("T1.status", "done"))

    server.plays(meanwhile, answers())  # type: ignore[arg-type]
    report = updater.observe("The density of sodium cells is known now.")
    assert "blocked" in server.asked[1].last
    assert report.outcome == "nothing"
    assert battery.get("T1.status") == "blocked"


def test_strict_is_all_or_nothing_though_the_second_answer_cannot_be_read(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    before = battery.to_dict()
    server.plays(answers(add(FINDINGS, "Prices fell in May"), update("T99.status", "done")), say("Sorry."))
    report = updater.observe("Prices fell in May.")
    assert report.outcome == "failed"
    assert "T99" in report.failures[-1].raw
    assert [verdict.path for verdict in report] == ["T99.status"]
    assert battery.to_dict() == before


def test_what_is_refused_and_then_left_out_is_reported(updater: Updater, battery: ContextMap, server: StandIn) -> None:
    server.plays(answers(update("T99.status", "done")), answers())
    report = updater.observe("T99 may be done.", source_kind="web")
    assert report.outcome == "nothing"
    assert "T99" in report.failures[0].raw
    assert report.failures[0].verdicts[0].verdict == "rejected"


def test_the_same_finding_with_new_support_supports_the_one_that_is_there(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    said = {"text": "LFP cells contain no cobalt at all.", "supported_by": ["D1§1"]}
    server.plays(answers(add("sub_maps.market.working_memory.findings", said)))
    report = updater.observe("D1§1 says that LFP has no cobalt.", source_kind="document")
    assert report.outcome == "applied", report
    assert [(verdict.op, verdict.verdict, verdict.ref) for verdict in report] == [("link", "applied", "F1")]
    assert battery.why("F1").supported_by[0].ref == "D1§1"


def test_the_same_task_may_be_one_of_two_parts_of_the_work(
    updater: Updater, battery: ContextMap, server: StandIn
) -> None:
    task = "Find the density of sodium cells"
    server.plays(answers(add("sub_maps.market.working_memory.todo_list", task), add(TODOS, task)))
    report = updater.observe("The market part needs the density too.")
    assert [verdict.verdict for verdict in report] == ["applied", "duplicate"]


def test_several_in_one_value_are_each_looked_at(updater: Updater, battery: ContextMap, server: StandIn) -> None:
    several = ["LFP cells contain no cobalt at all", "Makers deliver late", "Makers deliver late.", " — "]
    server.plays(answers(add(FINDINGS, several)), answers())
    report = updater.observe("Makers deliver late, and LFP has no cobalt.", source_kind="web")
    assert [verdict.verdict for verdict in report] == ["applied", "duplicate"]
    assert "says nothing" in server.asked[1].last


@pytest.mark.parametrize("links", [5, True, {"F1": 1}, [5, None], "", ["F1", 3]])
def test_links_of_any_type_are_no_exception(
    updater: Updater, battery: ContextMap, server: StandIn, links: object
) -> None:
    odd = {"text": "Makers deliver late", "contradicts": links, "supersedes": links, "supported_by": links}
    server.plays(answers(add(FINDINGS, odd)), answers(add(FINDINGS, odd)))
    assert updater.observe("Makers deliver late.").outcome in ("failed", "applied")
