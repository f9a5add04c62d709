"""The Neo4j that a bench runs on, and maps of its own that it removes again."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from peek_graph import ContextMap
from peek_graph.settings import Settings, load_settings


@contextmanager
def bench_settings(**groups: dict[str, object]) -> Iterator[Settings]:
    """Settings for ``PEEK_GRAPH_TEST_URI``, or for a managed instance that lives as long as this."""
    with tempfile.TemporaryDirectory(prefix="peek-graph-bench-") as folder:
        uri = os.environ.get("PEEK_GRAPH_TEST_URI")
        if uri:
            yield load_settings(
                Path(folder),
                uri=uri,
                user=os.environ.get("PEEK_GRAPH_TEST_USER", "neo4j"),
                password=os.environ["PEEK_GRAPH_TEST_PASSWORD"],
                **groups,
            )
            return
        from peek_graph.server import LocalServer

        with _home(Path(folder)):
            server = LocalServer("bench")
            server.up()
            try:
                yield load_settings(Path(folder), instance="bench", **groups)
            finally:
                server.down()


@contextmanager
def bench_map(settings: Settings, name: str, **options: object) -> Iterator[ContextMap]:
    """A map that is gone afterwards."""
    opened = ContextMap.create(name, goal=f"bench {name}", settings=settings, **options)  # type: ignore[arg-type]
    try:
        yield opened
    finally:
        remove_map(opened)
        opened.close()


def remove_map(opened: ContextMap) -> None:
    """Delete all nodes of one map, by its uid; the product itself has no such call yet."""
    driver, database = opened._handle.db.driver, opened._handle.db.database
    statement = "MATCH (n {map_uid: $uid}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
    with driver.session(database=database) as session:
        session.run(statement, uid=opened.uid).consume()
        session.run("MATCH (n:Map {app: 'peek-graph', uid: $uid}) DETACH DELETE n", uid=opened.uid).consume()


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    before = os.environ.get("PEEK_GRAPH_HOME")
    os.environ["PEEK_GRAPH_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["PEEK_GRAPH_HOME"]
        else:
            os.environ["PEEK_GRAPH_HOME"] = before
