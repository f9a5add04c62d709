"""What waits, in a file, so that it outlives the process."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from filelock import FileLock, Timeout

from peek_graph.agent.feeding.observation import Batch, Observation
from peek_graph.agent.feeding.spool_lines import done_event, join_event, line_of, read_lines, take_event
from peek_graph.errors import InvalidValue

_MODE: Final = 0o600  # observations are nobody else's


class Spool:
    """JSON lines, one an event: an observation came, some were joined, some are done.

    A lock file beside it keeps a second feed out; the lock goes with the process, however that ends. ``left`` is what
    another process did not come to, in batches as it tried them. Lines that cannot be read are moved to a file
    beside it, ``….damaged``, and are in ``damaged``; a last line without its end was never acknowledged: it is dropped.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = Path(path)
        try:
            if self.path.is_dir():
                raise self._unusable("it is a folder")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Whoever closes may be another thread than the one that opened.
            self._lock = FileLock(f"{self.path}.lock", mode=_MODE, thread_local=False)
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise InvalidValue(
                f"the spool {self.path} is in use by another feed",
                "give each feed a spool of its own, or close that one",
            ) from error
        except (OSError, ValueError) as error:  # ValueError: NUL in the name
            raise self._unusable(error) from error
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            self.left, self.damaged = read_lines(data)
            if data:
                self._rewrite()
            self._file: IO[bytes] = self.path.open("ab")
            self.path.chmod(_MODE)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, OSError):
                raise self._unusable(error) from error
            raise
        self._live = {part.id for batch in self.left for part in batch.parts}

    def add(self, one: Observation) -> None:
        """Keep an observation; InvalidValue if the file cannot be written: then it was not taken."""
        self._write(take_event(one))
        self._live.add(one.id)

    def join(self, batch: Batch) -> None:
        """Keep which observations are told as one, before they are: tried again it has to be the same request."""
        if len(batch.parts) > 1:
            self._write(join_event(batch))

    def done(self, batch: Batch) -> None:
        """A batch need not be told again."""
        self._live -= {part.id for part in batch.parts}
        if self._live:
            self._write(done_event(batch))
        else:
            self._emptied()

    def give_up(self, batch: Batch) -> None:
        """Move a batch to a file beside it, ``….given-up``, whose lines can be put back by hand."""
        try:
            with self.path.with_name(f"{self.path.name}.given-up").open("ab") as file:
                os.fchmod(file.fileno(), _MODE)
                file.writelines(line_of(take_event(part)) for part in batch.parts)
        except OSError as error:
            raise self._unusable(error) from error
        self.done(batch)

    def close(self) -> None:
        """Let others have it."""
        self._file.close()
        self._lock.release()

    def _rewrite(self) -> None:
        """Only what is left, on whole lines."""
        if self.damaged:
            with self.path.with_name(f"{self.path.name}.damaged").open("a", encoding="utf-8") as damaged:
                os.fchmod(damaged.fileno(), _MODE)
                damaged.writelines(f"{line}\n" for line in self.damaged)
        new = self.path.with_name(f"{self.path.name}.new")
        new.touch(_MODE)
        with new.open("wb") as file:
            for batch in self.left:
                file.writelines(line_of(take_event(part)) for part in batch.parts)
                file.write(line_of(join_event(batch)))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)

    def _write(self, event: Mapping[str, Any]) -> None:
        start = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(line_of(event))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            # What was written of the line must not stand before the next one. What is still in Python's buffer, too.
            with contextlib.suppress(OSError):
                self._file.close()
            with contextlib.suppress(OSError):
                os.truncate(self.path, start)
            self._file = self.path.open("ab")
            raise self._unusable(error) from error

    def _emptied(self) -> None:
        try:
            self._file.truncate(0)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, why: Exception | str) -> InvalidValue:
        said = why.strerror if isinstance(why, OSError) and why.strerror else why
        return InvalidValue(
            f"the spool {self.path} cannot be used: {said}", "name a file in a folder that you may write"
        )
