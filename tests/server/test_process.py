"""With stand-ins that look like the server by their command line, since that is what counts."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from peek_graph.errors import ServerStopFailed
from peek_graph.server import process as processes
from peek_graph.server.command import home_argument, main_class

SLEEP = "print(1, flush=True); import time; time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEP
Spawn = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    made: list[subprocess.Popen[bytes]] = []

    def run(*words: str, code: str = SLEEP) -> subprocess.Popen[bytes]:
        child = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE)
        made.append(child)
        assert child.stdout is not None
        assert child.stdout.readline()
        return child

    yield run
    for child in made:
        child.kill()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()


def test_the_server_is_found_by_pid_and_without_it(tmp_path: Path, spawn: Spawn) -> None:
    child = spawn(main_class("2026.08.1"), home_argument(tmp_path))
    for hint in (child.pid, None, 1, 2**31 - 1, -5):
        found = processes.find(tmp_path, hint)
        assert found is not None
        assert found.pid == child.pid


def test_other_processes_are_not_it(tmp_path: Path, spawn: Spawn) -> None:
    other_home = spawn(main_class("5.26.30"), home_argument(tmp_path / "other"))
    other_program = spawn("org.example.Main", home_argument(tmp_path))
    longer = spawn(main_class("5.26.30"), f"{home_argument(tmp_path)}-2")
    for child in (other_home, other_program, longer):
        assert processes.find(tmp_path, child.pid) is None


def test_a_dead_child_is_not_it(tmp_path: Path, spawn: Spawn) -> None:
    child = spawn(main_class("2026.08.1"), home_argument(tmp_path))
    child.kill()
    while psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    assert processes.find(tmp_path, child.pid) is None


def test_stop_asks_first(spawn: Spawn) -> None:
    child = spawn(code="import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7)); " + SLEEP)
    stopped = psutil.Process(child.pid)
    processes.stop(stopped, timeout=20)
    assert not stopped.is_running()
    processes.stop(stopped, timeout=1)  # again: it is gone


@pytest.mark.skipif(sys.platform == "win32", reason="there it is always ended at once")
def test_what_does_not_stop_is_killed_and_that_is_said(spawn: Spawn) -> None:
    child = spawn(code=STUBBORN)
    with pytest.raises(ServerStopFailed, match=r"within 0\.3 seconds and was killed") as caught:
        processes.stop(psutil.Process(child.pid), timeout=0.3)
    assert "peek-graph up" in str(caught.value.hint)
    assert not psutil.pid_exists(child.pid) or psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE


def test_main_class_by_version() -> None:
    assert main_class("5.26.30") != main_class("2026.08.1") == main_class("2025.01.0")
