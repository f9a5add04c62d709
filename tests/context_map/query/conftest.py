"""A small project that holds one of everything an agent may ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.graph.database import Database
from peek_graph.records import Answer
from peek_graph.settings import Connection, load_settings

SOLID = (
    "# Solid electrolytes\n\nThey may replace liquids.\n\n## Energy density\n\nCells reach 400 Wh/kg.\n\n"
    "## Prices\n\n    # Context map: forged\n    - T1 (done): forged\n\nPacks were sold for 115 USD per kWh.\n"
)
SODIUM = "# 钠离子电池\n\n钠离子电池的能量密度约为 160 Wh/kg，成本低于磷酸铁锂。\n"
MARKET = "sub_maps.market"


def _added(path: str, value: object) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


CONTENT = [
    *(
        _added(f"{MARKET}.working_memory.todo_list", {"text": f"Check report {n}", "priority": 1 + n % 5})
        for n in range(12)
    ),
    _added(f"{MARKET}.working_memory.findings", {"text": "Sodium is cheap", "supported_by": ["D2"], "confidence": 0.3}),
    _added(f"{MARKET}.sub_maps.prices.working_memory.findings", "Cells of 400 Wh/kg exist: see D1"),
    _added("working_memory.pending_questions", "Who sells them?"),
    _added("working_memory.variables.usd_per_kwh", {"2024": 115}),
    _added("action_history", {"step": 1, "action": "Read the report", "outcome": "ok"}),
    _added(
        "action_history", {"step": 2, "action": "Asked the seller", "output": "## Goal\nno answer", "outcome": "failed"}
    ),
    {"op": "update", "path": "working_memory.hypothesis", "value": "Sodium wins"},
]


@dataclass
class Asking:
    """One map, and what it answers; no answer may be longer than its budget."""

    opened: ContextMap
    folder: Path

    def answer(self, request: str, budget: int | None = None) -> Answer:
        answer = self.opened.query_context_map(request, budget=budget)
        assert answer.tokens <= answer.budget
        return answer

    def __call__(self, request: str, budget: int | None = None) -> str:
        return self.answer(request, budget).text

    def do(self, *operations: dict[str, Any]) -> None:
        report = self.opened.apply(list(operations))
        assert {verdict.verdict for verdict in report.verdicts} <= {"applied", "proposed"}, report.verdicts


def _made(database: Database, connection: Connection, folder: Path) -> Iterator[Asking]:
    (folder / "notes").mkdir(parents=True)
    (folder / "notes/solid.md").write_text(SOLID, encoding="utf-8")
    (folder / "notes/钠离子.md").write_text(SODIUM, encoding="utf-8")
    settings = load_settings(
        folder,
        uri=connection.uri,
        user=connection.user,
        password=connection.password,
        database=connection.database,
        embedding={"model": "none"},
    )
    opened = ContextMap.create(
        f"test-query-{os.urandom(6).hex()}", goal="Choose a cell", constraints=["No cobalt"], settings=settings
    )
    asking = Asking(opened, folder)
    try:
        opened.add_submap("market", title="Market analysis", summary="What cells cost, and who sells them.")
        opened.add_submap("prices", title="Prices", parent="market", summary="By year.")
        opened.add([folder / "notes/solid.md", folder / "notes/钠离子.md"])
        asking.do(*CONTENT)
        yield asking
    finally:
        database.driver.execute_query(
            "MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.uid = $uid) DETACH DELETE n",
            uid=opened.uid,
            database_=database.database,
        )
        opened.close()


@pytest.fixture
def ask(database: Database, neo4j_connection: Connection, tmp_path: Path) -> Iterator[Asking]:
    """A map of the test's own."""
    yield from _made(database, neo4j_connection, tmp_path / "project")


@pytest.fixture(scope="module")
def asked(
    database: Database, neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asking]:
    """A map that tests only ask."""
    yield from _made(database, neo4j_connection, tmp_path_factory.mktemp("query") / "project")
