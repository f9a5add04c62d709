"""The file behind the vector cache: opened by many processes, and begun anew when it is damaged."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from filelock import FileLock

_BUSY_SECONDS = 20
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_WAL_BYTES = 16_000_000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS vector (
    embedder TEXT NOT NULL, dimensions INTEGER NOT NULL, digest BLOB NOT NULL,
    used INTEGER NOT NULL, data BLOB NOT NULL,
    UNIQUE (embedder, dimensions, digest)
);
CREATE INDEX IF NOT EXISTS vector_used ON vector (used);
"""


class CacheFile:
    """One connection to the SQLite file at ``path``, for one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._inode: int | None = None

    def connection(self) -> sqlite3.Connection:
        """The open connection; raises sqlite3.Error or OSError if there can be none."""
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # vectors tell about their texts
            self._inode = self._present_inode()
            opened = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                opened.execute("PRAGMA journal_mode = WAL")
                opened.execute("PRAGMA synchronous = NORMAL")  # power loss may cost the last vectors, never the file
                opened.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
                opened.executescript(_SCHEMA)
            except BaseException:
                opened.close()
                raise
            self._connection = opened
            self._inode = self._present_inode()
        return self._connection

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):  # a damaged file may refuse its last checkpoint
                self._connection.close()
            self._connection = None

    def set_aside_if_corrupt(self, error: sqlite3.Error) -> bool:
        """Whether ``error`` tells of damage; then the file was renamed to ``….damaged`` and a new one may be begun.

        Of several processes that see the damage one renames; the others find another file in its place and use it.
        """
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:  # the low byte is the kind, the rest details
            return False
        self.close()
        with FileLock(f"{self.path}.lock", timeout=_BUSY_SECONDS):
            if self._present_inode() == self._inode:
                with contextlib.suppress(FileNotFoundError):
                    self.path.replace(f"{self.path}.damaged")
                for suffix in ("-wal", "-shm"):  # they belong to the file set aside, and would damage the new one
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        return True

    def _present_inode(self) -> int | None:
        try:
            return self.path.stat().st_ino
        except FileNotFoundError:
            return None
