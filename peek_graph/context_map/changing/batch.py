"""Works through the operations of a batch on a draft, one after the other: each sees what those before it did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from peek_graph.context_map.changing.additions import add
from peek_graph.context_map.changing.base import Base, Known, NoBase
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.effects import Effects
from peek_graph.context_map.changing.linking import change_link, late_links
from peek_graph.context_map.changing.moves import move
from peek_graph.context_map.changing.needs import needs_of
from peek_graph.context_map.changing.operations import Operation
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.proposing import Proposals
from peek_graph.context_map.changing.protection import NeedsPerson, Protection
from peek_graph.context_map.changing.reviewing import Reviews
from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.context_map.changing.targets import resolve
from peek_graph.context_map.changing.updates import delete, update
from peek_graph.context_map.changing.work import Work
from peek_graph.context_map.view.json_values import JSON, ValueRefused
from peek_graph.context_map.view.paths import Path
from peek_graph.graph.states import LINKS
from peek_graph.records import Verdict


class Batch:
    """Operations of one speaker on one draft.

    What this speaker may not do becomes a proposal, after it was seen that it could be done.
    """

    def __init__(
        self,
        draft: Draft,
        speaker: Speaker,
        protection: Protection,
        proposals: Proposals,
        *,
        base: Base | None = None,
        loading: bool = False,
        reviews: Reviews | None = None,
    ) -> None:
        self._draft = draft
        self._proposals = proposals
        self._protection = protection
        self._base = base or NoBase()
        self._reviews = reviews or Reviews()
        self._number = 0
        if isinstance(base, Known):
            draft.list_then = partial(base.list_then, draft)
        effects = Effects(draft, speaker, protection, self._base, of_map=loading)
        self._work = Work(draft, effects, self._update_path, loading=loading)
        self._confirmed = Effects(draft, speaker.as_confirmed(), protection, self._base, of_map=loading)

    def run(self, operations: Iterable[Operation | Verdict]) -> list[Verdict]:
        """A verdict for each; those that were refused when they were read stay as they are."""
        operations = list(operations)
        self._draft.prefetch(*needs_of(item for item in operations if isinstance(item, Operation)))
        verdicts = []
        for self._number, item in enumerate(operations):
            verdict = self._judge(item) if isinstance(item, Operation) else item
            verdicts.append(self._reviews.noted(self._number, verdict))
        lacking = late_links(self._work)
        return [_with_notes(verdict, lacking) for verdict in verdicts] if lacking else verdicts

    def _judge(self, operation: Operation) -> Verdict:
        mark, proposed, noted = self._draft.mark(), self._proposals.mark(), self._work.mark()
        try:
            held = self._number in self._reviews.held
            outcome = self._hold(operation) if held else self._run(operation)
        except ValueRefused as error:
            self._draft.revert(mark)
            self._work.revert(noted)
            self._proposals.revert(proposed)
            return Verdict(operation.op, str(operation.path), "rejected", None, str(error), error.code)
        first = outcome.refs[0] if outcome.refs else None
        reason = "; ".join(outcome.notes)
        return Verdict(operation.op, str(operation.path), outcome.verdict, first, reason, None, outcome.refs)

    def _run(self, operation: Operation) -> Outcome:
        """The operation's own effects, or a proposal of all of it."""
        mark, noted = self._draft.mark(), self._work.mark()
        try:
            return self._dispatch(operation)
        except NeedsPerson as refused:
            self._draft.revert(mark)
            self._try_confirmed(operation)
            self._draft.revert(mark)
            self._work.revert(noted)
            return self._propose(operation, refused.path)

    def _hold(self, operation: Operation) -> Outcome:
        """A proposal of all of it, whatever it touches, unless there is nothing to do."""
        mark, noted, proposed = self._draft.mark(), self._work.mark(), self._proposals.mark()
        path: Path | None = None
        try:
            outcome = self._dispatch(operation)
            if outcome.verdict == "duplicate":
                return outcome
        except NeedsPerson as refused:
            path = refused.path
            self._draft.revert(mark)
            self._try_confirmed(operation)
        self._draft.revert(mark)
        self._work.revert(noted)
        self._proposals.revert(proposed)
        return self._propose(operation, path or operation.path, held=True)

    def _propose(self, operation: Operation, path: Path, *, held: bool = False) -> Outcome:
        review = self._reviews.reviews.get(self._number)
        return self._proposals.propose(self._alone(operation), path, review=review, held=held)

    def _alone(self, operation: Operation) -> Operation:
        """The operation as it can be decided later: a loaded dictionary's own labels mean nothing by then."""
        if not self._work.loading or not isinstance(operation.value, dict):
            return operation
        kept = {name: item for name, item in operation.value.items() if name not in ("ref", *LINKS)}
        return replace(operation, value=kept)

    def _try_confirmed(self, operation: Operation) -> None:
        """ValueRefused if it could not be done by anybody: then it is no proposal either."""
        own = self._work.effects
        self._work.effects = self._confirmed
        try:
            self._dispatch(operation)
        finally:
            self._work.effects = own

    def _dispatch(self, operation: Operation) -> Outcome:
        target = resolve(self._draft, operation.path, gone=operation.op == "add")
        match operation.op:
            case "add":
                return add(self._work, target, operation.value)
            case "update":
                return update(self._work, target, operation.value)
            case "delete":
                return delete(self._work, target)
            case "move":
                return move(self._work, target, operation.to)
            case _:
                return change_link(self._work, target, operation)

    def _update_path(self, path: Path, value: JSON) -> Outcome:
        """A part of an operation on a dictionary: a proposal of its own, if it needs a person."""
        return self._run(Operation("update", path, value))


def _with_notes(verdict: Verdict, lacking: Mapping[str, list[str]]) -> Verdict:
    notes = [note for ref in verdict.refs for note in lacking.get(ref, ())]
    return replace(verdict, reason="; ".join(filter(None, (verdict.reason, *notes)))) if notes else verdict
