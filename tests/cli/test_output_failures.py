"""Output that cannot be written, in processes of their own: it is Python's end that would complain most."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here"),
    pytest.mark.filterwarnings("error"),
]


def shell(tmp_path: Path, words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m peek_graph {words}', sys.executable],
        env={"PEEK_GRAPH_HOME": str(tmp_path / "home"), "PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", ["server status", "server versions --json", "--help", "--version", "add --help"])
def test_a_full_disk_is_one_line_and_a_hint(tmp_path: Path, words: str) -> None:
    done = shell(tmp_path, f"{words} > /dev/full")
    assert done.returncode == 1
    assert "output cannot be written: No space left on device" in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    ("words", "code"), [("server versions 2> /dev/full", 0), ("maps 2> /dev/full", 1), ("nonsense 2> /dev/full", 1)]
)
def test_a_full_stderr_changes_nothing(tmp_path: Path, words: str, code: int) -> None:
    assert shell(tmp_path, words).returncode == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("server status >&-", 0),
        ("server versions --json >&-", 0),
        ("server status 2>&-", 0),
        ("maps >&-", 1),
        ("maps >&- 2>&-", 1),
        ("--help >&-", 0),
    ],
)
def test_a_closed_stream_leads_nowhere(tmp_path: Path, words: str, code: int) -> None:
    done = shell(tmp_path, words)
    assert done.returncode == code
    assert "AttributeError" not in done.stderr
    assert "defect" not in done.stderr
