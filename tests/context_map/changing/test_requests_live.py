"""The same request twice is one revision, whoever sends it and when."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from peek_graph.errors import OperationError
from tests.context_map.changing.conftest import HYPOTHESIS, TODOS, Operation, Worked, add, update
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

Batches = list[tuple[list[Operation], dict[str, Any]]]
Each = list[Batches]

_APPLY = """
import json, sys
from peek_graph.context_map import ContextMap
from peek_graph.settings import load_settings
name, uri, user, password, batches = json.loads(sys.argv[1])
with ContextMap.open(name, settings=load_settings(uri=uri, user=user, password=password)) as opened:
    print("ready", flush=True)
    sys.stdin.readline()
    for operations, options in batches:
        report = opened.apply(operations, **options)
        print(json.dumps([report.revision, report.replayed, report.changed,
                          [[v.verdict, v.ref, v.reason] for v in report.verdicts]]), flush=True)
"""


def in_processes(project: Project, name: str, each: Each) -> list[list[list[Any]]]:
    """What processes that all begin at once get for their batches: [revision, replayed, changed, verdicts]."""
    settings = project.settings
    password = settings.password.get_secret_value() if settings.password else ""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _APPLY, json.dumps([name, settings.uri, settings.user, password, batches])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for batches in each
    ]
    try:
        for process in running:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin
            process.stdin.write("\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=100)[0] for process in running]
        assert [process.returncode for process in running] == [0] * len(running)
    finally:
        for process in running:
            process.kill()
            process.wait()
    return [[json.loads(line) for line in output.splitlines()] for output in outputs]


def test_again_from_the_same_process(m: Worked) -> None:
    batch = [add(TODOS, "a"), update(HYPOTHESIS, "h"), add(TODOS, "a"), update("T9", "x")]
    first = m.apply(*batch, request_id="r", mode="lenient")
    again = m.apply(*batch, request_id="r", mode="lenient")
    assert (again.replayed, again.changed, again.revision) == (True, False, first.revision)
    assert again.verdicts == first.verdicts
    assert m.revision == 2
    assert len(m.opened.proposals()) == 1


def test_again_after_others_changed_the_map(m: Worked) -> None:
    first = m.apply(add(TODOS, "a"), request_id="r")
    m.do(update("T1", "b"), add(TODOS, "c"))
    again = m.apply(add(TODOS, "a"), request_id="r")
    assert (again.verdicts, again.revision, again.replayed) == (first.verdicts, 2, True)
    assert m.memory["todo_list"] == ["b", "c"]


def test_another_batch_under_the_same_id_is_refused(m: Worked) -> None:
    m.apply(add(TODOS, "a"), request_id="r")
    for other in ([add(TODOS, "b")], [add(TODOS, "a"), add(TODOS, "b")], [update(TODOS, ["a"])], []):
        with pytest.raises(OperationError, match="'r' was another batch, in revision 2"):
            m.apply(*other, request_id="r")
    assert m.revision == 2


def test_the_order_of_keys_makes_no_other_batch(m: Worked) -> None:
    m.apply(add(TODOS, {"text": "a", "priority": 1, "more": {"x": 1, "y": 2}}), request_id="r")
    again = m.apply(add(TODOS, {"more": {"y": 2, "x": 1}, "priority": 1, "text": "a"}), request_id="r")
    assert (again.replayed, m.revision) == (True, 2)
    with pytest.raises(OperationError, match="another batch"):
        m.apply(add(TODOS, {"text": "a", "priority": 1, "more": {"x": 2, "y": 1}}), request_id="r")


@pytest.mark.parametrize("letter", ["r", "研", "\U0001f600"])
def test_how_long_an_id_may_be(m: Worked, letter: str) -> None:
    first = m.apply(add(TODOS, "a"), request_id=letter * 200)
    assert m.apply(add(TODOS, "a"), request_id=letter * 200).revision == first.revision
    for length in (201, 4000, 100_000):
        with pytest.raises(OperationError, match=f"request_id has {length} characters"):
            m.apply(add(TODOS, "b"), request_id=letter * length)
    assert m.revision == 2


def test_the_id_of_a_batch_that_changed_nothing_stays_free(m: Worked) -> None:
    m.apply(add(TODOS, "a"), update("T9", "x"), request_id="r")
    m.apply(add(TODOS, "a"), request_id="r", dry_run=True)
    assert m.apply(add(TODOS, "b"), request_id="r").changed


def test_ids_are_of_one_map(m: Worked, project: Project) -> None:
    other = project.map(embedder=None)
    m.apply(add(TODOS, "a"), request_id="r")
    assert other.apply([add(TODOS, "b")], request_id="r").changed


def test_threads_with_one_request_make_one_revision(m: Worked) -> None:
    with ThreadPoolExecutor(8) as pool:
        reports = list(pool.map(lambda _: m.apply(add(TODOS, "a"), request_id="r"), range(8)))
    assert {report.verdicts for report in reports} == {reports[0].verdicts}
    assert sorted(report.changed for report in reports) == [False] * 7 + [True]
    assert {report.revision for report in reports} == {2}


def test_two_processes_with_one_request_make_one_revision(m: Worked, project: Project) -> None:
    batches: Batches = [
        ([add(TODOS, f"t{n}"), update("meta.current_step", n)], {"request_id": f"r{n}"}) for n in range(10)
    ]
    one, two = in_processes(project, m.opened.name, [batches, batches])
    assert [(r[0], r[3]) for r in one] == [(r[0], r[3]) for r in two]
    assert all(sorted((a[1], b[1])) == [False, True] for a, b in zip(one, two, strict=True))
    assert m.revision == 11
    assert m.memory["todo_list"] == [f"t{n}" for n in range(10)]


def test_processes_on_different_fields_lose_nothing(m: Worked, project: Project) -> None:
    m.do(add(TODOS, {"task": "shared"}), add("documents.d", {"title": "T"}))
    each: Each = [
        [
            ([add(TODOS, f"p{p} {n}"), update(f"documents.d.f{p}", n) if n else add(f"documents.d.f{p}", n)], {})
            for n in range(8)
        ]
        for p in range(3)
    ]
    results = in_processes(project, m.opened.name, each)
    revisions = sorted(int(str(result[0])) for results_of_one in results for result in results_of_one)
    assert revisions == list(range(3, 27))
    assert m.view["documents"]["d"] == {"title": "T", "f0": 7, "f1": 7, "f2": 7} | {}
    todos = m.memory["todo_list"][1:]
    assert sorted(todos) == sorted(f"p{p} {n}" for p in range(3) for n in range(8))
    for p in range(3):
        assert [text for text in todos if text.startswith(f"p{p}")] == [f"p{p} {n}" for n in range(8)]


def test_processes_on_one_field_with_a_base_one_wins_and_the_others_hear_of_it(m: Worked, project: Project) -> None:
    m.add("documents.d", {"title": "T"})
    each: Each = [[([update("documents.d.title", f"by {p}")], {"base_revision": 2})] for p in range(3)]
    results = [results[0] for results in in_processes(project, m.opened.name, each)]
    changed = [result for result in results if result[2]]
    assert len(changed) == 1
    title = m.view["documents"]["d"]["title"]
    for result in results:
        if not result[2]:
            verdict, _, reason = result[3][0]
            assert verdict == "rejected"
            assert '"T"' in reason
            assert title in reason


def test_processes_on_one_field_without_a_base_keep_every_value_in_the_history(m: Worked, project: Project) -> None:
    m.add("documents.d", {"title": "T"})
    each: Each = [[([update("documents.d.title", f"by {p} {n}")], {}) for n in range(5)] for p in range(2)]
    in_processes(project, m.opened.name, each)
    rows = project.rows(
        "MATCH (d {map_uid: $uid, ref: 'D1'}) RETURN d.title AS title ORDER BY d.since", uid=m.opened.uid
    )
    assert sorted(row["title"] for row in rows) == sorted(["T", *(f"by {p} {n}" for p in range(2) for n in range(5))])
    assert m.revision == 12


def test_what_a_request_came_to_can_be_asked(m: Worked) -> None:
    assert m.opened.report_of("r1") is None
    done = m.opened.apply([add(TODOS, "once")], request_id="r1")
    found = m.opened.report_of("r1")
    assert found is not None
    assert (found.revision, found.verdicts, found.replayed) == (done.revision, done.verdicts, True)
