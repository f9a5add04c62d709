import logging
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from neo4j import Driver, GraphDatabase

from peek_graph.errors import (
    AuthenticationFailed,
    ConstraintViolated,
    DatabaseNotFound,
    DatabaseTooOld,
    DatabaseUnreachable,
    InvalidValue,
    PeekGraphError,
    QueryError,
    SettingsError,
    WriteConflict,
)
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.queries import load_queries
from peek_graph.settings import Connection
from tests.graph.adhoc import adhoc, from_server

SECRET = "hunter2secret"
ECHO = adhoc("RETURN $v AS v")
CREATE = adhoc("UNWIND $rows AS row CREATE (n:Entry {map_uid: $uid, uid: row}) RETURN n.uid AS uid", "batch")
LIST = adhoc("MATCH (n:Entry {map_uid: $uid}) RETURN n.uid AS uid ORDER BY uid")
ADD = adhoc("MATCH (n:Entry {map_uid: $uid, uid: $which}) SET n.count = coalesce(n.count, 0) + 1", "write")


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    ("connection", "kind", "says"),
    [
        (Connection("http://localhost:7474", "neo4j", SECRET), SettingsError, "not one of Bolt"),
        (Connection("", "neo4j", SECRET), SettingsError, "not one of Bolt"),
        (Connection("localhost:7687", "neo4j", SECRET), SettingsError, "not one of Bolt"),
        (Connection("bolt://", "neo4j", SECRET), SettingsError, "not one of Bolt"),
        (Connection("bolt://localhost:99999", "neo4j", SECRET), SettingsError, "Port out of range"),
        (Connection(f"bolt://neo4j:{SECRET}@localhost", "neo4j", SECRET), SettingsError, "user or password"),
        (Connection("bolt://localhost", "neo4j", ""), SettingsError, "empty"),
        (Connection("bolt://localhost", "", SECRET), SettingsError, "empty"),
        (Connection("bolt://localhost?a=b", "neo4j", SECRET), SettingsError, "Routing context"),
        (Connection("bolt://no.such.host.invalid", "neo4j", SECRET), DatabaseUnreachable, "no.such.host.invalid"),
    ],
)
def test_a_bad_address_is_one_clear_error(connection: Connection, kind: type[PeekGraphError], says: str) -> None:
    with pytest.raises(kind, match=says) as caught:
        Database.connect(connection)
    assert caught.value.hint
    assert SECRET not in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_server_that_is_not_up_is_told_at_once(scheme: str, capfd: pytest.CaptureFixture[str]) -> None:
    address = f"{scheme}://127.0.0.1:{closed_port()}"
    started = time.monotonic()
    with pytest.raises(DatabaseUnreachable, match=address):
        Database.connect(Connection(address, "neo4j", SECRET))
    assert time.monotonic() - started < 5
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_port_that_never_answers_is_given_up() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        started = time.monotonic()
        with pytest.raises(DatabaseUnreachable):
            Database.connect(Connection(f"bolt://127.0.0.1:{silent.getsockname()[1]}", "neo4j", SECRET))
        assert time.monotonic() - started < 12


@pytest.mark.parametrize(
    ("agent", "version"),
    [
        ("Neo4j/5.26.0", (5, 26, 0)),
        ("Neo4j/5.27-aura", (5, 27)),
        ("Neo4j/2026.08.1", (2026, 8, 1)),
        ("Neo4j/v5.26.3 - compatible", (5, 26, 3)),
    ],
)
def test_the_version_is_read_from_what_the_server_says(agent: str, version: tuple[int, ...]) -> None:
    database = Database(_driver_that_says(agent))
    assert database.version == version
    assert database.supports_vector_filter == (version[0] == 2026)


@pytest.mark.parametrize("agent", ["Neo4j/5.25.1", "Neo4j/4.4.40", "Memgraph/3.0"])
def test_an_older_server_is_refused(agent: str) -> None:
    with pytest.raises(DatabaseTooOld, match=agent.split("/")[-1]):
        Database(_driver_that_says(agent))._verify()


