"""What a status shows of a map at a revision, as rows of ``cypher/status.cypher``."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from peek_graph.graph.changes import entry_state, map_state, submap_state
from peek_graph.graph.database import Database
from peek_graph.graph.history import Overlay
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import State

_QUERIES = load_queries("status")
_RANKS: Final = {"high": 1, "medium": 5, "low": 7}
_MIDDLE: Final = 5
_COLUMNS: Final = (
    *("uid", "ref", "kind", "since", "parent_uid", "position", "confidence", "stale", "status", "priority", "step"),
    *("outcome", "source_kind", "supported_by", "cites", "produced", "contradicts"),
    *("title", "summary", "text", "action", "output", "key_decision", "next_step_triggers"),
    "other_fields",
)
_FINISHED: Final = frozenset({"done", "completed", "cancelled", "dropped", "answered"})


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a status begins: the map node, the revision that it is of, and how much of each kind there was then.

    Of todos and questions, ``open_todo`` and ``open_question`` count those that were not finished; revisions of before
    they were counted have none.
    """

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
    """A list of entries of a kind: all, the newest first, or those that have a standing, the highest first."""

    name: str
    kind: str
    by: Literal["since", "standing"]

    def takes(self, state: State) -> bool:
        """Whether an entry is of this list."""
        return state.kind == self.kind and (self.by == "since" or standing_of(state) is not None)

    def age(self, order: int, state: State) -> tuple[int, ...]:
        """What the list is ordered by: as the index gives it, of one revision's the newest node first."""
        standing = (-(standing_of(state) or 0),) if self.by == "standing" else ()
        return (*standing, -state.since, -order)


