"""Makes and finds maps in the database that settings lead to."""

from __future__ import annotations

import getpass
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from peek_graph.context_map import keys
from peek_graph.context_map.handle import MapHandle, now
from peek_graph.context_map.view import fields
from peek_graph.errors import MapExists, MapNotFound
from peek_graph.graph import maps
from peek_graph.graph.changes import ChangeWriter
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.schema import ensure_schema
from peek_graph.records import MapInfo
from peek_graph.settings import PROJECT_FILE, Settings, load_settings, map_named_in, resolve_connection


def create_map(
    name: str, goal: str, constraints: Sequence[str], settings: Settings | None, author: str | None
) -> MapHandle:
    """Make a map as its revision 1, and open it; MapExists if one of that name is in the database."""
    name = keys.check_map_name(name)
    goal = keys.check_text("the goal", goal)
    texts = [keys.check_text("a constraint", text) for text in constraints]
    settings = settings or load_settings()
    handle = MapHandle(_connect(settings), uuid.uuid4().hex, name, settings, author or _person())

    home = str(settings.project_dir)

    def work(tx: Transaction) -> None:
        at = now()
        if not maps.create_map(tx, uid=handle.uid, name=name, goal=goal, home=home, at=at):
            raise MapExists(
                f"a map {name!r} is already in the database",
                f'choose another name; to work on it from here, put [map] name = "{name}" into {PROJECT_FILE}',
            )
        begun = maps.RevisionOf(handle.author, "user", "the map was begun", at, 1 + len(texts))
        maps.begin_revision(tx, handle.uid, begun)
        writer = ChangeWriter(tx, handle.uid, 1, at, settings.write.batch_size)
        writer.create_entries(handle.uid, [("constraint", _constraint(i, t, handle)) for i, t in enumerate(texts, 1)])
        writer.count(None, "constraint", len(texts))
        writer.finish(counters={"last_constraint": len(texts)})

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
        found = maps.find_map(db, name)
        if found is None:
            there = ", ".join(repr(item.name) for item in _maps_of(db)[:10]) or "none"
            raise MapNotFound(f"no map {name!r} in {db.address}", f"there: {there}; `peek-graph init` begins one")
    except BaseException:
        db.close()
        raise
    uid, home = found
    return MapHandle(db, uid, name, _at_home(settings, name, home), author or _person())


def list_maps(settings: Settings | None = None) -> list[MapInfo]:
    """Every map of the database that settings lead to."""
    with _connect(settings or load_settings()) as db:
        return _maps_of(db)


def _at_home(settings: Settings, name: str, home: str | None) -> Settings:
    """Settings in which the map's sources are found: relative uris mean nothing in somebody else's folder.

    A project file that names the map decides. Else it is the folder where the map was begun; where that is not on this
    machine, no source can be reached.
    """
    own = settings.project_file is not None and map_named_in(settings.project_file) == name
    if own or home is None or settings.project_dir == Path(home):
        return settings
    folder = Path(home)
    file = folder / PROJECT_FILE
    at_home = {"start": folder, "project_file": file if file.is_file() else None}
    roots: tuple[str, ...] = ()
    if folder.is_dir():
        roots = load_settings(folder).map.roots if map_named_in(file) == name else (".",)
    return settings.model_copy(update={**at_home, "map": settings.map.model_copy(update={"roots": roots})})


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


def _constraint(number: int, text: str, handle: MapHandle) -> dict[str, Any]:
    value = fields.parse_value("constraint", text)
    return {
        **fields.to_props(value),
        "content_hash": fields.content_hash("constraint", None, value),
        "uid": uuid.uuid4().hex,
        "ref": f"C{number}",
        "author": handle.author,
        "source_kind": "user",
        "confidence": handle.settings.confidence.user,
        "position": float(number),
    }
