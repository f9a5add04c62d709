"""Batches of operations against raw writes of the same nodes, on small and big maps: ``python -m bench.changes``."""

from __future__ import annotations

import itertools
import random
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from bench.made import Writer
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from bench.timing import medians
from bench.writers import many_writers
from peek_graph import ContextMap
from peek_graph.settings import Settings

_SMALL, _BIG, _AT_ONCE = 100, 50_000, 5_000
_TODOS = "working_memory.todo_list"
_RAW = "UNWIND $rows AS row CREATE (e:Entry:Todo) SET e = row"


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows."""
    with bench_map(settings, _name()) as opened:
        texts = Texts()
        for size, rounds in ((5, 100), (500, 10)):
            calls = {"ours": lambda n=size: _add(opened, texts, n), "raw": lambda n=size: _add_raw(opened, texts, n)}
            took = medians(calls, rounds)
            yield f"a batch of {size} / one raw transaction of the same nodes", "ratio", took["ours"] / took["raw"]
            yield "  ours", "ms", took["ours"] * 1000
    yield from _by_size(settings)
    yield from many_writers(settings)


class Texts:
    """Texts that nobody said before."""

    def __init__(self) -> None:
        self._writer = Writer(7)
        self._number = itertools.count()

    def __call__(self) -> str:
        return f"{next(self._number)} {self._writer.section()[:120]}"


def _by_size(settings: Settings) -> Iterator[Row]:
    with bench_map(settings, _name()) as small, bench_map(settings, _name()) as big:
        texts = Texts()
        _fill(small, texts, _SMALL)
        _fill(big, texts, _BIG)
        calls = {
            "small": lambda: _edit(small, texts, _SMALL),
            "big": lambda: _edit(big, texts, _BIG),
        }
        took = medians(calls, 100)
        yield f"apply, p50 at {_BIG:,} entries and versions / at {_SMALL}", "ratio", took["big"] / took["small"]
        yield "  at the big one", "ms", took["big"] * 1000
        for name, call in (
            ("diff of the last revision", lambda m: m.diff(-1, m.log(1)[0].number)),
            ("status of the revision before", lambda m: m.at(-1).status(800)),
            ("an entry of the revision before", lambda m: m.at(-1).get(f"{_TODOS}[T7]")),
        ):
            took = medians({"small": _bound(call, small), "big": _bound(call, big)}, 50)
            yield f"{name}, p50 at {_BIG:,} / at {_SMALL}", "ratio", took["big"] / took["small"]


def _fill(opened: ContextMap, texts: Texts, count: int) -> None:
    """So many entries, each with one version behind it."""
    for start in range(0, count, _AT_ONCE):
        size = min(_AT_ONCE, count - start)
        _add(opened, texts, size)
        refs = range(start + 1, start + size + 1)
        opened.apply([{"op": "update", "path": f"{_TODOS}[T{n}].status", "value": "doing"} for n in refs])


def _edit(opened: ContextMap, texts: Texts, count: int) -> None:
    ref = f"T{random.randint(1, count)}"
    opened.apply(
        [
            {"op": "add", "path": _TODOS, "value": texts()},
            {"op": "update", "path": f"{_TODOS}[{ref}]", "value": {"text": texts(), "priority": random.randint(0, 9)}},
            {"op": "update", "path": "meta.current_step", "value": texts()},
        ]
    )


def _add(opened: ContextMap, texts: Texts, count: int) -> None:
    report = opened.apply([{"op": "add", "path": _TODOS, "value": texts()} for _ in range(count)])
    assert report.changed, report.rejected[:1]


def _add_raw(opened: ContextMap, texts: Texts, count: int) -> None:
    shared = {"map_uid": opened.uid, "kind": "todo", "author": "bench", "source_kind": "agent", "confidence": 0.6}
    rows = [
        {**shared, "uid": uuid.uuid4().hex, "ref": uuid.uuid4().hex[:8], "text": texts(), "since": 1, "position": 1.0}
        | {"parent_uid": "raw", "content_hash": uuid.uuid4().hex}
        for _ in range(count)
    ]
    db = opened._handle.db

    def work(tx: Any) -> None:
        tx.run(_RAW, rows=rows).consume()

    with db.driver.session(database=db.database) as session:
        session.execute_write(work)


def _bound(call: Callable[[ContextMap], object], opened: ContextMap) -> Callable[[], object]:
    return lambda: call(opened)


def _name() -> str:
    return f"bench-changes-{uuid.uuid4().hex[:6]}"


def main() -> None:
    with bench_settings(embedding={"model": "none"}) as settings:
        print_rows(run(settings))


if __name__ == "__main__":
    main()
