"""Maps in one database keep to themselves, and leave what is not ours alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.context_map.changing.conftest import FINDINGS, TODOS, VARIABLES, Worked, add, delete, link, move, update
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def filled(project: Project, mark: str) -> Worked:
    worked = Worked(project.map(embedder=None))
    worked.do(
        add(TODOS, ["same", f"only {mark}"]),
        add("documents.paper", {"title": mark}),
        add(f"{VARIABLES}.n", mark),
        add("sub_maps.market", {"title": mark, "working_memory": {"todo_list": ["same"]}}),
        add(FINDINGS, {"text": "same", "supported_by": ["D1"]}),
        add("action_history", [{"step": 1, "action": mark}, {"step": 2, "action": mark}]),
    )
    return worked


def test_the_same_refs_and_keys_in_two_maps(m: Worked, project: Project) -> None:
    one, two = filled(project, "one"), filled(project, "two")
    before = two.view
    one.do(
        update("T1", "changed"),
        update("documents.paper.title", "changed"),
        update(f"{VARIABLES}.n", "changed"),
        link("F1", "cites", "D1"),
        move("T2", "sub_maps.market"),
        delete("A1"),
    )
    assert two.view == before
    one.do(
        delete(TODOS),
        delete("documents"),
        delete(VARIABLES),
        delete("sub_maps"),
        delete(FINDINGS),
        delete("action_history"),
    )
    assert two.view == before
    assert one.view["documents"] == {}
    assert m.view["documents"] == {}


def test_threads_that_write_two_maps_through_their_own_clients(m: Worked, project: Project) -> None:
    maps = [filled(project, str(number)) for number in range(3)]

    def write(number: int) -> None:
        for step in range(8):
            maps[number].do(
                add(TODOS, f"map {number} step {step}"), update("documents.paper.title", f"{number} {step}")
            )

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(write, range(3)))
    for number, worked in enumerate(maps):
        assert worked.memory["todo_list"][2:] == [f"map {number} step {step}" for step in range(8)]
        assert worked.view["documents"]["paper"]["title"] == f"{number} 7"
        assert worked.revision == 10


def test_threads_that_write_one_map_lose_nothing(m: Worked) -> None:
    m.add("documents.d", {"title": "T"})

    def write(number: int) -> list[Any]:
        return [
            m.apply(add(TODOS, f"thread {number} step {step}"), add("documents.d.key_points", [f"{number}.{step}"]))
            if step
            else m.apply(add(TODOS, f"thread {number} step {step}"))
            for step in range(6)
        ]

    m.update("documents.d.key_points", [])
    with ThreadPoolExecutor(4) as pool:
        reports = [report for reports in pool.map(write, range(4)) for report in reports]
    assert sorted(report.revision for report in reports) == list(range(4, 28))
    assert all(verdict.verdict == "applied" for report in reports for verdict in report.verdicts)
    assert sorted(m.memory["todo_list"]) == sorted(f"thread {n} step {s}" for n in range(4) for s in range(6))
    points = m.view["documents"]["d"]["key_points"]
    assert sorted(points) == sorted(f"{n}.{s}" for n in range(4) for s in range(1, 6))
    numbers = {thread: [point for point in points if point.startswith(f"{thread}.")] for thread in range(4)}
    assert all(found == sorted(found) for found in numbers.values())


@pytest.fixture
def foreign(m: Worked, project: Project) -> Iterator[str]:
    """Nodes of somebody else's with our labels and property names, tied to ours by their own relationships."""
    mark = uuid.uuid4().hex
    project.rows(
        "MATCH (m:Map {uid: $uid}) "
        "CREATE (a:Entry:Todo {foreign: $mark, ref: 'T1', kind: 'todo', text: 'same', key: 'paper'}), "
        "(b:SubMap {foreign: $mark, path: 'market', key: 'market'}), (c:Map {foreign: $mark, name: m.name}), "
        "(d:Version {foreign: $mark, ref: 'T1'}), (e:Revision {foreign: $mark, number: 2}), "
        "(f:Entry:Document {foreign: $mark, key: 'paper', ref: 'D1', uid: 'x'}), "
        "(c)-[:CONTAINS]->(a), (c)-[:HAS_SUBMAP]->(b), (c)-[:SEES]->(m), (a)-[:PREVIOUS]->(d), (e)-[:TOUCHED]->(a)",
        mark=mark,
        uid=m.opened.uid,
    )
    yield mark
    project.rows("MATCH (n {foreign: $mark}) DETACH DELETE n", mark=mark)


def test_foreign_nodes_with_our_labels_stay_as_they_are(foreign: str, m: Worked, project: Project) -> None:
    def theirs() -> list[dict[str, Any]]:
        return project.rows(
            "MATCH (n {foreign: $mark}) RETURN labels(n) AS l, properties(n) AS p, "
            "COUNT { (n)--() } AS r ORDER BY elementId(n)",
            mark=foreign,
        )

    before = theirs()
    m.do(
        add(TODOS, "same"),
        add("documents.paper", {"title": "ours"}),
        add("sub_maps.market", {"title": "ours", "working_memory": {"todo_list": ["x"]}}),
        update("T1", "ours"),
        link("T1", "supported_by", "D1"),
    )
    m.do(move("T1", "sub_maps.market"), update("sub_maps.market.title", "M"))
    m.do(delete("sub_maps.market"), delete("documents"))
    assert theirs() == before
    assert m.view["documents"] == {}
