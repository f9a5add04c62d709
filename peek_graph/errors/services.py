"""Errors of what peek-graph works with: files from Maven, the database, the local server."""

from __future__ import annotations

from peek_graph.errors.root import PeekGraphError


class ArtifactError(PeekGraphError):
    """A pinned file from Maven cannot be used."""


class ArtifactUnavailable(ArtifactError):
    """Neither in the cache nor to be had from the registry."""


class ArtifactCorrupt(ArtifactError):
    """Its checksum is not the locked one."""


class DatabaseError(PeekGraphError):
    """Neo4j did not do what was asked."""


class DatabaseUnreachable(DatabaseError):
    """Nothing answers at the address, or the connection broke."""


class AuthenticationFailed(DatabaseError):
    """User or password is wrong or missing."""


class DatabaseNotFound(DatabaseError):
    """The server has no database of that name."""


class DatabaseTooOld(DatabaseError):
    """The server is older than 5.26."""


class SchemaError(DatabaseError):
    """The schema cannot be created, or is of a newer peek-graph."""


class WriteConflict(DatabaseError):
    """Other writers kept the locks through every retry; nothing was written."""


class TransactionTooLarge(DatabaseError):
    """The server has too little memory for one transaction of this size; nothing was written."""


class QueryError(DatabaseError):
    """Neo4j refused a query."""


class ConstraintViolated(QueryError):
    """A node of that unique value is already there; nothing was written."""


class ServerError(PeekGraphError):
    """The local Neo4j process."""


class ServerDependencyMissing(ServerError):
    """The extra ``local`` or a fitting Java is missing."""


class ServerNotRunning(ServerError):
    """No local Neo4j of that instance runs."""


class ServerStartFailed(ServerError):
    """The local Neo4j did not come up."""


class ServerDataTooNew(ServerError):
    """The data folder was written by a newer Neo4j."""


class ServerStopFailed(ServerError):
    """The local Neo4j did not stop in time."""
