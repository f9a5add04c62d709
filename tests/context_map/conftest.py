"""Maps of a test's own in the live Neo4j, with a project folder each."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from peek_graph.context_map import ContextMap
from peek_graph.graph.database import Database
from peek_graph.settings import Connection, Settings, load_settings
from tests.embedding.embedders import RecordingEmbedder


class WordEmbedder(RecordingEmbedder):
    """Vectors by hashed words: texts that share words are near, which is all that a test of the map needs."""

    def __init__(self, name: str = "words", dimensions: int = 64) -> None:
        super().__init__(self.vector, name)
        self.dimensions = dimensions
        self.down = False

    def vector(self, text: str) -> object:
        if self.down:
            raise ConnectionError("nobody answers")
        vector = np.zeros(self.dimensions, dtype=np.float32)
        for word in text.lower().split():
            vector[sum(word.encode()) % self.dimensions] += 1
        return vector


@dataclass
class Project:
    """A folder, settings that lead to the live Neo4j, and the maps made in it."""

    folder: Path
    settings: Settings
    embedder: WordEmbedder
    made: list[ContextMap] = field(default_factory=list)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def map(self, goal: str = "Know batteries", constraints: Sequence[str] = (), **options: Any) -> ContextMap:
        options.setdefault("embedder", self.embedder)
        options.setdefault("settings", self.settings)
        made = ContextMap.create(f"test-{uuid.uuid4().hex[:12]}", goal=goal, constraints=constraints, **options)
        self.made.append(made)
        return made

    def rows(self, cypher: str, **params: Any) -> list[dict[str, Any]]:
        db = self.made[0]._handle.db
        records, _, _ = db.driver.execute_query(cypher, params, database_=db.database)
        return [record.data() for record in records]


@pytest.fixture
def project(
    database: Database, neo4j_connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Project]:
    monkeypatch.setenv("PEEK_GRAPH_HOME", str(tmp_path / "home"))
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    settings = load_settings(
        folder,
        uri=neo4j_connection.uri,
        user=neo4j_connection.user,
        password=neo4j_connection.password,
        database=neo4j_connection.database,
    )
    project = Project(folder, settings, WordEmbedder())
    yield project
    for made in project.made:
        database.driver.execute_query(
            "MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.uid = $uid) DETACH DELETE n",
            uid=made.uid,
            database_=database.database,
        )
        made.close()


@pytest.fixture
def refs_of() -> Callable[[ContextMap, str], list[str]]:
    return lambda opened, query: [hit.ref for hit in opened.search(query).hits]
