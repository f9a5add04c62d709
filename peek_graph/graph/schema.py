"""Constraints and indexes: made once, known by a version, moved on by migrations."""

from __future__ import annotations

import hashlib
import json
import random
import time
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from peek_graph.errors import DatabaseError, DatabaseUnreachable, SchemaError
from peek_graph.graph.database import Database
from peek_graph.graph.own_words import own_words
from peek_graph.graph.queries import load_queries

TEXT_ENGLISH: Final = "peek_graph_text_english"
TEXT_CJK: Final = "peek_graph_text_cjk"
TEXT_ARCHIVED: Final = "peek_graph_text_archived"
VECTORS: Final = "peek_graph_vectors"

_FIRST: Final = (
    "unique_schema_key",
    "unique_map_uid",
    "unique_map_name",
    "unique_submap_uid",
    "unique_submap_path",
    "unique_entry_uid",
    "unique_archived_uid",
    "unique_revision_number",
    "unique_snapshot_uid",
    "unique_proposal_uid",
    "index_entry_ref",
    "index_archived_ref",
    "index_entry_vector_pending",
    "index_entry_links_pending",
    "index_name_head",
    "index_name_entry",
    "index_entry_since",
    "index_entry_standing",
    "index_document_uid",
    "index_document_key",
    "index_document_uri",
    "index_document_hash",
    "index_revision_request",
    "index_entry_key",
    "index_entry_hash",
    "index_entry_place",
    "index_version_uid",
    "index_proposal_ref",
    "index_proposal_status",
    "index_snapshot_name",
)
_TEXTS: Final = ("text_english", "text_cjk", "text_archived")

_INDEX_SECONDS: Final = 3600
_BATCH: Final = 1000
# What another process that does the same at the same time may cause. Done again, each of these is already so.
_RACES: Final = frozenset(
    {
        "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
        "Neo.ClientError.Schema.IndexAlreadyExists",
        "Neo.ClientError.Schema.IndexWithNameAlreadyExists",
        "Neo.ClientError.Schema.ConstraintAlreadyExists",
        "Neo.ClientError.Schema.ConstraintWithNameAlreadyExists",
        "Neo.ClientError.Schema.IndexNotFound",
        "Neo.ClientError.Transaction.LockClientStopped",
        "Neo.DatabaseError.Schema.IndexDropFailed",
        "Neo.DatabaseError.Schema.IndexCreationFailed",
        "Neo.DatabaseError.Schema.ConstraintCreationFailed",
    }
)


def ensure_schema(database: Database) -> None:
    """Brings the database to this version's schema; one query if it is there. Two processes may do it at once.

    Raises `SchemaError` if the schema is of a newer peek-graph, or if foreign data or indexes stand in its way.
    """
    rows = database.read(load_queries("schema").read_schema)
    version, vectors = (rows[0]["version"], rows[0]["vectors"]) if rows else (0, None)
    if version > VERSION:
        raise SchemaError(
            f"{database.address} has schema {version}; this peek-graph knows {VERSION}", "use a newer peek-graph"
        )
    wanted = _vectors_of(database)
    if version == VERSION and vectors == wanted:
        return
    for number, migrate in enumerate(_MIGRATIONS, 1):
        if number > version:
            migrate(database)
    if vectors != wanted:
        # Also when nothing is noted: a run that died before its note may have left the other form.
        _build_vectors(database)
    _settle(database)
    database.write(load_queries("schema").set_schema, version=VERSION, vectors=wanted)


def rebuild_indexes(database: Database) -> None:
    """Drops the full-text and vector indexes, makes them and whatever is missing anew, waits until they are filled."""
    _create_all(database)
    for name in _TEXTS:
        _run(database, f"drop_{name}")
        _run(database, f"index_{name}")
    _run(database, "drop_vectors")
    _build_vectors(database)
    _settle(database)


def _create_all(database: Database) -> None:
    for name in (*_FIRST, *(f"index_{text}" for text in _TEXTS)):
        _run(database, name)


def _place_all(database: Database) -> None:
    _create_all(database)
    queries = load_queries("migrations")
    for query in (queries.place_submaps_of_old, queries.place_entries_of_old):
        database.write(query)
    _hash_constraints(database)


def _hash_constraints(database: Database) -> None:
    queries = load_queries("migrations")
    found = database.read(queries.constraints_of_old)
    rows = [{"map_uid": row["map_uid"], "uid": row["uid"], "content_hash": _said(row["text"])} for row in found]
    database.transact(lambda tx: tx.run_batched(queries.hash_constraints, rows, _BATCH))


