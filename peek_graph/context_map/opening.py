"""Makes and finds maps in the database that settings lead to."""

from __future__ import annotations

import getpass
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from peek_graph.context_map import keys
from peek_graph.context_map.handle import MapHandle, now
from peek_graph.errors import MapExists, MapNotFound
from peek_graph.graph import maps
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.schema import ensure_schema
from peek_graph.records import MapInfo
from peek_graph.settings import Settings, load_settings, resolve_connection

# What a person says stands above what a source says.
_USER_CONFIDENCE = 1.0


def create_map(
    name: str, goal: str, constraints: Sequence[str], settings: Settings | None, author: str | None
) -> MapHandle:
    """Make a map as its revision 1, and open it; MapExists if one of that name is in the database."""
    name = keys.check_map_name(name)
    goal = keys.check_text("the goal", goal)
    texts = [keys.check_text("a constraint", text) for text in constraints]
    settings = settings or load_settings()
    handle = MapHandle(_connect(settings), uuid.uuid4().hex, name, settings, author or _person())

    def work(tx: Transaction) -> None:
        at = now()
        if not maps.create_map(tx, uid=handle.uid, name=name, goal=goal, at=at):
            raise MapExists(f"a map {name!r} is already in the database", "open it, or choose another name")
        begun = maps.RevisionOf(handle.author, "user", "the map was begun", at, 1 + len(texts))
        revision = maps.begin_revision(tx, handle.uid, begun)
        number = revision.number if revision else 1
        maps.add_constraints(tx, handle.uid, number, [_constraint(i, t, handle, at) for i, t in enumerate(texts)])

    try:
        handle.db.transact(work)
    except BaseException:
        handle.db.close()
        raise
    return handle


def open_map(name: str | None, settings: Settings | None, author: str | None) -> MapHandle:
    """Open a map that exists; without a name, the one that settings name."""
    settings = settings or load_settings()
    name = name or settings.map.name
    if name is None:
        raise MapNotFound("no map is named", "run `peek-graph init` in the project's folder, or give --map")
    db = _connect(settings)
    try:
        uid = maps.find_map_uid(db, name)
        if uid is None:
            there = ", ".join(repr(item.name) for item in _maps_of(db)[:10]) or "none"
            raise MapNotFound(f"no map {name!r} in {db.address}", f"there: {there}; `peek-graph init` begins one")
    except BaseException:
        db.close()
        raise
    return MapHandle(db, uid, name, settings, author or _person())


def list_maps(settings: Settings | None = None) -> list[MapInfo]:
    """Every map of the database that settings lead to."""
    with _connect(settings or load_settings()) as db:
        return _maps_of(db)


def _maps_of(db: Database) -> list[MapInfo]:
    from peek_graph.graph.nodes import list_maps  # late: importing neomodel takes most of a second

    return list_maps(db)


def _connect(settings: Settings) -> Database:
    db = Database.connect(resolve_connection(settings))
    try:
        ensure_schema(db)
    except BaseException:
        db.close()
        raise
    return db


def _person() -> str:
    try:
        return f"user:{getpass.getuser()}"
    except (KeyError, OSError, ImportError):
        return "user"  # a container without an entry for this uid


def _constraint(index: int, text: str, handle: MapHandle, at: datetime) -> dict[str, Any]:
    return {
        "uid": uuid.uuid4().hex,
        "ref": f"C{index + 1}",
        "text": text,
        "author": handle.author,
        "source_kind": "user",
        "confidence": _USER_CONFIDENCE,
        "position": index,
        "at": at,
    }
