"""Several processes that write to one map at once."""

from __future__ import annotations

import multiprocessing
import time
import uuid
from collections.abc import Iterator

from bench.server import bench_map
from bench.table import Row
from peek_graph import ContextMap
from peek_graph.settings import Settings

_PROCESSES, _BATCHES = 8, 500


def many_writers(settings: Settings) -> Iterator[Row]:
    """Eight processes, each with its batches: nothing may be lost, no error reach a caller, numbers be dense."""
    with bench_map(settings, f"bench-writers-{uuid.uuid4().hex[:6]}") as opened:
        before = opened.log(1)[0].number
        started = time.perf_counter()
        # Not forked: the driver's connections do not survive that.
        with multiprocessing.get_context("spawn").Pool(_PROCESSES) as pool:
            errors = pool.starmap(_write, [(settings, opened.name, number) for number in range(_PROCESSES)])
        took = time.perf_counter() - started
        after = opened.log(1)[0].number
        counts = opened.to_dict()["working_memory"]["variables"]
        lost = _PROCESSES * _BATCHES - sum(int(value) for value in counts.values())
        todos = len(opened.to_dict()["working_memory"]["todo_list"])
        yield f"{_PROCESSES} processes, {_BATCHES} batches each: batches", "a second", _PROCESSES * _BATCHES / took
        yield "  errors that reached a caller", "", float(sum(errors))
        yield "  updates lost", "", float(lost + _PROCESSES * _BATCHES - todos)
        yield "  revisions more or less than batches", "", float(after - before - _PROCESSES * _BATCHES)


def _write(settings: Settings, name: str, number: int) -> int:
    errors = 0
    with ContextMap.open(name, settings=settings) as opened:
        for count in range(1, _BATCHES + 1):
            operation = {"op": "add" if count == 1 else "update", "path": f"working_memory.variables.w{number}"}
            todo = {"op": "add", "path": "working_memory.todo_list", "value": f"writer {number}, batch {count}"}
            try:
                opened.apply([{**operation, "value": count}, todo])
            except Exception as error:  # whatever it is: a caller would have seen it
                print(f"  writer {number}, batch {count}: {type(error).__name__}: {error}", flush=True)
                errors += 1
    return errors
