"""One boot for all tests here that need a running server; it is begun by two processes at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from peek_graph.server import LocalServer

ROOT = Path(__file__).parent.parent.parent
# Every folder name a user may have: blanks, letters beyond ASCII.
HOME_NAME = "home of Zoë 电池"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of its own."""
    monkeypatch.setenv("PEEK_GRAPH_HOME", str(tmp_path / HOME_NAME))
    return tmp_path / HOME_NAME


@dataclass(frozen=True)
class Booted:
    """A server started by two processes at once, which have ended; ``outputs`` is what each printed: a pid."""

    server: LocalServer
    outputs: tuple[str, ...]


@pytest.fixture(scope="package")
def package_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("server") / HOME_NAME
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEEK_GRAPH_HOME", str(folder))
        yield folder


@pytest.fixture(scope="package")
def booted(package_home: Path) -> Iterator[Booted]:
    code = "from peek_graph.server import LocalServer; print(LocalServer('shared').up(timeout=280).pid)"
    both = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEEK_GRAPH_HOME", str(package_home))
        server = LocalServer("shared")
        try:
            yield Booted(server, tuple(one.communicate()[0].strip() for one in both))
        finally:
            server.down(timeout=60)
