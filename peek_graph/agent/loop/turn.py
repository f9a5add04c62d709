"""One turn of thinking: the prompt, the tools, the answer, and what of it is to be written."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peek_graph.agent.loop.outside import one_line
from peek_graph.agent.loop.parts import Parts
from peek_graph.agent.loop.phases import Closed, Phases
from peek_graph.agent.loop.prompting import Input, prompt_of
from peek_graph.agent.loop.reading import Spoken, read_step
from peek_graph.agent.loop.results import StepResult
from peek_graph.agent.loop.summaries import Summaries
from peek_graph.agent.loop.thinking import Thought, calls_functions, think
from peek_graph.agent.loop.words import WORDS, LoopWords
from peek_graph.agent.loop.writing import Deed, request_id_of
from peek_graph.agent.prompts import Prompts, prompts_of
from peek_graph.records import ObserveReport, StatusLanguage, TokenUse
from peek_graph.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM
    from llama_index.core.tools import BaseTool
    from llama_index.core.tools.types import AsyncBaseTool

    from peek_graph.agent.loop.tools import Calls
    from peek_graph.agent.recording import Recorder
    from peek_graph.context_map import ContextMap


@dataclass(frozen=True, slots=True)
class Made:
    """A turn's result; without a ``deed`` the model could not be asked. ``of`` is its name in a recording."""

    of: str
    result: StepResult
    deed: Deed | None = None


class Turn:
    """Makes turns; keeps nothing from one to the next but the language that the map was last shown in."""

    def __init__(
        self,
        map: ContextMap,
        llm: LLM,
        tools: Sequence[BaseTool | Callable[..., Any]],
        settings: Settings,
        phases: Phases,
        parts: Parts,
        record: Recorder | None,
        *,
        writes: bool,
    ) -> None:
        from peek_graph.agent.loop.tools import as_tools

        self._map = map
        self._llm = llm
        self._tools = as_tools(tools, by_protocol=calls_functions(llm))
        self._settings = settings
        self._phases = phases
        self._parts = parts
        self._record = record
        self._writes = writes
        self.language: StatusLanguage = map.language() if parts.language == "auto" else parts.language

    async def think(self, number: int, inputs: Sequence[Input]) -> Made:
        """Show the map and the inputs to the model, and let it act until it answers."""
        import asyncio

        from peek_graph.agent.loop.tools import Calls

        agent = self._settings.agent
        of = f"step-{number}-{uuid.uuid4().hex[:8]}"
        status = await asyncio.to_thread(self._map.status, language=self._parts.language)
        self.language = status.language
        words, prompts = WORDS[self.language], self._prompts()
        shown = {"number": number, "tokens": agent.input_tokens, "calls": agent.calls}
        prompt = prompt_of(prompts, words, status.text, inputs, **shown)
        calls, heard = Calls(agent.calls), _Heard(self._parts, self._record, of, by_protocol=calls_functions(self._llm))
        tools = self._offered(prompts, words, calls, heard, of)
        thought = await think(self._llm, prompt, tools, calls, heard.answer, self._settings.llm.retries)
        if calls.broken is not None:
            raise calls.broken
        result = StepResult(number, use=thought.use + heard.use, reports=tuple(heard.reports), calls=tuple(calls.named))
        if thought.error is not None:
            return Made(of, _with(result, failed=self._explained(thought.error)))
        spoken = self._spoken(thought, calls, words)
        outcome = spoken.outcome or ("failed" if calls.last_failed else "ok")
        given = "\n".join(one.text for one in inputs)
        deed = Deed(
            of=of,
            number=number,
            action=_action(spoken, calls, words, given),
            output=spoken.output,
            decision=spoken.decision,
            next=spoken.next,
            outcome=outcome,
            phase=await asyncio.to_thread(self._phase),
            request_id=request_id_of(number, status.revision, given, thought.text),
        )
        said = {"analysis": spoken.analysis, "decision": spoken.decision, "output": spoken.output}
        return Made(of, _with(result, **said, next=spoken.next, outcome=outcome, done=spoken.done), deed)

    def close_phase(
        self, key: str | None, summary: str, of: str, used: Callable[[TokenUse], None] | None = None
    ) -> Closed:
        """Close a phase, with a summary by the model if none is given."""
        ask = Summaries(self._map, self._llm, self._settings, self._prompts(), self._record, of, used)
        closed = self._phases.close(key, summary, ask.of_phase)
        self._parts.phase_ended(closed.summary)
        return closed

    def _offered(self, prompts: Prompts, words: LoopWords, calls: Calls, heard: _Heard, of: str) -> list[AsyncBaseTool]:
        from peek_graph.agent.loop.own_tools import own_tools, phase_tool
        from peek_graph.agent.loop.tools import BoundedTool

        tokens = self._settings.agent.result_tokens
        budget = min(tokens, self._settings.query.budget)
        own = own_tools(self._map, prompts, author=self._settings.agent.name, budget=budget, writes=self._writes)

        def close(key: str | None, summary: str) -> Closed:
            return self.close_phase(key, summary, of, heard.took)

        own.append(phase_tool(self._phases, close, prompts, words))
        return [
            *(BoundedTool(tool, calls, words, tokens, heard.own, frame=False) for tool in own),
            *(BoundedTool(tool, calls, words, tokens, heard.result, frame=True) for tool in self._tools),
        ]

    def _spoken(self, thought: Thought, calls: Calls, words: LoopWords) -> Spoken:
        if thought.endless:
            return Spoken(output=words.no_end.format(calls=len(calls.made)), outcome="failed")
        spoken = read_step(thought.text)
        if not (spoken.output or spoken.decision or spoken.analysis):
            return Spoken(output=words.no_answer, outcome="failed")
        return spoken

    def _explained(self, error: Exception) -> str:
        from peek_graph.agent.model import Model
        from peek_graph.errors import PeekGraphError

        known = error if isinstance(error, PeekGraphError) else Model(self._llm, self._settings.llm).explained(error)
        return one_line(known.whole, 1000)

    def _phase(self) -> str | None:
        active = self._phases.active()
        return active.path if active else None

    def _prompts(self) -> Prompts:
        return prompts_of(self._settings.project_dir, self._settings.updater, self.language)


