"""Archiving 10,000 entries against the bare relabel statement: ``python -m bench.archiving``."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.made import Writer
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from peek_graph import ContextMap
from peek_graph.context_map.handle import Revising
from peek_graph.settings import Settings

_ENTRIES, _ROUNDS, _AT_ONCE = 10_000, 6, 2_000
# What makes it archived, of the same number of the same nodes, in one transaction.
_BARE = """
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: 'todo'})
WHERE e.position > 0
SET e:Archived, e.until = 1
REMOVE e:Entry
"""


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows; the bare statement and ours take turns."""
    writer = Writer(4)
    ours: list[float] = []
    bare: list[float] = []
    with bench_map(settings, f"bench-archiving-{uuid.uuid4().hex[:6]}") as opened:
        for number in range(_ROUNDS + 1):
            for key in ("ours", "bare"):
                opened.add_submap(f"{key}{number}")
                _fill(opened, f"{key}{number}", writer)
            turns = [
                lambda n=number: bare.append(_seconds(lambda: _relabel(opened, f"bare{n}"))),
                lambda n=number: ours.append(_seconds(lambda: opened.archive(f"sub_maps.ours{n}"))),
            ]
            # Whoever comes second meets the indexes while they still settle.
            for turn in turns if number % 2 else reversed(turns):
                turn()
    ratio = median(o / b for o, b in zip(ours[1:], bare[1:], strict=True))
    yield f"archiving {_ENTRIES:,} entries / bare relabel statement (target <= 1.5)", "ratio", ratio
    yield "  ours", "s", median(ours[1:])
    yield "  bare", "s", median(bare[1:])


def _fill(opened: ContextMap, path: str, writer: Writer) -> None:
    parent = next(
        row["uid"] for row in _rows(opened, "MATCH (s:SubMap {map_uid: $m, path: $p}) RETURN s.uid AS uid", path)
    )

    def work(revising: Revising) -> None:
        first = revising.begun.last("todo") + 1
        rows = [
            ("todo", {"uid": uuid.uuid4().hex, "ref": f"T{n}", "position": float(n), "text": writer.section(12)})
            for n in range(first, first + _AT_ONCE)
        ]
        revising.writer.create_entries(parent, rows)
        revising.writer.count(parent, "todo", len(rows))
        revising.counters["last_todo"] = first + _AT_ONCE - 1

    for _ in range(_ENTRIES // _AT_ONCE):
        opened._handle.revise(work, source="bench", reasoning="filled")


def _relabel(opened: ContextMap, path: str) -> None:
    db = opened._handle.db
    parent = next(
        row["uid"] for row in _rows(opened, "MATCH (s:SubMap {map_uid: $m, path: $p}) RETURN s.uid AS uid", path)
    )
    with db.driver.session(database=db.database) as session:
        session.execute_write(lambda tx: tx.run(_BARE, map_uid=opened.uid, parent_uid=parent).consume())


def _rows(opened: ContextMap, statement: str, path: str) -> list[dict[str, Any]]:
    db = opened._handle.db
    with db.driver.session(database=db.database) as session:
        return session.run(statement, m=opened.uid, p=path).data()


def _seconds(call: Any) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def main() -> None:
    with bench_settings() as settings:
        print_rows(run(settings))


if __name__ == "__main__":
    main()
