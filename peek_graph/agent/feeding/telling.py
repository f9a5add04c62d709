"""Tells an updater what waits, batch by batch; what it could not take stays first in line."""

from __future__ import annotations

import threading
from collections import Counter, deque
from typing import Final

from peek_graph.agent.feeding.observation import Batch, Observes, Skipped
from peek_graph.agent.feeding.waiting import Waiting
from peek_graph.errors import DatabaseError, MapError
from peek_graph.records.agents import ObserveReport

_MOST_TRIES: Final = 3
_KEPT: Final = 1000


class Telling:
    """Holds what came of it: ``reports``, ``skipped`` and ``errors``, of each the last thousand.

    An observation that could not be taken is tried again the next time: for ever if the database or the map is not
    there, three times if no answer of the model came or anything else is in the way; then it is skipped, with its text
    (and kept beside the spool), so that it does not block what comes after it.
    """

    def __init__(self, updater: Observes, waiting: Waiting) -> None:
        self.reports: deque[ObserveReport] = deque(maxlen=_KEPT)
        self.skipped: deque[Skipped] = deque(maxlen=_KEPT)
        self.errors: deque[Exception] = deque(maxlen=_KEPT)
        self._updater = updater
        self._waiting = waiting
        self._tries: Counter[str] = Counter()
        self._one_at_a_time = threading.RLock()

    def tell(self) -> tuple[ObserveReport, ...]:
        """Everything that is sealed, in order, up to what cannot be taken now; raises what the updater raises."""
        reports: list[ObserveReport] = []
        with self._one_at_a_time:
            while (batch := self._waiting.first()) is not None:
                report, goes_on = self._told(batch)
                reports.append(report)
                self.reports.append(report)
                if not goes_on:
                    break
        return tuple(reports)

    def give_up(self, why: str) -> None:
        """Skip what still waits: there will be no next time."""
        for one in self._waiting.everything():
            self.skipped.append(Skipped(one.text, one.source_kind, one.source, why))

    def _told(self, batch: Batch) -> tuple[ObserveReport, bool]:
        try:
            report = batch.told_to(self._updater)
        except (DatabaseError, MapError, OSError):
            raise
        except Exception as error:
            self._failed(batch, f"{type(error).__name__}: {error}")
            raise
        # Also where other parts of it came into the map: by their requests those are not done again.
        if report.unanswered:
            return report, self._failed(batch, report.reason or "no model answered")
        self._tries.pop(batch.request_id, None)
        self._waiting.done(batch)
        return report, True

    def _failed(self, batch: Batch, why: str) -> bool:
        """Count a try; whether the batch is out of the way."""
        self._tries[batch.request_id] += 1
        if self._tries[batch.request_id] < _MOST_TRIES:
            return False
        del self._tries[batch.request_id]
        for part in batch.parts:
            said = f"given up after {_MOST_TRIES} tries: {why}"
            self.skipped.append(Skipped(part.text, part.source_kind, part.source, said))
        self._waiting.done(batch, given_up=True)
        return True
