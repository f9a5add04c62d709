"""What is kept about an instance, in files that only their owner can read."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal

from peek_graph.errors import ServerStartFailed
from peek_graph.settings import connection_file


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """An instance: how to get in, which Neo4j opened its data last, and the process (None when stopped cleanly).

    ``pid`` is a hint only: see `process.find`.
    """

    uri: str
    user: str
    password: str
    http: str
    version: str
    pid: int | None = None

    @property
    def browser(self) -> str:
        """Address of Neo4j Browser."""
        return f"{self.http}/browser/"

    @property
    def bolt_port(self) -> int:
        """Port of ``uri``."""
        return int(self.uri.rpartition(":")[2])

    @property
    def http_port(self) -> int:
        """Port of ``http``."""
        return int(self.http.rpartition(":")[2])

    def __repr__(self) -> str:
        shown = f"uri={self.uri!r}, user={self.user!r}, password='…', http={self.http!r}, version={self.version!r}"
        return f"ServerRecord({shown}, pid={self.pid})"


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """An instance as it is now. ``absent``: never made. ``started_at`` in seconds since 1970, ``memory`` in bytes."""

    instance: str
    state: Literal["running", "starting", "stopped", "absent"]
    folder: Path
    version: str | None = None
    uri: str | None = None
    http: str | None = None
    pid: int | None = None
    started_at: float | None = None
    memory: int | None = None


def make_private(folder: Path) -> None:
    """Make ``folder`` and what is missing above it, for its owner only, whatever the umask is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)


def read_record(instance: str) -> ServerRecord | None:
    """The record of ``instance``; None when it has none."""
    file = connection_file(instance)
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return ServerRecord(**{field.name: stored[field.name] for field in fields(ServerRecord)})
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise ServerStartFailed(
            f"{file} cannot be read: {type(error).__name__}: {error}",
            f"bring it back from a backup, or move {file.parent} away to begin with an empty Neo4j",
        ) from error


def write_record(instance: str, record: ServerRecord) -> None:
    """Replace the record as a whole: a reader sees the old or the new one."""
    file = connection_file(instance)
    make_private(file.parent)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".connection-")
    temporary = Path(name)
    try:
        temporary.chmod(0o600)  # as it was made, but for a umask that takes from the owner too
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(asdict(record), stream, indent=2)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