@dataclass(frozen=True, slots=True)
class Listing:
    """The first states of a list; ``complete``: there are no more of them."""

    states: tuple[State, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """What a status is made from, all as of one revision. Constraints and sub-maps are whole, lists by name bounded."""

    map: State
    constraints: tuple[State, ...]
    submaps: tuple[State, ...]
    lists: Mapping[str, Listing]


def standing_of(state: State) -> int | None:
    """What `finish_revision` keeps on a node as ``standing``: how much its kind and state make it wanted.

    None: it is in no list that is ordered by it. Todos and questions have one as long as they are open, actions if they
    failed. What is stale comes last.
    """
    props = state.props
    if state.kind in ("todo", "question"):
        if str(props.get("status")) in _FINISHED:
            return None
        return 9 - rank_of(props.get("priority")) if state.kind == "todo" else 5
    if state.kind == "action":
        return 1 if props.get("outcome") == "failed" else None
    if state.kind in ("hypothesis", "finding", "document"):
        confidence = props.get("confidence")
        if props.get("stale") is True:
            return 0
        is_number = isinstance(confidence, (int, float)) and not isinstance(confidence, bool)
        return 1 + (math.floor(confidence * 10) if is_number and confidence is not None else 0)
    return None


def rank_of(priority: Any) -> int:
    """How early a todo is wanted, 0 to 9: its priority, in words or as that number; in the middle without one."""
    if isinstance(priority, str):
        return _RANKS.get(priority, _MIDDLE)
    return priority if isinstance(priority, int) and not isinstance(priority, bool) and 0 <= priority <= 9 else _MIDDLE


def frame(db: Database, map_uid: str, revision: int | None = None) -> Frame | None:
    """The map node and the counts at a revision, by default the newest; None if the map is gone."""
    for row in db.read(_QUERIES["frame"], map_uid=map_uid, revision=revision):
        node = row["node"]
        # Revisions of before they kept counts have none.
        kept = {key: value for key, value in (row["counts"] or {}).items() if value is not None}
        own = {key: node.get(key) or 0 for key in node if key.endswith("_count") and not key.startswith("open_")}
        number = node["revision"] if revision is None else revision
        if row["counts"] is not None:
            # A revision before the first notice has none, and is not to learn of later ones.
            own.pop("notice_count", None)
        counts = {key.removesuffix("_count"): int(value) for key, value in {**own, **kept}.items()}
        return Frame(node, number, counts)
    return None


def listed(db: Database, map_uid: str, frame: Frame, specs: Collection[ListSpec], limit: int, past: Overlay) -> Listed:
    """The map at the frame's revision, of each list the first ``limit``.

    What is live is read first and what was touched since last: then it does not matter what is written meanwhile.
    """
    size = limit
    while True:
        found = _read(db, map_uid, frame, specs, size, past)
        lists = {spec.name: _listing(found[spec.name], size, past, spec) for spec in specs}
        if all(one.complete or len(one.states) >= limit for one in lists.values()):
            break
        size *= 2  # what was read live was written meanwhile
    was = past.states.get(map_uid)
    constraints = _joined(found["constraint"], past, lambda state: state.kind == "constraint")
    submaps = _joined(found["submap"], past, lambda state: state.kind == "submap")
    return Listed(
        was.state if was is not None and was.state is not None else map_state(frame.node),
        tuple(state for _, state in constraints),
        tuple(state for _, state in submaps),
        {name: Listing(one.states[:limit], one.complete and len(one.states) <= limit) for name, one in lists.items()},
    )


def entries_in(
    db: Database, map_uid: str, frame: Frame, places: Collection[str], kinds: Collection[str], limit: int, past: Overlay
) -> list[State]:
    """Of each of those kinds in each of those places (uids) the last ``limit`` at the frame's revision."""
    size = limit
    while places:
        params = {"places": sorted(places), "kinds": sorted(kinds), "limit": size}
        rows = db.read(_QUERIES["in_places"], map_uid=map_uid, revision=frame.revision, **params)
        past.refresh()
        live = [(_order(row["order"]), _entry(row["node"])) for row in rows]
        read = Counter((state.parent_uid, state.kind) for _, state in live)
        lists: dict[tuple[str | None, str], list[tuple[int, State]]] = {}
        for order, state in _joined(live, past, lambda state: state.parent_uid in places and state.kind in kinds):
            lists.setdefault((state.parent_uid, state.kind), []).append((order, state))
        if all(count < size or len(lists.get(name, ())) >= limit for name, count in read.items()):
            last = (sorted(items, key=_place, reverse=True)[:limit] for items in lists.values())
            return [state for items in last for _, state in items]
        size *= 2
    return []


def tried(db: Database, map_uid: str, frame: Frame, after: int, limit: int, past: Overlay) -> list[State]:
    """The actions done or changed after a revision, as of the frame's: aim and outcome only, the newest ``limit``."""
    spec = ListSpec("tried", "action", "since")
    size = limit
    while True:
        row = db.read(_QUERIES["tried"], map_uid=map_uid, revision=frame.revision, after=after, limit=size)[0]
        past.refresh()
        live = [(_order(order), _attempt(*values)) for order, *values in row["found"]]
        found = _listing(live, size, past, spec)
        if found.complete or len(found.states) >= limit:
            return [state for state in found.states[:limit] if state.since > after]
        size *= 2


def proposals_at(db: Database, map_uid: str, revision: int, limit: int) -> tuple[list[Mapping[str, Any]], int]:
    """The first ``limit`` proposals that waited at a revision, the oldest first, and how many there were."""
    row = db.read(_QUERIES["proposals_at"], map_uid=map_uid, revision=revision, limit=limit)[0]
    return list(row["nodes"]), int(row["count"])


def sizes(db: Database, map_uid: str, after: int, until: int) -> list[tuple[int, int, int]]:
    """The revisions after one, up to another, in order, with how many operations and touched elements each."""
    rows = db.read(_QUERIES["sizes"], map_uid=map_uid, after=after, until=until)
    return [(int(row["number"]), int(row["operations"]), int(row["touched"])) for row in rows]


def first_since(db: Database, map_uid: str, after: int, until: int, uids: Collection[str]) -> dict[str, int]:
    """By uid the first revision after one, up to another, that gave an element a former state."""
    rows = db.read(_QUERIES["first_since"], map_uid=map_uid, after=after, until=until, uids=sorted(uids))
    return {row["uid"]: int(row["since"]) for row in rows}


def _read(
    db: Database, map_uid: str, frame: Frame, specs: Collection[ListSpec], limit: int, past: Overlay
) -> dict[str, list[tuple[int, State]]]:
    """States with the orders of their nodes, by list."""
    wanted: dict[str, list[dict[str, str]]] = {"since": [], "standing": []}
    for spec in specs:
        wanted[spec.by].append({"name": spec.name, "kind": spec.kind})
    lists = {"newest": wanted["since"], "standing": wanted["standing"]}
    rows = db.read(_QUERIES["listed"], map_uid=map_uid, revision=frame.revision, limit=limit, **lists)
    past.refresh()
    names = ("constraint", "submap", *(spec.name for spec in specs))
    found: dict[str, list[tuple[int, State]]] = {name: [] for name in names}
    for row in rows:
        state = submap_state(row["node"]) if row["list"] == "submap" else _entry(row["node"])
        found[row["list"]].append((_order(row["order"]), state))
    return found


def _listing(rows: list[tuple[int, State]], limit: int, past: Overlay, spec: ListSpec) -> Listing:
    items = sorted(_joined(rows, past, spec.takes), key=lambda item: spec.age(*item))
    if len(rows) < limit:
        return Listing(tuple(state for _, state in items), complete=True)
    # Beyond the last live one that was read there may be others between those of the overlay.
    border = max(spec.age(*row) for row in rows)
    return Listing(tuple(item[1] for item in items if spec.age(*item) <= border), complete=False)


def _joined(
    rows: Iterable[tuple[int, State]], past: Overlay, takes: Callable[[State], bool]
) -> list[tuple[int, State]]:
    live = {state.uid: (order, state) for order, state in rows if state.uid not in past.states}
    was = [(found.order, found.state) for found in past.states.values() if found.state and takes(found.state)]
    return [*live.values(), *was]


def _attempt(uid: str, ref: str, since: int, parent_uid: str, position: Any, outcome: Any, aim: Any) -> State:
    props = {"parent_uid": parent_uid, "position": position, "outcome": outcome, "action": aim}
    return State("action", uid, ref, since, None, props)


def _entry(node: Mapping[str, Any] | Sequence[Any]) -> State:
    return entry_state(node if isinstance(node, Mapping) else dict(zip(_COLUMNS, node, strict=True)))


def _place(item: tuple[int, State]) -> tuple[float, int]:
    order, state = item
    return state.position, order


def _order(element_id: str) -> int:
    return int(element_id.rpartition(":")[2])
