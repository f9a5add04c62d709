"""Tokens of the loop's prompt at each of a thousand steps: ``python -m bench.tokens [--steps N] [--seed N]``.

No model is asked: the prompt is the one that the loop would send at that step of the recorded run, made by its own
code. Beside it stands what an agent without a map would send: all that was said in the steps before, without the
sources that it read.
"""

from __future__ import annotations

import argparse
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, linear_regression
from typing import Any, Final

from bench.recorded import LanguageName, Step, play, steps
from bench.server import bench_map, bench_settings
from bench.table import Row, print_rows
from peek_graph.agent.loop.prompting import Input, prompt_of
from peek_graph.agent.loop.words import WORDS
from peek_graph.agent.prompts import Prompts
from peek_graph.context_map.status.words import WORDS as STATUS_WORDS
from peek_graph.context_map.tokens import count_tokens
from peek_graph.settings import ArchiveSettings, EmbeddingSettings, Settings

PLOT: Final = Path(__file__).resolve().parents[1] / "docs" / "tokens.png"
_FROM: Final = 100  # before it the map is not full yet
_CHANGED: Final = {
    "embedding": EmbeddingSettings(model="none"),
    # What is finished leaves the map by itself, but for phases: those the run puts away long after they were closed.
    "archive": ArchiveSettings(automatic=True, done_submaps=False),
}


@dataclass(frozen=True, slots=True)
class Counted:
    """Tokens at a step: of the loop's prompt, of goal and constraints in it, and of the full history."""

    step: int
    prompt: int
    given: int
    history: int


def count(settings: Settings, most: int = 1000, language: LanguageName = "en", seed: int = 1) -> Iterator[Counted]:
    """What each step would send; the status is the one that the steps before have left."""
    prompts, words = Prompts(language, None), WORDS[language]
    changed = settings.model_copy(update=_CHANGED)
    with bench_map(changed, f"bench-tokens-{uuid.uuid4().hex[:6]}") as opened:
        said, given = 0, Input(words.go_on, "step")
        for step in steps(seed, most, language):
            status = opened.status(language=language)
            bounds = {"tokens": settings.agent.input_tokens, "calls": settings.agent.calls}
            prompt = prompt_of(prompts, words, status.text, [given], number=step.number, **bounds)
            said += count_tokens(given.text)
            sent = count_tokens(prompt.system) + count_tokens(prompt.user)
            yield Counted(step.number, sent, _given_by_people(status.text), count_tokens(prompt.system) + said)
            said += sum(count_tokens(text) for text in _told(step))
            given = Input(_next(step) or words.go_on, "step")
            for _ in play(opened, [step]):
                pass


def run(settings: Settings, most: int = 1000, plot: Path | None = PLOT, seed: int = 1) -> Iterator[Row]:
    """(what, unit, value) rows; ``plot`` is drawn if matplotlib is there."""
    counted = list(count(settings, most, seed=seed))
    prompts = [one.prompt for one in counted]
    yield "tokens of a prompt, mean", "tokens", fmean(prompts)
    yield "  most", "tokens", max(prompts)
    yield "slope in 1,000 steps / mean, from step 1 on", "%", slope(counted, prompts)
    if len(counted) > 2 * _FROM:
        late = counted[_FROM - 1 :]
        yield f"  from step {_FROM} on (target within 1)", "%", slope(late, prompts[_FROM - 1 :])
        rest = [one.prompt - one.given for one in late]
        yield "  the same, without goal and constraints, which people add", "%", slope(late, rest)
    yield "full history at the last step", "tokens", counted[-1].history
    if plot is not None and draw(counted, plot):
        print(f"  ({plot} is drawn)")


def slope(counted: Sequence[Counted], tokens: Sequence[int]) -> float:
    """By least squares: what a thousand steps add, in percent of the mean."""
    return 100_000 * linear_regression([one.step for one in counted], tokens).slope / fmean(tokens)


def draw(counted: Sequence[Counted], file: Path) -> bool:
    """The plot; False without matplotlib, the extra ``bench``."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.6), dpi=100)
    at = [one.step for one in counted]
    axes.plot(at, [one.history for one in counted], color="#b5562b", label="full history")
    axes.plot(at, [one.prompt for one in counted], color="#1f5f8b", label="peek-graph's loop")
    axes.set(xlabel="step", ylabel="tokens of a prompt", xlim=(0, at[-1]), yscale="log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.tight_layout()
    file.parent.mkdir(parents=True, exist_ok=True)
    # Without the program's version, so that the same numbers are the same file.
    figure.savefig(file, metadata={"Software": None})
    pyplot.close(figure)
    return True


def _given_by_people(status: str) -> int:
    """Tokens of what a status never drops, and people alone change: the sections of goal and constraints."""
    sections = re.split(r"^(?=## )", status, flags=re.MULTILINE)
    never = tuple(
        f"## {title}\n"
        for words in STATUS_WORDS.values()
        for title in (words.headings["goal"], words.headings["constraint"])
    )
    return sum(count_tokens(section) for section in sections if section.startswith(never))


def _told(step: Step) -> Iterator[str]:
    """What the step's messages would hold: what was done, what came of it, and what was concluded."""
    for batch in step.batches:
        yield batch.reasoning
        for operation in batch.operations:
            yield from _texts(operation.get("value"))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        yield json.dumps(value)


def _next(step: Step) -> str:
    """What the step's action wants to happen next."""
    for batch in reversed(step.batches):
        for operation in batch.operations:
            value = operation.get("value")
            if isinstance(value, Mapping) and "action" in value:
                return "; ".join(_texts(value.get("next_step_triggers")))
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, default=PLOT)
    given = parser.parse_args()
    with bench_settings() as settings:
        print_rows(run(settings, given.steps, given.plot, given.seed))


if __name__ == "__main__":
    main()
