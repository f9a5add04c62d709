from __future__ import annotations

import json

import pytest

from peek_graph.context_map import ContextMap
from tests.agent.conftest import FINDINGS, add, answers, llm_of, update, updater_of
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, Fails, StandIn, say

pytestmark = pytest.mark.live

AGAINST = add(FINDINGS, {"text": "Sodium cells reach 160 Wh/kg in 2024", "contradicts": ["F2"]})
ANOTHER = update("working_memory.hypothesis", "Sodium will do")


def reviews(*verdicts: str) -> Answer:
    listed = [{"number": n, "verdict": verdict, "reason": f"reason {n}"} for n, verdict in enumerate(verdicts, 1)]
    return say(json.dumps({"reviews": listed}))


def test_the_verdict_is_kept_beside_the_proposal(battery: ContextMap, server: StandIn) -> None:
    server.plays(answers(ANOTHER), reviews("disagrees"))
    report = updater_of(battery, server, double_check=True).observe("A page praises sodium cells.", source_kind="web")
    assert [verdict.verdict for verdict in report] == ["proposed"]
    review = battery.proposals()[0].review
    assert review is not None
    assert (review.verdict, review.reason, review.by) == ("disagrees", "reason 1", "stand-in")
    assert "A page praises sodium cells." in server.asked[1].last
    assert "Sodium will do" in server.asked[1].last
    assert report.use.calls == 2


def test_what_contradicts_a_finding_is_held_unless_the_reviewer_agrees(battery: ContextMap, server: StandIn) -> None:
    server.plays(answers(AGAINST, add(FINDINGS, "Makers deliver late")), reviews("unsure"))
    report = updater_of(battery, server, double_check=True).observe("A sheet says 160 Wh/kg.", source_kind="tool")
    assert [verdict.verdict for verdict in report] == ["proposed", "applied"]
    server.plays(answers(AGAINST), reviews("agrees"))
    report = updater_of(battery, server, double_check=True).observe("A sheet says 160 Wh/kg.", source_kind="tool")
    assert [verdict.verdict for verdict in report] == ["applied"]
    assert "agrees" in report.verdicts[0].reason


@pytest.mark.parametrize(
    "said",
    [
        Fails(500, "down"),
        say("I would rather not."),
        say('{"reviews": []}'),
        say('{"reviews": [{"number": 7, "verdict": "agrees", "reason": ""}]}'),
        say('{"reviews": [{"number": 1, "verdict": "agrees"}, {"number": 1, "verdict": "disagrees"}]}'),
        say('{"reviews": [{"number": 1, "verdict": "whatever", "reason": "x"}]}'),
    ],
)
def test_no_usable_review_holds_it_for_a_person(battery: ContextMap, server: StandIn, said: Answer) -> None:
    server.plays(answers(AGAINST), said)
    report = updater_of(battery, server, double_check=True).observe("A sheet says 160 Wh/kg.", source_kind="tool")
    assert [verdict.verdict for verdict in report] == ["proposed"]
    review = battery.proposals()[0].review
    assert review is not None
    assert review.verdict == "unsure"


def test_another_model_may_review(battery: ContextMap, server: StandIn) -> None:
    with StandIn() as other:
        other.plays(reviews("agrees"))
        server.plays(answers(ANOTHER))
        updater_of(battery, server, reviewer=llm_of(other, model="second")).observe("A page praises sodium cells.")
        assert len(other.asked) == 1
    review = battery.proposals()[0].review
    assert review is not None
    assert review.by == "second"


def test_what_needs_no_review_gets_none(battery: ContextMap, server: StandIn) -> None:
    server.plays(answers(add(FINDINGS, "Makers deliver late")))
    updater_of(battery, server, double_check=True).observe("Makers deliver late, says the page.")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "operation",
    [
        update("F2.contradicts", ["F1"]),
        update("F1.text", "LFP cells are full of cobalt"),
        update("F1", {"text": "LFP cells are full of cobalt"}),
        {"op": "link", "path": "F2", "relation": "contradicts", "to": "F1"},
        add("sub_maps.new", {"working_memory": {"findings": [{"text": "x", "contradicts": ["F1"]}]}}),
        add(FINDINGS, [{"text": "It is not so", "contradicts": ["F1"]}]),
    ],
)
def test_no_way_round_the_review(battery: ContextMap, server: StandIn, operation: dict[str, object]) -> None:
    before = battery.to_dict()["working_memory"]
    server.plays(answers(operation), reviews("disagrees"))
    report = updater_of(battery, server, double_check=True).observe("Something is said of F1 and F2.")
    assert {verdict.verdict for verdict in report} == {"proposed"}
    assert battery.to_dict()["working_memory"] == before


def test_a_review_is_bounded_too(battery: ContextMap, server: StandIn) -> None:
    texts = [f"第{n}号电芯在冬天的容量下降了百分之{n}" * 4 for n in range(30)]
    many = [add(FINDINGS, {"text": text, "confidence": 0.3, "contradicts": ["F2"]}) for text in texts]
    server.plays(answers(*many), reviews("agrees"))
    updater = updater_of(battery, server, double_check=True, prompt_tokens=2500)
    report = updater.observe("Something is said of cells.", source_kind="tool")
    assert report.outcome == "applied", report
    asked = server.asked[1]
    assert updater._count(asked.messages[0]["content"]) + updater._count(asked.last) <= 2500
    assert len(battery.proposals()) == 29


def test_a_failure_has_the_answer_to_the_observation_not_the_reviewers(battery: ContextMap, server: StandIn) -> None:
    def meanwhile(_: Asked) -> Answer:
        battery.apply([update("T1.status", "blocked")], author="bob", source_kind="user")
        return reviews("agrees")

    changed = update("F2.text", "Sodium cells reach 160 Wh/kg")
    server.plays(answers(changed, update("T1.status", "done")), meanwhile)
    report = updater_of(battery, server, double_check=True).observe("A sheet says 160 Wh/kg.", source_kind="tool")
    assert report.outcome == "failed"
    assert "160 Wh/kg" in report.failures[0].raw
    assert "reviews" not in report.failures[0].raw