def _said(text: str | None) -> str:
    # As schema 2 has it; whoever adds a constraint finds by it that it is there.
    said = ["constraint", None, unicodedata.normalize("NFC", (text or "").strip())]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()[:32]


def _derive_all(database: Database) -> None:
    """What schema 2 did not have: more properties in full text, places of sections, words of documents, flags."""
    _create_all(database)
    _renew_texts(database)
    for row in database.read(load_queries("migrations").list_maps):
        _derive_words(database, row["map_uid"])
        for name in ("page_of_entries", "page_of_archived_sections"):
            _go_through(database, name, row["map_uid"])
        database.write(load_queries("migrations").count_open, map_uid=row["map_uid"])


def _renew_texts(database: Database) -> None:
    properties = {row["name"]: row["properties"] for row in _indexes(database)}
    for text in _TEXTS:
        if "unsearched" not in properties.get(f"peek_graph_{text}", ()):
            _run(database, f"drop_{text}")
            _run(database, f"index_{text}")


def _derive_words(database: Database, map_uid: str) -> None:
    queries, after = load_queries("migrations"), ""
    while found := database.read(queries.page_of_documents, map_uid=map_uid, uid=after, limit=_BATCH):
        rows = [{**row, **own_words(row["properties"]), "properties": None} for row in found]
        database.write(queries.set_words, map_uid=map_uid, rows=rows)
        after = found[-1]["uid"]


def _go_through(database: Database, name: str, map_uid: str) -> None:
    after: str | None = ""
    while after is not None:
        after = database.write(load_queries("migrations")[name], map_uid=map_uid, uid=after, limit=_BATCH)[0]["uid"]


# Version n is reached by the n-th step. A step may have been run before, wholly or in part.
_MIGRATIONS: Final[tuple[Callable[[Database], None], ...]] = (_create_all, _place_all, _derive_all)
VERSION: Final = len(_MIGRATIONS)


def _vectors_of(database: Database) -> str:
    return "filtered" if database.supports_vector_filter else "plain"


def _build_vectors(database: Database) -> None:
    properties = next((row["properties"] for row in _indexes(database) if row["name"] == VECTORS), None)
    if properties is not None and (len(properties) > 1) != database.supports_vector_filter:
        _run(database, "drop_vectors")
    _run(database, f"index_vectors_{_vectors_of(database)}")


def _settle(database: Database) -> None:
    # Another process may be about to drop an index and make it again, so what is missing may come.
    _again(lambda: _await_all(database), lambda error: isinstance(error, SchemaError), tries=5)


def _await_all(database: Database) -> None:
    found = {row["name"] for row in _indexes(database)}
    for name in (TEXT_ENGLISH, TEXT_CJK, TEXT_ARCHIVED, VECTORS):
        if name not in found:
            # IF NOT EXISTS is silent about an equal index of another name, and searches go by the name.
            raise SchemaError(
                f"{database.address} has an index of its own where {name} belongs",
                "drop the foreign index on :Entry or :Archived, or use another database",
            )
    for name in sorted(found):
        database.read(load_queries("schema").await_index, name=name, seconds=_INDEX_SECONDS)


def _indexes(database: Database) -> list[dict[str, Any]]:
    return database.read(load_queries("schema").list_indexes)


def _run(database: Database, name: str) -> None:
    query = load_queries("schema")[name]
    try:
        _again(lambda: database.run_schema(query), _is_race, tries=8)
    except DatabaseUnreachable:
        raise
    except DatabaseError as error:
        raise SchemaError(
            f"{database.address} refuses {query.name}: {error.message}",
            error.hint or "nodes or indexes that are not peek-graph's stand in the way: use another database",
        ) from error


def _again(action: Callable[[], object], worth_it: Callable[[DatabaseError], bool], *, tries: int) -> None:
    for attempt in range(tries):
        try:
            action()
            return
        except DatabaseError as error:
            if attempt == tries - 1 or not worth_it(error):
                raise
        time.sleep(random.uniform(0.5, 1.0) * 0.05 * 2**attempt)


def _is_race(error: DatabaseError) -> bool:
    code = getattr(error.__cause__, "code", None) or ""
    return code in _RACES or code.startswith("Neo.TransientError.")