def test_importing_the_database_does_not_import_neomodel() -> None:
    code = "import sys, peek_graph.graph.database, peek_graph.graph.schema; sys.exit('neomodel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_driver_s_log_does_not_reach_the_terminal() -> None:
    assert any(isinstance(handler, logging.NullHandler) for handler in logging.getLogger("neo4j").handlers)


@pytest.mark.live
def test_a_wrong_password_is_said(neo4j_connection: Connection) -> None:
    with pytest.raises(AuthenticationFailed, match=neo4j_connection.uri) as caught:
        Database.connect(replace(neo4j_connection, password=SECRET))
    assert SECRET not in str(caught.value)


@pytest.mark.live
def test_a_database_that_is_not_there_is_named_with_those_that_are(neo4j_connection: Connection) -> None:
    with pytest.raises(DatabaseNotFound, match="'no-such-database'") as caught:
        Database.connect(replace(neo4j_connection, database="no-such-database"))
    assert caught.value.hint is not None
    assert f"it has {neo4j_connection.database or 'neo4j'}" in caught.value.hint


@pytest.mark.live
@pytest.mark.parametrize("named", [False, True])
def test_a_routing_address_works_too(neo4j_connection: Connection, named: bool) -> None:
    name = (neo4j_connection.database or "neo4j") if named else None
    routed = replace(neo4j_connection, uri=neo4j_connection.uri.replace("bolt://", "neo4j://"), database=name)
    with Database.connect(routed) as database:
        assert database.read(ECHO, v=1) == [{"v": 1}]


