"""The sub-maps that elements stood in at a revision, read one by one as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable

from peek_graph.graph import history
from peek_graph.graph.database import Database
from peek_graph.graph.states import State


class Parents:
    """The sub-maps of a map at one revision."""

    def __init__(self, db: Database, map_uid: str, revision: int) -> None:
        self._db = db
        self._map_uid = map_uid
        self._revision = revision
        self._known: dict[str, State | None] = {map_uid: None}

    def prefetch(self, states: Iterable[State | None]) -> None:
        """Read those above these elements, all at once for each level."""
        wanted = {state.parent_uid for state in states if state is not None and state.parent_uid}
        while wanted := {uid for uid in wanted if uid not in self._known}:
            self._known |= dict.fromkeys(wanted)
            for found in history.states_at(self._db, self._map_uid, self._revision, uids=sorted(wanted)):
                self._known[found.uid] = found.state
            wanted = {state.parent_uid for uid in wanted if (state := self._known[uid]) and state.parent_uid}

    def keys_of(self, state: State) -> tuple[str, ...]:
        """The keys of the sub-map that an element is in, from the root."""
        self.prefetch([state])
        keys: list[str] = []
        above = self._known.get(state.parent_uid or "")
        while above is not None and len(keys) < len(self._known):
            keys.append(str(above.props.get("key") or ""))
            above = self._known.get(above.parent_uid or "")
        return tuple(reversed(keys))
