"""The server's process: found, started, stopped. A process that is not ours is never touched."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil

from peek_graph.errors import ServerStopFailed
from peek_graph.server.command import PRIVATE_UMASK, environment, home_argument

_MAIN_CLASSES = ("org.neo4j.server.Neo4jCommunity", "org.neo4j.server.CommunityEntryPoint")
_KILL_SECONDS = 30
_WINDOWS_FLAGS = 0x0800_0200 if sys.platform == "win32" else 0  # CREATE_NO_WINDOW, CREATE_NEW_PROCESS_GROUP


class _Detached(subprocess.Popen[bytes]):
    """A child that outlives this process on purpose, so that its running on deserves no warning."""

    def __del__(self) -> None:
        return


def find(home: Path, pid: int | None) -> psutil.Process | None:
    """The process that serves ``home``, known by its command line: first at ``pid``, then anywhere.

    A number in a file may belong to somebody else by now, or be missing when the one who started the server was
    killed before it could write it down.
    """
    if pid is not None:
        try:
            process = psutil.Process(pid)
        except (psutil.Error, ValueError, OverflowError):
            process = None
        if process is not None and serves(process, home):
            return process
    return next((process for process in psutil.process_iter() if serves(process, home)), None)


def serves(process: psutil.Process, home: Path) -> bool:
    """Whether ``process`` is alive and is the Neo4j of ``home``."""
    try:
        words = process.cmdline()
    except psutil.Error:  # gone, a zombie, or another user's
        return False
    return home_argument(home) in words and any(name in words for name in _MAIN_CLASSES)


def start(command: Sequence[str], home: Path, console: Path) -> psutil.Process:
    """Run ``command`` so that it outlives this process and its terminal; what it prints goes to ``console``."""
    with console.open("wb") as output:
        child = _Detached(
            command,
            cwd=home,
            env=environment(home),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            umask=PRIVATE_UMASK,
            start_new_session=sys.platform != "win32",
            creationflags=_WINDOWS_FLAGS,
        )
    return psutil.Process(child.pid)


def stop(process: psutil.Process, timeout: float) -> None:
    """Ask ``process`` to end and wait; kill it after ``timeout`` seconds, and say so by ServerStopFailed."""
    try:
        # On Windows this ends it at once: there is no way to ask a process without a console. Neo4j recovers.
        process.terminate()
        process.wait(timeout)
    except psutil.NoSuchProcess:
        return
    except psutil.TimeoutExpired:
        process.kill()
        try:
            process.wait(_KILL_SECONDS)
        except psutil.TimeoutExpired as error:
            raise ServerStopFailed(f"Neo4j (process {process.pid}) cannot be ended", "restart the machine") from error
        raise ServerStopFailed(
            f"Neo4j did not stop within {timeout:g} seconds and was killed",
            "nothing that was committed is lost; the next `peek-graph up` recovers it, which may take longer",
        ) from None
