"""LlamaIndex's agents, patient with a server that is busy: a turn that broke off would lose what its tools gave."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent, ReActAgent
from llama_index.core.agent.workflow.workflow_events import AgentOutput

from peek_graph.agent.model.refusals import meaning_of, pause_after, status_of
from peek_graph.errors import PeekGraphError


class PatientFunctionAgent(FunctionAgent):
    """For models that call functions; ``retries`` after an answer that did not come."""

    retries: int = 0

    async def take_step(self, *args: Any, **kwargs: Any) -> AgentOutput:
        """Ask the model once more while that may help: nothing is kept of a call that failed."""
        return await _patiently(lambda: FunctionAgent.take_step(self, *args, **kwargs), self.retries, self.llm)


class PatientReActAgent(ReActAgent):
    """For models that do not."""

    retries: int = 0

    async def take_step(self, *args: Any, **kwargs: Any) -> AgentOutput:
        """Ask the model once more while that may help: nothing is kept of a call that failed."""
        return await _patiently(lambda: ReActAgent.take_step(self, *args, **kwargs), self.retries, self.llm)


async def _patiently(ask: Callable[[], Awaitable[AgentOutput]], retries: int, llm: Any) -> AgentOutput:
    # A class that tries again by itself has done so when its error arrives.
    patient = int(getattr(llm, "max_retries", 0) or 0) > 0
    attempt = 0
    while True:
        try:
            return await ask()
        except PeekGraphError:
            raise
        except Exception as error:  # of whatever class and client the caller has chosen
            meaning = meaning_of(error)
            final = meaning in ("refused", "form") or (meaning == "maybe_form" and status_of(error) is not None)
            if final or attempt >= retries or (patient and meaning == "busy"):
                raise
            await asyncio.sleep(pause_after(error, attempt))
            attempt += 1
