import io
import json
import sys

import pytest

from peek_graph.cli.output import columns, counted, forgive_encoding, one_line, say, say_json, wrapped


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def terminal(encoding: str = "utf-8") -> Terminal:
    return Terminal(io.BytesIO(), encoding=encoding)


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def test_a_document_cannot_drive_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    say("a\x1b]0;title\x07b\x9b31m\tc\nd\re")
    assert written(stream) == "a�]0;title�b�31m\tc\nd�e\n"


def test_a_pipe_gets_the_text_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x0cb")
    assert capsys.readouterr().out == "a\x0cb\n"


def test_what_a_terminal_cannot_show_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal("cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    forgive_encoding(stream)
    say("D3§2.3 固态 \udcff")
    assert written(stream) == "D3§2.3 ?? ?\n"


def test_one_line_is_one_whatever_the_text() -> None:
    assert one_line(" a\x1b[2J\r\n  b\x9bc\u202ed\u2028e\t") == "a�[2J b�c�d e"
    assert one_line("电池" * 10, 5) == "电池电池…"
    assert one_line("short", 5) == "short"


@pytest.mark.parametrize("text", ["\x9b31m", "\x7f", "\u202egnp", "\u2066"])
def test_json_drives_no_terminal_and_loses_nothing(capsys: pytest.CaptureFixture[str], text: str) -> None:
    say_json({text: text})
    shown = capsys.readouterr().out
    assert text[0] not in shown
    assert json.loads(shown) == {text: text}


@pytest.mark.parametrize("text", ["固态电池", "lone \udcff surrogate", "NUL \x00", "emoji 🔋"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_json_loses_nothing_on_any_terminal(monkeypatch: pytest.MonkeyPatch, text: str, encoding: str) -> None:
    stream = terminal(encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    forgive_encoding(stream)
    say_json({"text": text})
    assert json.loads(written(stream)) == {"text": text}


def test_text_is_wrapped_by_display_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = wrapped("电池" * 100, indent=3, limit=199).splitlines()
    assert len(lines) == 6
    assert all(line.startswith("   ") for line in lines)
    assert max(len(line) for line in lines) <= 3 + 37 // 2 + 1
    assert "".join(line.strip() for line in lines).endswith("…")


@pytest.mark.parametrize("text", ["", " \n\t", "[bold]not markup[/bold]"])
def test_any_text_can_be_wrapped(text: str) -> None:
    assert wrapped(text, indent=0, limit=100) == " ".join(text.split())


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert columns([("a", "电池", "x"), ("bb", "c", "")]) == ["a   电池  x", "bb  c"]
    assert columns([]) == []


def test_numbers_agree_with_their_noun() -> None:
    assert [counted(number, "section") for number in (0, 1, 1234)] == ["0 sections", "1 section", "1,234 sections"]
