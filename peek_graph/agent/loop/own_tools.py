"""The tools of the loop itself: reading the map, writing to it where that is wanted, and changing the phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from llama_index.core.tools import FunctionTool, ToolMetadata
from llama_index.core.tools.tool_spec.base import SPEC_FUNCTION_TYPE
from pydantic import BaseModel, Field

from peek_graph.agent.loop.phases import Closed, Phases
from peek_graph.agent.loop.words import LoopWords
from peek_graph.agent.map_tools import PeekGraphToolSpec
from peek_graph.agent.map_tools.teaching import QueryArguments
from peek_graph.agent.map_tools.verdicts import error_text
from peek_graph.agent.prompts import Prompts
from peek_graph.context_map import ContextMap
from peek_graph.errors import PeekGraphError

Close = Callable[[str | None, str], Closed]


class PhaseArguments(BaseModel):
    """What the phase tool takes."""

    action: Literal["open", "switch", "close"] = Field(description="open, switch or close")
    key: str = Field(default="", description="the phase, as: market; for close: the one at work")
    title: str = Field(default="", description="for open")
    summary: str = Field(default="", description="for close: at most 80 words")


def own_tools(map: ContextMap, prompts: Prompts, *, author: str, budget: int, writes: bool) -> list[FunctionTool]:
    """``query_context_map``, with answers of at most ``budget`` tokens, and with ``writes`` ``update_context_map``."""
    spec = PeekGraphToolSpec(map, author=author, budget=budget)
    names: list[SPEC_FUNCTION_TYPE] = ["query_context_map", *(["update_context_map"] if writes else [])]
    described = ToolMetadata(prompts.fill("loop_query_tool"), "query_context_map", QueryArguments)
    return spec.to_tool_list(names, {"query_context_map": described})


def phase_tool(phases: Phases, close: Close, prompts: Prompts, words: LoopWords) -> FunctionTool:
    """``change_phase``; what cannot be done is answered with the reason."""

    def change_phase(action: str = "", key: str = "", title: str = "", summary: str = "") -> str:
        wanted = str(action).strip().casefold()
        try:
            if wanted == "open":
                return words.opened.format(key=phases.open(str(key), str(title)).path)
            if wanted == "switch":
                return words.switched.format(key=phases.switch(str(key)).path)
            if wanted == "close":
                closed = close(str(key) or None, str(summary))
                return words.closed.format(key=closed.path, summary=closed.summary)
        except PeekGraphError as error:
            return error_text(error)
        return f"Error: action is {wanted[:40]!r}. Hint: open, switch or close."

    metadata = ToolMetadata(prompts.fill("loop_phase_tool"), "change_phase", PhaseArguments)
    return FunctionTool.from_defaults(change_phase, tool_metadata=metadata)
