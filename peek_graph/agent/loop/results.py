"""What steps and runs of the loop hand over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from peek_graph.records import NoticeInfo, ObserveReport, TokenUse


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step. ``failed`` says why it is not in the map: then ``number`` is the next step's too.

    ``trouble`` is what went wrong once it was in the map, as it was observed or checked: the next step does that first.
    ``calls`` are the tools that were called, ``next`` what the step wants to happen next, ``reports`` what was observed
    in it, ``use`` the tokens of the step's own calls of the model; those of the observations are in the reports.
    """

    number: int
    analysis: str = ""
    decision: str = ""
    output: str = ""
    action_ref: str | None = None
    notices: tuple[NoticeInfo, ...] = ()
    use: TokenUse = field(default_factory=TokenUse)
    reports: tuple[ObserveReport, ...] = ()
    done: bool = False
    failed: str | None = None
    next: str = ""
    outcome: Literal["ok", "failed"] | None = None
    calls: tuple[str, ...] = ()
    revision: int = 0
    snapshot: str | None = None
    trouble: str | None = None

    @property
    def total(self) -> TokenUse:
        """Tokens of the step with those of its observations."""
        return sum((report.use for report in self.reports), self.use)


@dataclass(frozen=True, slots=True)
class RunResult:
    """Steps one after the other, and why they ended: the work is done, there were enough, or one failed."""

    steps: tuple[StepResult, ...]
    ended: Literal["done", "steps", "failed"]
    reason: str = ""

    @property
    def done(self) -> bool:
        """Whether the model said that the task is done."""
        return self.ended == "done"

    @property
    def failed(self) -> str | None:
        """Why the last step could not be made; the same call again goes on with it."""
        return self.reason if self.ended == "failed" else None

    @property
    def output(self) -> str:
        """That of the last step which was made."""
        return next((step.output for step in reversed(self.steps) if step.failed is None), "")

    @property
    def use(self) -> TokenUse:
        """Tokens of all steps, observations included."""
        return sum((step.total for step in self.steps), TokenUse())
