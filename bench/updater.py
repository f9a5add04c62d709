"""The updater's own work for an observation, besides the model: ``python -m bench.updater [--entries N]``.

The model answers at once and its time is taken off. An observation is new text of some 120 words; its answer is two
operations: a finding, which is compared with the others, and a link of what a search had found to what supports it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
import uuid
from collections.abc import Iterator
from typing import Any, Final

from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from pydantic import PrivateAttr

from bench.made import Writer, made_source, write_all
from bench.recorded import LANGUAGES
from bench.recorded.grammar import Grammar
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from peek_graph import ContextMap
from peek_graph.agent import Updater
from peek_graph.settings import Settings

_ENTRIES: Final = 10_000
_ROUNDS: Final = 120
_WARMUP: Final = 20
_SHOWN: Final = re.compile(r"^- (D\d+§[\d.]+) ", re.MULTILINE)


class InstantModel(CustomLLM):
    """Says what it was told to say, with a ref of what it was shown; ``took`` is its time, in seconds."""

    _operations: list[dict[str, Any]] = PrivateAttr(default_factory=list)
    _took: float = PrivateAttr(default=0.0)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="instant", context_window=8192, num_output=1024)

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: ARG002 - LlamaIndex's
        started = time.perf_counter()
        shown = _SHOWN.findall(prompt)
        value = {"text": self._operations[0]["value"], **({"supported_by": shown[:1]} if shown else {})}
        answer = {"analysis": "it adds", "operations": [{**self._operations[0], "value": value}, *self._operations[1:]]}
        text = json.dumps(answer)
        self._took += time.perf_counter() - started
        return CompletionResponse(text=text)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponseGen:
        raise NotImplementedError

    def will_say(self, *operations: dict[str, Any]) -> None:
        self._operations, self._took = list(operations), 0.0

    @property
    def took(self) -> float:
        return self._took


def run(settings: Settings, entries: int = _ENTRIES) -> Iterator[Row]:
    """(what, unit, value) rows."""
    with bench_map(settings, f"bench-updater-{uuid.uuid4().hex[:6]}") as opened:
        writer, grammar = _fill(opened, entries)
        model = InstantModel()
        updater = Updater(opened, model)
        taken, changed = [], 0
        for number in range(_ROUNDS + _WARMUP):
            finding = grammar.say_new("finding")
            model.will_say({"op": "add", "path": "working_memory.findings", "value": finding})
            text = f"{finding}. {writer.section(100)}"
            started = time.perf_counter()
            report = updater.observe(text, source_kind="tool", source="bench")
            if number >= _WARMUP:
                taken.append(time.perf_counter() - started - model.took)
                changed += report.changed
    yield f"updater's own work, {entries:,} entries, p50 (target <= 150)", "ms", statistics.median(taken) * 1000
    yield "  p90", "ms", statistics.quantiles(taken, n=10)[-1] * 1000
    yield "  observations that became a revision", "%", 100 * changed / _ROUNDS


def _fill(opened: ContextMap, entries: int) -> tuple[Writer, Grammar]:
    """Nine of ten are sections of sources, the others findings and todos."""
    writer, grammar = Writer(1), Grammar(LANGUAGES["en"], random.Random(2))
    sections = entries * 9 // 10
    write_all(
        opened,
        [
            made_source(f"made/{n}.txt", writer.title(), [writer.section() for _ in range(100)])
            for n in range(sections // 100)
        ],
    )
    rest = [
        {"op": "add", "path": f"working_memory.{name}", "value": grammar.say_new(kind)}
        for kind, name in (("finding", "findings"), ("todo", "todo_list"))
        for _ in range((entries - sections) // 2)
    ]
    opened.apply(rest, source_kind="tool")
    opened.search("anything", 1)
    while "vector" in opened.search("anything", 1).missing:
        pass
    return writer, grammar


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=_ENTRIES)
    given = parser.parse_args()
    with bench_settings(embedding={"cache": False}) as settings:
        print_rows(run(settings, given.entries))


if __name__ == "__main__":
    main()
