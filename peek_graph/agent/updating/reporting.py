"""What an observation came to, for whoever called, and for a record of the run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from peek_graph.agent.updating.attempt import Result
from peek_graph.agent.updating.observation import Observation
from peek_graph.records import ObserveOutcome, ObserveReport, ReportedFailure, TokenUse, Verdict

if TYPE_CHECKING:
    from peek_graph.agent.recording import Recorder


def joined(map_name: str, results: Sequence[Result], documents: Sequence[str], dry_run: bool) -> ObserveReport:
    """The report on an observation whose parts came to these: failed only if no part did better."""
    outcomes = [result.outcome for result in results]
    outcome: ObserveOutcome = next((name for name in ("applied", "failed", "nothing") if name in outcomes), "recalled")
    verdicts: list[Verdict] = []
    failures: list[ReportedFailure] = []
    use = TokenUse()
    for result in results:
        verdicts += result.verdicts
        failures += result.failures
        use += result.use
    reasons = dict.fromkeys(result.reason for result in results if result.reason)
    return ObserveReport(
        map_name,
        max(result.revision for result in results),
        outcome,
        tuple(verdicts),
        " ".join(reasons),
        tuple(failures),
        tuple(documents),
        use,
        dry_run,
        any(result.unanswered for result in results),
    )


@dataclass(slots=True)
class Recorded:
    """One observation in the record of a run, if there is one."""

    record: Recorder | None
    observation: Observation
    dry_run: bool
    _of: str = field(default="", init=False)

    def __post_init__(self) -> None:
        if self.record is not None:
            given = self.observation
            self._of = self.record.observation(
                given.text,
                source_kind=given.source_kind,
                source=given.source,
                submap=given.submap,
                dry_run=self.dry_run,
            )

    def answers(self, result: Result) -> None:
        """What the model said, call by call."""
        if self.record is not None:
            for asker, said in result.answers:
                self.record.answer(self._of, said.text, asker=asker, how=said.how, cut=said.cut, use=said.use)

    def report(self, report: ObserveReport) -> None:
        """What became of it."""
        if self.record is not None:
            self.record.report(self._of, report)
