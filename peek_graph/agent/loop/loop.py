"""`Loop`: observe, look at the map, think with it, act, and write down what was done."""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from peek_graph.agent.loop.event_loop import in_a_step, run_there
from peek_graph.agent.loop.inbox import Inbox, Said
from peek_graph.agent.loop.outside import one_line
from peek_graph.agent.loop.parts import Parts, parts_of
from peek_graph.agent.loop.phases import Closed, Phases
from peek_graph.agent.loop.prompting import Input
from peek_graph.agent.loop.results import RunResult, StepResult
from peek_graph.agent.loop.turn import Turn
from peek_graph.agent.loop.words import WORDS
from peek_graph.agent.loop.writing import Deed, last_step, next_number
from peek_graph.errors import InvalidValue, PeekGraphError
from peek_graph.graph.monitoring import LastStep
from peek_graph.records import ObserveReport, StatusLanguage, SubMapInfo
from peek_graph.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM
    from llama_index.core.tools import BaseTool

    from peek_graph.agent.feeding import Feed
    from peek_graph.agent.monitoring import Monitors
    from peek_graph.agent.recording import Recorder
    from peek_graph.agent.updating import Updater
    from peek_graph.context_map import ContextMap


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A step that was thought, but that the database did not take."""

    first: tuple[Input, ...]
    said: tuple[Said, ...]
    shown: str
    deed: Deed
    result: StepResult


class Loop:
    """An agent that works on a map step by step, with the map as its only memory.

    All that it knows is in the map: a new process with a new loop goes on where the last one ended. ``tools`` are
    functions or tools of LlamaIndex; ``updater``, ``monitors`` and ``feed`` are made if they are not given, and with
    ``observe`` false nothing is observed and no monitor runs. ``writes`` lets the model apply operations itself. What a
    model or its server does is in the results; only a map or database that is gone, and wrong arguments, raise. Close
    it, or use it as a context manager, so that what waits is observed. It is used by one thread at a time.
    """

    def __init__(
        self,
        map: ContextMap,
        llm: LLM,
        *,
        tools: Sequence[BaseTool | Callable[..., Any]] = (),
        updater: Updater | None = None,
        monitors: Monitors | None = None,
        feed: Feed | None = None,
        settings: Settings | None = None,
        language: Literal["auto", "en", "zh"] | None = None,
        record: Recorder | None = None,
        observe: bool = True,
        writes: bool = False,
    ) -> None:
        self.map = map
        self._settings = settings or map.settings
        self._author = self._settings.agent.name
        self._parts: Parts = parts_of(map, llm, self._settings, updater, monitors, feed, language, record, observe)
        self._phases = Phases(map, self._author)
        self._turn = Turn(map, llm, tools, self._settings, self._phases, self._parts, record, writes=writes)
        self._record = record
        self._inbox = Inbox()
        self._late: tuple[ObserveReport, ...] = ()
        self._unwritten: _Unwritten | None = None
        self._caught_up = False
        self._thinking = False
        self._lock = threading.RLock()

    def step(self, given: str = "", *, by: Literal["user", "step"] = "user") -> StepResult:
        """One step on ``given``, which is observed first if a user said it; '' goes on with what the map says is next.

        A step that could not be written, since the database was gone, is written by the next call, and only once.
        """
        with self._alone():
            if by == "user" and given.strip():
                self._inbox.put(given)
            return self._step((Input(given, by),) if by == "step" and given.strip() else ())

    def run(self, task: str | None = None, *, steps: int | None = None) -> RunResult:
        """Steps until the model says that it is done, one fails, or there were ``steps`` (default: the setting).

        ``task`` is what the first step begins with; without it the first step goes on with what the last one wanted.
        After a failure, or on another day, the same call goes on.
        """
        most = self._settings.agent.steps if steps is None else steps
        made = list(self.steps(task, most=most))
        try:
            reports = self._parts.flushed()
            if made:
                made[-1] = replace(made[-1], reports=(*made[-1].reports, *reports))
        except (PeekGraphError, OSError) as error:  # the steps are in the map, and what waits waits on
            made[-1] = replace(made[-1], trouble=one_line(str(error), 1000))
        if made and made[-1].failed is not None:
            return RunResult(tuple(made), "failed", f"step {made[-1].number} was not made: {made[-1].failed}")
        return RunResult(tuple(made), "done" if made and made[-1].done else "steps")

    def steps(
        self, task: str | None = None, *, most: int | None = None, by: Literal["user", "step"] = "user"
    ) -> Iterator[StepResult]:
        """The steps of `run`, each as it is made; whoever stops asking stops the run. ``by``: who says the task."""
        most = self._settings.agent.steps if most is None else most
        if most < 1:
            raise InvalidValue(f"steps is {most}", "1 or more")
        first: tuple[Input, ...] = ()
        if task and task.strip():
            if by == "user":
                self._inbox.put(task)
            else:
                first = (Input(task, by),)
        for _ in range(most):
            with self._alone():
                result = self._step(first)
            yield result
            if result.failed is not None or (result.done and not self._inbox.waiting()):
                return
            first = (Input(result.next, "step"),) if result.next else ()

    def say(self, text: str) -> tuple[ObserveReport, ...]:
        """A user says something: it is observed, and the next step begins with it.

        While a step is under way, as in a tool of it or from another thread, it is observed when that step is over.
        """
        self._inbox.put(text)
        if not self._lock.acquire(blocking=False):
            return ()
        try:
            self._hear()
            reports, self._late = self._late, ()
            return reports
        finally:
            self._lock.release()

    def open_phase(self, key: str, title: str = "") -> SubMapInfo:
        """Begin a phase, or go on with it; ``key`` may be dotted, below a sub-map that is there."""
        phase = self._phases.open(key, title)
        if self._record:
            self._record.phase("open", phase.path, title=title)
        return phase

    def switch_phase(self, key: str) -> SubMapInfo:
        """Work in another phase, which is not closed."""
        phase = self._phases.switch(key)
        if self._record:
            self._record.phase("switch", phase.path)
        return phase

    def close_phase(self, key: str | None = None, summary: str | None = None) -> Closed:
        """End the phase at work, or the one of that key; without ``summary`` the model writes one."""
        with self._alone():
            closed = self._turn.close_phase(key, summary or "", f"phase-{uuid.uuid4().hex[:8]}")
        if self._record:
            self._record.phase("close", closed.path, summary=closed.summary)
        return closed

    def phases(self) -> list[SubMapInfo]:
        """Every phase, by its path; the one at work has the status ``active``."""
        return self._phases.all()

    @property
    def language(self) -> StatusLanguage:
        """That of the prompts."""
        return self._turn.language

    def close(self) -> None:
        """Let what waits be observed."""
        self._parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def astep(self, given: str = "", **options: Any) -> StepResult:
        """`step` in a thread."""
        return await asyncio.to_thread(self.step, given, **options)

    async def arun(self, task: str | None = None, **options: Any) -> RunResult:
        """`run` in a thread."""
        return await asyncio.to_thread(self.run, task, **options)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One at a time; a tool would wait for ever for the step that waits for it."""
        if self._thinking and in_a_step():
            raise InvalidValue(
                "a tool cannot make a step or close a phase of the loop that called it",
                "return from the tool first; `say` may be called",
            )
        with self._lock:
            yield

    def _step(self, first: tuple[Input, ...]) -> StepResult:
        """A step on ``first`` and on what users said; without either, on what the last step wanted."""
        begun = self._inbox.waiting()
        try:
            return self._made(first)
        finally:
            for one in begun:
                one.tried = True  # or it is no longer there

    def _made(self, first: tuple[Input, ...]) -> StepResult:
        waiting = self._unwritten
        if waiting is not None:
            done = self._written(waiting)
            if waiting.first == first and not self._inbox.waiting():
                return done
        if not self._caught_up:
            self._late = (*self._late, *self._parts.caught_up(last_step(self.map, self._author)))
            self._caught_up = True
        said = self._hear()
        last = last_step(self.map, self._author)
        inputs = (*first, *(Input(one.text, "user") for one in said)) or (self._go_on(last),)
        number = next_number(self.map, last)
        self._thinking = True
        try:
            made = run_there(self._turn.think(number, inputs))
        finally:
            self._thinking = False
        heard, self._late = self._late, ()
        result = replace(made.result, reports=(*heard, *made.result.reports))
        if made.deed is None:
            if self._record:
                self._record.step(made.of, _shown(inputs), number, None, result.failed)
            return result
        self._unwritten = _Unwritten(first, said, _shown(inputs), made.deed, result)
        return self._written(self._unwritten)

    def _written(self, step: _Unwritten) -> StepResult:
        """The step with what came of writing it, and of all that follows from it."""
        report = step.deed.written(self.map, self._author)
        self._unwritten = None
        action = report.verdicts[0]
        result = replace(step.result, revision=report.revision)
        if action.verdict == "rejected":
            result = replace(result, failed=f"the map refuses the action: {action.reason}")
        else:
            self._inbox.remove(step.said)
            result = replace(result, action_ref=action.ref)
        if self._record:
            self._record.step(step.deed.of, step.shown, step.deed.number, report)
        return result if result.failed else self._followed(result)

    def _followed(self, result: StepResult) -> StepResult:
        """A step that is in the map: whatever happens now, its result is not lost."""
        self._caught_up = False
        every = self._settings.agent.snapshot_every
        try:
            result = replace(result, reports=(*result.reports, *self._parts.told(result.output)))
            result = replace(result, notices=self._parts.checked(result.output))
            self._caught_up = True
            if every and result.number % every == 0:
                result = replace(result, snapshot=self._phases.snapshot(f"step-{result.number}"))
        except (PeekGraphError, OSError) as error:
            return replace(result, trouble=one_line(str(error), 1000))
        return result

    def _hear(self) -> tuple[Said, ...]:
        """What users said, which the feed and the monitors have now."""
        said = self._inbox.waiting()
        for one in said:
            try:
                self._late = (*self._late, *self._parts.fed(one))
                self._parts.minded(one)
            except Exception:
                one.tried = True
                raise
        return said

    def _go_on(self, last: LastStep | None) -> Input:
        wanted = last.next if last and last.next and last.next.strip() else ""
        return Input(wanted or WORDS[self._turn.language].go_on, "step")


def _shown(inputs: Sequence[Input]) -> str:
    return "\n\n".join(one.text for one in inputs)
