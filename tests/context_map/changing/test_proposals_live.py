"""Proposals: supported, confirmed by somebody else, rejected, outdated; and the passphrase that guards it."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import InvalidValue, OperationError, ProposalError
from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    GOAL,
    HYPOTHESIS,
    PERSON,
    TODOS,
    Operation,
    Worked,
    add,
    delete,
    move,
    propose,
    update,
)

pytestmark = pytest.mark.live


def confirm(m: Worked, ref: str) -> Any:
    return m.opened.confirm(ref, by="user:anna", reason="agreed")


def test_one_tells_all_that_a_person_needs_and_is_a_revision(m: Worked) -> None:
    ref = propose(m, {**GOAL, "reason": "the client said so"}, author="bot", source="tool:mail", source_kind="tool")
    assert m.revision == 2
    (info,) = m.opened.proposals()
    assert (info.ref, info.op, info.path, info.value) == (ref, "update", "meta.ultimate_goal", "Know more")
    assert (info.current, info.reason, info.author, info.source) == (
        "Know batteries",
        "the client said so",
        "bot",
        "tool:mail",
    )
    assert (info.support, info.status, info.outdated, info.since) == (("tool:mail",), "open", False, 2)
    assert m.view["meta"]["ultimate_goal"] == "Know batteries"


CONFIRMED: list[tuple[Operation, Any]] = [
    (GOAL, lambda v: v["meta"]["ultimate_goal"] == "Know more"),
    (add(CONSTRAINTS, "New"), lambda v: v["meta"]["hard_constraints"] == ["Only public sources", "New"]),
    (add(f"{CONSTRAINTS}[0]", "New"), lambda v: v["meta"]["hard_constraints"] == ["New", "Only public sources"]),
    (add(f"{CONSTRAINTS}[1]", "New"), lambda v: v["meta"]["hard_constraints"] == ["Only public sources", "New"]),
    (update(CONSTRAINTS, ["A", "B"]), lambda v: v["meta"]["hard_constraints"] == ["A", "B"]),
    (update(f"{CONSTRAINTS}[0]", "A"), lambda v: v["meta"]["hard_constraints"] == ["A"]),
    (add("C1.note", {"n": [1]}), lambda v: v["meta"]["hard_constraints"][0]["note"] == {"n": [1]}),
    (delete("C1"), lambda v: v["meta"]["hard_constraints"] == []),
    (update(HYPOTHESIS, "h"), lambda v: v["working_memory"]["hypothesis"] == "h"),
    (
        add(f"sub_maps.market.{HYPOTHESIS}", "h"),
        lambda v: v["sub_maps"]["market"]["working_memory"]["hypothesis"] == "h",
    ),
]


@pytest.mark.parametrize(("operation", "holds"), CONFIRMED)
def test_confirmed_it_is_done(m: Worked, operation: Operation, holds: Any) -> None:
    m.add("sub_maps.market", "Market")
    ref = propose(m, operation)
    before = m.revision
    report = confirm(m, ref)
    assert (report.changed, report.revision, report.verdicts[0].verdict) == (True, before + 1, "applied")
    (info,) = m.opened.proposals(all=True)
    assert (info.status, info.decided_by, info.decision) == ("confirmed", "user:anna", "agreed")
    assert holds(m.view)
    assert m.revision == before + 1
    assert m.opened.log()[0].author == "user:anna"
    assert m.opened.proposals() == []
    for decide in (m.opened.confirm, m.opened.reject):
        with pytest.raises(ProposalError, match="was confirmed by user:anna"):
            decide(ref, by="user:ben", reason="again")
    assert m.revision == before + 1


def test_deletion_of_a_sub_map_with_a_hypothesis(m: Worked) -> None:
    m.do(add("sub_maps.market", {"title": "M", "working_memory": {"hypothesis": "h", "todo_list": ["a"]}}), **PERSON)
    ref = propose(m, delete("sub_maps.market"))
    confirm(m, ref)
    assert "sub_maps" not in m.view


def test_the_path_that_was_meant_stays_meant(m: Worked) -> None:
    m.do(add(CONSTRAINTS, "Second"), **PERSON)
    ref = propose(m, update(f"{CONSTRAINTS}[-1]", "Second, better"))
    m.do(add(CONSTRAINTS, "Third"), move("C2", f"{CONSTRAINTS}[0]"), **PERSON)
    confirm(m, ref)
    assert m.view["meta"]["hard_constraints"] == ["Second, better", "Only public sources", "Third"]


@pytest.mark.parametrize("name", ["bot", "BOT", "  Bot \n", "b\u200bot", "ｂｏｔ", "b ot"])
def test_its_author_does_not_confirm_it_by_any_spelling(m: Worked, name: str) -> None:
    ref = propose(m, GOAL, author="bot")
    with pytest.raises(ProposalError, match="cannot confirm"):
        m.opened.confirm(ref, by=name, reason="I agree with me")
    assert m.view["meta"]["ultimate_goal"] == "Know batteries"
    assert m.revision == 2


@pytest.mark.parametrize("name", ["", "  ", "a\0", "\ud800", "x" * 5000])
def test_who_decides_has_a_name(m: Worked, name: str) -> None:
    ref = propose(m, GOAL)
    for decide in (m.opened.confirm, m.opened.reject):
        with pytest.raises((InvalidValue, OperationError)):
            decide(ref, by=name, reason="ok")
        with pytest.raises((InvalidValue, OperationError)):
            decide(ref, by="user:anna", reason=name)
    assert m.opened.proposals()[0].status == "open"


def test_rejected_it_is_not_done_and_may_be_proposed_again(m: Worked) -> None:
    ref = propose(m, GOAL)
    info = m.opened.reject(ref.lower(), by="user:anna", reason="no")
    assert (info.status, info.decided_by, info.decision) == ("rejected", "user:anna", "no")
    assert m.view["meta"]["ultimate_goal"] == "Know batteries"
    with pytest.raises(ProposalError, match="was rejected"):
        confirm(m, ref)
    assert propose(m, GOAL) == "P2"


@pytest.mark.parametrize("ref", ["P9", "", "T1", "*", "P1 OR 1=1"])
def test_one_that_is_not_there(m: Worked, ref: str) -> None:
    propose(m, GOAL)
    with pytest.raises(ProposalError) as caught:
        confirm(m, ref)
    assert "P1" in (caught.value.hint or "")
    assert m.revision == 2


OUTDATED: list[tuple[Operation, Operation]] = [
    (GOAL, update("meta.ultimate_goal", "Something else")),
    (update(HYPOTHESIS, "h"), add(HYPOTHESIS, "other")),
    (add(HYPOTHESIS, "h"), add(HYPOTHESIS, "other")),
    (update("C1", "x"), update("C1", "y")),
    (update("C1.note", "x"), update("C1.note", "y")),
    (update("C1", "x"), delete("C1")),
    (delete("C1"), update("C1", "y")),
    (update(CONSTRAINTS, ["x"]), add(CONSTRAINTS, "y")),
    (delete(CONSTRAINTS), add(CONSTRAINTS, "y")),
    (delete("sub_maps.market"), update(f"sub_maps.market.{TODOS}[0]", "y")),
    (delete("sub_maps.market"), add("sub_maps.market.sub_maps.inner", "I")),
]


@pytest.mark.parametrize(("proposed", "change"), OUTDATED)
def test_one_whose_base_changed_is_outdated_and_not_confirmed(
    m: Worked, proposed: Operation, change: Operation
) -> None:
    m.do(
        add("C1.note", "n"),
        add("sub_maps.market", {"title": "M", "working_memory": {"hypothesis": "h", "todo_list": ["a"]}}),
        **PERSON,
    )
    ref = propose(m, proposed)
    assert not m.opened.proposals()[0].outdated
    m.do(change, **PERSON)
    assert m.opened.proposals()[0].outdated
    before = m.view
    with pytest.raises(ProposalError, match=r"outdated|can no longer"):
        confirm(m, ref)
    assert m.view == before
    m.opened.reject(ref, by="user:anna", reason="too late")


@pytest.mark.parametrize(
    ("proposed", "change"),
    [
        (add(CONSTRAINTS, "x"), add(CONSTRAINTS, "y")),
        (add(f"{CONSTRAINTS}[0]", "x"), update("C1", "y")),
        (update("C1", "x"), add(CONSTRAINTS, "y")),
        (GOAL, add(TODOS, "y")),
    ],
)
def test_what_changes_elsewhere_makes_none_outdated(m: Worked, proposed: Operation, change: Operation) -> None:
    ref = propose(m, proposed)
    m.do(change, **PERSON)
    assert not m.opened.proposals()[0].outdated
    assert confirm(m, ref).changed


def test_the_same_twice_in_one_batch_is_one(m: Worked) -> None:
    report = m.apply(GOAL, GOAL, update("$", {"meta": {"ultimate_goal": "Know more"}}))
    assert [v.verdict for v in report.verdicts] == ["proposed", "duplicate", "duplicate"]
    assert len(m.opened.proposals()) == 1
    assert not m.apply(GOAL).changed


def test_strict_refusal_and_dry_run_make_none(m: Worked) -> None:
    m.apply(GOAL, update("T9", "x"))
    m.apply(GOAL, dry_run=True)
    assert m.opened.proposals(all=True) == []
    assert propose(m, GOAL) == "P1"
