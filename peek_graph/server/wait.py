"""Waiting for a server as long as it lives and works."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

from peek_graph.errors import AuthenticationFailed, ServerStartFailed
from peek_graph.server.logs import Logs
from peek_graph.server.probe import ask
from peek_graph.server.state import ServerRecord

_POLL_SECONDS = 0.2
_SAY_SECONDS = 1.0
_QUIET_SECONDS = 180.0
_REFUSED_SECONDS = 3.0  # users are not known before the system database is open
_BUSY_CPU_SECONDS = 10.0


class Vitals:
    """Signs of life: growing logs, or more CPU time than a JVM spends on nothing."""

    def __init__(self, process: psutil.Process, logs: Logs) -> None:
        self._process = process
        self._logs = logs
        self._seen = self._look()
        self._at = time.monotonic()

    def quiet_for(self) -> float:
        """Seconds since the last sign of life."""
        cpu, written = self._look()
        if written != self._seen[1] or cpu - self._seen[0] > _BUSY_CPU_SECONDS:
            self._seen = (cpu, written)
            self._at = time.monotonic()
        return time.monotonic() - self._at

    def _look(self) -> tuple[float, int]:
        try:
            times = self._process.cpu_times()
        except psutil.Error:
            return 0.0, 0
        return times.user + times.system, sum(self._logs.size(name) for name in ("neo4j", "console", "debug"))


def wait_ready(
    process: psutil.Process, record: ServerRecord, logs: Logs, say: Callable[[str], None], timeout: float | None = None
) -> None:
    """Return when the server runs queries; ``say`` is told about once a second what is waited for.

    There is no limit of time unless ``timeout`` (seconds) sets one: recovery after a crash takes as long as it takes.
    A server that ends, or shows no sign of life for minutes, raises ServerStartFailed or what the logs make of it.
    """
    began = said = time.monotonic()
    vitals = Vitals(process, logs)
    refused_since: float | None = None
    while True:
        answer = ask(process, record)
        if answer.state == "ready":
            return
        refused_since = (refused_since or time.monotonic()) if answer.state == "refused" else None
        if refused_since is not None and time.monotonic() - refused_since > _REFUSED_SECONDS:
            raise AuthenticationFailed(
                f"Neo4j is up at {record.uri} but refuses the password that peek-graph keeps for user {record.user!r}",
                "if you changed it, write the new one into connection.json in the instance's folder",
            )
        if not is_alive(process):
            raise logs.failure("ended while it started", record.version)
        now = time.monotonic()
        if timeout is not None and now - began > timeout:
            raise ServerStartFailed(
                f"Neo4j {record.version} is not ready after {timeout:g} seconds: {logs.activity() or answer.what}",
                "it goes on starting; `peek-graph up` waits for it again, `peek-graph down` stops it",
            )
        if vitals.quiet_for() > _QUIET_SECONDS:
            raise logs.failure(f"shows no sign of life for {_QUIET_SECONDS:g} seconds ({answer.what})", record.version)
        if now - said > _SAY_SECONDS:
            said = now
            say(f"Neo4j {record.version} is starting, {now - began:.0f} s: {logs.activity() or answer.what}")
        time.sleep(_POLL_SECONDS)


def is_alive(process: psutil.Process) -> bool:
    """Whether it still runs; one that ended and waits for its parent does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
