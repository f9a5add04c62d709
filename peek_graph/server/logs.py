"""What a server wrote about itself."""

from __future__ import annotations

import json
import re
from collections import deque
from pathlib import Path
from typing import Literal

from peek_graph.errors import PeekGraphError, ServerDataTooNew, ServerStartFailed

LogName = Literal["neo4j", "console", "debug"]

_READ = 200_000
_APPENDED: tuple[LogName, ...] = ("neo4j", "debug")
_JDK_CHATTER = re.compile(r"^WARNING: |^\s*$")
_STEP = re.compile(
    r"(?P<begun>Recovery required)|(?P<percent>\d+)% completed|(?P<ended>Recovery in '\w+' mode completed)"
)
_PORT_TAKEN = re.compile(r"Address already in use|BindException|PortBindException", re.IGNORECASE)
_DISK_FULL = re.compile(r"No space left on device|not enough space on the disk|Disk quota exceeded", re.IGNORECASE)
_TOO_NEW = re.compile(
    r"UnsupportedLogVersion|Unknown store version|store version .{0,80}(newer|not supported|unsupported)"
    r"|newer version of (the )?(database|Neo4j)"
    r"|StoreVersion.{0,200}not (recognised|recognized|supported)|KernelVersion.{0,120}(unknown|not)|downgrade",
    re.IGNORECASE,
)
_STOPPED = re.compile(r"shutdown initiated by request")
_ERROR = re.compile(r"^\S+ \S+ ERROR ", re.MULTILINE)
_LOCKED = re.compile(r"Lock file has been locked by another process", re.IGNORECASE)


class PortTaken(ServerStartFailed):
    """A port was taken between choosing and binding it."""


class Logs:
    """The log files of one Neo4j home, and what was added to them since the last start."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "logs"
        self._marks = self._folder / "start.json"

    def mark_start(self) -> None:
        """Remember how long the logs are now, also for other processes that wait for the same server."""
        self._marks.write_text(json.dumps({name: self.size(name) for name in _APPENDED}), encoding="utf-8")

    def path(self, name: LogName) -> Path:
        """Where the log is: ``console`` is what the process printed since its start."""
        return self._folder / f"{name}.log"

    def size(self, name: LogName) -> int:
        """Bytes in the log; 0 when there is none."""
        try:
            return self.path(name).stat().st_size
        except FileNotFoundError:
            return 0

    def tail(self, count: int, name: LogName = "neo4j") -> tuple[str, ...]:
        """The last lines of a log, oldest first."""
        try:
            with self.path(name).open(encoding="utf-8", errors="replace") as file:
                return tuple(line.rstrip("\r\n") for line in deque(file, maxlen=count))
        except FileNotFoundError:
            return ()

    def activity(self) -> str | None:
        """The long work that goes on by the debug log: recovery after a crash."""
        steps = deque(_STEP.finditer(self._since("debug")), maxlen=1)
        if not steps or steps[0]["ended"]:
            return None
        return f"recovering after a crash, {steps[0]['percent'] or 0} % done"

    def failure(self, reason: str, version: str) -> PeekGraphError:
        """The error for a start that failed for ``reason``, by what the logs say."""
        console = [line for line in self._since("console").splitlines() if not _JDK_CHATTER.search(line)]
        said = "\n".join([*self._since("neo4j").splitlines()[-15:], *console[-15:]])
        everything = f"{said}\n{self._since('debug')}"
        if _PORT_TAKEN.search(everything):
            return PortTaken(f"Neo4j {version} found its port taken", "run `peek-graph up` again")
        if _DISK_FULL.search(everything):
            return ServerStartFailed(
                f"Neo4j {version} cannot write: the disk of {self._folder.parent} is full",
                "free some space and run `peek-graph up` again",
            )
        if _TOO_NEW.search(everything):
            return ServerDataTooNew(
                f"the data in {self._folder.parent} is of a Neo4j newer than {version}",
                "name that version with --version, or use another --instance",
            )
        # It says the same when it gives up by itself, as on a heap larger than the machine; then an error stands above.
        if _STOPPED.search(said) and not _ERROR.search(said):
            return ServerStartFailed(f"Neo4j {version} was stopped while it started", "run `peek-graph up` again")
        if _LOCKED.search(everything):
            return ServerStartFailed(
                f"the data in {self._folder.parent} is in use by another process",
                "stop the other Neo4j that has this folder open",
            )
        return ServerStartFailed(
            f"Neo4j {version} {reason}; it last said:\n{said or '(nothing)'}",
            f"`peek-graph server logs` shows more, {self.path('debug')} all",
        )

    def _since(self, name: LogName) -> str:
        """What was written since the start, the last part of it if that is much."""
        try:
            marks = json.loads(self._marks.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            marks = {}
        start = max(marks.get(name, 0), self.size(name) - _READ)
        try:
            with self.path(name).open("rb") as file:
                file.seek(start if start <= self.size(name) else 0)  # a rotated log begins again
                return file.read().decode("utf-8", errors="replace")
        except FileNotFoundError:
            return ""
