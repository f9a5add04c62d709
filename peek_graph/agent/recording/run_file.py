"""Reads a recorded run back, and refuses what is none."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from peek_graph.agent.recording.recorder import VERSION
from peek_graph.errors import RecordingError

_NEEDED: Final[Mapping[str, Mapping[str, type]]] = {
    "run": {"version": int, "map": str},
    "observation": {"of": str, "text": str},
    "answer": {"of": str, "asker": str, "text": str, "calls": list},
    "result": {"of": str, "name": str, "text": str},
    "report": {"of": str, "outcome": str, "verdicts": list},
    "step": {"of": str, "input": str, "verdicts": list},
    "phase": {"action": str, "key": str},
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a run, by its number in the file."""

    number: int
    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """A recorded run; a file that several processes went on with has a ``run`` line for each."""

    path: Path
    lines: tuple[Line, ...]
    torn: tuple[int, ...] = ()

    @property
    def begun(self) -> Mapping[str, Any]:
        """What the map was at the beginning."""
        return self.lines[0].fields

    def of(self, key: str, kind: str) -> Iterator[Line]:
        """The lines of one observation or step, in order."""
        return (line for line in self.lines if line.kind == kind and line.fields["of"] == key)


def read_run(path: str | Path, *, torn: bool = False) -> Run:
    """The run in a file. RecordingError names the line that is no part of one; ``torn`` leaves cut lines out."""
    where = Path(path)
    try:
        data = where.read_bytes()
    except OSError as error:
        raise RecordingError(f"{where} cannot be read: {error.strerror or error}", "check the name") from error
    lines: list[Line] = []
    left_out: list[int] = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError) as error:
            if torn:
                left_out.append(number)
                continue
            raise RecordingError(
                f"line {number} of {where} is no JSON, or only the beginning of one: {error}",
                "a process that was killed may leave a cut line; leave such lines out with --torn, or delete it",
            ) from error
        lines.append(_line(where, number, value))
    if not lines:
        raise RecordingError(f"{where} holds no run", "give a file that was written with --record")
    if lines[0].kind != "run":
        raise RecordingError(f"{where} begins with a line of kind {lines[0].kind!r}, not 'run'", "give a whole file")
    return Run(where, tuple(lines), tuple(left_out))


def _line(where: Path, number: int, value: Any) -> Line:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _NEEDED:
        raise RecordingError(
            f"line {number} of {where} is of kind {str(kind)[:40]!r}",
            f"known are {', '.join(_NEEDED)}; a newer peek-graph may have written it",
        )
    if kind == "run" and value.get("version") != VERSION:
        raise RecordingError(
            f"line {number} of {where} begins a run of version {str(value.get('version'))[:20]!r}",
            f"this peek-graph plays version {VERSION}; record it anew, or take the peek-graph that wrote it",
        )
    for name, expected in _NEEDED[kind].items():
        if not isinstance(value.get(name), expected):
            raise RecordingError(
                f"line {number} of {where}, of kind {kind!r}, has no {name} that is {expected.__name__}",
                "the file was changed or damaged; record the run anew",
            )
    return Line(number, kind, value)
