"""The tools of a step: what they give is bounded for the prompt, handed on whole, and never ends the step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from llama_index.core.tools import BaseTool, FunctionTool
from llama_index.core.tools.types import AsyncBaseTool, ToolMetadata, ToolOutput, adapt_to_async_tool

from peek_graph.agent.loop.outside import clean, framed, one_line, within
from peek_graph.agent.loop.words import LoopWords
from peek_graph.errors import InvalidValue

OnResult = Callable[[str, str, bool], None]
"""Called with the tool's name, its whole result, and whether it failed; in a thread."""

RESERVED: Final = frozenset({"query_context_map", "update_context_map", "change_phase", "handoff"})
_LONGEST_ERROR: Final = 2000


@dataclass(slots=True)
class Calls:
    """What was called in one step. ``broken`` is what handing a result on raised: the step ends by it."""

    most: int
    made: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    last_failed: bool = False
    broken: Exception | None = None

    def take(self, name: str, arguments: dict[str, Any]) -> bool:
        """Whether one more may be made."""
        if len(self.made) >= self.most or self.broken is not None:
            return False
        given = json.dumps(arguments, ensure_ascii=False, default=str) if arguments else ""
        self.made.append(name)
        self.named.append(one_line(f"{name}({given})", 200))
        return True


class BoundedTool(AsyncBaseTool):
    """A tool within the bounds of a step. ``frame``: what it gives comes from outside."""

    def __init__(
        self, tool: AsyncBaseTool, calls: Calls, words: LoopWords, tokens: int, on_result: OnResult, *, frame: bool
    ) -> None:
        self._tool = tool
        self._calls = calls
        self._words = words
        self._tokens = tokens
        self._on_result = on_result
        self._frame = frame

    @property
    def metadata(self) -> ToolMetadata:
        """The tool's own."""
        return self._tool.metadata

    def call(self, *args: Any, **kwargs: Any) -> ToolOutput:
        """Not used by agents, which await `acall`."""
        raise NotImplementedError("the tools of a step are awaited")

    async def acall(self, *_: Any, **kwargs: Any) -> ToolOutput:
        """What the tool gives, or why it gave nothing."""
        name = self.metadata.get_name()
        if not self._calls.take(name, kwargs):
            return self._output(self._words.no_calls_left, kwargs, failed=True)
        text, failed = await self._called(name, kwargs)
        self._calls.last_failed = failed
        try:
            await asyncio.to_thread(self._on_result, name, text, failed)
        except Exception as error:  # kept: LlamaIndex would tell it to the model
            self._calls.broken = self._calls.broken or error
        shown = within(text, self._tokens, self._words)
        return self._output(framed("result", shown, tool=name) if self._frame else shown, kwargs, failed=failed)

    async def _called(self, name: str, kwargs: dict[str, Any]) -> tuple[str, bool]:
        try:
            output = await self._tool.acall(**kwargs)
        except Exception as error:  # whatever somebody's tool raises is for the model to read
            said = f"{type(error).__name__}: {clean(str(error))[:_LONGEST_ERROR]}"
            return self._words.tool_failed.format(name=name, error=said), True
        text = clean(str(output.content)).strip()
        return text or self._words.empty_result, bool(output.is_error)

    def _output(self, text: str, kwargs: dict[str, Any], *, failed: bool) -> ToolOutput:
        name = self.metadata.get_name()
        return ToolOutput(content=text, tool_name=name, raw_input={"kwargs": kwargs}, raw_output=text, is_error=failed)


def as_tools(given: Sequence[BaseTool | Callable[..., Any]], *, by_protocol: bool) -> list[AsyncBaseTool]:
    """Functions and tools as tools; InvalidValue for what cannot be one here."""
    tools = [adapt_to_async_tool(one if isinstance(one, BaseTool) else _of_function(one)) for one in given]
    names: set[str] = set()
    for tool in tools:
        name = tool.metadata.name or ""
        if name in RESERVED or name in names or not name:
            wrong = "is a name that the loop uses itself" if name in RESERVED else "is the name of two tools"
            raise InvalidValue(f"{name!r} {wrong}" if name else "a tool has no name", "give each a name of its own")
        names.add(name)
        if isinstance(tool, FunctionTool) and tool.requires_context:
            raise InvalidValue(
                f"the tool {name!r} wants the context of a workflow", "there is none between steps: keep it in the map"
            )
        try:
            tool.metadata.to_openai_tool(skip_length_check=not by_protocol)
        except Exception as error:  # of pydantic, for arguments that have no schema
            raise InvalidValue(f"the tool {name!r} cannot be offered: {error}", "correct its description") from error
    return tools


def _of_function(given: Any) -> FunctionTool:
    if not callable(given):
        raise InvalidValue(f"{given!r} is no tool", "a function, or a tool of LlamaIndex")
    try:
        return FunctionTool.from_defaults(given)
    except Exception as error:  # pydantic's, for a signature that has no schema
        raise InvalidValue(
            f"the function {getattr(given, '__name__', given)!r} cannot be a tool: {error}",
            "give its arguments types that JSON has, and no *args",
        ) from error
