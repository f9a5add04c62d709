"""One observation, or a part of one, from the question to the revision: asked once, and once more if it has to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from peek_graph.agent.answers import Problem, ReadAnswer, read_answer
from peek_graph.agent.model import Model, Said
from peek_graph.agent.updating.form import OPERATIONS
from peek_graph.agent.updating.guard import Guard, Operation
from peek_graph.agent.updating.observation import Observation, cleaned
from peek_graph.agent.updating.prompting import Context, Message
from peek_graph.agent.updating.screening import (
    Screened,
    as_duplicates,
    is_among,
    refused,
    said_again,
    screen,
    written,
)
from peek_graph.agent.updating.writing import Writer
from peek_graph.errors import ModelError
from peek_graph.records import Alike, ApplyReport, ObserveOutcome, ReportedFailure, TokenUse, Verdict

if TYPE_CHECKING:
    from peek_graph.agent.recording.recorder import Asker

_LONGEST_REASONING: Final = 1_000
_CUT: Final = "the answer was cut here: give what was to follow, in fewer words"
_TWICE: Final = "refused, in the second answer too"
_UNREAD: Final = "refused, and the second answer cannot be read whole"
_KEPT: Final = {
    "en": "These were fine and will be done; do not give them again:\n{}\n",
    "zh": "这些没有问题，会执行，不要再给：\n{}\n",
}


@dataclass(slots=True)
class Result:
    """What became of it. ``answers`` are those of the model as (who was asked, what it said), in order."""

    revision: int
    outcome: ObserveOutcome = "nothing"
    verdicts: tuple[Verdict, ...] = ()
    reason: str = ""
    failures: list[ReportedFailure] = field(default_factory=list)
    use: TokenUse = field(default_factory=TokenUse)
    answers: list[tuple[Asker, Said]] = field(default_factory=list)
    unanswered: bool = False


class Attempt:
    """Takes one observation into the map, or leaves the map as it is and says why."""

    def __init__(self, model: Model, writer: Writer, observation: Observation, context: Context) -> None:
        self._model = model
        self._writer = writer
        self._observation = observation
        self._context = context
        self._result = Result(context.revision)

    def run(self) -> Result:
        """Never raises for what a model or its server does."""
        try:
            said, answer = self._ask(self._writer.prompting.first(self._observation, self._context))
        except ModelError as error:
            self._result.unanswered = True
            return self._failed(error.whole)
        screened = self._screen(answer)
        pending = bool(screened.rejected or screened.near or answer.problems)
        if screened.good:
            if not pending and not self._writer.needs_review(screened.good):
                report = self._write(screened.good, strict=True)
                if not report.rejected:
                    return self._done(report, screened.same)
            else:
                report = self._writer.trial(screened.good, self._observation, self._context)
                if not pending and not report.rejected:
                    return self._finish(screened.good, screened.same)
            screened.sort_out(report.verdicts)
        if screened.rejected or screened.near or answer.problems:
            return self._once_more(said, answer, screened)
        return self._done(None, screened.same)

    def _ask(self, messages: Sequence[Message]) -> tuple[Said, ReadAnswer]:
        said = self._model.ask(messages, OPERATIONS)
        self._result.use += said.use
        self._result.answers.append(("updater", said))
        answer = read_answer(said, examples=(messages[0][1],))
        if said.cut and not answer.problems:
            # What was to come after the last whole operation is not known.
            answer = replace(answer, problems=(Problem(_CUT, said.text[-80:], "cut"),))
        if not self._result.reason:
            self._result.reason = " ".join(cleaned(answer.analysis).split())[:_LONGEST_REASONING]
        return said, answer

    def _screen(self, answer: ReadAnswer) -> Screened:
        map = self._writer.map
        guard = Guard(self._observation, self._context.seen, lambda ref: map.why(ref).confidence)
        return screen(answer.operations, guard, map.alike)

    def _once_more(self, said: Said, answer: ReadAnswer, first: Screened) -> Result:
        """Send back what could not be taken, and apply what is left of both answers."""
        prompting = self._writer.prompting
        lines = [refused(first.rejected), said_again(first.near), *map(_problem, answer.problems)]
        kept = "\n".join(written(operation) for operation in first.good)
        kept = _KEPT[prompting.language].format(kept) if kept else ""
        text = "\n".join(line for line in lines if line)
        try:
            said_then, corrected = self._ask(prompting.again(self._observation, self._context, text, kept))
        except ModelError as error:
            self._report(text, said, [verdict for _, verdict in first.rejected])
            if first.rejected or not first.good:
                self._result.unanswered = True
                return self._failed(error.whole, said)
            return self._finish(first.good, first.same)
        second = self._screen(corrected)
        left = [verdict for _, verdict in second.rejected]
        for problem in corrected.problems:
            self._report(_problem(problem), said_then)
        if left:
            self._report(_TWICE, said_then, left)
        if self._writer.mode == "strict" and left:
            return self._failed(f"{len(left)} of the operations were {_TWICE}", verdicts=left)
        if self._writer.mode == "strict" and first.rejected and corrected.problems:
            left = [verdict for _, verdict in first.rejected]
            self._report(_UNREAD, said, left)
            return self._failed(f"{len(left)} of the operations were {_UNREAD}", verdicts=left)
        anew, again = _told_apart(first, second)
        if first.rejected and not anew and not corrected.problems:
            self._report("refused, and then left out", said, [verdict for _, verdict in first.rejected])
        same = [*first.same, *second.same, *as_duplicates(again)]
        return self._finish([*first.good, *anew], [*same, *left], unread=bool(corrected.problems) and not same)

    def _finish(self, operations: Sequence[Operation], others: Sequence[Verdict], *, unread: bool = False) -> Result:
        if not operations:
            return self._failed("no answer could be used") if unread else self._done(None, others)
        report = self._write(operations)
        if report.rejected:
            self._report(_TWICE, self._last(), report.rejected)
        if report.rejected and self._writer.mode == "strict":
            return self._failed(f"{len(report.rejected)} of the operations were {_TWICE}", verdicts=report.verdicts)
        return self._done(report, others)

    def _write(self, operations: Sequence[Operation], *, strict: bool = False) -> ApplyReport:
        mode = "strict" if strict else self._writer.mode
        report, reviewed = self._writer.write(operations, self._observation, self._context, self._result.reason, mode)
        self._result.use += reviewed.use
        if reviewed.said is not None:
            self._result.answers.append(("reviewer", reviewed.said))
        return report

    def _done(self, report: ApplyReport | None, others: Iterable[Verdict]) -> Result:
        self._result.verdicts = (*(report.verdicts if report else ()), *others)
        if report is not None:
            self._result.revision = report.revision
            would = report.dry_run and any(one.verdict in ("applied", "proposed") for one in report.verdicts)
            self._result.outcome = "applied" if report.changed or would else "nothing"
        return self._result

    def _failed(self, reason: str, said: Said | None = None, verdicts: Sequence[Verdict] = ()) -> Result:
        if not self._result.failures:
            self._report(reason, said or self._last(), verdicts)
        self._result.outcome, self._result.reason, self._result.verdicts = "failed", reason, tuple(verdicts)
        return self._result

    def _last(self) -> Said | None:
        """What the updater's model said last; the reviewer's words are no answer to the observation."""
        return next((said for asker, said in reversed(self._result.answers) if asker == "updater"), None)

    def _report(self, reason: str, said: Said | None, verdicts: Sequence[Verdict] = ()) -> None:
        self._result.failures.append(ReportedFailure(reason, said.text if said else "", tuple(verdicts)))


def _told_apart(first: Screened, second: Screened) -> tuple[list[Operation], list[tuple[Operation, Alike]]]:
    """What of a second answer goes on, and what is only there again, of either answer.

    Told that an entry says nearly the same, a model that words its own anew means something else. What it repeats word
    by word, or what is nearly the same as an entry that it was not told of, is there.
    """
    told_of = {near.ref for _, near in first.near}
    before = [operation for operation, _ in first.near]
    anew = [operation for operation in second.good if not is_among(operation, first.good)]
    again: list[tuple[Operation, Alike]] = []
    for operation, near in second.near:
        if is_among(operation, first.good):
            continue
        if near.ref in told_of and not is_among(operation, before):
            anew.append(operation)
        else:
            again.append((operation, near))
    # Of what was nearly the same at first, as much was left out as did not come again.
    came = len(anew) + len(again) - len(first.rejected)
    return anew, [*again, *first.near[max(0, came) :]]


def _problem(problem: Problem) -> str:
    return f"{problem.reason}: {problem.excerpt}" if problem.excerpt else problem.reason
