"""Statuses along two recorded runs, English and Chinese: ``python -m bench.status_run [--steps 1000] [--breaks]``."""

from __future__ import annotations

import argparse
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from statistics import linear_regression, median, quantiles

from bench.recorded import LANGUAGES, LanguageName, play, steps
from bench.server import bench_map, bench_settings
from bench.status_prefix import breaks, kept
from bench.table import Row, print_rows
from peek_graph import ContextMap
from peek_graph.errors import BudgetTooSmall
from peek_graph.settings import ArchiveSettings, EmbeddingSettings, Settings

_SAMPLED = 50
# So many steps it takes at most until there is enough to fill a status.
_FILLING = 100
# What is finished leaves the map by itself, but for phases: those the run puts away long after they were closed.
_CHANGED = {
    "embedding": EmbeddingSettings(model="none"),
    "archive": ArchiveSettings(automatic=True, done_submaps=False),
}


@dataclass(frozen=True)
class Shown:
    """A status as it was shown after a step."""

    step: int
    revision: int
    text: str
    tokens: int
    seconds: float


@dataclass
class Wanted:
    """What is played, and what is printed of it beside the numbers."""

    steps: int = 1000
    until: int | None = None
    seed: int = 1
    budgets: Sequence[int] = (1600,)
    languages: Sequence[LanguageName] = tuple(LANGUAGES)
    show: Sequence[int] = ()
    breaks: bool = False


def run(settings: Settings, wanted: Wanted | None = None) -> Iterator[Row]:
    """(what, unit, value) rows."""
    wanted = wanted or Wanted()
    settings = settings.model_copy(update=_CHANGED)
    for language in wanted.languages:
        with bench_map(settings, f"bench-status-{language}-{uuid.uuid4().hex[:6]}") as opened:
            shown, refused = _watch(opened, wanted, language)
            for budget in wanted.budgets:
                rows = _rows(opened, shown[budget], budget) if shown[budget] else iter(())
                yield from ((f"{language}, budget {budget}: {what}", unit, value) for what, unit, value in rows)
                yield (
                    f"{language}, budget {budget}: refused, goal and constraints need more",
                    "",
                    float(refused[budget]),
                )
                _print(shown[budget], wanted)


def _watch(opened: ContextMap, wanted: Wanted, language: LanguageName) -> tuple[dict[int, list[Shown]], dict[int, int]]:
    """The statuses after each step, by budget, and how many were refused."""
    shown: dict[int, list[Shown]] = {budget: [] for budget in wanted.budgets}
    refused = dict.fromkeys(wanted.budgets, 0)
    played = islice(steps(wanted.seed, wanted.steps, language), wanted.until)
    for step, _ in enumerate(play(opened, played), 1):
        for budget in wanted.budgets:
            started = time.perf_counter()
            try:
                status = opened.status(budget)
            except BudgetTooSmall:
                refused[budget] += 1
                continue
            seconds = time.perf_counter() - started
            shown[budget].append(Shown(step, status.revision, status.text, status.tokens, seconds))
    return shown, refused


def _rows(opened: ContextMap, shown: list[Shown], budget: int) -> Iterator[Row]:
    # Counted by LlamaIndex itself, not by what is measured here.
    from llama_index.core.utils import get_tokenizer

    count = get_tokenizer()
    tokens = [len(count(one.text)) for one in shown]
    shares = [100 * kept(one.text, other.text) for one, other in pairwise(shown)]
    yield "tokens, median", "tokens", median(tokens)
    yield "tokens, slope in 1,000 steps / median (flat: 0)", "%", _slope(shown, tokens)
    if len(shown) > 2 * _FILLING:
        yield f"  from step {_FILLING} on", "%", _slope(shown[_FILLING:], tokens[_FILLING:])
    yield (
        "over the budget, or counted otherwise (target 0)",
        "",
        float(sum(n > budget or n != one.tokens for n, one in zip(tokens, shown, strict=True))),
    )
    yield "unchanged prefix of the step before, median (target >= 90)", "%", median(shares)
    yield "  10th percentile", "%", quantiles(shares, n=10)[0]
    sampled = shown[:: max(1, len(shown) // _SAMPLED)]
    same = [opened.at(one.revision).status(budget).text == one.text for one in sampled]
    yield "at(n).status() is what was shown at n (target 100)", "%", 100 * sum(same) / len(same)
    yield "p50", "ms", 1000 * median(one.seconds for one in shown)


def _slope(shown: list[Shown], tokens: list[int]) -> float:
    return 100_000 * linear_regression([one.step for one in shown], tokens).slope / median(tokens)


def _print(shown: list[Shown], wanted: Wanted) -> None:
    for one in shown:
        if one.step in wanted.show:
            print(f"\n--- step {one.step}, revision {one.revision}, {one.tokens} tokens\n{one.text}\n")
    if wanted.breaks:
        for where, count, share in breaks([one.text for one in shown]):
            print(f"      {count:5} first differ under {where:44} keeping {100 * share:5.1f} %")


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--until", type=int, help="stop after so many: the beginning of a long run, not a short run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budgets", type=_numbers, default=[1600], help="as 400,1600,4000")
    parser.add_argument("--languages", type=lambda text: text.split(","), default=list(LANGUAGES))
    parser.add_argument("--show", type=_numbers, default=[], help="print the statuses at these steps, as 10,100,1000")
    parser.add_argument("--breaks", action="store_true", help="count where consecutive statuses begin to differ")
    wanted = Wanted(**vars(parser.parse_args()))
    with bench_settings() as settings:
        print_rows(run(settings, wanted))


if __name__ == "__main__":
    main()
