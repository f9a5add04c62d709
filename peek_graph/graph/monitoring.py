"""What the monitors look at, as rows of ``cypher/monitoring.cypher``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from peek_graph.graph.changes import entry_state
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import State

_QUERIES = load_queries("monitoring")


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action as it is now; ``first`` is the revision that wrote it down."""

    ref: str
    since: int
    first: int
    step: Any
    position: float
    outcome: str | None
    aim: str


@dataclass(frozen=True, slots=True)
class LastStep:
    """The action that a loop wrote down last; ``first`` is the revision, ``told``: what it put out was taken in."""

    ref: str
    first: int
    step: Any
    next: str | None
    output: str
    told: bool


@dataclass(frozen=True, slots=True)
class Against:
    """What is against a hypothesis: against itself, or against what it rests on, or ``replaced`` that."""

    ref: str
    text: str
    against: str
    replaced: bool


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A hypothesis and what contradicts it, the newest first."""

    ref: str
    text: str
    by: tuple[Against, ...]


@dataclass(frozen=True, slots=True)
class RollbackRow:
    """A revision that brought the map back to revision ``to``."""

    number: int
    to: int
    author: str
    reasoning: str


def list_constraints(db: Database, map_uid: str) -> list[State]:
    """The live constraints, in order."""
    return [entry_state(row["node"]) for row in db.read(_QUERIES["list_constraints"], map_uid=map_uid)]


def list_last_actions(db: Database, map_uid: str, limit: int) -> list[ActionRow]:
    """The live actions that were done last, the newest first: none that an observation brought.

    By the revision that wrote them down; of one revision by their steps, where those are numbers, then by their places.
    """
    rows = db.read(_QUERIES["list_last_actions"], map_uid=map_uid, limit=limit)
    found = [ActionRow(**{**row, "position": row["position"] or 0.0}) for row in rows]
    return sorted(found, key=_order, reverse=True)


def find_last_step(db: Database, map_uid: str, author: str) -> LastStep | None:
    """The live action that a loop of this author wrote down last."""
    rows = db.read(_QUERIES["find_last_step"], map_uid=map_uid, author=author)
    return LastStep(**rows[0]) if rows else None


def list_contradicted(db: Database, map_uid: str, limit: int) -> list[Contradicted]:
    """The live hypotheses that something contradicts, with the ``limit`` newest of what does."""
    rows = db.read(_QUERIES["list_contradicted"], map_uid=map_uid, limit=limit)
    return [
        Contradicted(
            row["ref"],
            row["text"],
            tuple(Against(**other) for other in row["by"]),
        )
        for row in rows
    ]


def count_persons(db: Database, map_uid: str, after: int, until: int) -> int:
    """How many revisions after one, up to another, are a person's."""
    return int(db.read(_QUERIES["count_persons"], map_uid=map_uid, after=after, until=until)[0]["persons"])


def list_rollbacks(db: Database, map_uid: str) -> list[RollbackRow]:
    """The revisions that brought the map back to an earlier one, the newest first."""
    return [RollbackRow(**row) for row in db.read(_QUERIES["list_rollbacks"], map_uid=map_uid)]


def _order(action: ActionRow) -> tuple[int, int, float, str]:
    step = action.step if isinstance(action.step, int) and not isinstance(action.step, bool) else -1
    return action.first, step, action.position, action.ref
