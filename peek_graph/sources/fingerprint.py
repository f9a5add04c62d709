"""A file's bytes: opened without ever blocking, bounded in size, hashed."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from peek_graph.errors import SourceEmpty, SourceError, SourceNotFound, SourceTooLarge, SourceUnreadable

_CHUNK = 1 << 20
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """``source_hash`` is the hex SHA-256 of the bytes, ``size`` in bytes, ``mtime`` in seconds since 1970."""

    source_hash: str
    size: int
    mtime: float


def fingerprint(path: Path, max_bytes: int) -> Fingerprint:
    """Hash a file as a stream; SourceError subclasses say why it cannot be."""
    digest, size, mtime = hashlib.sha256(), 0, 0.0
    for chunk, mtime in _chunks(path, max_bytes):  # noqa: B007  the last one counts
        digest.update(chunk)
        size += len(chunk)
    return Fingerprint(digest.hexdigest(), size, mtime)


def read_bytes(path: Path, max_bytes: int) -> tuple[bytes, Fingerprint]:
    """A file's bytes and the fingerprint of exactly these, whatever happens to the file meanwhile."""
    chunks, mtime = [], 0.0
    for chunk, mtime in _chunks(path, max_bytes):  # noqa: B007  the last one counts
        chunks.append(chunk)
    data = b"".join(chunks)
    return data, Fingerprint(hashlib.sha256(data).hexdigest(), len(data), mtime)


def refusal_of(path: str | Path, error: OSError) -> SourceError:
    """The one place where an operating system's error becomes a refusal."""
    name = show(path)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return SourceNotFound(f"{name} is not there", "check the name; a file that was removed is left out")
    if isinstance(error, PermissionError):
        return SourceUnreadable(f"{name} may not be read: permission denied", "allow reading it, as with chmod u+r")
    if error.errno == errno.ELOOP:
        return SourceUnreadable(f"{name} is a loop of links", "remove the link")
    return SourceUnreadable(f"{name} cannot be read: {error.strerror or error}", "see that it can be opened")


def show(path: str | Path) -> str:
    """A path for a message: as it is where it prints, else with escapes."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def _chunks(path: Path, max_bytes: int) -> Iterator[tuple[bytes, float]]:
    size = 0
    try:
        _refuse_irregular(path, path.stat())  # before opening, which alone can wake a device
        # A pipe put in the file's place since then would block an ordinary open.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        with os.fdopen(os.open(path, flags), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            _refuse_irregular(path, status)
            if status.st_size > max_bytes:
                raise _too_large(path, status.st_size, max_bytes)
            while chunk := file.read(_CHUNK):
                size += len(chunk)
                if size > max_bytes:
                    raise _too_large(path, size, max_bytes)
                yield chunk, status.st_mtime
    except OSError as error:
        raise refusal_of(path, error) from error
    except ValueError as error:  # a NUL in the name
        raise SourceNotFound(f"{show(path)} is no file name", "check the name") from error
    if not size:
        raise SourceEmpty(f"{show(path)} is empty", "leave it out, or fill it")


def _refuse_irregular(path: Path, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    kind = next((name for test, name in _KINDS if test(status.st_mode)), "no regular file")
    raise SourceUnreadable(f"{show(path)} is {kind}", "name a regular file")


def _too_large(path: Path, size: int, max_bytes: int) -> SourceTooLarge:
    return SourceTooLarge(
        f"{show(path)} has {size:,} bytes or more; the limit is {max_bytes:,}",
        "split it, or raise sources.max_bytes in peek-graph.toml",
    )
