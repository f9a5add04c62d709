import io
import sys

import pytest

from peek_graph.cli.server_progress import server_progress_shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_off_a_terminal_lines_are_few(capsys: pytest.CaptureFixture[str]) -> None:
    with server_progress_shown(hidden=False) as (download, say):
        for done in range(1000):
            download(done * 1_000_000, 1_000_000_000, "neo4j.jar")
        say("Neo4j is starting")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "downloading: 0 of 1,000 MB\n")


def test_nothing_when_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    with server_progress_shown(hidden=True) as (download, say):
        download(1, 2, "neo4j.jar")
        say("Neo4j is starting")
    assert capsys.readouterr() == ("", "")


def test_a_terminal_gets_a_bar_then_what_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with server_progress_shown(hidden=False) as (download, say):
        download(95_000_000, 190_000_000, "neo4j[x].jar")
    assert "downloading 95 of 190 MB: neo4j[x].jar" in terminal.getvalue()
    with server_progress_shown(hidden=False) as (download, say):
        say("Neo4j is starting, 3 s: [recovering]")
    assert "Neo4j is starting, 3 s: [recovering]" in terminal.getvalue()