@pytest.mark.live
@pytest.mark.parametrize(
    "value", ["a\x00b", "", "é中文🙂", 0.0, False, None, [], [1, 2], {"a": [None]}, -(2**63), b"ab"]
)
def test_values_come_back_as_they_were(database: Database, value: Any) -> None:
    found = database.read(ECHO, v=value)[0]["v"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.live
def test_moments_come_back_in_utc(database: Database) -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    assert database.read(ECHO, v=[moment]) == [{"v": [moment]}]
    found = database.read(adhoc("RETURN datetime('2026-01-02T03:00:00[Europe/Berlin]') AS at"))[0]["at"]
    assert found == datetime(2026, 1, 2, 2, tzinfo=UTC)
    assert found.tzinfo is UTC


@pytest.mark.live
@pytest.mark.parametrize("value", ["a\ud800", {"k": ["\udc00"]}, 2**63, object(), {1: 2}, {1, 2}])
def test_what_cannot_be_stored_is_refused_and_the_connection_goes_on(database: Database, value: Any) -> None:
    with pytest.raises(InvalidValue):
        database.read(ECHO, v=value)
    assert database.read(ECHO, v=1) == [{"v": 1}]


@pytest.mark.live
def test_what_cannot_be_stored_rolls_the_transaction_back(database: Database, own_uid: str) -> None:
    def work(tx: Transaction) -> None:
        tx.run(CREATE, rows=["a"], uid=own_uid)
        tx.run(CREATE, rows=["\ud800"], uid=own_uid)

    with pytest.raises(InvalidValue, match=r"rows\[0\]"):
        database.transact(work)
    assert database.read(LIST, uid=own_uid) == []


@pytest.mark.live
def test_a_key_that_is_too_long_for_its_index_is_an_invalid_value(database: Database, own_uid: str) -> None:
    with pytest.raises(InvalidValue, match="too large to index"):
        database.write(CREATE, rows=["x" * 9000], uid=own_uid)


@pytest.mark.live
def test_a_refused_query_names_itself(database: Database) -> None:
    with pytest.raises(QueryError, match=r"^adhoc \(test:1\): / by zero"):
        database.read(adhoc("RETURN 1 / 0 AS x"))


@pytest.mark.live
def test_modes_are_kept(database: Database) -> None:
    with pytest.raises(QueryError, match="of mode batch; here it must be read"):
        database.read(CREATE, rows=[], uid="x")
    with pytest.raises(QueryError, match="here it must be schema"):
        database.run_schema(ECHO, v=1)
    with pytest.raises(QueryError, match="of mode schema"):
        database.write(load_queries("schema").unique_map_uid)


@pytest.mark.live
def test_a_read_cannot_write(database: Database, own_uid: str) -> None:
    with pytest.raises(PeekGraphError):
        database.read(replace(CREATE, mode="read"), rows=["a"], uid=own_uid)
    assert database.read(LIST, uid=own_uid) == []


@pytest.mark.live
def test_batches_are_joined_in_order(database: Database, own_uid: str) -> None:
    rows = [f"{number:04}" for number in range(25)]
    found = database.transact(lambda tx: tx.run_batched(CREATE, rows, 10, uid=own_uid))
    assert [row["uid"] for row in found] == rows
    assert [row["uid"] for row in database.read(LIST, uid=own_uid)] == rows
    assert database.transact(lambda tx: tx.run_batched(CREATE, [], 10, uid=own_uid)) == []
    with pytest.raises(InvalidValue):
        database.transact(lambda tx: tx.run_batched(CREATE, rows, 0, uid=own_uid))


@pytest.mark.live
@pytest.mark.parametrize("error", [ValueError("mine"), QueryError("ours"), KeyboardInterrupt()])
def test_what_the_work_raises_rolls_back_and_passes(database: Database, own_uid: str, error: BaseException) -> None:
    def work(tx: Transaction) -> None:
        tx.run(CREATE, rows=["a"], uid=own_uid)
        raise error

    with pytest.raises(type(error)) as caught:
        database.transact(work)
    assert caught.value is error
    assert database.read(LIST, uid=own_uid) == []


@pytest.mark.live
def test_a_unique_value_that_is_taken_is_its_own_error(database: Database, own_uid: str) -> None:
    with pytest.raises(ConstraintViolated, match="already exists"):
        database.write(CREATE, rows=["a", "a"], uid=own_uid)


@pytest.mark.live
def test_a_deadlock_is_tried_again_until_both_have_written(database: Database, own_uid: str) -> None:
    database.write(CREATE, rows=["a", "b"], uid=own_uid)
    both_hold_one = threading.Barrier(2, timeout=30)
    tries: list[str] = []

    def run(first: str, second: str) -> None:
        waited = False

        def work(tx: Transaction) -> None:
            nonlocal waited
            tries.append(first)
            tx.run(ADD, uid=own_uid, which=first)
            if not waited:
                waited = True
                both_hold_one.wait()
            tx.run(ADD, uid=own_uid, which=second)

        database.transact(work)

    threads = [threading.Thread(target=run, args=pair) for pair in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    counts = database.read(adhoc("MATCH (n:Entry {map_uid: $uid}) RETURN n.count AS count"), uid=own_uid)
    assert counts == [{"count": 2}, {"count": 2}]
    assert len(tries) > 2


@pytest.mark.live
def test_a_conflict_that_stays_is_a_write_conflict(neo4j_connection: Connection, own_uid: str) -> None:
    def work(tx: Transaction) -> None:
        tx.run(CREATE, rows=["a"], uid=own_uid)
        raise from_server("Neo.TransientError.Transaction.DeadlockDetected", "still locked")

    auth = (neo4j_connection.user, neo4j_connection.password)
    with GraphDatabase.driver(neo4j_connection.uri, auth=auth, max_transaction_retry_time=0.0) as driver:
        database = Database(driver, neo4j_connection.database)
        with pytest.raises(WriteConflict, match="still locked"):
            database.transact(work)
        assert database.read(LIST, uid=own_uid) == []
        database.close()
        database.read(ECHO, v=1)  # a driver that was handed in is left open


@pytest.mark.live
def test_threads_share_a_database(database: Database, own_uid: str) -> None:
    def write(number: int) -> None:
        database.write(CREATE, rows=[f"{number}-{each}" for each in range(5)], uid=own_uid)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(database.read(LIST, uid=own_uid)) == 40


def _driver_that_says(agent: str) -> Driver:
    return cast(Driver, SimpleNamespace(get_server_info=lambda: SimpleNamespace(agent=agent)))
