"""The phases of a project: sub-maps that are opened, taken up again and closed, one at work at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.agent.loop.outside import clean, one_line
from peek_graph.context_map import ContextMap
from peek_graph.context_map.view.places import place_of, submap_steps
from peek_graph.context_map.view.steps import Path
from peek_graph.errors import InvalidValue, ProtectedField, SubMapExists, SubMapNotFound
from peek_graph.records import ApplyReport, SubMapInfo

ACTIVE: Final = "active"
_CLOSED: Final = frozenset({"done", "finished", "completed", "closed"})
_LONGEST_SUMMARY: Final = 1200
_DECISIONS: Final = 3
_TRIES: Final = 1000

Summarize = Callable[[SubMapInfo], str]
"""A summary of a phase by the model; '' if there is none to be had."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A phase that was closed."""

    path: str
    summary: str
    snapshot: str
    archived: int


def is_closed(phase: SubMapInfo) -> bool:
    """Whether nothing more is done in a phase."""
    return phase.status.casefold() in _CLOSED


class Phases:
    """Opens, switches and closes; all that is known of them is in the map."""

    def __init__(self, map: ContextMap, author: str) -> None:
        self._map = map
        self._author = author

    def all(self) -> list[SubMapInfo]:
        """Every phase, by its path."""
        return [submap for submap in self._map.submaps() if submap.kind == "phase"]

    def active(self) -> SubMapInfo | None:
        """The phase that is worked in."""
        at_work = [phase for phase in self.all() if phase.status.casefold() == ACTIVE]
        return at_work[-1] if at_work else None

    def open(self, key: str, title: str = "") -> SubMapInfo:
        """Begin a phase, or go on with one that is there and not closed; as one revision."""
        key = clean(key).strip()
        there = self._find(key)
        if there is not None:
            if is_closed(there):
                raise SubMapExists(f"the phase {there.path!r} is closed already", "open one by another key")
            return self.switch(there.path)
        *above, last = key.split(".")
        title = one_line(title, 200) or last
        value = {"title": title, "kind": "phase", "status": ACTIVE}
        begun = {"op": "add", "path": str(place_of(above, "submap", key=last)), "value": value}
        self._apply([*self._pauses(""), begun], f"phase {key} was begun")
        return self._need(key)

    def switch(self, key: str) -> SubMapInfo:
        """Make a phase the one that is worked in."""
        phase = self._need(key)
        if is_closed(phase):
            raise InvalidValue(f"the phase {phase.path!r} is closed", "open a new one for what came up")
        if phase.status.casefold() != ACTIVE:
            self._apply([*self._pauses(phase.path), _sets(phase, status=ACTIVE)], f"phase {phase.path} was taken up")
        return self._need(phase.path)

    def close(self, key: str | None, summary: str, summarize: Summarize) -> Closed:
        """End a phase: its summary and status, then its finished history leaves the live map, then a snapshot."""
        phase = self.active() if key is None else self._need(key)
        if phase is None:
            raise SubMapNotFound("no phase is open", "name the phase, or open one")
        if is_closed(phase):
            raise InvalidValue(f"the phase {phase.path!r} is closed already", None)
        text = _bounded(summary) or _bounded(summarize(phase)) or self._from_decisions(phase)
        self._apply([_sets(phase, summary=text, status="done")], f"phase {phase.path} is done")
        why = f"history of the phase {phase.path}, which is done"
        gone = self._map.archive(finished_in=phase.path, author=self._author, reasoning=why)
        snapshot = self.snapshot(phase.path)
        return Closed(phase.path, text, snapshot, sum(len(refs) for refs in gone.refs.values()))

    def snapshot(self, name: str) -> str:
        """Name the newest revision so, or with a number if that name is taken."""
        taken = {snapshot.name for snapshot in self._map.snapshots()}
        free = next(n for n in (name, *(f"{name}-{at}" for at in range(2, _TRIES))) if n not in taken)
        return self._map.snapshot(free, author=self._author).name

    def _from_decisions(self, phase: SubMapInfo) -> str:
        history = self._map.get(str(Path.of((*submap_steps(phase.path.split(".")), *_history()))))
        decided = [_decision(action) for action in history if isinstance(action, Mapping)]
        said = [text for text in decided if text][-_DECISIONS:]
        return _bounded("; ".join(said)) or phase.title

    def _find(self, key: str) -> SubMapInfo | None:
        """By path, or by the last part of it where only one phase has that."""
        phases = self.all()
        exact = [phase for phase in phases if phase.path == key]
        near = exact or [phase for phase in phases if phase.key.casefold() == key.strip().casefold()]
        return near[0] if len(near) == 1 else None

    def _need(self, key: str) -> SubMapInfo:
        found = self._find(clean(key).strip())
        if found is None:
            there = ", ".join(phase.path for phase in self.all()[:20]) or "none"
            raise SubMapNotFound(f"there is no phase {one_line(key, 80)!r}", f"there are: {there}")
        return found

    def _pauses(self, but: str) -> list[dict[str, Any]]:
        return [
            _sets(phase, status="open")
            for phase in self.all()
            if phase.status.casefold() == ACTIVE and phase.path != but
        ]

    def _apply(self, operations: list[dict[str, Any]], why: str) -> ApplyReport:
        report = self._map.apply(operations, author=self._author, source_kind="agent", reasoning=one_line(why, 300))
        for verdict in report.verdicts:
            if verdict.verdict == "rejected":
                raise InvalidValue(f"{verdict.path}: {verdict.reason}", "choose another key, without dots and brackets")
            if verdict.verdict == "proposed":
                raise ProtectedField(
                    f"{verdict.path} is for a person to change", "the proposal waits: go on without it"
                )
        return report


def _sets(phase: SubMapInfo, **fields: str) -> dict[str, Any]:
    *above, last = phase.path.split(".")
    return {"op": "update", "path": str(place_of(above, "submap", key=last)), "value": fields}


def _history() -> tuple[Any, ...]:
    return place_of((), "action").steps


def _decision(action: Mapping[str, Any]) -> str:
    said = action.get("key_decision") or action.get("action") or action.get("text")
    return one_line(said, 300) if isinstance(said, str) else ""


def _bounded(summary: str) -> str:
    """At most 80 words, or as much of a text without blanks."""
    text = one_line(summary, _LONGEST_SUMMARY)
    words = re.findall(r"\S+", text)
    return text if len(words) <= 80 else " ".join(words[:80]) + " …"
