"""Brings a step into the map: one action and the current step, as one revision."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final, Literal

from peek_graph.agent.loop.outside import clean, one_line
from peek_graph.context_map import ContextMap
from peek_graph.context_map.view.places import place_of, submap_steps
from peek_graph.context_map.view.steps import Path
from peek_graph.errors import PathError
from peek_graph.graph.monitoring import LastStep, find_last_step
from peek_graph.records import ApplyReport

_LONGEST_OUTPUT: Final = 20_000
_LONGEST_LINE: Final = 1000


@dataclass(frozen=True, slots=True)
class Deed:
    """What a step did, in the words of the map; ``request_id`` is the same however often it is written.

    ``of`` is the step's name in a recording.
    """

    of: str
    number: int
    action: str
    output: str
    decision: str
    next: str
    outcome: Literal["ok", "failed"]
    phase: str | None
    request_id: str

    def written(self, map: ContextMap, author: str) -> ApplyReport:
        """The revision that has it."""
        value = {
            "step": self.number,
            "action": one_line(self.action, _LONGEST_LINE) or "-",
            "output": _bounded(self.output),
            "key_decision": one_line(self.decision, _LONGEST_LINE),
            "next_step_triggers": one_line(self.next, _LONGEST_LINE),
            "outcome": self.outcome,
        }
        return map.apply(
            [
                {"op": "add", "path": str(_history_of(self.phase)), "value": value},
                {"op": "update", "path": "meta.current_step", "value": self.number},
            ],
            author=author,
            source="loop",
            source_kind="agent",
            reasoning=one_line(f"step {self.number}: {self.decision or self.action}", 300),
            request_id=self.request_id,
            mode="lenient",  # a setting may protect one of the two
        )


def request_id_of(number: int, revision: int, given: str, answer: str) -> str:
    """The same for the same answer at the same state of the map: a map that was rolled back has another revision."""
    said = f"{number}\n{revision}\n{given}\n{answer}".encode("utf-8", "backslashreplace")
    return f"step-{number}-{hashlib.sha256(said).hexdigest()[:24]}"


def next_number(map: ContextMap, last: LastStep | None) -> int:
    """The number after the last step's, or after the current step if that is later."""
    return max(_number(last.step) if last else 0, _number(_current_step(map))) + 1


def last_step(map: ContextMap, author: str) -> LastStep | None:
    """The last step that a loop of this author wrote: what observations say of actions is not among it."""
    return find_last_step(map._handle.db, map.uid, author)


def _history_of(phase: str | None) -> Path:
    above = submap_steps(phase.split(".")) if phase else ()
    return Path.of((*above, *place_of((), "action").steps))


def _current_step(map: ContextMap) -> Any:
    try:
        return map.get("meta.current_step")
    except PathError:
        return None


def _number(step: Any) -> int:
    if isinstance(step, bool):
        return 0
    if isinstance(step, str) and step.strip().isdecimal() and len(step) < 10:
        return int(step)
    return step if isinstance(step, int) and 0 <= step < 10**9 else 0


def _bounded(text: str) -> str:
    said = clean(text).strip()
    return said if len(said) <= _LONGEST_OUTPUT else said[: _LONGEST_OUTPUT - 1] + "…"
