"""Rows of a query as nodes of LlamaIndex."""

from __future__ import annotations

import hashlib
import json
import math
from base64 import b64encode
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from llama_index.core.schema import NodeWithScore, TextNode

from peek_graph.graph.states import DERIVED
from peek_graph.records.queries import QueryRows


def nodes_of(map_uid: str, found: QueryRows) -> list[NodeWithScore]:
    """A node a row, in the query's order; equal rows of one query are one node."""
    made = {node.node_id: node for row in found.rows for node in [_node(map_uid, found.query, row)]}
    return [NodeWithScore(node=node, score=1.0) for node in made.values()]


def json_value(value: Any) -> Any:
    """A value of an answer as JSON can hold it; of nodes without what is derived, as their vectors."""
    if isinstance(value, Mapping):
        return {str(key): json_value(item) for key, item in value.items() if key not in DERIVED}
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if isinstance(value, date | time):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _node(map_uid: str, query: str, row: Mapping[str, Any]) -> TextNode:
    metadata = {column: json_value(value) for column, value in row.items()}
    said = json.dumps([map_uid, query, metadata], ensure_ascii=False)
    return TextNode(
        id_=hashlib.sha256(said.encode()).hexdigest()[:32],
        text="\n".join(f"{column}: {_shown(value)}" for column, value in metadata.items() if _says(value)),
        metadata=metadata,
        # The text says all of it.
        excluded_embed_metadata_keys=list(metadata),
        excluded_llm_metadata_keys=list(metadata),
    )


def _says(value: Any) -> bool:
    return value is not None and value != "" and value != [] and value != {}


def _shown(value: Any) -> str:
    if isinstance(value, str):
        # Lines of a text are indented, so that none of them looks like another column.
        return value.replace("\n", "\n  ")
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False)
