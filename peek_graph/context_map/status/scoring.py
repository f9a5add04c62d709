"""How much an entry is wanted: by priority, confidence, recency with decay, and use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from peek_graph.context_map.status.board import Piece
from peek_graph.context_map.view.kinds import FINISHED_TODO
from peek_graph.graph.states import State
from peek_graph.graph.status import rank_of

# What is urgent comes before what is merely new, and what is new before what was often used.
PRIORITY: Final = 4.0
CONFIDENCE: Final = 2.0
RECENCY: Final = 2.0
USE: Final = 1.0
_STALE: Final = 3.0  # what rests on sources that changed comes after all that does not
_FOLDED: Final = 100.0  # what a focus folds comes after all that it widens
FINISHED: Final[Mapping[str, frozenset[str]]] = {
    "todo": FINISHED_TODO,
    "question": frozenset({"answered", "dropped"}),
}
"""The statuses of what is no longer open, by kind."""


@dataclass(frozen=True, slots=True)
class Decay:
    """``half_life`` in revisions. It goes in steps, so that from one step to the next the order of entries stays."""

    half_life: int

    def recency(self, age: int) -> float:
        """1 for what is new, half of it after each half-life."""
        step = max(1, self.half_life // 4)
        return float(0.5 ** (max(0, age) // step * step / self.half_life))


def worth(state: State, *, folded: bool = False) -> dict[str, float]:
    """What makes an entry wanted at any time."""
    parts: dict[str, float] = {}
    if state.kind == "todo":
        parts["priority"] = PRIORITY * (9 - rank(state)) / 9
    confidence = state.props.get("confidence")
    if isinstance(confidence, int | float):
        parts["confidence"] = CONFIDENCE * min(1.0, max(0.0, confidence))
    if state.props.get("stale"):
        parts["stale"] = -_STALE
    if folded:
        parts["folded"] = -_FOLDED
    return parts


def score(piece: Piece, revision: int, decay: Decay) -> dict[str, float]:
    """All that makes a piece wanted at a revision; use is how many of those that were read cite it."""
    cited = sum(since <= revision for since in piece.cited_at)
    recency = RECENCY * decay.recency(revision - piece.since)
    return {**piece.worth, "recency": recency, "use": USE * cited / (cited + 2)}


def rank(state: State) -> int:
    """How early a todo is wanted, by its priority: 0 to 9, or high, medium and low."""
    return rank_of(state.props.get("priority"))


def is_open(state: State) -> bool:
    """Whether it is not finished."""
    return str(state.props.get("status") or "open") not in FINISHED.get(state.kind, ())
