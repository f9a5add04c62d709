"""A phase's summary by the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from peek_graph.agent.loop.outside import clean
from peek_graph.agent.loop.reading import without_thinking
from peek_graph.agent.prompts import Prompts
from peek_graph.errors import ModelError
from peek_graph.records import SubMapInfo, TokenUse
from peek_graph.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from peek_graph.agent.recording import Recorder
    from peek_graph.context_map import ContextMap

_TOKENS = 1000
_ANSWER = 300


class Summaries:
    """Asks for summaries in at most 80 words, from what the map shows of a phase."""

    def __init__(
        self,
        map: ContextMap,
        llm: LLM,
        settings: Settings,
        prompts: Prompts,
        record: Recorder | None,
        of: str,
        used: Callable[[TokenUse], None] | None,
    ) -> None:
        self._map = map
        self._llm = llm
        self._settings = settings
        self._prompts = prompts
        self._record = record
        self._of = of
        self._used = used

    def of_phase(self, phase: SubMapInfo) -> str:
        """The summary; '' if the model has none to give."""
        from peek_graph.agent.model import Model

        lists = (f"OPEN: {phase.path}", f"OPEN: {phase.path} actions", f"OPEN: {phase.path} findings")
        shown = [self._map.query_context_map(request, budget=_TOKENS // len(lists)).text for request in lists]
        asked = self._prompts.fill(
            "loop_summary", needed=("phase",), title=clean(phase.title), phase=clean("\n".join(shown))
        )
        try:
            said = Model(self._llm, self._settings.llm).ask([("user", asked)], max_tokens=_ANSWER)
        except ModelError:
            return ""
        if self._record:
            self._record.answer(self._of, said.text, asker="summary", how=said.how, cut=said.cut, use=said.use)
        if self._used:
            self._used(said.use)
        return "" if said.cut and not said.text.strip() else without_thinking(said.text)
