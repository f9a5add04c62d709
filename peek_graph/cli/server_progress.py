"""A server's start as it goes: downloads, and what is waited for. Always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from peek_graph.cli.output import say

Views = tuple[Callable[[int, int, str], None], Callable[[str], None]]

PLAIN_EVERY = 5.0  # seconds


@contextmanager
def server_progress_shown(*, hidden: bool) -> Iterator[Views]:
    """What `LocalServer.up` takes as ``download`` (bytes done, bytes in all, file) and ``say``."""
    if hidden:
        yield _ignore_download, _ignore_wait
    elif sys.stderr.isatty():
        with _bar() as views:
            yield views
    else:
        yield _plain_lines()


def _plain_lines() -> Views:
    said_at = float("-inf")

    def due() -> bool:
        nonlocal said_at
        if time.monotonic() - said_at < PLAIN_EVERY:
            return False
        said_at = time.monotonic()
        return True

    def download(done: int, total: int, what: str) -> None:  # noqa: ARG001 - names of jars tell a reader nothing
        if due():
            say(f"downloading: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB", err=True)

    def wait(message: str) -> None:
        if due():
            say(message, err=True)

    return download, wait


def _ignore_download(done: int, total: int, what: str) -> None:
    """Show nothing."""


def _ignore_wait(message: str) -> None:
    """Show nothing."""


@contextmanager
def _bar() -> Iterator[Views]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        BarColumn(bar_width=30),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("starting", total=None)

    def download(done: int, total: int, what: str) -> None:
        amount = f"downloading {done / 1e6:,.0f} of {total / 1e6:,.0f} MB: {what}"
        bar.update(task, completed=done, total=total, description=amount)

    def wait(message: str) -> None:
        bar.update(task, total=None, description=message)

    with bar:
        yield download, wait
