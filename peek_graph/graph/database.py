"""A connection to one Neo4j database: managed transactions, plain values, our errors."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from itertools import chain
from typing import Any, Final, Self, TypeVar

from neo4j import Driver, GraphDatabase, ManagedTransaction, NotificationMinimumSeverity, Session, unit_of_work
from neo4j.exceptions import DriverError, Neo4jError

from peek_graph.errors import (
    DatabaseNotFound,
    DatabaseTooOld,
    InvalidValue,
    QueryError,
    SettingsError,
)
from peek_graph.graph.error_mapping import map_error, mapped_errors
from peek_graph.graph.queries import Mode, Query, load_queries
from peek_graph.graph.values import check_parameters, explain_unsendable, plain
from peek_graph.interrupts import was_interrupted
from peek_graph.settings import Connection, check_address

T = TypeVar("T")

# What the driver warns of arrives as an error of ours or was overcome; without a handler it would go to stderr.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

OLDEST: Final = (5, 26)
# `SEARCH` came in 2026.01 as a preview; this is the version on which all that we use of it was tried.
_FILTERED_VECTORS_SINCE: Final = (2026, 8)
_DRIVER_OPTIONS: Final[Mapping[str, Any]] = {
    "connection_timeout": 5.0,
    # Not only for a place in the pool: it also ends the handshake with a port that takes a connection and is silent.
    "connection_acquisition_timeout": 8.0,
    # From 0.1 s, doubled: some seven tries within about 13 s, so that a short conflict costs little and a dead server
    # is reported soon.
    "initial_retry_delay": 0.1,
    "max_transaction_retry_time": 10.0,
    "notifications_min_severity": NotificationMinimumSeverity.OFF,
}
# What the driver raises, as plain Python errors, when it cannot pack a parameter.
_UNSENDABLE: Final = (UnicodeEncodeError, OverflowError, TypeError, ValueError)


class Transaction:
    """An open write transaction, as handed to the work of `Database.transact`."""

    __slots__ = ("_address", "_tx")

    def __init__(self, tx: ManagedTransaction, address: str) -> None:
        self._tx = tx
        self._address = address

    def run(self, query: Query, /, **params: Any) -> list[dict[str, Any]]:
        """All records of the query. A transient error is the driver's own: let it pass, and the work is run again."""
        _check_mode(query, "read", "write", "batch")
        return _run(self._tx, query, params, self._address)

    def run_batched(self, query: Query, rows: Sequence[Any], size: int, /, **params: Any) -> list[dict[str, Any]]:
        """Runs a query of mode ``batch`` over ``$rows``, at most ``size`` a time, and joins the records."""
        _check_mode(query, "batch")
        if size < 1:
            raise InvalidValue(f"a batch of {size} rows", "use 1 or more")
        parts = (rows[start : start + size] for start in range(0, len(rows), size))
        return list(chain.from_iterable(self.run(query, rows=part, **params) for part in parts))


