import errno
import json
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner, Result

from peek_graph.cli.group import ExplainingGroup
from peek_graph.cli.options import json_option
from peek_graph.cli.session import Session
from peek_graph.errors import BudgetTooSmall, MapNotFound


def run(error: BaseException, *arguments: str) -> Result:
    @click.group(cls=ExplainingGroup)
    @click.pass_context
    def group(ctx: click.Context) -> None:
        ctx.obj = Session()

    @group.command()
    @json_option
    def fail(as_json: bool) -> None:
        raise error

    return CliRunner().invoke(group, ["fail", *arguments])


def test_an_error_is_one_line_and_a_hint_on_stderr() -> None:
    result = run(MapNotFound("no map 'x'", "there are: battery"))
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "Error: no map 'x'\n  there are: battery\n")


def test_an_error_without_a_hint_is_one_line() -> None:
    assert run(MapNotFound("no map 'x'")).stderr == "Error: no map 'x'\n"


@pytest.mark.parametrize("error", [MapNotFound("no map", "a hint"), BudgetTooSmall("needs 90", "a hint", needed=90)])
def test_with_json_an_error_is_an_object_on_stderr(error: MapNotFound | BudgetTooSmall) -> None:
    result = run(error, "--json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert json.loads(result.stderr) == {"error": type(error).__name__, "message": error.message, "hint": "a hint"}


def test_an_interruption_is_130_and_says_how_to_go_on() -> None:
    result = run(KeyboardInterrupt())
    assert result.exit_code == 130
    assert "the same command again does the rest" in result.stderr
    assert "Traceback" not in result.output


def test_an_interruption_that_breaks_something_is_130_too() -> None:
    try:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise BufferError("half written")  # noqa: B904 - as it happens in a driver
    except BufferError as error:
        broken = error
    assert run(broken).exit_code == 130


def test_the_unexpected_is_one_line_and_says_how_to_get_the_traceback() -> None:
    result = run(ValueError("a\nb" * 1000))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: unexpected ValueError: a b")
    assert len(result.stderr.splitlines()) == 2
    assert "PEEK_GRAPH_DEBUG=1" in result.stderr


def test_the_unexpected_with_json_is_an_object_too() -> None:
    assert json.loads(run(ValueError("x"), "--json").stderr)["error"] == "ValueError"


def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEEK_GRAPH_DEBUG", "1")
    result = run(MapNotFound("x"))
    assert isinstance(result.exception, MapNotFound)


def test_wrong_usage_is_2() -> None:
    assert run(ValueError(), "--no-such-option").exit_code == 2


def test_a_reader_that_leaves_ends_the_run_quietly() -> None:
    result = run(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert result.exit_code == 141
    assert "Error" not in result.output


SCRIPT = """
import click
from peek_graph.cli.group import ExplainingGroup
from peek_graph.cli.output import say

@click.group(cls=ExplainingGroup)
def group(): ...

@group.command()
def flood():
    for number in range(200_000):
        say(f"{number} \\u56fa\\u6001 \\udcff")

group()
"""


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252", "gbk"])
def test_head_and_any_encoding_leave_no_trace(encoding: str) -> None:
    """A lone surrogate and Han on every terminal, and a reader that stops after two lines."""
    process = subprocess.Popen(
        [sys.executable, "-X", "utf8=0", "-c", SCRIPT, "flood"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PATH": ""},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        assert process.stdout.readline().startswith(b"0 ")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
