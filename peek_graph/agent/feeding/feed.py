"""`Feed`: between a loop and an updater."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, Self, get_args

from peek_graph.agent.feeding import ending
from peek_graph.agent.feeding.observation import Observation, Observes, Skipped
from peek_graph.agent.feeding.telling import Telling
from peek_graph.agent.feeding.triggers import Triggers
from peek_graph.agent.feeding.waiting import Waiting, closed
from peek_graph.agent.feeding.worker import Worker
from peek_graph.errors import InvalidValue
from peek_graph.records import SourceKind
from peek_graph.records.agents import ObserveReport
from peek_graph.settings import TriggerSettings

_KINDS: Final = tuple(kind for kind in get_args(SourceKind) if kind != "user")


class Feed:
    """Tells an updater what is worth it, when it is due, in the order in which it came.

    Every call returns the reports that it caused; in the background (the setting) none, and ``reports`` has them later.
    What the updater cannot take (the database is down, no model answers) stays and is tried again with the next call
    that makes something due; the error is raised, or in the background kept in ``errors``. With a ``spool``, a file of
    this feed alone, what waits survives the process: the next feed on it begins with what was left, by the same
    requests. Close it, or use it as a context manager; the end of the interpreter closes it too.
    """

    def __init__(
        self, updater: Observes, *, settings: TriggerSettings | None = None, spool: Path | str | None = None
    ) -> None:
        self.settings: Final = settings or TriggerSettings()
        self._triggers = Triggers(self.settings)
        self._waiting = Waiting(Path(spool) if spool is not None else None)
        self._telling = Telling(updater, self._waiting)
        for line in self._waiting.damaged:
            self._telling.skipped.append(Skipped(line, "agent", "spool", "a line of the spool that cannot be read"))
        self._steps = 0
        self._worker = Worker(self._telling, self._waiting) if self.settings.background else None
        ending.remember(self)
        if self._waiting.first() is not None:
            self._begin_with_what_was_left()

    @property
    def reports(self) -> tuple[ObserveReport, ...]:
        """Of all that was observed, in order; the last thousand."""
        return tuple(self._telling.reports)

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What was not observed, and why; the last thousand."""
        return tuple(self._telling.skipped)

    @property
    def errors(self) -> tuple[Exception, ...]:
        """What the updater raised where nobody could catch it; the last thousand."""
        return tuple(self._telling.errors)

    @property
    def waiting(self) -> tuple[Observation, ...]:
        """What was taken and is not observed yet, in order."""
        return self._waiting.everything()

    def user_message(self, text: str) -> tuple[ObserveReport, ...]:
        """What a person said: observed at once, and what waited before it first."""
        return self._given(self._triggers.user_message(_text(text)), at_once=True)

    def tool_result(self, name: str, text: str, *, source_kind: SourceKind = "tool") -> tuple[ObserveReport, ...]:
        """What a tool gave. Results of ``query_context_map`` and ``update_context_map`` are never observed."""
        if not isinstance(name, str) or not name.strip():
            raise InvalidValue(f"the tool's name is {name!r}", "its source has to have a name")
        if source_kind not in _KINDS:
            raise InvalidValue(f"source_kind of a tool's result is {source_kind!r}", f"one of {', '.join(_KINDS)}")
        return self._given(self._triggers.tool_result(name, _text(text), source_kind))

    def conclusion(self, text: str) -> tuple[ObserveReport, ...]:
        """What the agent concluded itself."""
        return self._given(self._triggers.conclusion(_text(text)))

    def step_done(self) -> tuple[ObserveReport, ...]:
        """A step is over; ``triggers.every`` says how many make what waits due."""
        self._check_open()
        self._steps += 1
        return self.flush() if self._triggers.due_after(self._steps) else ()

    def phase_ended(self, text: str) -> tuple[ObserveReport, ...]:
        """A phase is over, with what is said of it; whatever waits is observed first."""
        return self._given(self._triggers.phase_end(_text(text)), at_once=True, flush=True)

    def flush(self) -> tuple[ObserveReport, ...]:
        """Observe what waits."""
        self._check_open()
        self._waiting.seal()
        return self._tell()

    def wait(self, seconds: float | None = None) -> bool:
        """In the background: until all that is due was tried; False if that takes longer than ``seconds``."""
        return self._worker is None or self._worker.wait(seconds)

    def close(self) -> tuple[ObserveReport, ...]:
        """Observe what waits and end; what cannot be observed now stays in the spool, or without one is skipped."""
        if not self._waiting.end():
            return ()
        ending.forget(self)
        try:
            self._waiting.seal()
            if self._worker is None:
                return self._telling.tell()
            self._worker.stop()
            return ()
        finally:
            if self._waiting.kept_in is None:
                self._telling.give_up("the feed was closed before it could be observed, and has no spool")
            self._waiting.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _given(
        self, found: Observation | Skipped, *, at_once: bool = False, flush: bool = False
    ) -> tuple[ObserveReport, ...]:
        self._check_open()
        if isinstance(found, Skipped):
            self._telling.skipped.append(found)
            return self.flush() if flush else ()
        tokens = self._waiting.add(found)
        return self.flush() if at_once or self._triggers.enough(tokens) else ()

    def _tell(self) -> tuple[ObserveReport, ...]:
        if self._worker is None:
            return self._telling.tell()
        self._worker.wake()
        return ()

    def _begin_with_what_was_left(self) -> None:
        try:
            self._tell()
        except Exception as error:  # it waits for the next time, and the feed can be used
            self._telling.errors.append(error)

    def _check_open(self) -> None:
        if self._waiting.ended:
            raise closed()

    def observe_before_the_end(self) -> None:
        """Observe what waits while everything still works, where the feed may be used on."""
        try:
            self.flush()
            self.wait()
        except Exception as error:  # nobody is left to raise it to, and it is tried once more
            self._telling.errors.append(error)

    def end_with_the_interpreter(self) -> None:
        """Close, and say what could not be observed where nobody can ask any more."""
        kept = self._waiting.kept_in
        try:
            self.close()
        except Exception as error:  # nobody is left to raise it to
            self._telling.errors.append(error)
        if left := len(self._waiting.everything()):
            where = f"kept in {kept}" if kept else "lost, for the feed has no spool"
            why = f": {self._telling.errors[-1]}" if self._telling.errors else ""
            sys.stderr.write(f"peek-graph: {left} observations could not be observed and are {where}{why}\n")


def _text(given: str) -> str:
    if not isinstance(given, str):
        raise InvalidValue(f"the observation is {type(given).__name__}", "a text")
    return given
