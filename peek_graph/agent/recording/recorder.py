"""Writes what was observed, what a model answered and what came of it, a JSON line each, as it happens."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from peek_graph.errors import RecordingError
from peek_graph.records import ApplyReport, ObserveReport, TokenUse, Verdict

if TYPE_CHECKING:
    from peek_graph.context_map import ContextMap

VERSION: Final = 1

Asker = Literal["updater", "reviewer", "loop", "summary"]
"""Who asked the model: each is served its own answers when the run is played again."""

PhaseAction = Literal["open", "switch", "close"]


class Recorder:
    """Appends a run to a file, for `replay`. Each line is on the disk before the call returns; threads may share it.

    A run begins with what the map is then, so that it can be played again on a map like it. What is recorded is what
    was said, keys and passwords not among it; the file is as private as the sources are.
    """

    def __init__(self, path: str | Path, map: ContextMap, *, model: str = "") -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(0o600)
            with self.path.open("ab+") as file:
                if file.tell() and not _ends_whole(self.path):
                    file.write(b"\n")  # a line that a crash cut stays what it is, and the next one is whole
            self._file = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise RecordingError(
                f"the run cannot be recorded in {self.path}: {error.strerror or error}", "name another file"
            ) from error
        at = map.log(1)[0].number
        self._write(
            "run",
            {
                "version": VERSION,
                "map": map.name,
                "map_uid": map.uid,
                "revision": at,
                "model": model,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "view": map.to_dict(),
            },
        )

    def observation(
        self,
        text: str,
        *,
        source_kind: str = "agent",
        source: str = "",
        submap: str | None = None,
        dry_run: bool = False,
    ) -> str:
        """Something is observed; the id under which its answers and its report are kept."""
        of = uuid.uuid4().hex[:12]
        given = {"source_kind": source_kind, "source": source, "submap": submap, "dry_run": dry_run}
        self._write("observation", {"of": of, "text": text, **given})
        return of

    def answer(
        self,
        of: str,
        text: str,
        *,
        asker: Asker = "updater",
        how: str = "none",
        calls: Sequence[tuple[str, Mapping[str, Any]]] = (),
        cut: bool = False,
        use: TokenUse | None = None,
    ) -> None:
        """What a model said, as it came, with the tools that it called as (name, arguments)."""
        called = [{"name": name, "arguments": dict(arguments)} for name, arguments in calls]
        self._write(
            "answer",
            {"of": of, "asker": asker, "text": text, "how": how, "calls": called, "cut": cut, "use": use_form(use)},
        )

    def result(self, of: str, name: str, text: str, *, failed: bool = False) -> None:
        """What a tool gave back in a step, whole."""
        self._write("result", {"of": of, "name": name, "text": text, "failed": failed})

    def report(self, of: str, report: ObserveReport) -> None:
        """What became of an observation."""
        self._write(
            "report",
            {
                "of": of,
                "outcome": report.outcome,
                "revision": report.revision,
                "reason": report.reason,
                "verdicts": [verdict_line(verdict) for verdict in report.verdicts],
                "failures": [failure.reason for failure in report.failures],
                "documents": list(report.documents),
                "use": use_form(report.use),
            },
        )

    def step(self, of: str, given: str, number: int, report: ApplyReport | None, failed: str | None = None) -> None:
        """A step of the loop is over: its input, and how it came into the map; None: not at all."""
        self._write(
            "step",
            {
                "of": of,
                "input": given,
                "number": number,
                "revision": report.revision if report else None,
                "verdicts": [verdict_line(verdict) for verdict in report.verdicts] if report else [],
                "failed": failed,
            },
        )

    def phase(self, action: PhaseAction, key: str, *, title: str = "", summary: str = "") -> None:
        """A phase was opened, taken up again or closed from outside of a step."""
        self._write("phase", {"action": action, "key": key, "title": title, "summary": summary})

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, kind: str, fields: Mapping[str, Any]) -> None:
        # Escaped, as a model may say what UTF-8 cannot carry.
        line = json.dumps({"kind": kind, **fields}, ensure_ascii=True, default=str)
        try:
            with self._lock:
                self._file.write(line + "\n")
                self._file.flush()
        except (OSError, ValueError) as error:
            raise RecordingError(
                f"the run cannot be recorded in {self.path}: {error}", "see that the disk has room, or do not record"
            ) from error


def verdict_line(verdict: Verdict) -> dict[str, Any]:
    """A verdict as it is kept and compared: refs differ from map to map, so they are kept only."""
    return {
        "op": verdict.op,
        "path": verdict.path,
        "verdict": verdict.verdict,
        "code": verdict.code,
        "reason": verdict.reason,
        "refs": list(verdict.refs),
    }


def use_form(use: TokenUse | None) -> dict[str, int]:
    """Tokens as JSON."""
    use = use or TokenUse()
    return {"prompt": use.prompt, "completion": use.completion, "calls": use.calls}


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
