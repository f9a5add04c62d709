"""Plays a recorded run again: the same code, and for the model what it said then."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from peek_graph.agent.recording.recorder import verdict_line
from peek_graph.agent.recording.run_file import Line, Run, read_run
from peek_graph.errors import PeekGraphError
from peek_graph.records import Verdict

if TYPE_CHECKING:
    from peek_graph.agent.loop import Loop
    from peek_graph.context_map import ContextMap

_COMPARED: Final = ("op", "path", "verdict", "code")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the run came out otherwise: the line of the file, and what it says against what came of it now."""

    line: int
    of: Literal["observation", "step", "phase"]
    recorded: str
    now: str


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What was played; ``unfinished`` are observations and steps of which the run does not say how they ended."""

    run: str
    map: str
    revision: int
    observations: int
    steps: int
    differences: tuple[Difference, ...]
    unfinished: int = 0

    @property
    def same(self) -> bool:
        """Whether everything came out as it was recorded."""
        return not self.differences


def replay(
    run: Run | str | Path, map: ContextMap, *, on_line: Callable[[int, int], None] | None = None
) -> ReplayReport:
    """Play a run on a map, without a model or a network, and compare the verdicts.

    The map should be as the one of the run was at its beginning: refs that answers name are this map's. Tools are not
    called again, but give what they gave; what a person did meanwhile, notices and rollbacks are not part of a run.
    ``on_line`` is told how many of how many lines are done.
    """
    read = run if isinstance(run, Run) else read_run(run)
    player = _Player(read, map)
    for number, line in enumerate(read.lines, 1):
        player.play(line)
        if on_line is not None:
            on_line(number, len(read.lines))
    return player.report()


class _Player:
    """One replay under way."""

    def __init__(self, run: Run, map: ContextMap) -> None:
        self._run = run
        self._map = map
        self._by: dict[tuple[str, str], list[Line]] = defaultdict(list)
        for line in run.lines:
            if "of" in line.fields:
                self._by[line.kind, line.fields["of"]].append(line)
        self._differences: list[Difference] = []
        self._played = {"observation": 0, "step": 0}
        self._unfinished = 0

    def play(self, line: Line) -> None:
        """What a line says was done, in its turn."""
        if line.kind == "observation":
            self._observe(line)
        elif line.kind == "step":
            self._step(line)
        elif line.kind == "phase":
            self._phase(line)

    def report(self) -> ReplayReport:
        """What came of it."""
        return ReplayReport(
            run=str(self._run.path),
            map=self._map.name,
            revision=self._map.log(1)[0].number,
            observations=self._played["observation"],
            steps=self._played["step"],
            differences=tuple(self._differences),
            unfinished=self._unfinished,
        )

    def _observe(self, line: Line) -> None:
        from peek_graph.agent.recording.recorded_model import RecordedLLM
        from peek_graph.agent.updating import Updater

        ended = self._by["report", line.fields["of"]]
        if not ended:
            self._unfinished += 1
            return
        answers = self._answers(line.fields["of"])
        reviews = [answer for answer in answers if answer["asker"] == "reviewer"]
        said = [answer for answer in answers if answer["asker"] != "reviewer"]
        reviewer = RecordedLLM(reviews) if reviews else None
        updater = Updater(self._map, RecordedLLM(said), reviewer=reviewer)
        fields = line.fields
        given = {name: fields[name] for name in ("source_kind", "source", "submap", "dry_run") if name in fields}
        recorded = ended[-1].fields
        self._played["observation"] += 1
        try:
            report = updater.observe(fields["text"], **given)
        except PeekGraphError as error:
            self._differ(line, "observation", recorded["outcome"], f"{type(error).__name__}: {error.message}")
            return
        if report.outcome != recorded["outcome"]:
            now = f"{report.outcome}{f': {report.reason}' if report.reason else ''}"
            self._differ(line, "observation", recorded["outcome"], now)
        self._compare(line, "observation", recorded["verdicts"], report.verdicts)

    def _step(self, line: Line) -> None:
        fields = line.fields
        if fields.get("failed"):
            return  # the model could not be asked then, and is not here
        self._played["step"] += 1
        of = fields["of"]
        try:
            with self._loop(of) as loop:
                result = loop.step(fields["input"], by="step")
        except PeekGraphError as error:
            self._differ(line, "step", "made", f"{type(error).__name__}: {error.message}")
            return
        if result.failed is not None:
            self._differ(line, "step", "made", result.failed)
            return
        made = self._map.show(result.revision).verdicts if result.revision else ()
        self._compare(line, "step", fields["verdicts"], made)

    def _phase(self, line: Line) -> None:
        fields = line.fields
        try:
            with self._loop("") as loop:
                if fields["action"] == "open":
                    loop.open_phase(fields["key"], fields.get("title") or "")
                elif fields["action"] == "switch":
                    loop.switch_phase(fields["key"])
                else:
                    loop.close_phase(fields["key"], fields.get("summary") or "-")
        except PeekGraphError as error:
            self._differ(line, "phase", fields["action"], f"{type(error).__name__}: {error.message}")

    def _loop(self, of: str) -> Loop:
        from peek_graph.agent.loop import Loop
        from peek_graph.agent.recording.recorded_model import RecordedLLM

        results: dict[str, deque[Mapping[str, Any]]] = defaultdict(deque)
        for line in self._by["result", of]:
            results[line.fields["name"]].append(line.fields)
        answers = self._answers(of)
        tools = [_recorded_tool(name, queue) for name, queue in results.items()]
        # A tool without a result was called beyond what a step may; it has to be there to be refused again.
        return Loop(self._map, RecordedLLM(answers), tools=tools, observe=False)

    def _answers(self, of: str) -> list[Mapping[str, Any]]:
        return [line.fields for line in self._by["answer", of]]

    def _compare(
        self, line: Line, of: Literal["observation", "step"], recorded: Sequence[Any], now: Sequence[Verdict]
    ) -> None:
        then = [_told(verdict) for verdict in recorded if isinstance(verdict, Mapping)]
        made = [_told(verdict_line(verdict)) for verdict in now]
        for number in range(max(len(then), len(made))):
            before = then[number] if number < len(then) else "nothing"
            after = made[number] if number < len(made) else "nothing"
            if before != after:
                self._differ(line, of, before, after)

    def _differ(self, line: Line, of: Literal["observation", "step", "phase"], recorded: str, now: str) -> None:
        self._differences.append(Difference(line.number, of, recorded, now))


def _told(verdict: Mapping[str, Any]) -> str:
    return " ".join(str(verdict.get(name)) for name in _COMPARED if verdict.get(name))


def _recorded_tool(name: str, results: deque[Mapping[str, Any]]) -> Any:
    from llama_index.core.tools import FunctionTool

    def recorded(**_: Any) -> str:
        with suppress(IndexError):
            result = results.popleft()
            if result.get("failed"):
                raise RuntimeError(result["text"])
            return str(result["text"])
        raise RuntimeError("the recorded run has no more results of this tool")

    return FunctionTool.from_defaults(recorded, name=name, description="A recorded tool.")
