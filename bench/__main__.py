"""All benches in one table: ``python -m bench [writes changes archiving status_run …]``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bench import archiving, changes, documents, latency, retrieval, status_latency, status_run, tokens, updater, writes
from bench.resumption import run as resumption
from bench.server import bench_settings
from bench.table import Row, print_rows
from peek_graph.settings import Settings


def _retrieval(settings: Settings) -> Iterator[Row]:
    for name, measure, value in retrieval.run(settings, list(retrieval.SETS)):
        yield f"{name} {measure}", "%", value


_BENCHES: dict[str, Callable[[Settings], Iterator[Row]]] = {
    "writes": writes.run,
    "changes": changes.run,
    "archiving": archiving.run,
    "status_run": status_run.run,
    "status_latency": status_latency.run,
    "retrieval": _retrieval,
    "latency": latency.run,
    "documents": documents.run,
    "updater": updater.run,
    "tokens": tokens.run,
    "resumption": resumption.run,
}


def main() -> None:
    chosen = sys.argv[1:] or list(_BENCHES)
    # Vectors are not cached: what is measured is the first time.
    with bench_settings(embedding={"cache": False}) as settings:
        for name in chosen:
            print(f"\n{name}")
            print_rows(_BENCHES[name](settings))


if __name__ == "__main__":
    main()
