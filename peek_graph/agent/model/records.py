"""What a model is asked for, and what it said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from peek_graph.records.agents import TokenUse

How = Literal["json_schema", "json_object", "tools", "none"]
LADDER: Final[tuple[How, ...]] = ("json_schema", "json_object", "tools", "none")
"""The ways of asking for an answer in JSON, the strictest first."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The form that an answer is to have; ``schema`` is that of an object."""

    name: str
    description: str
    schema: Mapping[str, Any]

    def options(self, how: How) -> dict[str, Any]:
        """How a request asks for it, in OpenAI's protocol."""
        if how == "json_schema":
            schema = {"name": self.name, "description": self.description, "schema": dict(self.schema)}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        if how == "json_object":
            return {"response_format": {"type": "json_object"}}
        if how == "tools":
            function = {"name": self.name, "description": self.description, "parameters": dict(self.schema)}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": self.name}},
            }
        return {}


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as it came; of a call of the form's tool ``text`` has the arguments. ``cut``: its end is missing."""

    text: str
    how: How = "none"
    use: TokenUse = field(default_factory=TokenUse)
    cut: bool = False
