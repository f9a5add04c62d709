"""A Neo4j for the live tests: one that is named, else one in Docker, else the managed local one."""

from __future__ import annotations

import gc
import os
import secrets
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from peek_graph.settings import Connection

DEFAULT_VERSION = "2026.08.1"


def wanted_version() -> str:
    """Which Neo4j to start, if one must be started (`make test-lts` sets it)."""
    return os.environ.get("PEEK_GRAPH_TEST_NEO4J", DEFAULT_VERSION)


@contextmanager
def neo4j_for_tests() -> Iterator[Connection]:
    """The first that is there of: PEEK_GRAPH_TEST_URI, a container, a local server with fresh data."""
    if named := named_neo4j():
        yield named
    elif docker_answers():
        with neo4j_in_docker() as connection:
            yield connection
    else:
        with local_neo4j() as connection:
            yield connection


def named_neo4j() -> Connection | None:
    """The one of PEEK_GRAPH_TEST_URI. Its nodes are left alone, but our schema in it is dropped and made anew."""
    uri = os.environ.get("PEEK_GRAPH_TEST_URI")
    if not uri:
        return None
    return Connection(
        uri,
        os.environ.get("PEEK_GRAPH_TEST_USER", "neo4j"),
        os.environ["PEEK_GRAPH_TEST_PASSWORD"],
        os.environ.get("PEEK_GRAPH_TEST_DATABASE"),
    )


def docker_answers() -> bool:
    """Whether a Docker engine runs here; its command line tool alone is not enough."""
    import docker

    with warnings.catch_warnings():
        # Without an engine, Docker's client drops its socket unclosed; collected later, it would fail a test at random.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            client = docker.from_env(timeout=5)
            try:
                return bool(client.ping())
            finally:
                client.close()
        except (docker.errors.DockerException, OSError):
            return False
        finally:
            gc.collect()


@contextmanager
def neo4j_in_docker() -> Iterator[Connection]:
    """A container that is removed afterwards."""
    from testcontainers.community.neo4j import Neo4jContainer

    password = secrets.token_hex(12)
    with Neo4jContainer(f"neo4j:{wanted_version()}", password=password, username="neo4j") as container:
        yield Connection(container.get_connection_url(), "neo4j", password)


@contextmanager
def local_neo4j() -> Iterator[Connection]:
    """The managed server as an instance of its own, so that a user's data is never touched; removed afterwards."""
    from peek_graph.server import LocalServer
    from peek_graph.settings import ServerSettings

    server = LocalServer(f"tests-{secrets.token_hex(4)}", ServerSettings(version=wanted_version()))
    try:
        record = server.up()
        yield Connection(record.uri, record.user, record.password)
    finally:
        server.down()
        shutil.rmtree(server.folder, ignore_errors=True)
