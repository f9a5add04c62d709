"""Recall on the evaluation sets: ``python -m bench.retrieval [SET …] [--beside MAPS]``."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.made import made_source, write_all
from bench.server import bench_map, bench_settings
from peek_graph import ContextMap
from peek_graph.context_map.indexing.catching_up import catch_up
from peek_graph.settings import Settings

SETS: dict[str, tuple[tuple[str, int], ...]] = {
    "locomo_dev": (("R", 1), ("R", 5), ("R", 10)),
    "2wiki101": (("All", 5), ("All", 8)),
    "musique50_dev": (("All", 5), ("All", 10)),
    "cmrc2018_dev": (("R", 1), ("R", 5)),
}
_BESIDE = 100
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


@contextmanager
def beside(settings: Settings, count: int) -> Iterator[None]:
    """So many other maps, each with a hundred texts of all sets: their words and vectors are like those asked for."""
    texts = [row for name in SETS for row in _corpus(name)]
    random.Random(count).shuffle(texts)
    with ExitStack() as stack:
        for number in range(count):
            opened = stack.enter_context(bench_map(settings, f"bench-beside-{number}-{uuid.uuid4().hex[:6]}"))
            mine = [texts[(number * _BESIDE + n) % len(texts)] for n in range(_BESIDE)] if texts else []
            write_all(
                opened, (made_source(f"text-{n}", row.get("title", ""), [row["text"]]) for n, row in enumerate(mine))
            )
        yield


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
                found = [ids[hit.ref] for hit in opened.search(query["question"], k=most).hits]
                gold = set(query["gold"])
                for kind, k in measures:
                    share = len(gold & set(found[:k])) / len(gold)
                    scores[kind, k].append(float(share == 1) if kind == "All" else share)
    for (kind, k), values in scores.items():
        yield f"{kind}@{k}", 100 * sum(values) / len(values)


def fill(opened: ContextMap, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Write the texts as a project would hold them; ref -> id of the text."""
    return _fill_turns(opened, rows) if "speaker" in rows[0] else _fill_passages(opened, rows)


def _fill_turns(opened: ContextMap, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Turns of a dialogue: actions, each with who and when, in a sub-map a session."""
    ids: dict[str, str] = {}
    for session in dict.fromkeys(row["session"] for row in rows):
        key = f"session {session}"
        turns = [row for row in rows if row["session"] == session]
        opened.add_submap(key, title=f"{key}, {turns[0]['date']}")
        path = f"sub_maps['{key}'].action_history"
        operations = [
            {"op": "add", "path": path, "value": {"action": t["text"], "who": t["speaker"], "when": t["date"]}}
            for t in turns
        ]
        report = opened.apply(operations, reasoning=key)
        for verdict, turn in zip(report.verdicts, turns, strict=True):
            ids.setdefault(str(verdict.ref), turn["id"])  # who says the same twice is found by the first time
    catch_up(opened._handle, opened._vectors)
    return ids


def _fill_passages(opened: ContextMap, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Passages: each a document of one section."""
    sources = [made_source(f"text-{number}", row["title"], [row["text"]]) for number, row in enumerate(rows)]
    write_all(opened, sources)
    return {f"D{number}§1": row["id"] for number, row in enumerate(rows, 1)}


def _corpus(name: str) -> list[dict[str, Any]]:
    path = eval_dir() / name / "corpus.jsonl"
    return _rows(path) if path.is_file() else []


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; all unless given")
    parser.add_argument("--beside", type=int, default=0, metavar="MAPS", help="other maps in the database")
    given = parser.parse_args()
    with bench_settings() as settings, beside(settings, given.beside):
        for name, measure, value in run(settings, given.sets or list(SETS)):
            print(f"{name:16} {measure:7} {value:6.1f}")


if __name__ == "__main__":
    main()
