"""A proposal is about the very element that it was made for, as it was then."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import ProposalError
from peek_graph.settings import ProtectionSettings
from tests.context_map.changing.conftest import (
    CONSTRAINTS,
    HYPOTHESIS,
    PERSON,
    TODOS,
    VARIABLES,
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


def confirm(m: Worked, ref: str) -> None:
    m.opened.confirm(ref, by="user:anna", reason="agreed")


def protecting(project: Project, *paths: str) -> Worked:
    settings = project.settings.model_copy(update={"protection": ProtectionSettings(paths=paths)})
    return Worked(project.map(embedder=None, settings=settings, constraints=["a", "b", "c"]))


@pytest.fixture
def rivals(m: Worked) -> Worked:
    """H1 and H2 contradict each other."""
    m.add(HYPOTHESIS, {"text": "one", "status": "open"}, **PERSON)
    m.one(update(HYPOTHESIS, {"text": "two", "confidence": 0.5}), **PERSON)
    assert [item["text"] for item in m.memory["hypothesis"]] == ["one", "two"]
    return m


@pytest.mark.parametrize(
    ("operation", "path", "holds"),
    [
        (update("H2.status", "refuted"), "[H2].status", lambda one, two: two["status"] == "refuted"),
        (update("H2", {"note": "n"}), "[H2]", lambda one, two: two["note"] == "n"),
        (update(f"{HYPOTHESIS}[1].confidence", 0.4), "[H2].confidence", lambda one, two: two["confidence"] == 0.4),
        (link("H2", "supported_by", "C1"), "[H2]", lambda one, two: two["supported_by"] == ["C1"]),
        (update("H1.status", "x"), f"{HYPOTHESIS}.status", lambda one, two: one["status"] == "x"),
    ],
)
def test_about_the_second_hypothesis(rivals: Worked, operation: Operation, path: str, holds: Any) -> None:
    m = rivals
    before = m.memory["hypothesis"]
    ref = propose(m, operation)
    assert m.opened.proposals()[0].path == path
    confirm(m, ref)
    one, two = m.memory["hypothesis"]
    assert holds(one, two), (one, two)
    other = 0 if path.startswith("[H2]") else 1
    assert m.memory["hypothesis"][other] == before[other]


def test_deletion_of_the_second_hypothesis_and_what_was_made_of_it_first(rivals: Worked) -> None:
    m = rivals
    ref = propose(m, delete("H2"))
    m.update("H1.status", "closed", **PERSON)
    assert not m.opened.proposals()[0].outdated
    confirm(m, ref)
    assert m.memory["hypothesis"] == {"text": "one", "status": "closed"}


def test_about_the_second_of_two_hypotheses_that_say_the_same(m: Worked) -> None:
    m.opened.load({"working_memory": {"hypothesis": ["same", "same"]}}, source_kind="user")
    confirm(m, propose(m, delete("H2")))
    assert m.opened.history("H1")[-1].value is not None
    assert m.opened.history("H2")[-1].value is None


def test_about_the_second_variable_of_a_key(project: Project, m: Worked) -> None:
    m.add(f"{VARIABLES}.density", {"v": 1}, **PERSON)
    m.one(update(f"{VARIABLES}.density.v", 2), source="web:a", source_kind="web")
    assert m.memory["variables"] == {"density": {"v": 1}, "density (V2)": {"v": 2}}
    settings = project.settings.model_copy(update={"protection": ProtectionSettings(paths=(VARIABLES,))})
    with ContextMap.open(m.opened.name, settings=settings) as opened:
        guarded = Worked(opened)
        confirm(guarded, propose(guarded, update(f"{VARIABLES}['density (V2)'].v", 3)))
        assert opened.proposals(all=True)[0].path == "[V2].v"
        assert m.memory["variables"] == {"density": {"v": 1}, "density (V2)": {"v": 3}}
        confirm(guarded, propose(guarded, delete("V2")))
    assert m.memory["variables"] == {"density": {"v": 1}}


def test_a_moved_one_is_outdated_for_a_move(m: Worked) -> None:
    m.do(add(CONSTRAINTS, "b"), add(CONSTRAINTS, "c"), **PERSON)
    moved = propose(m, move("C3", f"{CONSTRAINTS}[0]"))
    said = propose(m, update("C3", "C"))
    info = m.opened.proposals()[0]
    assert info.current == {"value": "c", "in": "$", "position": 3.0}
    m.do(move("C3", "C2"), **PERSON)
    assert [(info.ref, info.outdated) for info in m.opened.proposals()] == [(moved, True), (said, False)]
    with pytest.raises(ProposalError, match="is outdated"):
        confirm(m, moved)
    confirm(m, said)
    assert m.view["meta"]["hard_constraints"] == ["Only public sources", "C", "b"]


def test_a_sub_map_that_changed_since_is_outdated(project: Project, m: Worked) -> None:
    m = protecting(project, "sub_maps.s")
    m.add("sub_maps.s", {"title": "S", "summary": "one"}, **PERSON)
    ref = propose(m, update("sub_maps.s", {"summary": "an agent's"}))
    assert m.opened.proposals()[0].current["summary"] == "one"
    m.add(f"sub_maps.s.{TODOS}", "x", **PERSON)
    assert not m.opened.proposals()[0].outdated, "only its own fields count"
    m.update("sub_maps.s.summary", "a person's newer", **PERSON)
    assert m.opened.proposals()[0].outdated
    with pytest.raises(ProposalError, match="is outdated"):
        confirm(m, ref)
    assert m.view["sub_maps"]["s"]["summary"] == "a person's newer"


def deep(m: Worked) -> None:
    """The hypothesis H1 at a place whose path is longer than one that can be read."""
    keys = [f"k{number:02}" + "x" * 55 for number in range(18)]
    places = [root + "".join(f".sub_maps.{key}" for key in keys) for root in ("sub_maps.a", "sub_maps.b")]
    for root in ("sub_maps.a", "sub_maps.b"):
        steps = [root]
        for key in keys:
            steps.append(f"{steps[-1]}.sub_maps.{key}")
        m.do(*(add(step, {"title": "t"}) for step in steps))
    m.do(add(f"{places[1]}.{HYPOTHESIS}", {"text": "deep", "note": "n"}), move("sub_maps.b", places[0]), **PERSON)


def test_one_at_a_place_too_deep_to_be_written(m: Worked) -> None:
    deep(m)
    ref = propose(m, update("H1.text", "deeper"))
    assert propose(m, update("H1.note", "m")) == "P2"
    info = m.opened.proposals()[0]
    assert (info.path, info.current, info.outdated) == ("[H1].text", "deep", False)
    confirm(m, ref)
    assert m.opened.history("H1")[-1].value["text"] == "deeper"


def test_a_kept_path_that_cannot_be_read_hides_no_other(m: Worked, project: Project) -> None:
    """As proposals of former versions may have."""
    ref = propose(m, update("C1", "x"))
    assert propose(m, add("C1.note", "y")) == "P2"
    project.rows(
        "MATCH (p:Proposal {map_uid: $uid, ref: $ref}) SET p.path = $path RETURN p.ref",
        uid=m.opened.uid,
        ref=ref,
        path="sub_maps." + "x" * 3000,
    )
    first, second = m.opened.proposals()
    assert (first.outdated, first.current, second.outdated) == (True, None, False)
    with pytest.raises(ProposalError, match="is outdated"):
        confirm(m, ref)
    assert propose(m, update("C1", "x"), author="another") == "P3"
    m.opened.reject(ref, by="user:anna", reason="cannot be read")
    confirm(m, "P3")
    assert m.view["meta"]["hard_constraints"] == ["x"]
