"""What a status shows of a map at a revision, as rows of ``cypher/status.cypher``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from peek_graph.graph.changes import entry_state, map_state, submap_state
from peek_graph.graph.database import Database
from peek_graph.graph.history import Overlay
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import State

_QUERIES = load_queries("status")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a status begins: the map node, the revision that it is of, and how much of each kind there was then."""

    node: Mapping[str, Any]
    revision: int
    counts: Mapping[str, int]

    @property
    def newest(self) -> int:
        """The map's newest revision."""
        return int(self.node["revision"])

    @property
    def pruned_before(self) -> int:
        """The oldest revision that can still be read."""
        return int(self.node.get("pruned_before") or 0)


@dataclass(frozen=True, slots=True)
class ListSpec:
    """A list of entries: of a kind, in none of the ``finished`` statuses; ``stale`` None: stale or not."""

    name: str
    kind: str
    finished: tuple[str, ...] = ()
    stale: bool | None = None

    def takes(self, state: State) -> bool:
        """Whether an entry is of this list."""
        return (
            state.kind == self.kind
            and (state.props.get("status") or "open") not in self.finished
            and self.stale in (None, bool(state.props.get("stale")))
        )


@dataclass(frozen=True, slots=True)
class Listing:
    """The newest states of a list, the newest first; ``complete``: there are no more of them."""

    states: tuple[State, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """What a status is made from, all as of one revision. Constraints and sub-maps are whole, lists by name bounded."""

    map: State
    constraints: tuple[State, ...]
    submaps: tuple[State, ...]
    lists: Mapping[str, Listing]


def frame(db: Database, map_uid: str, revision: int | None = None) -> Frame | None:
    """The map node and the counts at a revision, by default the newest; None if the map is gone."""
    for row in db.read(_QUERIES["frame"], map_uid=map_uid, revision=revision):
        node = row["node"]
        # Revisions of before they kept counts have none.
        kept = {key: value for key, value in (row["counts"] or {}).items() if value is not None}
        counts = {**{key: node.get(key) or 0 for key in node if key.endswith("_count")}, **kept}
        return Frame(
            node,
            node["revision"] if revision is None else revision,
            {key.removesuffix("_count"): int(value) for key, value in counts.items()},
        )
    return None


def listed(db: Database, map_uid: str, frame: Frame, specs: Collection[ListSpec], limit: int, past: Overlay) -> Listed:
    """The map at the frame's revision, of each list about the ``limit`` newest.

    What is live is read first and what was touched since last: then it does not matter what is written meanwhile.
    """
    wanted = [{**asdict(spec), "finished": list(spec.finished)} for spec in specs]
    rows = db.read(_QUERIES["listed"], map_uid=map_uid, revision=frame.revision, lists=wanted, limit=limit)
    past.refresh()
    found: dict[str, list[tuple[int, State]]] = {
        name: [] for name in ("constraint", "submap", *(s.name for s in specs))
    }
    for row in rows:
        state = (submap_state if row["list"] == "submap" else entry_state)(row["node"])
        found[row["list"]].append((_order(row["order"]), state))
    constraints = _joined(found["constraint"], past, ListSpec("constraint", "constraint"))
    submaps = _joined(found["submap"], past, ListSpec("submap", "submap"))
    was = past.states.get(map_uid)
    return Listed(
        was.state if was is not None and was.state is not None else map_state(frame.node),
        tuple(state for _, state in constraints),
        tuple(state for _, state in submaps),
        {spec.name: _listing(found[spec.name], limit, past, spec) for spec in specs},
    )


def _listing(rows: list[tuple[int, State]], limit: int, past: Overlay, spec: ListSpec) -> Listing:
    items = sorted(_joined(rows, past, spec), key=_age)
    if len(rows) < limit:
        return Listing(tuple(state for _, state in items), complete=True)
    # Beyond the last live one that was read there may be others between those of the overlay.
    border = max(map(_age, rows))
    return Listing(tuple(item[1] for item in items if _age(item) <= border), complete=False)


def _joined(rows: list[tuple[int, State]], past: Overlay, spec: ListSpec) -> list[tuple[int, State]]:
    live = {state.uid: (order, state) for order, state in rows if state.uid not in past.states}
    was = [(found.order, found.state) for found in past.states.values() if found.state and spec.takes(found.state)]
    return [*live.values(), *was]


def _age(item: tuple[int, State]) -> tuple[int, int]:
    """The newest state first; of one revision's, the newest node, as the index gives them."""
    order, state = item
    return -state.since, -order


def _order(element_id: str) -> int:
    return int(element_id.rpartition(":")[2])
