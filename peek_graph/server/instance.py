"""A local Neo4j as a managed process: one folder, one process, one record for each named instance."""

from __future__ import annotations

import errno
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from peek_graph.artifacts import Report, lock_names, resolve
from peek_graph.errors import InvalidValue, ServerDataTooNew, ServerNotRunning, ServerStartFailed
from peek_graph.server import process as processes
from peek_graph.server.command import forget_password, server_command, set_initial_password
from peek_graph.server.config import choose_memory, write_config
from peek_graph.server.java import find_java
from peek_graph.server.logs import LogName, Logs, PortTaken
from peek_graph.server.ports import HOST, free_port
from peek_graph.server.probe import is_open
from peek_graph.server.state import ServerRecord, ServerStatus, make_private, read_record, write_record
from peek_graph.server.wait import is_alive, wait_ready
from peek_graph.settings import DEFAULT_INSTANCE, ServerSettings, instance_dir

Say = Callable[[str], None]

_PORT_TRIES = 4
_LEAST_ROOM = 100_000_000
_INTERRUPTED_STOP_SECONDS = 30.0
_LOCK_PREFIX = "neo4j-"


def versions() -> tuple[str, ...]:
    """The Neo4j versions that can be started, newest first; the first is what a new instance gets."""
    found = (name.removeprefix(_LOCK_PREFIX) for name in lock_names() if name.startswith(_LOCK_PREFIX))
    return tuple(sorted(found, key=_order, reverse=True))


