"""What a reviewer said is kept, what is held back can only be proposed, and what is reported is no person's word."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import OperationError
from peek_graph.records import Review
from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    FINDINGS,
    GOAL,
    HYPOTHESIS,
    PERSON,
    TODOS,
    Worked,
    add,
    delete,
    m,
    propose,
    update,
)
from tests.context_map.conftest import Project

__all__ = ["m"]
pytestmark = pytest.mark.live
AGAINST = Review("disagrees", "one source only (review: agrees)", "agent:reviewer")
FOR = Review("agrees", "two sources", "agent:reviewer")
REPORTED: dict[str, Any] = {"source_kind": "user", "author": "agent:updater", "reported": True}


def test_a_review_is_kept_beside_the_proposal_of_its_operation(m: Worked) -> None:
    batch = [add(TODOS, "a"), add(HYPOTHESIS, "it works"), GOAL]
    report = m.apply(*batch, reviews={0: FOR, 1: AGAINST}, source="web:x")
    assert [verdict.verdict for verdict in report.verdicts] == ["applied", "proposed", "proposed"]
    assert [proposal.review for proposal in m.opened.proposals()] == [AGAINST, None]
    assert report.verdicts[0].reason == "review by agent:reviewer: agrees: two sources"
    assert m.opened.show(report.revision).verdicts[0].reason == report.verdicts[0].reason
    text = m.opened.status(800).text
    assert "P1 (by agent; review: disagrees)" in text
    assert "P2 (by agent)" in text
    assert "复核：不同意" in m.opened.status(800, language="zh").text
    assert "review: disagrees" in m.opened.query_context_map("OPEN: P1").text


def test_of_those_who_propose_the_same_the_first_review_stays(m: Worked) -> None:
    m.one(add(HYPOTHESIS, "it works"), reviews={0: AGAINST}, source_kind="web", source="a.org", author="agent:a")
    text, revision = m.opened.status(800).text, m.revision
    m.one(add(HYPOTHESIS, "it works"), reviews={0: FOR}, source_kind="web", source="b.org", author="agent:b")
    assert m.opened.proposals()[0].review == AGAINST
    assert m.opened.at(revision).status(800).text == text


def test_what_is_held_back_becomes_a_proposal_whatever_it_touches(m: Worked) -> None:
    todo = m.add(TODOS, "a")
    held = [add(FINDINGS, {"text": "prices fall", "confidence": 0.4}), delete(todo), update("meta.current_step", "2")]
    report = m.apply(*held, add(TODOS, "b"), held={0, 1, 2}, reviews={0: AGAINST})
    assert [verdict.verdict for verdict in report.verdicts] == ["proposed", "proposed", "proposed", "applied"]
    assert "held back" in report.verdicts[0].reason
    assert m.memory["todo_list"] == ["a", "b"]
    assert "findings" not in m.memory
    assert m.opened.proposals()[0].review == AGAINST
    for proposal in m.opened.proposals():
        m.opened.confirm(proposal.ref, by="user:anna", reason="checked")
    assert m.memory["todo_list"] == ["b"]
    assert m.memory["findings"][0]["text"] == "prices fall"
    assert m.view["meta"]["current_step"] == "2"


def test_of_a_group_that_is_held_all_waits_as_one(m: Worked) -> None:
    value = {"hypothesis": "it works", "todo_list": ["a"]}
    before = m.view
    verdict = m.one(update("working_memory", value), held=[0])
    assert (verdict.verdict, verdict.refs) == ("proposed", ("P1",))
    assert m.view == before
    m.opened.confirm("P1", by="user:anna", reason="checked")
    assert (m.memory["hypothesis"], m.memory["todo_list"]) == ("it works", ["a"])


def test_a_person_is_held_back_too_and_what_is_wrong_is_still_refused(m: Worked) -> None:
    assert m.one(add(TODOS, "a"), held=[0], **PERSON).verdict == "proposed"
    m.refused(add("working_memory.todo_lost", "a"), "unknown_path", held=[0])
    ref = m.add(FINDINGS, "prices fall")
    m.same(add(FINDINGS, "prices fall"), held=[0])
    assert m.one(update(f"{ref}.text", "prices rise"), held=[0]).verdict == "proposed"


def test_what_is_held_back_supports_nothing(project: Project) -> None:
    settings = project.settings.model_copy(
        update={"protection": project.settings.protection.model_copy(update={"hypothesis_support": 2})}
    )
    opened = project.map(settings=settings)
    for source, held in (("a.org", [0]), ("b.org", []), ("c.org", [0])):
        options: dict[str, Any] = {"source_kind": "web", "source": source, "author": f"agent:{source}"}
        opened.apply([add(HYPOTHESIS, "it works")], held=held, **options)
    assert [proposal.support for proposal in opened.proposals()] == [("b.org",)]
    opened.apply([add(HYPOTHESIS, "it works")], source_kind="web", source="d.org", author="agent:d")
    assert opened.proposals() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"reviews": {1: FOR}},
        {"reviews": {-1: FOR}},
        {"reviews": {"0": FOR}},
        {"reviews": {0: "agrees"}},
        {"reviews": {0: Review("maybe", "", "x")}},  # type: ignore[arg-type]
        {"reviews": {0: Review("agrees", "\0", "x")}},
        {"held": [1]},
        {"held": [True]},
    ],
)
def test_reviews_of_what_is_not_in_the_batch_are_wrong(m: Worked, wrong: dict[str, Any]) -> None:
    before = m.revision
    with pytest.raises(OperationError):
        m.apply(add(TODOS, "a"), **wrong)
    assert m.revision == before


def test_what_a_user_is_said_to_have_said_is_no_persons_power(m: Worked) -> None:
    ref = propose(m, GOAL, **REPORTED)
    assert ref == "P1"
    assert propose(m, update(f"{CONSTRAINTS}[0]", "None"), **REPORTED) == "P2"
    found = m.one(add(FINDINGS, {"text": "prices fall", "confidence": 1.0}), **REPORTED)
    assert "lowered to" in found.reason
    tool = m.opened._handle.settings.confidence.tool
    assert m.memory["findings"][0]["confidence"] == tool
    bare = m.add(FINDINGS, "demand rises", **REPORTED)
    row = m.opened.why(bare)
    assert row.confidence == tool
    mine = m.add(FINDINGS, "demand is flat", **PERSON)
    verdict = m.one(update(f"{mine}.text", "demand soars"), **REPORTED)
    assert "trusted more" in verdict.reason
    assert m.opened.log(1)[0].author == "agent:updater"


def test_a_report_without_an_author_is_not_signed_by_the_person(m: Worked) -> None:
    m.one(add(TODOS, "a"), source_kind="user", reported=True)
    assert m.opened.log(1)[0].author == "agent"
