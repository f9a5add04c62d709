"""What named queries are, and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class QueryInfo:
    """A query that can be run by name; ``params`` are those that a caller gives."""

    name: str
    params: tuple[str, ...]
    description: str
    file: str


@dataclass(frozen=True, slots=True)
class QueryRows:
    """The rows of a named query in its order, each by column; ``complete``: there are no more of them."""

    map: str
    query: str
    rows: tuple[Mapping[str, Any], ...]
    complete: bool