class LocalServer:
    """The managed Neo4j called ``instance``. Objects are cheap and hold nothing: all state is in the folder."""

    def __init__(self, instance: str = DEFAULT_INSTANCE, settings: ServerSettings | None = None) -> None:
        self.instance = instance
        self.settings = settings or ServerSettings()
        # Resolved, since the home's path in a command line is how its process is known.
        self.folder = instance_dir(instance).resolve()
        self.home = self.folder / "neo4j"
        self.logs = Logs(self.home)

    def up(
        self, *, download: Report | None = None, say: Say | None = None, timeout: float | None = None
    ) -> ServerRecord:
        """Start the server if it is not up, wait until it runs queries, and tell how to get in.

        ``download`` is told of downloads, ``say`` what is waited for. Several calls at once, from any processes, end
        with one server. ``timeout`` (seconds) limits the wait for readiness; a server that is not ready by then is left
        to go on. Ctrl-C stops the server if this call started it.
        """
        say = say or _silent
        avoid: set[int] = set()
        while True:
            with self._starting(say):
                found = self._running()
                with self._stopped_if_interrupted(found is None, say):
                    process, record = found or self._start(avoid, download, say)
            try:
                with self._stopped_if_interrupted(found is None, say):
                    wait_ready(process, record, self.logs, say, timeout)
            except PortTaken:
                avoid |= {record.bolt_port, record.http_port}
                if len(avoid) >= 2 * _PORT_TRIES:
                    raise
                say("its port was taken by another program; trying others")
            except ServerStartFailed:
                # A killed server is still seen for a moment, and may even have been the one that was found.
                if found is None or is_alive(process):
                    raise
                say("the server that was there has ended; starting it again")
            else:
                return record

    def down(self, *, timeout: float = 180.0) -> bool:
        """Stop the server cleanly; False if none ran. After ``timeout`` seconds it is killed: ServerStopFailed."""
        running = self._running()
        if running is None and self.folder.is_dir():
            with self._starting(_silent):  # somebody may be about to start it
                running = self._running()
        if running is None:
            return False
        process, _ = running
        processes.stop(process, timeout)
        with self._starting(_silent):
            record = read_record(self.instance)
            if record and record.pid == process.pid:  # else somebody started the next one already
                write_record(self.instance, replace(record, pid=None))
        return True

    def status(self) -> ServerStatus:
        """How the instance is now; does not wait."""
        record = read_record(self.instance)
        if record is None:
            return ServerStatus(self.instance, "absent", self.folder)
        process = processes.find(self.home, record.pid)
        stopped = ServerStatus(self.instance, "stopped", self.folder, record.version)
        if process is None:
            return stopped
        try:
            return ServerStatus(
                self.instance,
                "running" if is_open(process, record) else "starting",
                self.folder,
                record.version,
                record.uri,
                record.http,
                process.pid,
                process.create_time(),
                process.memory_info().rss,
            )
        except psutil.NoSuchProcess:  # it ended just now
            return stopped

    def record(self) -> ServerRecord:
        """How to get into the running server; raises ServerNotRunning."""
        running = self._running()
        if running is None:
            raise ServerNotRunning(f"the local Neo4j {self.instance!r} is not running", "run `peek-graph up`")
        return running[1]

    def log_tail(self, count: int = 50, name: LogName = "neo4j") -> tuple[str, ...]:
        """The last lines of a log, oldest first: ``neo4j``, ``console`` (Java's own words) or ``debug``."""
        return self.logs.tail(count, name)

    @contextmanager
    def _stopped_if_interrupted(self, started_here: bool, say: Say) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            # Found anew: it may have been started a moment ago, and its process not be known here yet.
            process = processes.find(self.home, None) if started_here else None
            if process is not None:
                say("stopping the Neo4j that was starting")
                processes.stop(process, _INTERRUPTED_STOP_SECONDS)
            raise

    def _running(self) -> tuple[psutil.Process, ServerRecord] | None:
        record = read_record(self.instance)
        process = processes.find(self.home, record.pid) if record else None
        if record is None or process is None:
            return None
        wanted = self.settings.version
        if wanted is not None and wanted != record.version:
            raise ServerStartFailed(
                f"the local Neo4j {self.instance!r} runs version {record.version}, not {wanted}",
                "stop it with `peek-graph down` first, or use another --instance",
            )
        return process, replace(record, pid=process.pid)

    def _start(self, avoid: set[int], download: Report | None, say: Say) -> tuple[psutil.Process, ServerRecord]:
        """Prepare everything and start the process; holds the lock."""
        record = read_record(self.instance)
        version = self._choose_version(record)
        java = find_java(self.settings.java_home)
        jars = resolve(f"{_LOCK_PREFIX}{version}", download)
        with _disk_errors(self.folder):
            self._check_data(record)
            bolt = free_port([self.settings.bolt_port, *([record.bolt_port] if record else [])], avoid)
            http = free_port([self.settings.http_port, *([record.http_port] if record else [])], {*avoid, bolt})
            password = record.password if record else new_password()
            record = ServerRecord(f"bolt://{HOST}:{bolt}", "neo4j", password, f"http://{HOST}:{http}", version)
            make_private(self.home)
            forget_password(self.home)
            # Before the data gets the password, and before a newer version may convert the data.
            write_record(self.instance, record)
            memory = choose_memory(self.settings)
            write_config(self.home, version, bolt, http, memory)
            if not self._has_databases() and not (self.home / "data" / "dbms" / "auth.ini").exists():
                say("making a new Neo4j instance")
                set_initial_password(java, jars, self.home, password)
            self.logs.mark_start()
            command = server_command(java, jars, self.home, version, memory)
            process = processes.start(command, self.home, self.logs.path("console"))
            record = replace(record, pid=process.pid)
            write_record(self.instance, record)
        return process, record

    def _choose_version(self, record: ServerRecord | None) -> str:
        known = versions()
        wanted = self.settings.version
        if wanted is not None and wanted not in known:
            raise InvalidValue(f"Neo4j version {wanted!r} cannot be started", f"choose one of {', '.join(known)}")
        if record is None:
            return wanted or known[0]
        # Data is converted to a newer version only when that is asked for, or when its own is no longer carried.
        version = wanted or (record.version if record.version in known else known[0])
        if _order(version) < _order(record.version):
            raise ServerDataTooNew(
                f"Neo4j {record.version} wrote the data of instance {self.instance!r}; {version} cannot read it",
                f"use {record.version} or newer, or another --instance",
            )
        return version

    def _check_data(self, record: ServerRecord | None) -> None:
        if record is None and self._has_databases():
            raise ServerStartFailed(
                f"{self.home} has data, but its connection.json with the password is gone",
                f"bring the file back, or move {self.folder} away to begin with an empty Neo4j",
            )
        make_private(self.folder)
        free = shutil.disk_usage(self.folder).free
        if free < _LEAST_ROOM:
            raise OSError(errno.ENOSPC, f"{free / 1e6:.0f} MB free")

    def _has_databases(self) -> bool:
        return (self.home / "data" / "databases" / "system").exists()

    @contextmanager
    def _starting(self, say: Say) -> Iterator[None]:
        """One process at a time prepares and starts this instance."""
        with _disk_errors(self.folder):
            make_private(self.folder)
            lock = FileLock(self.folder / "up.lock", mode=0o600)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                say("another peek-graph is starting it; waiting")
                lock.acquire()
        try:
            yield
        finally:
            lock.release()


@contextmanager
def _disk_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ServerStartFailed(
                f"no room on the disk of {folder}: {error.strerror}", "free some space, or move PEEK_GRAPH_HOME"
            ) from error
        raise ServerStartFailed(f"cannot use {folder}: {error}", "make the folder readable and writable") from error


def new_password() -> str:
    """Random, and of letters and digits alone: Neo4j's tool takes a leading ``-`` for an option."""
    return secrets.token_hex(20)


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _silent(_message: str) -> None:
    return None
