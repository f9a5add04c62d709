"""A project folder with a map of its own in the live Neo4j."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from peek_graph.cli import main
from peek_graph.graph.database import Database
from peek_graph.settings import Connection
from tests.signals import restore_signals

NOTES = {
    "solid.md": "# Solid electrolytes\n\nThey may replace liquids.\n\n## Energy density\n\nCells reach 400 Wh/kg.\n",
    "钠离子.md": "# 钠离子电池\n\n钠离子电池的能量密度约为 160 Wh/kg，成本低于磷酸铁锂。\n",
    "cost.txt": "Cost of cells\n\nPacks were sold for 115 USD per kWh in 2024.\n",
}


@dataclass
class Project:
    """Runs commands in ``folder``, in this process or in one of their own."""

    folder: Path
    map: str

    def run(self, *words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, words, prog_name="peek-graph")
        assert result.exit_code == code, result.output
        return result

    def json(self, *words: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.run(*words, "--json").stdout)
        return answer

    def dump(self) -> dict[str, Any]:
        """The map as it is."""
        view: dict[str, Any] = json.loads(self.run("dump").stdout)
        return view

    def revision(self) -> int:
        """The number of the last one."""
        return int(self.json("log", "--limit", "1")["revisions"][0]["number"])

    def operations(self, *operations: dict[str, Any]) -> str:
        """The name of a file of them."""
        (self.folder / "ops.json").write_text(json.dumps(operations), encoding="utf-8")
        return "ops.json"

    def process(self, *words: str, **options: Any) -> subprocess.Popen[bytes]:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        command = [sys.executable, "-m", "peek_graph", *words]
        return subprocess.Popen(command, cwd=self.folder, preexec_fn=restore_signals, **pipes)

    def init(self) -> None:
        self.run("init", "--name", self.map, "--goal", "Choose a cell", "--constraint", "No cobalt")


@pytest.fixture
def project(
    database: Database, neo4j_connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Project]:
    """A folder with a few notes, no map yet; maps whose names begin with its own are deleted afterwards, no others."""
    for name in [name for name in os.environ if name.startswith("PEEK_GRAPH_") and "_TEST_" not in name]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PEEK_GRAPH_URI", neo4j_connection.uri)
    monkeypatch.setenv("PEEK_GRAPH_USER", neo4j_connection.user)
    monkeypatch.setenv("PEEK_GRAPH_PASSWORD", neo4j_connection.password)
    if neo4j_connection.database:
        monkeypatch.setenv("PEEK_GRAPH_DATABASE", neo4j_connection.database)
    folder = tmp_path / "project"
    (folder / "notes").mkdir(parents=True)
    for name, text in NOTES.items():
        (folder / "notes" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    project = Project(folder, f"cli-{uuid.uuid4().hex[:12]}")
    yield project
    database.driver.execute_query(
        "MATCH (m:Map) WHERE m.name STARTS WITH $name OPTIONAL MATCH (n {map_uid: m.uid}) DETACH DELETE m, n",
        name=project.map,
        database_=database.database,
    )
