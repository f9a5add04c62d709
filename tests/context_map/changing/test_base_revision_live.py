"""``base_revision``: what changed since is refused with both values; what did not meets is merged."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import OperationError, RevisionNotFound
from tests.context_map.changing.conftest import (
    FINDINGS,
    HYPOTHESIS,
    PERSON,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    link,
    move,
    update,
)

pytestmark = pytest.mark.live


@pytest.fixture
def base(m: Worked) -> Worked:
    """A map whose authors know it as of revision 2."""
    m.do(
        add(TODOS, ["a", "b", "c"]),
        add("documents.paper", {"title": "T", "summary": "S", "key_points": ["k"], "meta": {"m": 1}}),
        add(f"{VARIABLES}.n", {"x": 1, "y": 1, "b": {}}),
        add("sub_maps.market", {"title": "Market", "working_memory": {"todo_list": ["m"]}}),
        add(FINDINGS, ["f", "g"]),
    )
    assert m.revision == 2
    return m


@pytest.mark.parametrize(
    ("theirs", "ours", "words"),
    [
        (
            update("documents.paper.title", "theirs"),
            update("documents.paper.title", "ours"),
            ['"T"', '"theirs"', "title"],
        ),
        (update("documents.paper.title", "theirs"), update("documents.paper", {"title": "ours"}), ['"T"', '"theirs"']),
        (update("documents.paper.title", "theirs"), delete("documents.paper.title"), ['"T"', '"theirs"']),
        (update("documents.paper.title", "theirs"), delete("documents.paper"), ['"T"', '"theirs"']),
        (update("T1", "theirs"), update("T1", "ours"), ['"a"', '"theirs"']),
        (update("T1.text", "theirs"), update("T1.text", "ours"), ['"a"', '"theirs"']),
        (update("T1", "theirs"), delete("T1"), ['"a"', '"theirs"']),
        (update("T1", "theirs"), delete(TODOS), ['"a"', '"theirs"']),
        (update("T1", "theirs"), update(TODOS, ["b"]), ['"a"', '"theirs"']),
        (update(f"{VARIABLES}.n.x", 2), update(f"{VARIABLES}.n.x", 3), ['"x":1', '"x":2']),
        (update("sub_maps.market.title", "theirs"), update("sub_maps.market.title", "ours"), ['"Market"', '"theirs"']),
        (update("T4", "theirs"), delete("sub_maps.market"), ['"m"', '"theirs"']),
        (update("meta.current_step", 5), update("meta.current_step", 6), ["5", '""']),
        (update("meta.current_step", {"a": 2}), update("meta.current_step", {"a": 3}), ['{"a":2}', '""']),
        (update(f"{VARIABLES}.n.x", True), update(f"{VARIABLES}.n.x", 3), ['"x":1', '"x":true']),
        (add(f"{VARIABLES}.n.a", 1), update(f"{VARIABLES}.n.x", 3), ['"x":1', '"a":1']),
        (
            add("documents.paper.key_points[0]", "theirs"),
            add("documents.paper.key_points[1]", "ours"),
            ["key_points", '["k"]'],
        ),
        (move("T1", "sub_maps.market"), move("T1", f"{TODOS}[2]"), ["parent_uid"]),
        (link("F1", "supported_by", "D1"), link("F1", "supported_by", "T1"), ["supported_by", "D1"]),
    ],
)
def test_what_changed_since_is_refused_with_both_values(base: Worked, theirs: Any, ours: Any, words: list[str]) -> None:
    base.do(theirs)
    reason = base.refused(ours, "conflict", *words, base_revision=2)
    assert "since revision 2" in reason
    base.one(ours, base_revision=base.revision)
    assert base.revision == 4


@pytest.mark.parametrize("gone", [delete("T1"), delete(TODOS), update(TODOS, ["b", "c"])])
@pytest.mark.parametrize("ours", [update("T1", "ours"), update(f"{TODOS}[0]", "ours"), delete(f"{TODOS}[0]")])
def test_what_was_archived_since_is_refused(base: Worked, gone: Any, ours: Any) -> None:
    base.do(gone)
    base.refused(ours, "archived", "T1", base_revision=2)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (update("documents.paper.title", "theirs"), update("documents.paper.summary", "ours")),
        (update("documents.paper.title", "theirs"), update("documents.paper", {"summary": "ours", "new": 1})),
        (update("T1", "theirs"), update("T1.status", "done")),
        (update("T1", "theirs"), update("T2", "ours")),
        (update("T1", "theirs"), move("T1", "sub_maps.market")),
        (add(TODOS, "theirs"), add(TODOS, "ours")),
        (add("documents.other", {"title": "O"}), add("documents.third", {"title": "3"})),
        (update("documents.paper.title", "theirs"), link("F1", "supported_by", "D1")),
        (link("F1", "supported_by", "D1"), update("F1", "ours")),
        (update("sub_maps.market.title", "theirs"), add(f"sub_maps.market.{TODOS}", "ours")),
        (update("meta.current_step", 5), add(TODOS, "ours")),
        (add(f"{VARIABLES}.n.a", 1), add(f"{VARIABLES}.n.c", 1)),
        (add(f"{VARIABLES}.n.a", 1), add(f"{VARIABLES}.n.b.c", 1)),
        (add("documents.paper.key_points", "theirs"), add("documents.paper.key_points", ["ours"])),
        (add("documents.paper.meta.a", 1), add("documents.paper.meta.b", 1)),
        (add("documents.paper.meta", {"a": 1}), add("documents.paper.meta", {"b": 1})),
    ],
)
def test_what_does_not_meet_is_merged(base: Worked, theirs: Any, ours: Any) -> None:
    base.do(theirs)
    both = base.apply(ours, base_revision=2)
    assert both.verdicts[0].verdict == "applied", both.verdicts


def test_additions_at_one_place_merge_in_order(base: Worked) -> None:
    base.do(add(TODOS, "theirs"), add(f"{TODOS}[0]", "theirs first"))
    base.do(add(TODOS, "ours"), add(f"{TODOS}[0]", "ours before a"), base_revision=2)
    assert base.memory["todo_list"] == ["theirs first", "ours before a", "a", "b", "c", "theirs", "ours"]


def test_additions_beside_what_went_away_since(base: Worked) -> None:
    base.do(delete("T2"), move("T1", "sub_maps.market"))
    base.do(add(f"{TODOS}[0]", "before a"), add(f"{TODOS}[1]", "before b"), base_revision=2)
    assert base.memory["todo_list"] == ["before a", "before b", "c"]


def test_the_same_value_is_no_conflict(base: Worked) -> None:
    base.do(update("documents.paper.title", "both"))
    base.same(update("documents.paper.title", "both"), base_revision=2)


def test_positions_are_those_that_the_author_saw(base: Worked) -> None:
    base.do(add(f"{TODOS}[0]", "new first"), delete("T2"))
    base.do(update(f"{TODOS}[0].status", "done"), update(f"{TODOS}[-1]", "c2"), base_revision=2)
    assert base.memory["todo_list"] == ["new first", {"text": "a", "status": "done"}, "c2"]
    base.refused(update(f"{TODOS}[1]", "x"), "archived", "T2", base_revision=2)
    base.do(update(f"{TODOS}[1].priority", 1), base_revision=3)
    base.refused(delete(f"{TODOS}[0]"), "conflict", "T1", base_revision=2)


def test_positions_of_moved_entries_and_of_the_batch_itself(base: Worked) -> None:
    base.do(move("T1", "sub_maps.market"), move("T3", f"{TODOS}[0]"))
    base.do(
        update(f"{TODOS}[0].priority", 1),
        update(f"{TODOS}[2].priority", 3),
        add(TODOS, "mine"),
        update(f"{TODOS}[-1].priority", 9),
        base_revision=2,
    )
    assert base.memory["todo_list"] == [{"text": "c", "priority": 3}, "b", {"text": "mine", "priority": 9}]
    assert base.view["sub_maps"]["market"]["working_memory"]["todo_list"] == ["m", {"text": "a", "priority": 1}]


def test_goal_and_hypothesis_of_persons(base: Worked) -> None:
    base.do(add(HYPOTHESIS, "first"), **PERSON)
    base.do(update("meta.ultimate_goal", "theirs"), update(HYPOTHESIS, "theirs"), **PERSON)
    base.refused(
        update("meta.ultimate_goal", "ours"), "conflict", "Know batteries", "theirs", base_revision=3, **PERSON
    )
    base.refused(update(HYPOTHESIS, "ours"), "conflict", "first", "theirs", base_revision=3, **PERSON)


def test_a_hypothesis_or_key_that_came_since(base: Worked) -> None:
    base.do(add(HYPOTHESIS, "theirs"), **PERSON)
    verdict = base.one(update(HYPOTHESIS, "ours"), base_revision=2, **PERSON)
    assert (verdict.verdict, verdict.code) == ("rejected", "conflict"), verdict
    base.do(add("documents.new", {"title": "theirs"}))
    verdict = base.one(update("documents.new.title", "ours"), base_revision=2)
    assert (verdict.verdict, verdict.code) == ("rejected", "conflict"), verdict


def test_what_both_add_is_there(base: Worked) -> None:
    base.do(add(f"{VARIABLES}.n.a", 1), add("documents.paper.key_points", "theirs"), add("documents.paper.meta.a", 1))
    base.refused(add(f"{VARIABLES}.n.a", 2), "exists", base_revision=2)
    base.refused(add("documents.paper.meta", {"a": 2, "b": 2}), "exists", "'a'", base_revision=2)
    base.do(add("documents.paper.key_points", ["theirs", "ours"]), base_revision=2)
    assert base.view["documents"]["paper"]["key_points"] == ["k", "theirs", "ours"]


def test_a_hypothesis_that_others_took_away(base: Worked) -> None:
    base.do(add(HYPOTHESIS, "first"), **PERSON)
    base.do(delete(HYPOTHESIS), **PERSON)
    base.refused(update(HYPOTHESIS, "ours"), "conflict", "H1", "archived", base_revision=3, **PERSON)
    base.refused(update("working_memory", {"hypothesis": "ours"}), "conflict", "H1", base_revision=3, **PERSON)
    base.do(update(HYPOTHESIS, "second"), base_revision=4, **PERSON)
    base.do(delete(HYPOTHESIS), update(HYPOTHESIS, "third"), base_revision=5, **PERSON)
    base.do(move("H3", "sub_maps.market"), **PERSON)
    base.refused(update(HYPOTHESIS, "ours"), "conflict", "H3", "moved away", base_revision=6, **PERSON)


@pytest.mark.parametrize("revision", ["2", 2.0, True, False, [2]])
def test_a_base_that_is_no_number(base: Worked, revision: Any) -> None:
    with pytest.raises(OperationError, match="base_revision is"):
        base.apply(add(TODOS, "x"), base_revision=revision)
    assert base.revision == 2


def test_what_the_own_batch_changed_is_no_conflict(base: Worked) -> None:
    base.do(update("T1", "x"), update("T1", "y"), delete("T1"), base_revision=2)
    assert base.memory["todo_list"] == ["b", "c"]


def test_changed_and_changed_back_is_as_it_was(base: Worked) -> None:
    base.update("T1", "x")
    base.update("T1", "a")
    base.do(update("T1", "ours"), base_revision=2)


@pytest.mark.parametrize("revision", [-1, 3, 99, 2**70])
def test_a_base_that_is_none_is_refused(base: Worked, revision: int) -> None:
    with pytest.raises(RevisionNotFound, match=str(revision)):
        base.apply(add(TODOS, "x"), base_revision=revision)
    assert base.revision == 2


def test_base_zero_and_one(base: Worked) -> None:
    base.do(add(TODOS, "x"), base_revision=1)
    for revision in (0, 1):
        verdict = base.one(update("T1", "x"), base_revision=revision)
        assert (verdict.verdict, verdict.code) == ("rejected", "conflict")
