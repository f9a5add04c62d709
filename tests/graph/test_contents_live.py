"""Lists are walked in an index's order, however long they are, and ties hide nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from peek_graph.graph import contents
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries

pytestmark = pytest.mark.live

QUERIES = load_queries("contents")
SHARED: dict[str, Any] = {"map_uid": "m", "kind": "todo", "uid": "", "skip": 0, "limit": 3}
PLACE = {**SHARED, "parent_uid": "p", "finished": ["done"], "position": 0.0}


@pytest.mark.parametrize(
    ("name", "params"),
    [("list_place", PLACE), ("list_place_backwards", PLACE), ("list_kind", {**SHARED, "since": 9})],
)
def test_a_page_costs_a_page(database: Database, name: str, params: dict[str, Any]) -> None:
    result = database.driver.execute_query(f"EXPLAIN {QUERIES[name].text}", params, database_=database.database)
    steps = list(_steps(result.summary.plan))
    assert "NodeIndexSeek" in steps
    assert not {"Sort", "Top", "Union", "NodeByLabelScan"} & set(steps)


def _steps(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", []):
        yield from _steps(child)


@pytest.mark.parametrize("backwards", [False, True])
def test_entries_of_one_place_come_once_each(database: Database, own_uid: str, backwards: bool) -> None:
    database.driver.execute_query(
        "UNWIND range(0, 9) AS n CREATE (e:Entry:Todo {map_uid: $uid, uid: $uid + n, ref: 'T' + n, kind: 'todo',"
        " parent_uid: $uid, position: toFloat(n / 4), since: n / 5, text: 'x'})",
        uid=own_uid,
        database_=database.database,
    )
    found: list[str] = []
    behind = None
    while page := contents.list_place(database, own_uid, own_uid, "todo", limit=3, backwards=backwards, behind=behind):
        found += [state.ref for state in page]
        behind = page[-1]
    assert found == sorted((f"T{n}" for n in range(10)), reverse=backwards)
    found, behind = [], None
    while page := contents.list_kind(database, own_uid, "todo", limit=4, behind=behind):
        found += [state.ref for state in page]
        behind = page[-1]
    assert found == sorted((f"T{n}" for n in range(10)), reverse=True)
    skipped = contents.list_place(database, own_uid, own_uid, "todo", limit=3, backwards=backwards, skip=8)
    assert len(skipped) == 2
