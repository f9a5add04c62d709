"""By which revisions a map came to what it is: not those that it went back from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from peek_graph.context_map import ContextMap
from peek_graph.graph import monitoring
from peek_graph.graph.monitoring import RollbackRow
from peek_graph.records import SnapshotInfo


@dataclass(frozen=True, slots=True)
class Lineage:
    """``rollbacks`` are all, ``snapshots`` those that the map came by; both the newest first."""

    newest: int
    rollbacks: tuple[RollbackRow, ...]
    snapshots: tuple[SnapshotInfo, ...]
    _passed: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, map: ContextMap) -> Lineage:
        """As the map is now."""
        newest = map.log(1)[0].number
        rollbacks = tuple(monitoring.list_rollbacks(map._handle.db, map.uid))
        passed = passed_by(newest, rollbacks)
        snapshots = sorted(map.snapshots(), key=lambda one: (one.revision, one.at), reverse=True)
        return cls(newest, rollbacks, tuple(one for one in snapshots if _within(one.revision, passed)), passed)

    def has(self, revision: int) -> bool:
        """Whether the map came by that revision."""
        return _within(revision, self._passed)


def passed_by(newest: int, rollbacks: Sequence[RollbackRow]) -> tuple[tuple[int, int], ...]:
    """The spans of revisions, first and last, from the newest down; ``rollbacks`` come the newest first."""
    spans: list[tuple[int, int]] = []
    until = newest
    for one in rollbacks:
        if one.number <= until:
            spans.append((one.number, until))
            until = one.to
    return (*spans, (0, until))


def _within(revision: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= revision <= last for first, last in spans)
