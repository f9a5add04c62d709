"""What is in a part of a map and around an entry, as rows of ``cypher/contents.cypher``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.graph.changes import entry_state
from peek_graph.graph.database import Database
from peek_graph.graph.queries import load_queries
from peek_graph.graph.states import LINKS, State

_QUERIES = load_queries("contents")
# Mentions are found in texts, and by no state.
_RELATIONS: Final = (*LINKS.values(), "MENTIONS")
_NO_END: Final = 2**62
_BEHIND_ALL_UIDS: Final = "\uffff"


@dataclass(frozen=True, slots=True)
class Part:
    """A sub-map as it is opened: ``counts`` by kind are those of what it holds itself."""

    uid: str
    path: str
    parent_uid: str
    title: str
    kind: str
    status: str
    summary: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Beside:
    """An entry before or after another, with the beginning of its text."""

    ref: str
    text: str


@dataclass(frozen=True, slots=True)
class Around:
    """What is around an entry: how many former states it has, its neighbours, and who links to it by relationship."""

    versions: int
    previous: Beside | None
    following: Beside | None
    links: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A section in its document's outline."""

    ref: str
    heading_path: tuple[str, ...]
    start: str
    position: int


def submaps(db: Database, map_uid: str) -> list[Part]:
    """The live sub-maps, parents before children."""
    rows = db.read(_QUERIES["submaps"], map_uid=map_uid)
    return [Part(**{**row, "counts": counts_of(row["counts"])}) for row in rows]


def counts_of(node: Mapping[str, Any]) -> dict[str, int]:
    """The counts that a map or sub-map keeps, by kind."""
    return {name.removesuffix("_count"): int(node[name] or 0) for name in node if name.endswith("_count")}


def list_place(
    db: Database,
    map_uid: str,
    parent_uid: str,
    kind: str,
    *,
    limit: int,
    finished: Sequence[str] = (),
    backwards: bool = False,
    behind: State | None = None,
    skip: int = 0,
) -> list[State]:
    """Live entries of one list in order, or from its end, after skipping some; ``behind``: those that come after it."""
    edge = sys.float_info.max if backwards else -sys.float_info.max
    rows = db.read(
        _QUERIES["list_place_backwards" if backwards else "list_place"],
        map_uid=map_uid,
        parent_uid=parent_uid,
        kind=kind,
        finished=list(finished),
        position=behind.position if behind else edge,
        uid=behind.uid if behind else _BEHIND_ALL_UIDS if backwards else "",
        skip=skip,
        limit=limit,
    )
    return [entry_state(row["node"]) for row in rows]


def list_kind(
    db: Database, map_uid: str, kind: str, *, limit: int, behind: State | None = None, skip: int = 0
) -> list[State]:
    """Live entries of a kind from the whole map, the newest states first."""
    since, uid = (behind.since, behind.uid) if behind else (_NO_END, _BEHIND_ALL_UIDS)
    rows = db.read(_QUERIES["list_kind"], map_uid=map_uid, kind=kind, since=since, uid=uid, skip=skip, limit=limit)
    return [entry_state(row["node"]) for row in rows]


def around(db: Database, map_uid: str, uid: str, limit: int) -> Around:
    """What is around an entry, live or archived; ``limit`` bounds who links to it."""
    row = db.read(_QUERIES["around"], map_uid=map_uid, uid=uid, relations=list(_RELATIONS), limit=limit)[0]
    links: dict[str, list[str]] = {}
    for link in row["links"]:
        links.setdefault(link["relation"], []).append(link["ref"])
    previous, following = (Beside(**found[0]) if found else None for found in (row["previous"], row["following"]))
    sorted_links = {name: tuple(sorted(refs, key=lambda ref: (len(ref), ref))) for name, refs in links.items()}
    return Around(row["versions"], previous, following, sorted_links)


def sections_after(
    db: Database, map_uid: str, document_uid: str, limit: int, *, behind: str | None = None
) -> list[OutlineRow]:
    """The first live sections of a document, or those behind the one of the ref ``behind``, if it has that one."""
    position = -1
    if behind is not None:
        found = db.read(_QUERIES["section_position"], map_uid=map_uid, document_uid=document_uid, ref=behind)
        position = found[0]["position"] if found else -1
    rows = db.read(
        _QUERIES["sections_after"], map_uid=map_uid, document_uid=document_uid, position=position, limit=limit
    )
    return [OutlineRow(**{**row, "heading_path": tuple(row["heading_path"])}) for row in rows]
