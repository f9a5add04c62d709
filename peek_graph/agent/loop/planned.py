"""Runs through phases that were planned beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from peek_graph.agent.loop.loop import Loop
from peek_graph.agent.loop.phases import Closed, is_closed
from peek_graph.agent.loop.results import StepResult
from peek_graph.agent.loop.words import WORDS
from peek_graph.records import SubMapInfo


def through_phases(
    loop: Loop, keys: Sequence[str], task: str | None = None, *, most: int
) -> Iterator[StepResult | SubMapInfo | Closed]:
    """Steps in one phase after the other, and each phase as it begins and ends; at most so many steps in all.

    A phase ends when a step says that it is done. Those that are closed already are passed over, so that the same call
    on another day goes on where the last one ended.
    """
    made = 0
    for key in keys:
        there = {phase.path: phase for phase in loop.phases()}
        if key in there and is_closed(there[key]):
            continue
        is_new = key not in there
        phase = loop.open_phase(key)
        yield phase
        words = WORDS[loop.language]
        given = words.phase_begins.format(title=phase.title, task=task or loop.map.get("meta.ultimate_goal"))
        ended = False
        for result in loop.steps(given if is_new or task else None, most=most - made, by="step"):
            made += 1
            yield result
            if result.failed is not None:
                return
            # The model may have closed it by itself.
            ended = result.done or any(is_closed(one) for one in loop.phases() if one.path == phase.path)
            if ended or made >= most:
                break
        if not ended:
            return
        if not any(is_closed(one) for one in loop.phases() if one.path == phase.path):
            yield loop.close_phase(phase.path)
        if made >= most:
            return
