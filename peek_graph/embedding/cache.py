"""Vectors already computed, kept in a file so that no text is embedded twice on this machine."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from peek_graph.embedding.base import Vector
from peek_graph.embedding.cache_file import CacheFile
from peek_graph.settings import cache_dir

# The number rises when the same embedder's name comes to mean other vectors (prefixes, pooling, normalisation).
_FILE = "vectors-1.sqlite3"
_MAX_BYTES = 2_000_000_000
_KEPT_SHARE = 0.9  # after eviction, so that not every write evicts
_ASKED_AT_ONCE = 500  # SQLite's oldest limit of parameters is 999
_USED_GRAIN_SECONDS = 24 * 3600  # reading writes at most once a day for one vector

_Result = TypeVar("_Result")


class VectorCache:
    """Vectors by embedder, dimensions and SHA-256 of the text as embedded; several processes may share the file.

    It never raises for trouble with the file: it forgets, and ``unavailable_reason`` says why. A corrupt file is set
    aside and begun anew. Above ``max_bytes`` what was not used for longest goes.
    """

    def __init__(self, path: Path | None = None, max_bytes: int = _MAX_BYTES) -> None:
        self._file = CacheFile(path or cache_dir() / "embedding" / _FILE)
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self.unavailable_reason: str | None = None

    def __enter__(self) -> VectorCache:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def get(self, embedder: str, dimensions: int, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors known for ``texts``, by text."""
        by_digest = {_digest(text): text for text in texts}
        nothing: dict[bytes, Vector] = {}
        found = self._tried(lambda database: _read(database, embedder, dimensions, list(by_digest)), nothing)
        return {by_digest[digest]: vector for digest, vector in found.items()}

    def put(self, embedder: str, dimensions: int, vectors: Mapping[str, Vector]) -> None:
        """Keep ``vectors``, given by text, in one transaction."""
        now = int(time.time())
        rows = [
            (embedder, dimensions, _digest(text), now, np.asarray(vector, dtype="<f4").tobytes())
            for text, vector in vectors.items()
        ]

        def write(database: sqlite3.Connection) -> None:
            with _transaction(database):
                database.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?, ?)", rows)
                _evict(database, self._max_bytes)

        if rows:
            self._tried(write, None)

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            self._file.close()

    def _tried(self, action: Callable[[sqlite3.Connection], _Result], otherwise: _Result) -> _Result:
        with self._lock:
            if self.unavailable_reason is not None:
                return otherwise
            try:
                try:
                    return action(self._file.connection())
                except sqlite3.DatabaseError as error:
                    if not self._file.set_aside_if_corrupt(error):
                        raise
                    return action(self._file.connection())
            except (sqlite3.Error, OSError) as error:
                self.unavailable_reason = f"vectors are not kept: {self._file.path}: {error}"
                self._file.close()
                return otherwise


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _read(
    database: sqlite3.Connection, embedder: str, dimensions: int, digests: Sequence[bytes]
) -> dict[bytes, Vector]:
    found: dict[bytes, Vector] = {}
    unused: list[tuple[int, str, int, bytes]] = []
    now = int(time.time())
    for start in range(0, len(digests), _ASKED_AT_ONCE):
        asked = digests[start : start + _ASKED_AT_ONCE]
        marks = ",".join("?" * len(asked))
        rows = database.execute(
            f"SELECT digest, used, data FROM vector WHERE embedder = ? AND dimensions = ? AND digest IN ({marks})",
            (embedder, dimensions, *asked),
        )
        for digest, used, data in rows:
            if len(data) != 4 * dimensions:
                continue
            found[digest] = np.frombuffer(data, dtype="<f4").astype(np.float32)
            if used < now - _USED_GRAIN_SECONDS:
                unused.append((now, embedder, dimensions, digest))
    if unused:
        with _transaction(database):
            database.executemany(
                "UPDATE vector SET used = ? WHERE embedder = ? AND dimensions = ? AND digest = ?", unused
            )
    return found


def _evict(database: sqlite3.Connection, max_bytes: int) -> None:
    # What is deleted leaves free pages, which the next rows fill: the file stays as it is and need not be rewritten.
    page, pages, free = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
    )
    size = page * (pages - free)
    if size <= max_bytes:
        return
    rows = database.execute("SELECT count(*) FROM vector").fetchone()[0]
    surplus = max(1, round(rows * (1 - _KEPT_SHARE * max_bytes / size)))
    database.execute(
        "DELETE FROM vector WHERE rowid IN (SELECT rowid FROM vector ORDER BY used, rowid LIMIT ?)", (surplus,)
    )


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    # IMMEDIATE: a lock taken late, while another process writes, fails at once whatever the timeout is.
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if database.in_transaction:  # a full disk has rolled back by itself
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
