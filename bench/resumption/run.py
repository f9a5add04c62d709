"""The resumption test from the first step to the last."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bench.resumption.asking import WAYS, Asked, ask, scores
from bench.resumption.story import STEPS
from bench.resumption.transcript import messages
from bench.resumption.working import KILLS, Working, begun
from bench.table import Row
from peek_graph.context_map.tokens import count_tokens
from peek_graph.settings import Settings
from tests.openai_server.stand_in import StandIn

WANTED: Final = 38


@dataclass(frozen=True, slots=True)
class Resumed:
    """What came of it: the questions, the steps in the map in order, and findings that are there twice."""

    asked: list[Asked]
    steps: list[int]
    twice: list[str]
    decided: list[str]
    unseen: list[str]
    refused: list[str]
    prompts: list[int]

    @property
    def scores(self) -> dict[str, int]:
        return scores(self.asked)


def resume(settings: Settings) -> Resumed:
    """Let the agent work, kill it, ask, let it go on; everything is in the result."""
    with begun(settings, f"bench-resumption-{uuid.uuid4().hex[:6]}") as opened, StandIn() as server:
        working, asked = Working(opened, server), []
        for step in KILLS:
            working.work(kill_in=step)
            working.take_up()
            asked += ask(opened, step)
        working.work()
        asked += ask(opened, len(STEPS))
        view = opened.to_dict()
        prompts = [count_tokens(one.text) for one in server.asked if "This is step" in one.text]
    findings = Counter(_text(one) for one in _each(view, "working_memory", "findings"))
    return Resumed(
        asked,
        sorted(one["step"] for one in _each(view, "action_history")),
        [text for text, times in findings.items() if times > 1],
        working.decided,
        working.brain.unseen,
        working.brain.refused,
        prompts,
    )


def run(settings: Settings) -> Iterator[Row]:
    """(what, unit, value) rows."""
    resumed = resume(settings)
    yield "history of the whole task", "tokens", sum(map(count_tokens, messages(len(STEPS))))
    yield "steps in the map (target 60), after three kills", "", len(resumed.steps)
    yield "  steps done twice, findings noted twice (target 0)", "", _twice(resumed)
    for way in WAYS:
        target = f" (target >= {WANTED})" if way == WAYS[0] else ""
        yield f"questions of {len(resumed.asked)} answered from 1,500 tokens: {way}{target}", "", resumed.scores[way]
    for way in WAYS:
        missed = [one for one in resumed.asked if not one.found(way)]
        print(f"  missed by {way}: {', '.join(str(one.question.number) for one in missed) or 'none'}")


def _twice(resumed: Resumed) -> int:
    return len(resumed.steps) - len(set(resumed.steps)) + len(resumed.twice)


def _text(entry: Any) -> str:
    return str(entry["text"]) if isinstance(entry, Mapping) else str(entry)


def _each(view: Mapping[str, Any], *names: str) -> Iterator[Any]:
    """What is at a place of the map and of all its sub-maps."""
    found: Any = view
    for name in names:
        found = found.get(name, {}) if isinstance(found, Mapping) else {}
    yield from found
    for submap in view.get("sub_maps", {}).values():
        yield from _each(submap, *names)
