"""Recall on the evaluation sets: ``python -m bench.retrieval [SET …] [--legs]``."""

from __future__ import annotations

import json
import os
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.made import made_source, write_all
from bench.server import bench_map, bench_settings
from peek_graph import ContextMap
from peek_graph.records import ParsedSource
from peek_graph.settings import Settings

SETS: dict[str, tuple[tuple[str, int], ...]] = {
    "locomo_dev": (("R", 1), ("R", 5), ("R", 10)),
    "2wiki101": (("All", 5), ("All", 8)),
    "musique50_dev": (("All", 5), ("All", 10)),
    "cmrc2018_dev": (("R", 1), ("R", 5)),
}
_UNANSWERABLE = "5"  # LoCoMo's adversarial questions have no text to find


def eval_dir() -> Path:
    """The folder of the sets: ``PEEK_GRAPH_EVAL``, or beside the repository."""
    return Path(os.environ.get("PEEK_GRAPH_EVAL", Path(__file__).resolve().parents[2] / "shared" / "eval"))


def run(settings: Settings, names: list[str]) -> Iterator[tuple[str, str, float]]:
    """(set, measure, percent) for each set that is there."""
    for name in names:
        folder = eval_dir() / name
        if not folder.is_dir():
            print(f"{name}: skipped, {folder} is not there")
            continue
        started = time.monotonic()
        for measure, value in measure_set(settings, folder, SETS[name]):
            yield name, measure, value
        print(f"({name}: {time.monotonic() - started:.0f} s)", file=sys.stderr)


def measure_set(settings: Settings, folder: Path, measures: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, float]]:
    """Each measure's mean over the questions of a set, in percent."""
    corpus, queries = _rows(folder / "corpus.jsonl"), _rows(folder / "queries.jsonl")
    scores: dict[tuple[str, int], list[float]] = defaultdict(list)
    most = max(k for _, k in measures)
    for scope in dict.fromkeys(row["scope"] for row in corpus):
        with bench_map(settings, f"bench-{folder.name}-{scope}-{uuid.uuid4().hex[:6]}") as opened:
            ids = fill(opened, [row for row in corpus if row["scope"] == scope])
            for query in queries:
                if query["scope"] != scope or query["group"] == _UNANSWERABLE:
                    continue
                found = [ids[hit.pointer or ""] for hit in opened.search(query["question"], k=most).hits]
                gold = set(query["gold"])
                for kind, k in measures:
                    share = len(gold & set(found[:k])) / len(gold)
                    scores[kind, k].append(float(share == 1) if kind == "All" else share)
    for (kind, k), values in scores.items():
        yield f"{kind}@{k}", 100 * sum(values) / len(values)


def fill(opened: ContextMap, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Write the texts, each a section; pointer -> id of the text."""
    ids: dict[str, str] = {}
    sources: list[ParsedSource] = []
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for number, row in enumerate(rows):
        sessions[f"session-{row['session']}" if "session" in row else f"text-{number}"].append(row)
    for uri, turns in sessions.items():
        source = made_source(uri, turns[0].get("title") or turns[0].get("date", ""), [turn["text"] for turn in turns])
        ids.update({f"{uri}#{p.fragment}": turn["id"] for p, turn in zip(source.passages, turns, strict=True)})
        sources.append(source)
    write_all(opened, sources)
    return ids


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    names = [name for name in sys.argv[1:] if name in SETS] or list(SETS)
    with bench_settings() as settings:
        for name, measure, value in run(settings, names):
            print(f"{name:16} {measure:7} {value:6.1f}")


if __name__ == "__main__":
    main()
