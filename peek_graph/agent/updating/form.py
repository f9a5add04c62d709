"""The form of the answers, for servers that hold a model to one."""

from __future__ import annotations

from typing import Any, Final

from peek_graph.agent.model import AnswerForm

_VALUE: Final[dict[str, Any]] = {
    "anyOf": [
        {"type": "string"},
        {"type": "object", "additionalProperties": True},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]}},
    ]
}
_OPERATION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "op": {"type": "string", "enum": ["add", "update", "delete", "move", "link", "unlink"]},
        "path": {"type": "string"},
        "value": _VALUE,
        "relation": {"type": "string", "enum": ["supported_by", "contradicts", "cites", "produced", "supersedes"]},
        "to": {"type": "string"},
        "reason": {"type": "string"},
    },
    "required": ["op", "path"],
    "additionalProperties": False,
}

OPERATIONS: Final = AnswerForm(
    "update_context_map",
    "The operations that bring an observation into the context map",
    {
        "type": "object",
        "properties": {"analysis": {"type": "string"}, "operations": {"type": "array", "items": _OPERATION}},
        "required": ["analysis", "operations"],
        "additionalProperties": False,
    },
)

REVIEWS: Final = AnswerForm(
    "review_operations",
    "What is thought of each operation",
    {
        "type": "object",
        "properties": {
            "reviews": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "number": {"type": "integer"},
                        "verdict": {"type": "string", "enum": ["agrees", "disagrees", "unsure"]},
                        "reason": {"type": "string"},
                    },
                    "required": ["number", "verdict", "reason"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["reviews"],
        "additionalProperties": False,
    },
)
