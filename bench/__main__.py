"""All benches in one table: ``python -m bench [documents writes latency retrieval]``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bench import documents, latency, retrieval, writes
from bench.server import bench_settings
from peek_graph.settings import Settings

_Rows = Iterator[tuple[str, str, float]]


def _retrieval(settings: Settings) -> _Rows:
    for name, measure, value in retrieval.run(settings, list(retrieval.SETS)):
        yield f"{name} {measure}", "%", value


_BENCHES: dict[str, Callable[[Settings], _Rows]] = {
    "writes": writes.run,
    "retrieval": _retrieval,
    "latency": latency.run,
    "documents": documents.run,
}


def main() -> None:
    chosen = sys.argv[1:] or list(_BENCHES)
    # Vectors are not cached: what is measured is the first time.
    with bench_settings(embedding={"cache": False}) as settings:
        for name in chosen:
            print(f"\n{name}")
            for what, unit, value in _BENCHES[name](settings):
                print(f"  {what:62} {value:10.2f} {unit}", flush=True)


if __name__ == "__main__":
    main()
