"""The first password never stands on a command line, not even for a moment."""

from __future__ import annotations

import threading
from pathlib import Path

import psutil
import pytest

from peek_graph.artifacts import resolve
from peek_graph.server.command import set_initial_password
from peek_graph.server.instance import new_password
from peek_graph.server.java import find_java
from tests.neo4j_for_tests import wanted_version

_PASSWORD = "a-password-of-this-test-alone"


@pytest.mark.live
def test_while_it_is_set_no_process_shows_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in ("conf", "run", "data", "logs"):
        (home / name).mkdir(parents=True)
    (home / "conf" / "neo4j.conf").touch()
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    done = threading.Event()
    seen: dict[int, set[str]] = {}

    def watch() -> None:
        while not done.is_set():
            for process in psutil.Process().children(recursive=True):
                if process.pid in before:
                    continue  # another test's server
                try:
                    seen.setdefault(process.pid, set()).update(process.cmdline())
                except psutil.Error:
                    continue  # ended meanwhile

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        set_initial_password(find_java(None), resolve(f"neo4j-{wanted_version()}"), home, _PASSWORD)
    finally:
        done.set()
        watcher.join()
    assert len(seen) == 1, "a second process would outlive an interrupted first one"
    assert not any(_PASSWORD in word for words in seen.values() for word in words)
    assert list((home / "data").rglob("auth.ini"))


def test_a_password_is_never_taken_for_an_option() -> None:
    assert all(new_password().isalnum() and len(new_password()) >= 32 for _ in range(200))
