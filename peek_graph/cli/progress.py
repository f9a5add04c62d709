"""Long work as it goes: a bar on a terminal, a line now and then elsewhere. Always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peek_graph.cli.output import harmless, say

if TYPE_CHECKING:
    from rich.progress import TaskID

    from peek_graph.records import Progress

STAGES = {
    "find": "looking for sources",
    "read": "reading",
    "link": "linking",
    "embed": "embedding",
    "index": "waiting for indexes",
    "play": "playing",
}
PLAIN_EVERY = 5.0  # seconds


@contextmanager
def progress_shown(*, hidden: bool) -> Iterator[Callable[[Progress], None]]:
    """What a command hands to the library as its ``progress``."""
    if hidden:
        yield _ignore
    elif sys.stderr.isatty():
        with _bars() as show:
            yield show
    else:
        with plain_lines() as show:
            yield show


@contextmanager
def plain_lines() -> Iterator[Callable[[Progress], None]]:
    """At most one line every few seconds, whatever the stage; short work is silent.

    A stage of which a line was shown ends with the line of its last step.
    """
    said_at = time.monotonic()
    said: Progress | None = None
    last: Progress | None = None

    def say_step(step: Progress) -> None:
        nonlocal said
        said = step
        total = f" of {step.total:,}" if step.total is not None else ""
        say(f"{STAGES.get(step.stage, step.stage)}: {step.done:,}{total}", err=True)

    def end_stage() -> None:
        if said and last and said.stage == last.stage and (said.done, said.total) != (last.done, last.total):
            say_step(last)

    def show(step: Progress) -> None:
        nonlocal said_at, last
        if last and last.stage != step.stage:
            end_stage()
        last = step
        if time.monotonic() - said_at >= PLAIN_EVERY:
            said_at = time.monotonic()
            say_step(step)

    yield show
    end_stage()


def _ignore(step: Progress) -> None:
    """Show nothing."""


@contextmanager
def _bars() -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    tasks: dict[str, TaskID] = {}
    bars = Bars(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[what]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )

    def show(step: Progress) -> None:
        if step.stage not in tasks:
            for task in bars.tasks:  # a stage whose total was never known is over when the next one begins
                bars.update(task.id, total=task.total if task.total is not None else task.completed, what="")
            tasks[step.stage] = bars.add_task(STAGES.get(step.stage, step.stage), total=None, what="")
        what = harmless(step.what if len(step.what) <= 40 else "…" + step.what[-39:])
        bars.update(tasks[step.stage], completed=step.done, total=step.total, what=what)

    with bars:
        yield show
