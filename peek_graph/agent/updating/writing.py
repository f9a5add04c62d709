"""Brings operations into the map under the observation's name, after the double check if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from peek_graph.agent.model import Model
from peek_graph.agent.updating.guard import Operation
from peek_graph.agent.updating.observation import Observation
from peek_graph.agent.updating.prompting import Context, Prompting
from peek_graph.agent.updating.reviewing import Reviewed, concerned, review
from peek_graph.context_map import ContextMap
from peek_graph.errors import OperationError
from peek_graph.records import ApplyMode, ApplyReport


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes what one answer comes to. ``reviewer`` None: no double check."""

    map: ContextMap
    reviewer: Model | None
    prompting: Prompting
    author: str
    mode: ApplyMode
    dry_run: bool
    request_id: str | None

    def needs_review(self, operations: Sequence[Operation]) -> bool:
        """Whether a call of the reviewer comes before them."""
        return self.reviewer is not None and bool(concerned(operations))

    def trial(self, operations: Sequence[Operation], observation: Observation, context: Context) -> ApplyReport:
        """The verdicts that they would have."""
        return self._apply(operations, observation, context, Reviewed(), "", mode="strict", dry_run=True)

    def write(
        self,
        operations: Sequence[Operation],
        observation: Observation,
        context: Context,
        reasoning: str,
        mode: ApplyMode | None = None,
    ) -> tuple[ApplyReport, Reviewed]:
        """Apply them as one revision; in a dry run that is only said."""
        reviewed = Reviewed()
        if self.reviewer is not None:
            reviewed = review(self.reviewer, self.prompting, observation, context, operations)
        how: dict[str, Any] = {"mode": mode or self.mode, "dry_run": self.dry_run}
        try:
            return self._apply(operations, observation, context, reviewed, reasoning, **how), reviewed
        except OperationError:
            # Another process took the same observation meanwhile, and its model answered otherwise.
            done = self.map.report_of(self.request_id) if self.request_id else None
            if done is None:
                raise
            return done, reviewed

    def _apply(
        self,
        operations: Sequence[Operation],
        observation: Observation,
        context: Context,
        reviewed: Reviewed,
        reasoning: str,
        *,
        mode: ApplyMode,
        dry_run: bool,
    ) -> ApplyReport:
        return self.map.apply(
            operations,
            author=self.author,
            source=observation.source,
            source_kind=observation.source_kind,
            reasoning=reasoning,
            request_id=None if dry_run else self.request_id,
            base_revision=context.revision,
            mode=mode,
            dry_run=dry_run,
            reviews=reviewed.reviews,
            held=reviewed.held,
            reported=True,
        )
