"""Bulk write of sections against a raw UNWIND of the same rows: ``python -m bench.writes``."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import Any

from bench.made import Writer, made_source
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from peek_graph import ContextMap
from peek_graph.context_map.section_plan import plan_sections
from peek_graph.context_map.writing import write_source
from peek_graph.records import ParsedSource
from peek_graph.settings import Settings

_SECTIONS, _ROUNDS = 2_000, 5
# The same rows as the same graph: nodes, their place under a document, what the revision touched, and their order.
_RAW = """
CREATE (d:Entry:Document {map_uid: $map_uid, uid: $uid, kind: 'document', since: 1})
CREATE (r:Touch {map_uid: $map_uid})
WITH d, r
UNWIND $rows AS row
CREATE (s:Entry:Section)
SET s = row.properties
CREATE (d)-[:HAS_SECTION {position: row.position, pointer: row.properties.pointer, since: 1}]->(s)
CREATE (r)-[:TOUCHED]->(s)
"""
_RAW_NEXT = """
UNWIND $pairs AS pair
MATCH (a:Entry {map_uid: $map_uid, uid: pair[0]}), (b:Entry {map_uid: $map_uid, uid: pair[1]})
CREATE (a)-[:NEXT {since: 1}]->(b)
"""


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows; a raw write and ours take turns."""
    writer = Writer(3)
    ours: list[float] = []
    raw: list[float] = []
    with bench_map(settings, f"bench-writes-{uuid.uuid4().hex[:6]}") as opened:
        for number in range(_ROUNDS + 1):
            source = made_source(f"w{number}.txt", "writes", [writer.section() for _ in range(_SECTIONS)])
            ours.append(_seconds(lambda s=source: write_source(opened._handle, s, submap=None)))
            rows = _rows(opened, source)
            raw.append(_seconds(lambda r=rows: _write_raw(opened, r)))
    ratio = median(r / o for r, o in zip(raw[1:], ours[1:], strict=True))
    yield "bulk write of sections, speed of ours / raw UNWIND", "ratio", ratio
    yield "  ours", "sections/s", _SECTIONS / median(ours[1:])
    yield "  raw", "sections/s", _SECTIONS / median(raw[1:])


def _rows(opened: ContextMap, source: ParsedSource) -> list[dict[str, Any]]:
    base = {
        "map_uid": opened.uid,
        "kind": "section",
        "since": 1,
        "confidence": 0.8,
        "author": "bench",
    }
    return plan_sections([], source, f"R{uuid.uuid4().hex[:8]}", base).created


def _write_raw(opened: ContextMap, rows: list[dict[str, Any]]) -> None:
    db = opened._handle.db
    uids = [row["properties"]["uid"] for row in rows]
    size = opened._handle.settings.write.batch_size

    def work(tx: Any) -> None:
        for start in range(0, len(rows), size):
            tx.run(_RAW, map_uid=opened.uid, uid=uuid.uuid4().hex, rows=rows[start : start + size]).consume()
        pairs = [list(pair) for pair in pairwise(uids)]
        for start in range(0, len(pairs), size):
            tx.run(_RAW_NEXT, map_uid=opened.uid, pairs=pairs[start : start + size]).consume()

    with db.driver.session(database=db.database) as session:
        session.execute_write(work)


def _seconds(call: Any) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def main() -> None:
    with bench_settings() as settings:
        print_rows(run(settings))


if __name__ == "__main__":
    main()
