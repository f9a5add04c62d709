"""Status of maps with 1,000 and 100,000 live entries, and with as many archived: ``python -m bench.status_latency``."""

from __future__ import annotations

import argparse
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

from bench.recorded import LANGUAGES
from bench.recorded.grammar import Grammar
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from bench.timing import medians
from peek_graph import ContextMap
from peek_graph.context_map.handle import Revising
from peek_graph.graph.states import LETTERS
from peek_graph.settings import EmbeddingSettings, Settings

_SMALL, _LARGE, _ARCHIVED = 1_000, 100_000, 100_000
_SUBMAPS, _AT_ONCE, _ROUNDS = 10, 5_000, 60
# How much of a map is of which kind; sections, which a status only counts, are measured in `bench.latency`.
_SHARES: Final = {"document": 8, "action": 40, "finding": 25, "todo": 15, "question": 8, "variable": 4}
_STATUSES: Final = {
    "todo": ("open", "open", "pending", "doing", "blocked", "done", "done", "done"),
    "question": ("open", "answered"),
}


def run(settings: Settings, large: int = _LARGE, archived: int = _ARCHIVED) -> Iterator[Row]:
    """(what, unit, value) rows; the maps take turns."""
    sizes = {"small": (_SMALL, 0), "large": (large, 0), "beside": (_SMALL, archived)}
    settings = settings.model_copy(update={"embedding": EmbeddingSettings(model="none")})
    with ExitStack() as stack:
        maps = {name: stack.enter_context(bench_map(settings, f"bench-{uuid.uuid4().hex[:6]}")) for name in sizes}
        for name, (live, away) in sizes.items():
            _fill(maps[name], live, away)
        took = medians({name: opened.status for name, opened in maps.items()}, _ROUNDS)
    yield f"status, {large:,} live entries / {_SMALL:,} (target <= 1.5)", "ratio", took["large"] / took["small"]
    beside = took["beside"] / took["small"]
    yield f"status, {_SMALL:,} live entries, {archived:,} archived beside / none (target <= 1.1)", "ratio", beside
    for name, seconds in took.items():
        yield f"  {name}", "ms", seconds * 1000


def _fill(opened: ContextMap, live: int, archived: int) -> None:
    filler = _Filler(opened)
    for number in range(_SUBMAPS if archived else 0):
        opened.add_submap(f"old{number}", kind="phase")
        filler.fill(f"old{number}", archived // _SUBMAPS)
        opened.archive(f"sub_maps.old{number}")
    for number in range(_SUBMAPS):
        opened.add_submap(f"part{number}", title=f"Part {number}", summary=filler.grammar.say("outcome"))
        filler.fill(f"part{number}", live // _SUBMAPS)
    opened.apply(
        [
            *({"op": "add", "path": "meta.hard_constraints", "value": text} for text in LANGUAGES["en"].constraints),
            {"op": "update", "path": "meta.current_step", "value": filler.grammar.say("todo")},
            {"op": "add", "path": "working_memory.hypothesis", "value": filler.grammar.say("hypothesis")},
        ],
        source_kind="user",
    )


class _Filler:
    """Writes entries as a batch of operations would leave them, by the same writer: only faster."""

    def __init__(self, opened: ContextMap) -> None:
        self._opened = opened
        self._rng = random.Random(5)
        self.grammar = Grammar(LANGUAGES["en"], self._rng)

    def fill(self, path: str, count: int) -> None:
        """So many more entries in a sub-map, several to a revision."""
        parent = self._uid_of(path)
        for start in range(0, count, _AT_ONCE):
            size = min(_AT_ONCE, count - start)
            self._opened._handle.revise(
                lambda revising, n=size: self._write(revising, parent, n), source="bench", reasoning="filled"
            )

    def _write(self, revising: Revising, parent: str, count: int) -> None:
        kinds = Counter({kind: count * share // 100 for kind, share in _SHARES.items()})
        documents: list[str] = []
        for kind, number in kinds.items():
            first = revising.begun.last(kind) + 1
            rows = [self._row(kind, n, documents) for n in range(first, first + number)]
            revising.writer.create_entries(parent, [(kind, row) for row in rows])
            revising.writer.begin_links(
                [(row["uid"], "supported_by", ref) for row in rows for ref in row.get("supported_by", ())]
            )
            revising.writer.count(parent, kind, number)
            revising.counters[f"last_{kind}"] = first + number - 1
            if kind == "document":
                documents = [row["ref"] for row in rows]

    def _row(self, kind: str, number: int, documents: list[str]) -> dict[str, Any]:
        row: dict[str, Any] = {
            "uid": uuid.uuid4().hex,
            "ref": f"{LETTERS[kind]}{number}",
            "position": float(number),
            "content_hash": uuid.uuid4().hex,
            "author": "agent:bench",
            "source_kind": "agent",
            "confidence": self._rng.choice((0.4, 0.6, 0.6, 0.8)),
        }
        if kind in _STATUSES:
            row["status"] = self._rng.choice(_STATUSES[kind])
        return row | self._said(kind, number, documents)

    def _said(self, kind: str, number: int, documents: list[str]) -> dict[str, Any]:
        say, rng = self.grammar.say, self._rng
        match kind:
            case "document":
                return {"key": f"ref_{number}", "title": say("title"), "summary": say("summary")}
            case "variable":
                return {"key": f"v{number}", "value": number, "text": f"v{number} = {number}"}
            case "action":
                said = {"action": say("compute"), "output": say("output"), "step": number}
                return {**said, "text": said["action"], "outcome": "failed" if rng.random() < 0.1 else "ok"}
            case "finding" if documents and rng.random() < 0.2:
                return {"text": say("finding"), "supported_by": [rng.choice(documents)]}
            case "todo":
                return {"text": say("todo"), "priority": rng.randint(1, 9)}
        return {"text": say(kind)}

    def _uid_of(self, path: str) -> str:
        db = self._opened._handle.db
        statement = "MATCH (s:SubMap {map_uid: $map_uid, path: $path}) RETURN s.uid AS uid"
        with db.driver.session(database=db.database) as session:
            return str(session.run(statement, map_uid=self._opened.uid, path=path).single(strict=True)["uid"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", type=int, default=_LARGE, help="live entries of the large map")
    parser.add_argument("--archived", type=int, default=_ARCHIVED)
    given = parser.parse_args()
    with bench_settings() as settings:
        print_rows(run(settings, given.large, given.archived))


if __name__ == "__main__":
    main()
