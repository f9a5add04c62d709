"""Independent sources that say the same support a proposal; a setting lets enough of them confirm a hypothesis."""

from __future__ import annotations

import pytest

from peek_graph.settings import ProtectionSettings
from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    FINDINGS,
    GOAL,
    HYPOTHESIS,
    PERSON,
    Operation,
    Worked,
    add,
    delete,
    link,
    move,
    propose,
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def test_support_counts_independent_sources(m: Worked) -> None:
    ref = propose(m, GOAL, source="web:https://a.example/x#p1", source_kind="web")
    for source, kind, author, count in (
        ("web:https://a.example/x#p2", "web", "second", 1),
        ("WEB:https://A.example/x ", "web", "second", 1),
        ("web:https://b.example", "web", "agent", 1),
        ("", "tool", "second", 1),
        ("", "agent", "second", 2),
        ("agent:another", "agent", "third", 2),
        ("tool:search", "tool", "S E C O N D", 2),
        ("document:./notes/../a.pdf#page=1", "document", "third", 3),
        ("document:a.pdf§2", "document", "fourth", 3),
        ("tool:search", "tool", "fourth", 4),
    ):
        verdict = m.one(GOAL, source=source, source_kind=kind, author=author)
        assert (verdict.verdict, verdict.ref) in (("proposed", ref), ("duplicate", ref))
        assert len(m.opened.proposals()[0].support) == count, source
    assert len(m.opened.proposals()) == 1
    assert m.view["meta"]["ultimate_goal"] == "Know batteries"


@pytest.fixture
def two_suffice(m: Worked, project: Project) -> Worked:
    settings = project.settings.model_copy(update={"protection": ProtectionSettings(hypothesis_support=2)})
    return Worked(project.map(embedder=None, settings=settings, constraints=["C"]))


def test_enough_sources_confirm_a_hypothesis(two_suffice: Worked) -> None:
    m = two_suffice
    ref = propose(m, update(HYPOTHESIS, "h"), source="tool:a", source_kind="tool")
    for _ in range(2):
        m.one(update(HYPOTHESIS, "h"), source="tool:a", source_kind="tool")
    assert m.memory.get("hypothesis") is None
    m.one(update(HYPOTHESIS, "h"), source="document:D1", source_kind="document")
    m.one(update(HYPOTHESIS, "h"), source="tool:a", source_kind="tool", author="another")
    m.one(update(HYPOTHESIS, "h"), source_kind="tool", author="another")
    assert m.memory.get("hypothesis") is None, "the same author, the same source, or none"
    m.one(update(HYPOTHESIS, "h"), source="document:D1", source_kind="document", author="another")
    assert m.memory["hypothesis"] == "h"
    (info,) = m.opened.proposals(all=True)
    assert (info.ref, info.status, info.decided_by) == (ref, "confirmed", "support")
    assert m.opened.proposals() == []


def test_the_agents_own_conclusions_count_once(two_suffice: Worked) -> None:
    m = two_suffice
    for number in range(4):
        m.one(update(HYPOTHESIS, "h"), author=f"agent {number}", source=f"agent:{number}")
    assert m.memory.get("hypothesis") is None
    m.one(update(HYPOTHESIS, "h"), source="web:x", source_kind="web")
    assert m.memory["hypothesis"] == "h"


def test_no_number_of_sources_confirms_goal_or_constraints(two_suffice: Worked) -> None:
    m = two_suffice
    for operation in (
        GOAL,
        add(CONSTRAINTS, "x"),
        delete("C1"),
        update("meta", {"ultimate_goal": "x"}),
        update("$", {"meta": {"hard_constraints": []}, "working_memory": {"hypothesis": "h"}}),
    ):
        for source in ("tool:a", "tool:b", "tool:c", "document:d"):
            m.one(operation, source=source, source_kind="tool", author=f"agent of {source}")
    assert m.view["meta"]["ultimate_goal"] == "Know batteries"
    assert m.view["meta"]["hard_constraints"] == ["C"]
    assert m.memory["hypothesis"] == "h"


@pytest.mark.parametrize(
    "operation",
    [
        delete("sub_maps.s"),
        delete("H1"),
        update("H1", None),
        move("H1", "$"),
        link("H1", "supported_by", "F1"),
        delete("H1.note"),
    ],
)
def test_they_confirm_nothing_but_what_is_said(two_suffice: Worked, operation: Operation) -> None:
    m = two_suffice
    inside = {"hypothesis": {"text": "h", "note": "n"}, "todo_list": ["keep"]}
    m.do(add("sub_maps.s", {"title": "S", "working_memory": inside}), add(FINDINGS, "f"), **PERSON)
    before = m.view
    for name in ("a", "b", "c"):
        assert m.one(operation, source=f"tool:{name}", source_kind="tool", author=name).verdict == "proposed"
    assert m.view == before
    assert [(len(info.support), info.status) for info in m.opened.proposals()] == [(3, "open")]


def test_sources_do_not_confirm_what_is_outdated_but_propose_it_anew(two_suffice: Worked) -> None:
    m = two_suffice
    m.add(HYPOTHESIS, "first", **PERSON)
    assert propose(m, update(HYPOTHESIS, "h"), source="tool:a", source_kind="tool") == "P1"
    m.update(HYPOTHESIS, "second", **PERSON)
    assert propose(m, update(HYPOTHESIS, "h"), source="tool:b", source_kind="tool", author="b") == "P2"
    assert m.memory["hypothesis"] == "second"
    assert [(info.ref, info.outdated) for info in m.opened.proposals()] == [("P1", True), ("P2", False)]


def test_less_trusted_sources_put_theirs_beside_a_persons(two_suffice: Worked) -> None:
    m = two_suffice
    m.add(HYPOTHESIS, "a person's", **PERSON)
    for source in ("tool:a", "tool:b"):
        m.one(update(HYPOTHESIS, "theirs"), source=source, source_kind="tool", author=source)
    assert m.memory["hypothesis"] == [
        {"ref": "H1", "text": "a person's"},
        {"text": "theirs", "contradicts": ["H1"]},
    ]
