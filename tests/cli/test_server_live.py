import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from peek_graph.cli import main
from peek_graph.server import ServerRecord
from peek_graph.server.state import write_record
from tests.signals import restore_signals


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
    assert not (tmp_path / "home" / "servers").exists()


@pytest.mark.parametrize("words", [[], ["--instance", "nope"]])
def test_logs_of_an_instance_that_is_not_there(tmp_path: Path, words: list[str]) -> None:
    form = failure("server", "logs", *words)
    assert f"no local instance {words[-1] if words else 'default'!r}" in form["message"]
    assert " ".join(["peek-graph up", *words]) in form["hint"]
    assert not (tmp_path / "home" / "servers").exists()


@pytest.mark.parametrize("words", [["maps"], ["status", "--map", "x"], ["--uri", "", "add", "."]])
def test_a_stopped_server_is_called_that(words: list[str]) -> None:
    left_by_a_server_that_ended("default")
    assert failure(*(words if "add" not in words else [*words, "--map", "x"])) == {
        "error": "DatabaseUnreachable",
        "message": "the local Neo4j 'default' is not running",
        "hint": "run `peek-graph up`",
    }


def test_a_stopped_server_of_another_name() -> None:
    left_by_a_server_that_ended("work")
    form = failure("--instance", "work", "maps")
    assert form["message"] == "the local Neo4j 'work' is not running"
    assert form["hint"] == "run `peek-graph up --instance work`"


def test_a_server_that_was_named_is_not_taken_for_the_local_one() -> None:
    left_by_a_server_that_ended("default")
    form = failure("--uri", "bolt://127.0.0.1:1", "--password", "x", "maps")
    assert "bolt://127.0.0.1:1" in form["message"]


def test_a_wrong_address_is_named_first() -> None:
    assert "'nonsense' is not one of Bolt" in failure("--uri", "nonsense", "maps")["message"]


def left_by_a_server_that_ended(instance: str) -> None:
    write_record(instance, ServerRecord("bolt://127.0.0.1:1", "neo4j", "secret", "http://127.0.0.1:2", "2026.08.1"))


def failure(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, [*words, "--json"])
    assert (result.exit_code, result.stdout) == (1, ""), result.output
    form: dict[str, Any] = json.loads(result.stderr)
    return form


def test_commands_say_that_a_server_is_needed() -> None:
    result = CliRunner().invoke(main, ["maps", "--json"])
    assert result.exit_code == 1
    assert "peek-graph up" in json.loads(result.stderr)["hint"]


def test_versions() -> None:
    found = answer("server", "versions")["versions"]
    assert len(found) >= 2
    assert run("server", "versions").splitlines()[0] == f"{found[0]}  (for new instances)"


@pytest.mark.live
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent another way there")
def test_an_interrupted_up_says_that_nothing_is_left_running() -> None:
    command = [sys.executable, "-m", "peek_graph", "up"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=restore_signals) as process:
        # Not by what it prints: a server that is up within a second prints nothing of its start.
        while answer("server", "status")["state"] != "starting":
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "The local Neo4j is not left running." in err
    assert answer("server", "status")["state"] == "stopped"


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