class Database:
    """One database of a Neo4j server; may be used by many threads at once.

    The driver is closed by `close` only if `connect` opened it.
    """

    def __init__(self, driver: Driver, database: str | None = None, *, address: str = "Neo4j") -> None:
        self.driver: Final = driver
        self.database: Final = database
        self.address: Final = address
        self._owns_driver = False

    @classmethod
    def connect(cls, connection: Connection) -> Self:
        """Opens a driver and makes sure that the server answers, lets the user in, is new enough, has the database."""
        driver = _open_driver(connection)
        self = cls(driver, connection.database, address=connection.uri)
        self._owns_driver = True
        try:
            self._verify()
        except BaseException:
            self.close()
            raise
        return self

    @cached_property
    def version(self) -> tuple[int, ...]:
        """The server's version, as (5, 26, 30) or (2026, 8, 1)."""
        with mapped_errors("asking for the version", self.address):
            agent = self.driver.get_server_info().agent
        found = re.match(r"Neo4j/v?(\d+(?:\.\d+)*)", agent)
        if found is None:
            raise DatabaseTooOld(
                f"{self.address} says it is {agent[:60]!r}, which is no Neo4j", "use Neo4j 5.26 or newer"
            )
        return tuple(int(part) for part in found.group(1).split("."))

    @property
    def supports_vector_filter(self) -> bool:
        """Whether a vector index can hold further properties and `SEARCH … WHERE` filters inside it."""
        return self.version >= _FILTERED_VECTORS_SINCE

    def read(self, query: Query, /, **params: Any) -> list[dict[str, Any]]:
        """All records of a query of mode ``read``; sees everything that this database object has written."""
        _check_mode(query, "read")
        check_parameters(query, params)
        with self._session() as session, mapped_errors(str(query), self.address):
            return session.execute_read(_interruptible(lambda tx: _run(tx, query, params, self.address)))

    def read_first(
        self, query: Query, params: Mapping[str, Any], most: int, seconds: float
    ) -> tuple[list[dict[str, Any]], bool]:
        """The first ``most`` records of a query of mode ``read``, and whether these are all; it may take so long.

        For queries that are not ours: the server refuses one that writes, and ends one that takes too long.
        """
        _check_mode(query, "read")
        check_parameters(query, dict(params))
        work = _interruptible(lambda tx: _run(tx, query, dict(params), self.address, most + 1))
        with self._session() as session, mapped_errors(str(query), self.address):
            rows = session.execute_read(unit_of_work(timeout=seconds)(work))
        return rows[:most], len(rows) <= most

    def write(self, query: Query, /, **params: Any) -> list[dict[str, Any]]:
        """All records of one query in a transaction of its own."""
        _check_mode(query, "read", "write", "batch")
        check_parameters(query, params)
        return self.transact(lambda tx: tx.run(query, **params))

    def transact(self, work: Callable[[Transaction], T], seconds: float | None = None) -> T:
        """Runs the work in a transaction: all of it or nothing is written.

        The work may be run several times and must not change anything outside the transaction. What it raises rolls
        back and passes through. Raises `WriteConflict` if it is still in conflict after all tries. With ``seconds``,
        one that takes longer, as in waiting for another's lock, is ended with an error.
        """
        return self.manage(lambda tx: work(Transaction(tx, self.address)), write=True, seconds=seconds)

    def manage(self, work: Callable[[ManagedTransaction], T], *, write: bool, seconds: float | None = None) -> T:
        """The same with the driver's own transaction, for what must hand it on to neomodel."""
        limited = _interruptible(work) if seconds is None else unit_of_work(timeout=seconds)(_interruptible(work))
        with self._session() as session, mapped_errors("the transaction", self.address):
            return (session.execute_write if write else session.execute_read)(limited)

    def run_schema(self, query: Query, /, **params: Any) -> list[dict[str, Any]]:
        """All records of a query of mode ``schema``, which commits by itself; it is not tried again."""
        _check_mode(query, "schema")
        with self._session() as session, mapped_errors(str(query), self.address):
            return _run(session, query, params, self.address)

    def close(self) -> None:
        """Gives the connections back; safe to call twice."""
        if self._owns_driver:
            self.driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _session(self, database: str | None = None) -> Session:
        # One bookmark manager for all sessions: on a cluster too, a read waits for what was written before it.
        return self.driver.session(
            database=database or self.database, bookmark_manager=self.driver.execute_query_bookmark_manager
        )

    def _verify(self) -> None:
        if self.version < OLDEST:
            raise DatabaseTooOld(
                f"{self.address} is Neo4j {'.'.join(map(str, self.version))}",
                "use Neo4j 5.26 or newer; `peek-graph up` starts one",
            )
        queries = load_queries("database")
        try:
            # Not a managed transaction: that would try again for seconds, and nothing here gets better by waiting.
            with self._session() as session, mapped_errors("asking for an answer", self.address):
                _run(session, queries.ping, {}, self.address)
        except DatabaseNotFound as error:
            raise self._not_found() from error

    def _not_found(self) -> DatabaseNotFound:
        try:
            with self._session("system") as session:
                rows = _run(session, load_queries("database").list_databases, {}, self.address)
        except (DriverError, Neo4jError, QueryError):
            rows = []  # the list is only for the hint; a user may lack the right to see it
        names = ", ".join(row["name"] for row in rows)
        hint = f"it has {names}; " if names else ""
        return DatabaseNotFound(
            f"{self.address} has no database {self.database!r}", f"{hint}set PEEK_GRAPH_DATABASE or --database"
        )


def _interruptible(work: Callable[[ManagedTransaction], T]) -> Callable[[ManagedTransaction], T]:
    """``work`` for the driver's retry loop, from which Ctrl-C still gets out.

    Pressed while a message is on its way, it breaks the connection; the driver then fails to roll back, takes that for
    a reason to try again, and what was pressed is forgotten. So the second try asks how the first one ended.
    """
    interrupted = False

    def guarded(tx: ManagedTransaction) -> T:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        try:
            return work(tx)
        except BaseException as error:
            interrupted = was_interrupted(error)
            raise

    return guarded


def _run(
    runner: ManagedTransaction | Session, query: Query, params: dict[str, Any], address: str, most: int | None = None
) -> list[dict[str, Any]]:
    check_parameters(query, params)
    with _explained(query, address):
        try:
            result = runner.run(query.text, params)
        except _UNSENDABLE as error:
            raise explain_unsendable(query, params, error) from error
        records = result if most is None else result.fetch(most)
        return [dict(zip(record.keys(), map(plain, record.values()), strict=True)) for record in records]


@contextmanager
def _explained(query: Query, address: str) -> Iterator[None]:
    try:
        yield
    except (Neo4jError, DriverError) as error:
        if error.is_retryable():
            raise  # as it is: the driver's own loop must see it, or the transaction is not tried again
        raise map_error(error, where=str(query), address=address) from error


def _check_mode(query: Query, *allowed: Mode) -> None:
    if query.mode not in allowed:
        raise QueryError(f"{query} is of mode {query.mode}; here it must be {' or '.join(allowed)}")


def _open_driver(connection: Connection) -> Driver:
    check_address(connection.uri)
    if not connection.user or not connection.password:
        raise SettingsError(
            f"user or password for {connection.uri} is empty", "set PEEK_GRAPH_USER and PEEK_GRAPH_PASSWORD"
        )
    with mapped_errors("opening the driver", connection.uri):
        return GraphDatabase.driver(
            connection.uri,
            auth=(connection.user, connection.password),
            user_agent=f"peek-graph/{_version()}",
            **_DRIVER_OPTIONS,
        )


def _version() -> str:
    try:
        return package_version("peek-graph")
    except PackageNotFoundError:
        return "0"
