"""Who counts as a person, in real terminals and without one."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from peek_graph.cli import main
from peek_graph.cli.person import actor, must_ask
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")

WHO = "from peek_graph.cli.person import actor; import sys; open(sys.argv[1], 'w').write(repr(actor()))"


@pytest.mark.parametrize(
    ("streams", "kind"),
    [
        ({}, "user"),
        ({"stdout": subprocess.DEVNULL}, "user"),
        ({"stdin": subprocess.DEVNULL}, "agent"),
        ({"stderr": subprocess.DEVNULL}, "agent"),
    ],
)
def test_a_person_has_a_terminal_for_input_and_for_questions(
    tmp_path: Path, streams: dict[str, Any], kind: str
) -> None:
    with Terminal("-c", WHO, "who", folder=tmp_path, **streams) as terminal:
        assert terminal.end() == 0, terminal.said
    found = (tmp_path / "who").read_text()
    assert f"source_kind='{kind}'" in found
    assert f"author='{kind}" in found


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_a_closed_stream_is_no_terminal(tmp_path: Path, closed: str) -> None:
    subprocess.run(["sh", "-c", f'exec "$0" -c "$1" who {closed}', sys.executable, WHO], cwd=tmp_path, check=True)
    assert "source_kind='agent'" in (tmp_path / "who").read_text()


def test_what_is_passed_on_is_not_by_a_person() -> None:
    for kind in ("tool", "document", "agent", "web"):
        by = actor(kind)
        assert by.source_kind == kind
        assert by.author.startswith("agent")
        assert not by.is_person


@pytest.mark.parametrize("command", [["note", "todo", "x"], ["apply", "ops.json"], ["load", "map.json"]])
def test_nobody_calls_himself_a_person_without_a_terminal(command: list[str]) -> None:
    result = CliRunner().invoke(main, [*command, "--source-kind", "user"])
    assert result.exit_code == 2
    assert "a person is only who sits at a terminal" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    "words", [["confirm", "P1", "--reason", "x"], ["reject", "P1", "--reason", "x"], ["passphrase"]]
)
def test_what_is_for_a_person_is_refused_in_an_agents_shell(words: list[str]) -> None:
    """Before anything is asked of a database: there is none here."""
    done = subprocess.run(
        [sys.executable, "-m", "peek_graph", "--uri", "bolt://127.0.0.1:1", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "is for a person, and there is no terminal here" in done.stderr
    assert "run it yourself in a terminal" in done.stderr


def test_a_yes_in_a_pipe_is_no_person_either(tmp_path: Path) -> None:
    streams = {"stdin": subprocess.PIPE}
    with Terminal("-m", "peek_graph", "confirm", "P1", "--reason", "x", folder=tmp_path, **streams) as terminal:
        assert terminal.process.stdin is not None
        terminal.process.stdin.write(b"y\n")
        terminal.process.stdin.close()
        assert terminal.end() == 1
        assert "is for a person" in terminal.said


def test_the_refusal_has_its_json_form() -> None:
    result = CliRunner().invoke(main, ["confirm", "P1", "--reason", "x", "--json"])
    assert json.loads(result.stderr)["error"] == "ProtectedField"


@pytest.mark.parametrize("command", [["rollback", "3"], ["prune", "--before", "3"]])
def test_what_is_asked_about_needs_a_yes(command: list[str]) -> None:
    for words in (command, [*command, "--json"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert "--yes" in result.stderr


def test_a_yes_given_before_is_not_asked_for() -> None:
    assert must_ask(yes=True, as_json=True) is False
