"""Counts what goes out of the live map, or comes back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias, TypeVar

from peek_graph.graph.archive import Placed
from peek_graph.graph.changes import ChangeWriter
from peek_graph.records import Progress

T = TypeVar("T")
ProgressCallback: TypeAlias = Callable[[Progress], None]


class Moved:
    """The refs that moved, by kind, and how many sections went with them."""

    def __init__(self, stage: Literal["archive", "restore"], progress: ProgressCallback) -> None:
        self.refs: defaultdict[str, list[str]] = defaultdict(list)
        self.sections = 0
        self._stage = stage
        self._progress = progress
        self._done = 0

    def add(self, kind: str, *refs: str) -> None:
        """These too."""
        self.refs[kind] += refs

    def step(self, number: int) -> None:
        """Tell who waits that so many more are done."""
        self._done += number
        self._progress(Progress(self._stage, self._done, None))

    def count(self, writer: ChangeWriter, batch: Sequence[Placed], sign: Literal[1, -1]) -> None:
        """A batch that was written: on the map, its sub-maps, and for who waits."""
        for (parent_uid, kind), number in Counter((entry.parent_uid, entry.kind) for entry in batch).items():
            writer.count(parent_uid, kind, sign * number)
        for entry in batch:
            self.refs[entry.kind].append(entry.ref)
        self.step(len(batch))

    def by_kind(self) -> dict[str, tuple[str, ...]]:
        """The refs as a report has them."""
        return {kind: tuple(refs) for kind, refs in self.refs.items()}


def note_actions(writer: ChangeWriter, batch: Sequence[Placed]) -> None:
    """Actions among what went or came: those around them have other neighbours now."""
    for entry in batch:
        if entry.kind == "action":
            writer.note_action(entry.parent_uid, entry.position)


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """At most ``size`` at a time."""
    return (items[start : start + size] for start in range(0, len(items), size))


def ignore(step: Progress) -> None:
    """Show nothing."""