class _Heard:
    """What a turn's tools and answers are handed to; tools run in threads, one of these handlings at a time."""

    def __init__(self, parts: Parts, record: Recorder | None, of: str, *, by_protocol: bool) -> None:
        self._parts = parts
        self._record = record
        self._of = of
        self._by_protocol = by_protocol
        self._lock = threading.Lock()
        self.reports: list[ObserveReport] = []
        self.use = TokenUse()

    def answer(self, text: str, calls: Sequence[tuple[str, Mapping[str, Any]]], use: TokenUse) -> None:
        """An answer of the model."""
        if self._record:
            how = "tools" if self._by_protocol else "none"
            self._record.answer(self._of, text, asker="loop", how=how, calls=calls, use=use)

    def result(self, name: str, text: str, failed: bool) -> None:
        """A result of a tool that was handed in."""
        with self._lock:
            if self._record:
                self._record.result(self._of, name, text, failed=failed)
            if not failed:
                self.reports.extend(self._parts.resulted(name, text))

    def own(self, name: str, text: str, failed: bool) -> None:
        """A result of one of the loop's own tools: the map says it, so it is not observed."""

    def took(self, use: TokenUse) -> None:
        """Tokens of a call beside the agent's."""
        with self._lock:
            self.use += use


def _action(spoken: Spoken, calls: Calls, words: LoopWords, given: str) -> str:
    """What was done: the tools that were called, but for reading the map; else what was decided."""
    named = [text for name, text in zip(calls.made, calls.named, strict=True) if name != "query_context_map"]
    return "; ".join(named) or spoken.decision or words.answered.format(input=one_line(given, 200))


def _with(result: StepResult, **fields: Any) -> StepResult:
    from dataclasses import replace

    return replace(result, **fields)
