"""What all tests may ask for."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from hypothesis import settings

from peek_graph.graph.database import Database
from peek_graph.graph.schema import ensure_schema
from peek_graph.settings import Connection
from tests.neo4j_for_tests import neo4j_for_tests

# The same examples in every run of the same tests, for CI: new ones are looked for where somebody looks at them.
settings.register_profile("repeatable", derandomize=True)


@pytest.fixture(scope="session")
def neo4j_connection() -> Iterator[Connection]:
    """A real Neo4j for the whole run; started only if a test asks for it."""
    with neo4j_for_tests() as connection:
        yield connection


@pytest.fixture(scope="session")
def database(neo4j_connection: Connection) -> Iterator[Database]:
    """A connection with the schema in place. Delete only what the test made: see ``own_uid``."""
    with Database.connect(neo4j_connection) as database:
        ensure_schema(database)
        yield database


@pytest.fixture
def own_uid(database: Database) -> Iterator[str]:
    """A map uid of the test's own; nodes with it as ``map_uid`` or ``uid`` are deleted afterwards, and no others."""
    uid = uuid.uuid4().hex
    yield uid
    database.driver.execute_query(
        "MATCH (n) WHERE n.map_uid = $uid OR n.uid = $uid DETACH DELETE n", uid=uid, database_=database.database
    )
