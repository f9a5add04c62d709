"""Queries and errors that only a test needs."""

from __future__ import annotations

from neo4j.exceptions import Neo4jError

from peek_graph.graph.queries import Mode, Query, used_parameters


def adhoc(cypher: str, mode: Mode = "read") -> Query:
    """A query that stands in no file; its parameters are those it uses."""
    return Query("adhoc", mode, cypher, tuple(sorted(used_parameters(cypher))), "test", 1)


def from_server(code: str, message: str) -> Neo4jError:
    """An error as the driver makes it of a server's answer."""
    return Neo4jError._hydrate_neo4j(code=code, message=message)
