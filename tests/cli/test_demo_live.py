"""The whole story, as its reader starts it; it uses a Neo4j of its own and never the tests' one."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from peek_graph.cli.story import samples_folder
from tests.leftovers import processes_of
from tests.signals import restore_signals

pytestmark = pytest.mark.live


@pytest.fixture
def temporary(tmp_path: Path) -> Iterator[Path]:
    """Where the demo makes its folder; whatever happens, nothing may be left of it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []
    assert processes_of(folder) == []


def start(temporary: Path) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "TMPDIR": str(temporary),
        "PEEK_GRAPH_URI": "bolt://127.0.0.1:1",
        "PEEK_GRAPH_MAP": "x",
    }
    command = [sys.executable, "-m", "peek_graph", "demo"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=environment, text=True, preexec_fn=restore_signals, **pipes)


@pytest.mark.slow
def test_the_story(temporary: Path) -> None:
    with start(temporary) as process:
        out, err = process.communicate(timeout=280)
    assert process.returncode == 0, err
    for command in ("up", "init", "submap add", "add .", "status", "search", "read", "log"):
        assert f"$ peek-graph {command}" in out
    samples = len(list(samples_folder().iterdir()))
    assert sum(int(number) for number in re.findall(r"(\d+) new", out)) == samples
    assert f"battery: {samples} unchanged\n  0 sections written, 0 vectors computed" in out
    assert f"battery: 1 changed, {samples - 1} unchanged\n  1 section written, 1 vector computed" in out
    assert "verified: the original" in out
    assert "changed: the original" in out
    assert re.search(r"[\u4e00-\u9fff]", out)
    assert "is stopped and its folder removed" in out
    assert "Traceback" not in out + err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("seconds", [0, 1.5, 5, 11])
def test_an_end_at_any_time_leaves_nothing(temporary: Path, number: signal.Signals, code: int, seconds: float) -> None:
    with start(temporary) as process:
        assert process.stdout is not None
        # Not before the first chapter: until then it has made nothing, and a signal just ends it.
        assert any(line.startswith("1.") for line in process.stdout)
        time.sleep(seconds)
        process.send_signal(number)
        _, err = process.communicate(timeout=120)
    assert process.returncode == code, err
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_reader_that_leaves_ends_it_too(temporary: Path) -> None:
    with start(temporary) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == 141
    assert "Traceback" not in err
