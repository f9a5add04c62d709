"""What `query_context_map` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RequestKind = Literal["status", "search", "open", "read", "grammar", "several"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request, of at most ``budget`` tokens.

    ``kind`` is what was asked for: 'grammar' if nothing that there is, 'several' if more than one thing.
    """

    map: str
    kind: RequestKind
    text: str
    tokens: int
    budget: int

    def __str__(self) -> str:
        return self.text
