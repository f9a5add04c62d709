"""Which files were hashed and found right, so that a warm start reads sizes and times only."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from peek_graph.artifacts.lock import LockedFile
from peek_graph.settings import cache_dir


def matches(path: Path, locked: LockedFile) -> bool:
    """Whether the file at ``path`` is the locked one, by size first and then by SHA-256 of all its bytes."""
    try:
        if path.stat().st_size != locked.size:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == locked.sha256
    except FileNotFoundError:
        return False


class VerifiedFiles:
    """Remembers size, modification time and SHA-256 of files that were right; a file touched since is hashed anew."""

    def __init__(self) -> None:
        self._file = cache_dir() / "verified-artifacts.json"
        self._known = self._read()
        self._added: dict[str, list[int | str]] = {}

    def check(self, path: Path, locked: LockedFile) -> bool:
        """Whether ``path`` is the locked file; a missing one is not."""
        try:
            stamp = _stamp(path, locked)
        except FileNotFoundError:
            return False
        if stamp[0] == locked.size and self._known.get(str(path)) == stamp:
            return True
        if not matches(path, locked):
            return False
        self._added[str(path)] = stamp
        return True

    def save(self) -> None:
        """Keep what was learned. Two processes at once may lose each other's notes: a hash more, not a mistake."""
        if not self._added:
            return
        # A memory that cannot be kept (read-only or full disk) must not stop what it only makes faster.
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            known = {**self._read(), **self._added}
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=self._file.name)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(known, file)
                Path(name).replace(self._file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def _read(self) -> Mapping[str, list[int | str]]:
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _stamp(path: Path, locked: LockedFile) -> list[int | str]:
    stat = path.stat()
    return [stat.st_size, stat.st_mtime_ns, locked.sha256]
