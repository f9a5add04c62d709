"""A batch: one revision or none; strict, lenient, dry; each operation sees those before it."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import OperationError
from tests.context_map.changing.conftest import (
    FINDINGS,
    HYPOTHESIS,
    QUESTIONS,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    link,
    move,
    update,
)
from tests.context_map.conftest import Project
from tests.context_map.graph_read import read_graph

pytestmark = pytest.mark.live

MIXED = [
    add(TODOS, "good"),
    update("documents.nobody.title", "x"),
    add("documents.paper", {"title": "P"}),
    {"op": "nothing"},
    update(HYPOTHESIS, "h"),
    add(TODOS, "good"),
]


def stored(m: Worked) -> tuple[list[Any], list[Any]]:
    """Every node and relationship of the map with all that is on it."""
    graph = read_graph(m.opened._handle.db, m.opened.uid)
    nodes = sorted(
        (n.id, sorted(n.labels), sorted((k, repr(v)) for k, v in n.props.items())) for n in graph.nodes.values()
    )
    return nodes, sorted((r.type, r.start, r.end, repr(sorted(r.props.items()))) for r in graph.rels)


def test_strict_applies_nothing_when_one_is_refused(m: Worked) -> None:
    before = stored(m)
    report = m.apply(*MIXED)
    assert [v.verdict for v in report.verdicts] == [
        "applied",
        "rejected",
        "applied",
        "rejected",
        "proposed",
        "duplicate",
    ]
    assert (report.changed, report.revision) == (False, 1)
    assert stored(m) == before


def test_lenient_applies_what_is_good_as_one_revision(m: Worked) -> None:
    report = m.apply(*MIXED, mode="lenient")
    assert [v.verdict for v in report.verdicts] == [
        "applied",
        "rejected",
        "applied",
        "rejected",
        "proposed",
        "duplicate",
    ]
    assert (report.changed, report.revision, m.revision) == (True, 2, 2)
    assert m.memory["todo_list"] == ["good"]
    assert m.view["documents"] == {"paper": {"title": "P"}}


@pytest.mark.parametrize("mode", ["strict", "lenient"])
def test_a_dry_run_says_the_same_and_changes_nothing(m: Worked, mode: Any) -> None:
    m.do(add(TODOS, ["a", "b"]), add("sub_maps.market", "Market"), add(FINDINGS, "f"))
    batches = [
        MIXED,
        [delete(TODOS), add(f"{TODOS}", "new"), move("F1", "sub_maps.market"), delete("sub_maps.market")],
        [update("sub_maps.market.title", "M"), link("F1", "contradicts", "T1"), add("sub_maps.x", {"title": "X"})],
        [update("meta.ultimate_goal", "Evil"), add(VARIABLES, {"n": 1})],
    ]
    for batch in batches:
        before = stored(m)
        dry = m.apply(*batch, mode=mode, dry_run=True)
        assert stored(m) == before
        assert (dry.dry_run, dry.changed, dry.revision) == (True, False, m.revision)
        wet = m.apply(*batch, mode=mode)
        assert wet.verdicts == dry.verdicts


def test_what_changes_nothing_is_no_revision(m: Worked) -> None:
    m.add(TODOS, "a")
    for batch in ([], [add(TODOS, "a")], [update("T1", "a")], [update("$", {})], [add(TODOS, [])], [delete(QUESTIONS)]):
        before = stored(m)
        report = m.apply(*batch)
        assert (report.changed, report.revision) == (False, 2)
        assert stored(m) == before


def test_a_change_that_is_taken_back_in_the_batch_is_no_revision(m: Worked) -> None:
    m.do(add(TODOS, ["a", "b"]), add(f"{VARIABLES}.n", 1))
    before = stored(m)
    report = m.apply(
        update("T1", "x"),
        update("T1", "a"),
        update(f"{VARIABLES}.n", 2),
        update(f"{VARIABLES}.n", 1),
        add(TODOS, "c"),
        delete(f"{TODOS}[-1]"),
    )
    assert [v.verdict for v in report.verdicts] == ["applied"] * 6
    assert (report.changed, report.revision) == (False, 2)
    assert stored(m) == before


def test_operations_see_those_before_them(m: Worked) -> None:
    refs = m.do(
        add("sub_maps.market", "Market"),
        add("sub_maps.market.documents.paper", {"title": "P"}),
        update("sub_maps.market.documents.paper.title", "P2"),
        add(f"sub_maps.market.{TODOS}", "a"),
        update(f"sub_maps.market.{TODOS}[0].priority", 1),
        move(f"sub_maps.market.{TODOS}[-1]", "$"),
        update("T1.status", "done"),
        add(FINDINGS, {"text": "f", "supported_by": ["sub_maps.market.documents.paper"]}),
    )
    assert refs == ["", "D1", "D1", "T1", "T1", "T1", "T1", "F1"]
    assert m.memory["todo_list"] == [{"text": "a", "priority": 1, "status": "done"}]
    assert m.memory["findings"] == [{"text": "f", "supported_by": ["D1"]}]
    assert m.revision == 2
    verdicts = m.apply(delete("T1"), update("T1", "x"), mode="lenient").verdicts
    assert [v.code for v in verdicts] == [None, "archived"]


def test_a_refused_operation_leaves_no_trace_for_those_after_it(m: Worked) -> None:
    report = m.apply(
        add(TODOS, ["one", {"bad": 1}]),
        add(f"{TODOS}", "two"),
        add("sub_maps.market", {"title": "M", "working_memory": {"todo_list": [5]}}),
        add("sub_maps.market", "Market"),
        mode="lenient",
    )
    assert [(v.verdict, v.ref) for v in report.verdicts] == [
        ("rejected", None),
        ("applied", "T1"),
        ("rejected", None),
        ("applied", None),
    ]
    assert m.memory["todo_list"] == ["two"]
    assert m.view["sub_maps"]["market"]["title"] == "Market"


def test_the_revision_says_who_what_and_why(m: Worked, project: Project) -> None:
    m.apply(add(TODOS, "a"), author="bot", source="tool:search", reasoning="因为", request_id="r1")
    rows = project.rows("MATCH (r:Revision {map_uid: $uid, number: 2}) RETURN r {.*} AS r", uid=m.opened.uid)
    revision = rows[0]["r"]
    assert (revision["author"], revision["source"], revision["source_kind"]) == ("bot", "tool:search", "tool")
    assert (revision["reasoning"], revision["operations"], revision["todo_count"]) == ("因为", 1, 1)
    info = m.opened.log()[0]
    assert (info.number, info.author, info.operations) == (2, "bot", 1)


NO_WORDS: list[Any] = [
    {"mode": "other"},
    {"author": "  "},
    {"author": "x" * 5000},
    {"reasoning": "a\0b"},
    {"source": "\ud800"},
    {"reasoning": 5},
    {"request_id": 5},
    {"request_id": "x\0"},
    {"source_kind": "boss"},
]


def test_words_that_cannot_be_kept_are_refused_before_anything(m: Worked) -> None:
    for options in NO_WORDS:
        before = stored(m)
        with pytest.raises(OperationError) as caught:
            m.apply(add(TODOS, "a"), **options)
        assert caught.value.message
        assert stored(m) == before


@pytest.mark.parametrize("batch", ["text", 5, None, b"x", {"op": "add", "path": TODOS, "value": "x"}])
def test_what_is_no_batch_is_an_error_and_one_operation_is_one(m: Worked, batch: Any) -> None:
    if isinstance(batch, dict):
        assert m.opened.apply(batch).verdicts[0].verdict == "applied"  # type: ignore[arg-type]
        return
    with pytest.raises(OperationError):
        m.opened.apply(batch)


def test_large_batches(m: Worked) -> None:
    m.do(*(add(f"{VARIABLES}.v{n}", n) for n in range(1200)), *(add(TODOS, f"t{n}") for n in range(1200)))
    m.do(*(update(f"T{n}", f"u{n}") for n in range(1, 1201)), *(delete(f"{VARIABLES}.v{n}") for n in range(0, 1200, 2)))
    assert m.memory["todo_list"] == [f"u{n}" for n in range(1, 1201)]
    assert m.memory["variables"] == {f"v{n}": n for n in range(1, 1200, 2)}
    with pytest.raises(OperationError, match="10001"):
        m.apply(*[add(TODOS, "x")] * 10_001)
