"""What a feed needs of an updater: it remembers, and fails as it is told."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from peek_graph.records.agents import ObserveReport, ReportedFailure


@dataclass
class RecordingUpdater:
    """Raises, or reports as failed, what ``fails`` names by text; ``gate`` holds it up."""

    seen: list[tuple[str, str, str]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    fails: dict[str, Exception | ObserveReport] = field(default_factory=dict)
    gate: threading.Event | None = None
    thread: str = ""

    def observe(
        self, text: str, *, source_kind: str = "agent", source: str = "", request_id: str = ""
    ) -> ObserveReport:
        if self.gate is not None:
            assert self.gate.wait(20)
        self.thread = threading.current_thread().name
        self.ids.append(request_id)
        if (failure := self.fails.get(text)) is not None:
            if isinstance(failure, Exception):
                raise failure
            return failure
        self.seen.append((text, source_kind, source))
        return ObserveReport("m", len(self.seen), "applied")

    @property
    def texts(self) -> list[str]:
        return [text for text, _, _ in self.seen]


UNANSWERED = ObserveReport(
    "m", 1, "failed", reason="no answer", failures=(ReportedFailure("no answer"),), unanswered=True
)
UNUSABLE = ObserveReport("m", 1, "failed", reason="not JSON", failures=(ReportedFailure("not JSON", raw="Sorry!"),))
