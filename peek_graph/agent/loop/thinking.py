"""One think-act turn of a LlamaIndex agent, made anew for it, so that nothing of earlier turns is in its prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peek_graph.agent.loop.outside import clean
from peek_graph.agent.loop.tools import Calls
from peek_graph.context_map.tokens import count_tokens
from peek_graph.records import TokenUse

if TYPE_CHECKING:
    from llama_index.core.agent.workflow.base_agent import BaseWorkflowAgent
    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.llms import LLM
    from llama_index.core.tools.types import AsyncBaseTool

_ENOUGH = 10**9  # tokens of a memory that is to leave nothing out: the step's own bounds hold

OnAnswer = Callable[[str, Sequence[tuple[str, Mapping[str, Any]]], TokenUse], None]
"""Called with each answer as it came, the tools it called, and what it took."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the model said last; ``error``: it could not be asked; ``endless``: it called tools to the end."""

    text: str
    use: TokenUse
    error: Exception | None = None
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a turn begins with; ``header`` is for models that do not call functions by the protocol."""

    system: str
    user: str
    header: str


def calls_functions(llm: LLM) -> bool:
    """Whether the model calls tools by the protocol."""
    return bool(llm.metadata.is_function_calling_model)


async def think(
    llm: LLM, prompt: Prompt, tools: Sequence[AsyncBaseTool], calls: Calls, on_answer: OnAnswer, retries: int = 0
) -> Thought:
    """Let the model think and call tools until it answers; never raises for what it or its server does."""
    from llama_index.core.agent.workflow.workflow_events import AgentInput, AgentOutput
    from llama_index.core.memory import ChatMemoryBuffer
    from llama_index.core.workflow import WorkflowRuntimeError

    agent, said = _agent(llm, prompt, tools, retries)
    use, last, asked = TokenUse(), "", 0
    # One answer for each call, one without, and one that is too many: LlamaIndex counts before it looks.
    handler = agent.run(
        user_msg=prompt.user,
        memory=ChatMemoryBuffer.from_defaults(token_limit=_ENOUGH),
        max_iterations=calls.most + 3,
        early_stopping_method="force",
    )
    try:
        async for event in handler.stream_events():
            if isinstance(event, AgentInput):
                asked = sum(count_tokens(_text(message)) for message in event.input)
            elif isinstance(event, AgentOutput):
                last = said[-1] if said else _text(event.response)
                taken = _use(event.raw, asked, last)
                use += taken
                on_answer(last, [(call.tool_name, call.tool_kwargs) for call in event.tool_calls], taken)
        await handler
    except WorkflowRuntimeError:
        return Thought(last, use, endless=True)
    except Exception as error:  # of whatever client the model has; the loop says it and stops
        return Thought(last, use, error)
    except asyncio.CancelledError:
        await handler.cancel_run()
        raise
    return Thought(last, use)


def _agent(
    llm: LLM, prompt: Prompt, tools: Sequence[AsyncBaseTool], retries: int
) -> tuple[BaseWorkflowAgent, list[str]]:
    """The agent, and a list that the texts of its answers are added to, where LlamaIndex changes them."""
    from peek_graph.agent.loop.agents import PatientFunctionAgent, PatientReActAgent
    from peek_graph.agent.loop.react import LenientParser, formatter_of

    common: dict[str, Any] = {"tools": list(tools), "llm": llm, "system_prompt": prompt.system, "streaming": False}
    if calls_functions(llm):
        return PatientFunctionAgent(**common, retries=retries), []
    parser = LenientParser()
    header = formatter_of(prompt.header)
    return PatientReActAgent(**common, retries=retries, output_parser=parser, formatter=header), parser.said


def _text(message: ChatMessage) -> str:
    return clean(message.content or "")


def _use(raw: Any, asked: int, said: str) -> TokenUse:
    given = raw.get("usage") if isinstance(raw, Mapping) else None
    given = given if isinstance(given, Mapping) else (raw if isinstance(raw, Mapping) else {})
    prompt = _number(given, "prompt_tokens", "input_tokens", "prompt_eval_count")
    completion = _number(given, "completion_tokens", "output_tokens", "eval_count")
    return TokenUse(
        asked if prompt is None else prompt, count_tokens(said) if completion is None else completion, calls=1
    )


def _number(given: Mapping[str, Any], *names: str) -> int | None:
    found = [given[name] for name in names if isinstance(given.get(name), int)]
    return found[0] if found and found[0] > 0 else None
