"""Where a story is told: a folder, a Neo4j and an environment of its own, taken away however it ends."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from peek_graph.cli.group import DEBUG_VARIABLE

if TYPE_CHECKING:
    import psutil

INSTANCE = "demo"
_PREFIX = "PEEK_GRAPH_"
_ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")


class Stage:
    """The folder of one story; ``home`` is its PEEK_GRAPH_HOME. It goes unless ``kept`` is set before the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.kept = False


@contextmanager
def own_stage() -> Iterator[Stage]:
    """A stage that is the working folder and the environment within; Ctrl-C, a kill and errors take it away too."""
    with _signals_raise():
        stage = Stage(Path(tempfile.mkdtemp(prefix="peek-graph-demo-")).resolve())
        try:
            with _surroundings(stage):
                try:
                    yield stage
                finally:
                    if not stage.kept:
                        _end_processes(stage.folder)
        finally:
            if not stage.kept:
                shutil.rmtree(stage.folder, ignore_errors=True)


@contextmanager
def _surroundings(stage: Stage) -> Iterator[None]:
    """Nothing that the user has set reaches the story: not a server, not a map, not a password."""
    outside = {name: value for name, value in os.environ.items() if name.startswith(_PREFIX)}
    folder = Path.cwd()
    for name in outside:
        if name != DEBUG_VARIABLE:
            del os.environ[name]
    os.environ |= {"PEEK_GRAPH_HOME": str(stage.home), "PEEK_GRAPH_INSTANCE": INSTANCE}
    try:
        os.chdir(stage.folder)
        yield
    finally:
        os.chdir(folder)
        for name in [name for name in os.environ if name.startswith(_PREFIX)]:
            del os.environ[name]
        os.environ.update(outside)


def _end_processes(folder: Path) -> None:
    import psutil

    from peek_graph.server import LocalServer

    with _deaf_to_interrupts():
        try:
            LocalServer(INSTANCE).down()
        finally:
            # When the story is cut short, a program that was preparing the server may go on, with nobody as its parent,
            # and would write into the folder again.
            while left := _java_processes(folder):
                for process in left:
                    with suppress(psutil.NoSuchProcess):
                        process.kill()
                psutil.wait_procs(left, timeout=5)


def _java_processes(folder: Path) -> list[psutil.Process]:
    """Those that this stage started: only they know its folder."""
    import psutil

    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # ended meanwhile, or somebody else's
            if process.name().startswith("java") and any(str(folder) in word for word in process.cmdline()):
                found.append(process)
    return found


@contextmanager
def _signals_raise() -> Iterator[None]:
    """Signals that would end the process at once end the story instead, as Ctrl-C does."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    with _handlers(dict.fromkeys(_ENDING_SIGNALS, end)):
        yield


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A second Ctrl-C must not leave a server behind."""
    with _handlers(dict.fromkeys(("SIGINT", *_ENDING_SIGNALS), signal.SIG_IGN)):
        yield


@contextmanager
def _handlers(wanted: dict[str, object]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread has signals
        return
    before = {}
    for name, handler in wanted.items():
        if hasattr(signal, name):
            number = getattr(signal, name)
            before[number] = signal.signal(number, handler)  # type: ignore[arg-type]
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(TypeError):  # a handler that was not set from Python cannot be put back
                signal.signal(number, handler)
