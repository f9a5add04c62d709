import io
import sys

import pytest

from peek_graph.cli.progress import STAGES, plain_lines, progress_shown
from peek_graph.records import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_off_a_terminal_short_work_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with plain_lines() as show:
        for done in range(1000):
            show(Progress("read", done, 1000))
            show(Progress("embed", done, None))
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_a_line_comes_again_after_a_while(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peek_graph.cli.progress.PLAIN_EVERY", 0)
    with plain_lines() as show:
        show(Progress("read", 1, 2))
        show(Progress("embed", 1500, None))
    assert capsys.readouterr().err == "reading: 1 of 2\nembedding: 1,500\n"


def test_a_stage_that_was_shown_ends_with_its_last_step(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with plain_lines() as show:
        show(Progress("find", 7, None))  # too early to be shown, so its end is not either
        monkeypatch.setattr("peek_graph.cli.progress.PLAIN_EVERY", 0)
        show(Progress("read", 40, 44))
        monkeypatch.setattr("peek_graph.cli.progress.PLAIN_EVERY", 60)
        show(Progress("read", 43, 44))
        show(Progress("read", 44, 44))
        show(Progress("embed", 1, 9))
        monkeypatch.setattr("peek_graph.cli.progress.PLAIN_EVERY", 0)
        show(Progress("embed", 8, 9))
        monkeypatch.setattr("peek_graph.cli.progress.PLAIN_EVERY", 60)
        show(Progress("embed", 9, 9))
    said = capsys.readouterr().err.splitlines()
    assert said == ["reading: 40 of 44", "reading: 44 of 44", "embedding: 8 of 9", "embedding: 9 of 9"]


def test_nothing_when_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_shown(hidden=True) as show:
        show(Progress("read", 1, 2))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("stage", STAGES)
def test_a_terminal_gets_a_bar_with_any_file_name(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress_shown(hidden=False) as show:
        show(Progress(stage, 1, None, "notes/[red]固态\x1b[2J\n" + "x" * 100))  # type: ignore[arg-type]
        show(Progress(stage, 2, 2, "notes/[/nonsense]"))  # type: ignore[arg-type]
    assert STAGES[stage] in terminal.getvalue()
    assert "\x1b[2J" not in terminal.getvalue()
    assert "[/nonsense]" in terminal.getvalue()
