"""Printing that survives any text on any terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TextIO

import click

from peek_graph.errors import PeekGraphError

# Documents are outside text: an escape sequence in one must not drive the reader's terminal.
_CONTROLS = {code: "�" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}

_RULE = re.compile(r"[|+:=\s-]*")

# Valid JSON may hold these as they are; a terminal acts on some, and shows the text around others in a false order.
_DRIVING = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class OutputFailed(PeekGraphError):
    """What was to be printed cannot be written, as to a full disk."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"output cannot be written: {error.strerror or error}", "see where the output goes to")


def output_failed(error: OSError) -> OutputFailed:
    """The error to raise when stdout failed by ``error``; nothing more is written there."""
    # What is still in the stream's buffer would fail once more, and loudly, when Python ends.
    _silence("stdout")
    return OutputFailed(error)


def leave_reader() -> None:
    """Write nothing more to a reader that has gone away."""
    for name in ("stdout", "stderr"):
        _silence(name)


def stdout_fails() -> bool:
    """Whether stdout holds what it could not write; tried once more."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def open_closed() -> None:
    """A standard stream that the caller closed leads nowhere, and no file opened later is taken for it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            _silence(name)


def forgive_encoding(*streams: TextIO | Any) -> None:
    """Replace what a stream's encoding cannot express (CJK on an ASCII terminal, lone surrogates)."""
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def harmless(text: str) -> str:
    """``text`` without control characters that a terminal would act on."""
    return text.translate(_CONTROLS)


def one_line(text: str, limit: int | None = None) -> str:
    """``text`` as one line that a terminal takes as text, whatever is in it; at most ``limit`` characters."""
    flat = _DRIVING.sub("�", harmless(" ".join(text.split())))
    return flat if limit is None or len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def say(text: str = "", *, err: bool = False) -> None:
    """Print a line; control characters reach a pipe or a file as they are, a terminal never."""
    stream = sys.stderr if err else sys.stdout
    with _failures_told(err=err):
        click.echo(harmless(text) if stream.isatty() else text, err=err)


def json_text(form: Any, encoding: str, *, indent: int | None = 2) -> str:
    """``form`` as JSON. What ``encoding`` cannot express or would drive a terminal is escaped, and not lost."""
    text = _DRIVING.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(form, ensure_ascii=False, indent=indent))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(form, indent=indent)
    return text


def say_json(form: Any) -> None:
    """Print one JSON value, which is an object but where the data itself is another."""
    text = json_text(form, sys.stdout.encoding or "ascii")
    with _failures_told(err=False):
        click.echo(text)


@contextmanager
def _failures_told(*, err: bool) -> Iterator[None]:
    """Raise OutputFailed; where stderr fails nobody can be told, and the work goes on."""
    try:
        yield
    except BrokenPipeError:
        raise  # a reader that has seen enough
    except OSError as error:
        if not err:
            raise output_failed(error) from error
        _silence("stderr")


def _silence(name: str) -> None:
    setattr(sys, name, _nowhere())


@cache
def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")  # until Python ends


def wrapped(text: str, *, indent: int, limit: int) -> str:
    """``text`` as one paragraph of at most ``limit`` columns' worth (Han takes two), wrapped to the terminal."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.text import Text

    # A table's rules say nothing in a paragraph.
    flat = " ".join(" ".join(line for line in text.splitlines() if not _RULE.fullmatch(line)).split())
    if cell_len(flat) > limit:
        flat = flat[:limit]
        while cell_len(flat) >= limit:
            flat = flat[:-1]
        flat = flat.rstrip() + "…"
    console = Console(file=sys.stdout)
    lines = Text(flat).wrap(console, max(20, min(console.width, 100) - indent))
    return "\n".join(" " * indent + line.plain.rstrip() for line in lines)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as left-aligned columns; wide characters count double, and the last column is free."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        padded = [text + " " * (width - cell_len(text)) for text, width in zip(row[:-1], widths, strict=False)]
        lines.append("  ".join([*padded, row[-1]]).rstrip())
    return lines


def counted(number: int, noun: str) -> str:
    """``1 section``, ``2 sections``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
