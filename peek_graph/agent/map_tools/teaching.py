"""What models are told of the tools. Descriptions stay within 1,024 characters: OpenAI refuses longer ones."""

from __future__ import annotations

from typing import Any, Final

from llama_index.core.tools import ToolMetadata
from pydantic import BaseModel, Field

from peek_graph.context_map.query.grammar import GRAMMAR

QUERY: Final = f"""\
Read the context map: the memory of this project, kept over days. Look at the status before you plan, search \
before you ask others, and cite the refs (D3§2.3) that answers carry.
{GRAMMAR}"""

UPDATE: Final = """\
Write to the context map what must not be forgotten: what was found (with the refs it rests on), done, decided, to do. \
One call is one revision: all of it, or nothing if an operation is rejected.
Paths: working_memory.todo_list, working_memory.findings, working_memory.pending_questions, \
working_memory.variables.<key>, working_memory.hypothesis, action_history ({action, output, outcome: ok or failed}), \
documents.<key>.interpretation, meta.current_step; the same below sub_maps.<key>; or a ref alone: T12.status.
Example: [{"op": "add", "path": "working_memory.findings", "value": {"text": "LFP has no cobalt", \
"supported_by": ["D3§2.3"]}}, {"op": "update", "path": "T12.status", "value": "done"}]
Verdicts: applied; duplicate (it is there: go on); proposed (goal, constraints and hypothesis are for a person to \
confirm: go on, do not ask again); rejected (the reason says what to correct: send the whole list again)."""

ADD_EXAMPLE: Final = '{"operations": [{"op": "add", "path": "working_memory.todo_list", "value": "Check the prices"}]}'

_OPERATION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "op": {
            "type": "string",
            "enum": ["add", "update", "delete", "move", "link", "unlink"],
            "description": "add appends to a list or makes what a key names; update replaces, of a dictionary the "
            "fields named; delete archives; move and link take 'to'",
        },
        "path": {"type": "string", "description": "where, as working_memory.todo_list or T12.status"},
        "value": {"description": "for add and update: a text, or a dictionary as {text, priority, supported_by, …}"},
        "to": {"type": "string", "description": "for move: sub_maps.market, or $; for link and unlink: a ref"},
        "relation": {
            "type": "string",
            "enum": ["supported_by", "contradicts", "cites", "produced", "supersedes"],
            "description": "for link and unlink",
        },
    },
    "required": ["op", "path"],
}


class QueryArguments(BaseModel):
    """What the reading tool takes."""

    request: str = Field(description="one request of the grammar, as: SEARCH: energy density of solid electrolytes")


class UpdateArguments(BaseModel):
    """What the writing tool takes; the form of an operation is in the schema itself, as some servers follow no $ref."""

    operations: list[dict[str, Any]] = Field(
        description="the operations of one revision", json_schema_extra={"items": _OPERATION}
    )
    reasoning: str = Field(default="", description="one sentence: why, and after which observation")


def metadata_of_tools() -> dict[str, ToolMetadata]:
    """By the tool's name."""
    return {
        "query_context_map": ToolMetadata(QUERY, "query_context_map", QueryArguments),
        "update_context_map": ToolMetadata(UPDATE, "update_context_map", UpdateArguments),
    }
