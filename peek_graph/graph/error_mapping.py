"""The errors of the driver and of neomodel as ours, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from neo4j import exceptions as driver

from peek_graph import errors as ours
from peek_graph.interrupts import was_interrupted

_LONGEST_MESSAGE: Final = 400

_Kind = tuple[type[ours.PeekGraphError], str | None]

_UNREACHABLE: Final[_Kind] = (
    ours.DatabaseUnreachable,
    "check that Neo4j runs there (`peek-graph up` starts a local one) and the address is right",
)
_BROKEN: Final[_Kind] = (ours.DatabaseUnreachable, "the connection broke; try again")
_UNAUTHENTICATED: Final[_Kind] = (
    ours.AuthenticationFailed,
    "check user and password (PEEK_GRAPH_USER, PEEK_GRAPH_PASSWORD)",
)
_REFUSED: Final[_Kind] = (ours.QueryError, None)
_CONFLICT: Final[_Kind] = (ours.WriteConflict, "nothing was written; try again when the other writers are done")
_READ_ONLY: Final[_Kind] = (ours.DatabaseError, "the database takes no writes: use one that does, or its leader")
_SERVER: Final[_Kind] = (ours.DatabaseError, "Neo4j's own log says more")
_SETTINGS: Final[_Kind] = (ours.SettingsError, "an address looks like bolt://127.0.0.1:7687 or neo4j+s://host")
_MEMORY: Final[_Kind] = (ours.TransactionTooLarge, "split the source, or give Neo4j more memory (server.heap)")
_STARTING: Final[_Kind] = (ours.DatabaseUnreachable, "the database is starting or stopping; try again")
_VALUE: Final[_Kind] = (ours.InvalidValue, None)

_ABOUT_THE_ADDRESS: Final = (
    ours.DatabaseUnreachable,
    ours.AuthenticationFailed,
    ours.DatabaseNotFound,
    ours.DatabaseTooOld,
    ours.SettingsError,
)

# By exact class: a class that a later driver adds is seen by the test that compares, and falls back to its base here.
DRIVER_ERRORS: Final[Mapping[type[Exception], _Kind]] = {
    driver.GqlError: _SERVER,
    driver.Neo4jError: _SERVER,
    driver.ClientError: _REFUSED,
    driver.CypherSyntaxError: _REFUSED,
    driver.CypherTypeError: _REFUSED,
    driver.ConstraintError: (ours.ConstraintViolated, None),
    driver.AuthError: _UNAUTHENTICATED,
    driver.TokenExpired: _UNAUTHENTICATED,
    driver.Forbidden: (ours.DatabaseError, "this user lacks the right to do so"),
    driver.DatabaseError: _SERVER,
    driver.TransientError: _CONFLICT,
    driver.DatabaseUnavailable: (ours.DatabaseUnreachable, "the database is starting or stopped; try again"),
    driver.NotALeader: _READ_ONLY,
    driver.ForbiddenOnReadOnlyDatabase: _READ_ONLY,
    driver.DriverError: _BROKEN,
    driver.SessionError: _BROKEN,
    driver.TransactionError: _BROKEN,
    driver.TransactionNestingError: _REFUSED,
    driver.ResultError: _REFUSED,
    driver.ResultFailedError: _REFUSED,
    driver.ResultConsumedError: _REFUSED,
    driver.ResultNotSingleError: _REFUSED,
    driver.BrokenRecordError: _REFUSED,
    driver.SessionExpired: _BROKEN,
    driver.ServiceUnavailable: _UNREACHABLE,
    driver.RoutingServiceUnavailable: _UNREACHABLE,
    driver.WriteServiceUnavailable: _UNREACHABLE,
    driver.ReadServiceUnavailable: _UNREACHABLE,
    driver.IncompleteCommit: (
        ours.DatabaseUnreachable,
        "the connection broke during the commit, so it is not known whether it was written: look before you repeat",
    ),
    driver.ConfigurationError: _SETTINGS,
    driver.AuthConfigurationError: _SETTINGS,
    driver.CertificateConfigurationError: (ours.SettingsError, "check the server's certificate, or use a +ssc address"),
    driver.UnsupportedServerProduct: (ours.DatabaseTooOld, "use Neo4j 5.26 or newer"),
    driver.ConnectionPoolError: _BROKEN,
    driver.ConnectionAcquisitionTimeoutError: (ours.DatabaseUnreachable, "use fewer threads: all are in use"),
}

# By name, because importing neomodel takes most of a second.
NEOMODEL_ERRORS: Final[Mapping[str, _Kind]] = {
    "NeomodelException": _REFUSED,
    "AttemptedCardinalityViolation": _VALUE,
    "CardinalityViolation": _VALUE,
    "MutualExclusionViolation": _VALUE,
    "ModelDefinitionException": _REFUSED,
    "NodeClassNotDefined": _REFUSED,
    "RelationshipClassNotDefined": _REFUSED,
    "RelationshipClassRedefined": _REFUSED,
    "NodeClassAlreadyDefined": _REFUSED,
    "ConstraintValidationFailed": (ours.ConstraintViolated, None),
    "UniqueProperty": (ours.ConstraintViolated, None),
    "DeflateError": _VALUE,
    "RequiredProperty": _VALUE,
    "InflateError": _REFUSED,
    "InflateConflict": _REFUSED,
    "DeflateConflict": _REFUSED,
    "DoesNotExist": _REFUSED,
    "MultipleNodesReturned": _REFUSED,
    "NotConnected": _REFUSED,
    "FeatureNotSupported": _REFUSED,
}

# Codes that say more than their class.
_CODES: Final[Mapping[str, _Kind]] = {
    "Neo.ClientError.Database.DatabaseNotFound": (ours.DatabaseNotFound, "name one that exists (PEEK_GRAPH_DATABASE)"),
    "Neo.ClientError.Security.CredentialsExpired": (
        ours.AuthenticationFailed,
        "the initial password must be changed first: open Neo4j Browser, or run ALTER CURRENT USER",
    ),
    "Neo.ClientError.Security.AuthenticationRateLimit": (
        ours.AuthenticationFailed,
        "too many wrong passwords: wait some seconds, then use the right one",
    ),
    "Neo.ClientError.Schema.IndexNotFound": (ours.SchemaError, "run `peek-graph reindex` to build the indexes again"),
    "Neo.ClientError.Statement.AccessMode": (ours.QueryError, "it may only read; `apply` is what changes a map"),
    "Neo.ClientError.Transaction.LockClientStopped": _CONFLICT,
    "Neo.ClientError.Transaction.TransactionTimedOut": (ours.DatabaseError, "raise db.transaction.timeout"),
    "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration": (ours.DatabaseError, "it took too long"),
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase": _READ_ONLY,
    "Neo.ClientError.General.TransactionOutOfMemoryError": _MEMORY,
    "Neo.TransientError.General.TransactionOutOfMemoryError": _MEMORY,
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": _MEMORY,
    "Neo.TransientError.General.OutOfMemoryError": _MEMORY,
    "Neo.TransientError.Database.DatabaseUnavailable": (
        ours.DatabaseUnreachable,
        "the database is starting or stopped; try again",
    ),
}


def is_foreign(error: BaseException) -> bool:
    """Whether the driver or neomodel raised it."""
    return isinstance(error, driver.GqlError) or _is_neomodel(error)


def map_error(error: BaseException, *, where: str, address: str) -> ours.PeekGraphError:
    """Our error for one of the driver's or neomodel's; ``where`` is a query or an action, for the message."""
    kind, hint = _kind_of(error)
    # Errors that did not come from a server have a `message` too, of no use: "50N42: Unexpected error …".
    said = error.message if isinstance(error, driver.Neo4jError) else str(error)
    said = " ".join((said or type(error).__name__).split())
    said = said if len(said) <= _LONGEST_MESSAGE else said[:_LONGEST_MESSAGE] + "…"
    if "No space left on device" in said:
        kind, hint = ours.DatabaseError, "the server's disk is full: free some space, then try again"
    if "too large to index" in said:
        kind, hint = ours.InvalidValue, "an indexed value may have about 8,000 bytes: shorten it"
    return kind(f"{address if issubclass(kind, _ABOUT_THE_ADDRESS) else where}: {said}", hint)


@contextmanager
def mapped_errors(where: str, address: str) -> Iterator[None]:
    """Raises what the driver or neomodel raise inside as ours, from the original."""
    try:
        yield
    except Exception as error:
        if was_interrupted(error):
            # The driver breaks on its half-sent message, and what was pressed would be lost in a BufferError.
            raise KeyboardInterrupt from error
        if not is_foreign(error):
            raise
        raise map_error(error, where=where, address=address) from error


def _kind_of(error: BaseException) -> _Kind:
    by_code = _CODES.get(getattr(error, "code", None) or "")
    if by_code:
        return by_code
    lookups: tuple[Callable[[type], _Kind | None], ...] = (
        DRIVER_ERRORS.get,
        lambda cls: NEOMODEL_ERRORS.get(cls.__name__) if cls.__module__ == "neomodel.exceptions" else None,
    )
    for cls in type(error).__mro__:
        for lookup in lookups:
            if kind := lookup(cls):
                return kind
    return _SERVER


def _is_neomodel(error: BaseException) -> bool:
    return any(cls.__module__ == "neomodel.exceptions" for cls in type(error).__mro__)
