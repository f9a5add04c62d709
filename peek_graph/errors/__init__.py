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
├── ModelError                    the language model
│   ├── ModelNotConfigured        no model is named, or the extra ``agent`` is not there
│   ├── ModelRefused              its server refuses the request: the key, the model's name, the prompt's length
│   └── ModelUnavailable          no answer after all retries
├── PromptError                   a template is missing, or lacks what has to be filled in
├── RecordingError                a recorded run cannot be written, read or played
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

from peek_graph.errors.contents import (
    BadVector,
    EmbedderMismatch,
    EmbedderUnavailable,
    EmbeddingError,
    ModelError,
    ModelNotConfigured,
    ModelRefused,
    ModelUnavailable,
    PromptError,
    RecordingError,
    SourceBinary,
    SourceEmpty,
    SourceEncrypted,
    SourceError,
    SourceNotFound,
    SourceOutsideRoots,
    SourceTooLarge,
    SourceUnreadable,
    SourceWithoutText,
    UnknownEmbedder,
)
from peek_graph.errors.maps import (
    BudgetTooSmall,
    ChangeError,
    HistoryError,
    HistoryPruned,
    MapError,
    MapExists,
    MapNotFound,
    OperationError,
    PassphraseWrong,
    PathError,
    PointerError,
    ProposalError,
    ProtectedField,
    RefError,
    RefNotFound,
    RevisionNotFound,
    SnapshotError,
    SubMapExists,
    SubMapNotFound,
)
from peek_graph.errors.root import (
    InvalidValue,
    PeekGraphError,
    SettingsError,
)
from peek_graph.errors.services import (
    ArtifactCorrupt,
    ArtifactError,
    ArtifactUnavailable,
    AuthenticationFailed,
    ConstraintViolated,
    DatabaseError,
    DatabaseNotFound,
    DatabaseTooOld,
    DatabaseUnreachable,
    QueryError,
    SchemaError,
    ServerDataTooNew,
    ServerDependencyMissing,
    ServerError,
    ServerNotRunning,
    ServerStartFailed,
    ServerStopFailed,
    TransactionTooLarge,
    WriteConflict,
)

__all__ = [
    "ArtifactCorrupt",
    "ArtifactError",
    "ArtifactUnavailable",
    "AuthenticationFailed",
    "BadVector",
    "BudgetTooSmall",
    "ChangeError",
    "ConstraintViolated",
    "DatabaseError",
    "DatabaseNotFound",
    "DatabaseTooOld",
    "DatabaseUnreachable",
    "EmbedderMismatch",
    "EmbedderUnavailable",
    "EmbeddingError",
    "HistoryError",
    "HistoryPruned",
    "InvalidValue",
    "MapError",
    "MapExists",
    "MapNotFound",
    "ModelError",
    "ModelNotConfigured",
    "ModelRefused",
    "ModelUnavailable",
    "OperationError",
    "PassphraseWrong",
    "PathError",
    "PeekGraphError",
    "PointerError",
    "PromptError",
    "ProposalError",
    "ProtectedField",
    "QueryError",
    "RecordingError",
    "RefError",
    "RefNotFound",
    "RevisionNotFound",
    "SchemaError",
    "ServerDataTooNew",
    "ServerDependencyMissing",
    "ServerError",
    "ServerNotRunning",
    "ServerStartFailed",
    "ServerStopFailed",
    "SettingsError",
    "SnapshotError",
    "SourceBinary",
    "SourceEmpty",
    "SourceEncrypted",
    "SourceError",
    "SourceNotFound",
    "SourceOutsideRoots",
    "SourceTooLarge",
    "SourceUnreadable",
    "SourceWithoutText",
    "SubMapExists",
    "SubMapNotFound",
    "TransactionTooLarge",
    "UnknownEmbedder",
    "WriteConflict",
]
