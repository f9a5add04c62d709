"""Everything peek-graph raises on purpose.

A message says what was wrong and with which value; ``hint`` says what to do about it.

PeekGraphError
├── SettingsError                 a setting, peek-graph.toml or environment variable is wrong
├── InvalidValue                  an argument or value is out of its range
├── MapError
│   ├── MapNotFound
│   ├── MapExists
│   ├── SubMapNotFound
│   └── SubMapExists
├── RefError
│   ├── RefNotFound               no entry of that ref in the map
│   └── PointerError              the text is not a ref or a pointer
├── ChangeError
│   ├── PathError                 the text is not a path of the view; ``position`` says where
│   ├── OperationError            the batch as a whole is not usable
│   ├── ProtectedField            only a person may do this
│   ├── ProposalError             no such proposal, or it cannot be decided so
│   └── PassphraseWrong
├── HistoryError
│   ├── RevisionNotFound
│   ├── SnapshotError             no snapshot of that name, or one that is there already
│   └── HistoryPruned             the revision is older than what `prune` left
├── BudgetTooSmall                goal and constraints alone need more; ``needed`` says how much
├── SourceError                   one source is refused; others of the same call go on
│   ├── SourceNotFound
│   ├── SourceOutsideRoots
│   ├── SourceUnreadable
│   ├── SourceEncrypted
│   ├── SourceEmpty
│   ├── SourceBinary
│   ├── SourceTooLarge
│   └── SourceWithoutText
├── EmbeddingError
│   ├── UnknownEmbedder
│   ├── EmbedderMismatch          the map was filled by another embedder
│   ├── EmbedderUnavailable
│   └── BadVector
├── ArtifactError
│   ├── ArtifactUnavailable       not in the cache and not to be had from the registry
│   └── ArtifactCorrupt           the checksum differs from the locked one
├── DatabaseError
│   ├── DatabaseUnreachable
│   ├── AuthenticationFailed
│   ├── DatabaseNotFound
│   ├── DatabaseTooOld
│   ├── SchemaError
│   ├── WriteConflict             still in conflict after all retries
│   ├── TransactionTooLarge       more than the server's memory for one transaction
│   └── QueryError
│       └── ConstraintViolated    a node of that unique value is already there
└── ServerError                   the local Neo4j process
    ├── ServerDependencyMissing   the extra ``local`` or a fitting Java is not there
    ├── ServerNotRunning
    ├── ServerStartFailed
    ├── ServerDataTooNew
    └── ServerStopFailed
"""

from __future__ import annotations


class PeekGraphError(Exception):
    """Root of all errors raised on purpose; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class SettingsError(PeekGraphError):
    """A setting, peek-graph.toml or an environment variable is wrong."""


class InvalidValue(PeekGraphError):
    """An argument or value is out of its range."""


class MapError(PeekGraphError):
    """A map or sub-map is not as the call needs it."""


class MapNotFound(MapError):
    """No map of that name in the database."""


class MapExists(MapError):
    """A map of that name is already there."""


class SubMapNotFound(MapError):
    """No sub-map of that key in the map."""


class SubMapExists(MapError):
    """A sub-map of that key is already there."""


class RefError(PeekGraphError):
    """A ref or pointer leads nowhere."""


class RefNotFound(RefError):
    """No entry of that ref in the map."""


class PointerError(RefError):
    """The text is neither a ref nor a pointer."""


class ChangeError(PeekGraphError):
    """A change cannot be made; nothing was written."""


class PathError(ChangeError):
    """Not a path of the view; ``position`` counts characters from 0."""

    def __init__(self, message: str, hint: str | None = None, *, position: int = 0) -> None:
        super().__init__(message, hint)
        self.position = position


class OperationError(ChangeError):
    """The batch as a whole is not usable."""


class ProtectedField(ChangeError):
    """Only a person may do this."""


class ProposalError(ChangeError):
    """No such proposal, or it cannot be decided so."""


class PassphraseWrong(ChangeError):
    """The passphrase is missing or is not the map's."""


class HistoryError(PeekGraphError):
    """The past cannot be read as asked."""


class RevisionNotFound(HistoryError):
    """The map has no revision of that number."""


class SnapshotError(HistoryError):
    """No snapshot of that name, or one that is there already."""


class HistoryPruned(HistoryError):
    """The revision is older than what `prune` left."""


class BudgetTooSmall(PeekGraphError):
    """Goal and constraints do not fit; ``needed`` is the number of tokens that would do."""

    def __init__(self, message: str, hint: str | None = None, *, needed: int) -> None:
        super().__init__(message, hint)
        self.needed = needed


class SourceError(PeekGraphError):
    """One source is refused."""


class SourceNotFound(SourceError):
    """The file is not there, or vanished while it was read."""


class SourceOutsideRoots(SourceError):
    """The file, or what it links to, is outside the registered roots."""


class SourceUnreadable(SourceError):
    """Permission, input/output or format trouble while reading."""


class SourceEncrypted(SourceError):
    """The file needs a password."""


class SourceEmpty(SourceError):
    """The file has no content."""


class SourceBinary(SourceError):
    """The content is of no kind that can be read as text."""


class SourceTooLarge(SourceError):
    """The file, or the text in it, is above a limit."""


class SourceWithoutText(SourceError):
    """The format is known but holds no text, as a scanned PDF."""


class EmbeddingError(PeekGraphError):
    """Turning text into vectors failed."""


class UnknownEmbedder(EmbeddingError):
    """No embedder of that name."""


class EmbedderMismatch(EmbeddingError):
    """The map's vectors come from another embedder."""


class EmbedderUnavailable(EmbeddingError):
    """The embedder is known but cannot be loaded or reached now."""


class BadVector(EmbeddingError):
    """A vector is empty, all zeros, not finite or of the wrong length."""


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
