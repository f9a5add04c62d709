import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from peek_graph.cli import main


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PEEK_GRAPH_HOME", str(tmp_path / "home"))
    for name in ("URI", "USER", "PASSWORD", "DATABASE", "INSTANCE"):
        monkeypatch.delenv(f"PEEK_GRAPH_{name}", raising=False)
    monkeypatch.chdir(tmp_path)


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == code, result.output
    return result.stdout


def answer(*words: str) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(run(*words, "--json"))
    return form


def test_before_the_first_up(tmp_path: Path) -> None:
    assert "was not running" in run("down")
    assert answer("down") == {"instance": "default", "stopped": False}
    assert answer("server", "status")["state"] == "absent"
    assert "peek-graph up" in run("server", "status")
    assert run("server", "logs") == ""
    assert not (tmp_path / "home" / "servers").exists()


def test_commands_say_that_a_server_is_needed() -> None:
    result = CliRunner().invoke(main, ["maps", "--json"])
    assert result.exit_code == 1
    assert "peek-graph up" in json.loads(result.stderr)["hint"]


def test_versions() -> None:
    found = answer("server", "versions")["versions"]
    assert len(found) >= 2
    assert run("server", "versions").splitlines()[0] == f"{found[0]}  (for new instances)"


@pytest.mark.live
@pytest.mark.slow
def test_up_twice_then_down_twice(tmp_path: Path) -> None:
    try:
        first = answer("up", "--instance", "trial")
        assert first["instance"] == "trial"
        assert first["browser"].endswith(f"?dbms=bolt://neo4j@{first['uri'].removeprefix('bolt://')}")
        assert "password" not in first
        password = json.loads(Path(first["password_file"]).read_text(encoding="utf-8"))["password"]

        again = run("--instance", "trial", "up")
        assert first["uri"] in again
        assert first["browser"] in again
        assert first["password_file"] in again
        assert password not in again
        assert password in run("up", "--instance", "trial", "--show-password")

        status = answer("server", "status", "--instance", "trial")
        assert (status["state"], status["pid"], status["uri"]) == ("running", first["pid"], first["uri"])
        assert len(run("server", "logs", "-n", "3", "--instance", "trial").splitlines()) == 3
        assert answer("--instance", "trial", "maps") == {"maps": []}
    finally:
        stopped = answer("down", "--instance", "trial")
    assert stopped == {"instance": "trial", "stopped": True}
    assert "was not running" in run("down", "--instance", "trial")
    assert answer("server", "status", "--instance", "trial")["state"] == "stopped"
