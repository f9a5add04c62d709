"""An element while a batch works on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from peek_graph.context_map.view.json_values import same
from peek_graph.graph.states import State


@dataclass(slots=True, eq=False)
class Element:
    """A map, sub-map or entry: as it is stored (None: not yet) and as the batch leaves it.

    ``props`` is replaced, never changed in place, so that what it was can be kept by keeping the dictionary.
    """

    kind: str
    uid: str
    ref: str
    stored: State | None
    props: dict[str, Any]
    live: bool

    @classmethod
    def stored_as(cls, state: State) -> Self:
        """One that is in the graph."""
        return cls(state.kind, state.uid, state.ref, state, dict(state.props), state.live)

    @classmethod
    def new(cls, kind: str, uid: str, ref: str, props: Mapping[str, Any]) -> Self:
        """One that is not."""
        return cls(kind, uid, ref, None, {key: value for key, value in props.items() if value is not None}, True)

    @property
    def parent_uid(self) -> str:
        """The map or sub-map it is in."""
        return str(self.props.get("parent_uid", ""))

    @property
    def position(self) -> float:
        """Where it stands among its like."""
        return float(self.props.get("position") or 0.0)

    @property
    def was_live(self) -> bool:
        """Whether it is live in the graph."""
        return self.stored is not None and self.stored.live

    @property
    def is_changed(self) -> bool:
        """Whether it has to be written."""
        if self.stored is None:
            return self.live
        return self.live != self.stored.live or (self.live and bool(self.changes()))

    def changes(self) -> dict[str, Any]:
        """The properties that differ from the stored ones; None for those that are gone."""
        old = self.stored.props if self.stored else {}
        changed = {key: value for key, value in self.props.items() if not same(old.get(key), value)}
        return changed | {key: None for key, value in old.items() if key not in self.props and value is not None}

    def order(self) -> tuple[float, str]:
        """What lists are sorted by."""
        return self.position, self.uid
