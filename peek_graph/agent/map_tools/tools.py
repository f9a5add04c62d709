"""The two tools that an agent of LlamaIndex reads and changes a map with."""

from __future__ import annotations

import json
from typing import Any

from llama_index.core.tools import FunctionTool, ToolMetadata
from llama_index.core.tools.tool_spec.base import SPEC_FUNCTION_TYPE, BaseToolSpec

from peek_graph.agent.map_tools.arguments import operations_in
from peek_graph.agent.map_tools.teaching import ADD_EXAMPLE, metadata_of_tools
from peek_graph.agent.map_tools.verdicts import error_text, report_text
from peek_graph.context_map import ContextMap
from peek_graph.errors import PeekGraphError
from peek_graph.records import ApplyMode


class PeekGraphToolSpec(BaseToolSpec):
    """``PeekGraphToolSpec(map).to_tool_list()`` is for FunctionAgent, ReActAgent and AgentWorkflow.

    Whatever a model sends, it gets a text to go on from. Nothing here confirms, rolls back or prunes: that is for a
    person. ``author`` is the agent's name in the map's history, and makes nobody a person; ``budget`` bounds answers
    in tokens.
    """

    def __init__(
        self, map: ContextMap, *, author: str = "agent", budget: int | None = None, mode: ApplyMode = "strict"
    ) -> None:
        self.spec_functions = ["query_context_map", "update_context_map"]
        self._map = map
        self._author = author
        self._budget = budget
        self._mode: ApplyMode = mode

    def query_context_map(self, request: Any = "", **more: Any) -> str:
        """Answer a request of the grammar; anything else is searched for, and nothing answers with the grammar."""
        asked = request or more or ""
        # What came as something else than a text is unwrapped from its JSON.
        text = asked if isinstance(asked, str) else json.dumps(asked, ensure_ascii=False, default=str)
        try:
            return str(self._map.query_context_map(text, budget=self._budget))
        except PeekGraphError as error:
            return error_text(error)

    def update_context_map(self, operations: Any = None, reasoning: Any = "", **more: Any) -> str:
        """Apply operations as one revision, and say what became of each."""
        try:
            batch = operations_in(operations, more)
        except PeekGraphError as error:
            return f"Nothing was changed. {error_text(error, f'Call it as {ADD_EXAMPLE}')}"
        try:
            why = str(reasoning or more.get("reason", ""))
            report = self._map.apply(batch, author=self._author, source_kind="agent", reasoning=why, mode=self._mode)
        except PeekGraphError as error:
            return f"Nothing was changed. {error_text(error)}"
        return report_text(report, self._mode)

    def to_tool_list(
        self,
        spec_functions: list[SPEC_FUNCTION_TYPE] | None = None,
        func_to_metadata_mapping: dict[str, ToolMetadata] | None = None,
    ) -> list[FunctionTool]:
        """The tools, with the descriptions and schemas that teach a model."""
        return super().to_tool_list(spec_functions, {**metadata_of_tools(), **(func_to_metadata_mapping or {})})
