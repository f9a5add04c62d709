"""Sub-maps: parts of a map by topic or phase."""

from __future__ import annotations

import uuid

from peek_graph.context_map import keys
from peek_graph.context_map.handle import MapHandle
from peek_graph.errors import InvalidValue, SubMapExists, SubMapNotFound
from peek_graph.graph import maps
from peek_graph.graph.database import Transaction
from peek_graph.records import SubMapInfo, SubMapKind


def add_submap(
    handle: MapHandle, key: str, *, title: str | None, kind: SubMapKind, parent: str | None, summary: str
) -> SubMapInfo:
    """Make a sub-map as a revision of its own; ``parent`` is the dotted path of the one it goes under."""
    key = keys.check_submap_key(key)
    if kind not in ("phase", "topic"):
        raise InvalidValue(f"kind is {kind!r}", "a sub-map is a 'phase' or a 'topic'")
    title = keys.check_text("the title", title) if title else key
    summary = keys.check_text("the summary", summary) if summary else ""
    path = f"{parent}.{key}" if parent else key
    row = {"uid": uuid.uuid4().hex, "key": key, "path": path, "title": title, "kind": kind, "summary": summary}

    def work(tx: Transaction, revision: maps.RevisionRow) -> None:
        parent_uid = maps.find_submap(tx, handle.uid, parent) if parent else None
        if parent and parent_uid is None:
            raise SubMapNotFound(f"no sub-map {parent!r} in {handle.name!r}", "see `submap list`")
        if maps.find_submap(tx, handle.uid, path) is not None:
            raise SubMapExists(f"sub-map {path!r} is already in {handle.name!r}", "choose another key")
        maps.create_submap(tx, handle.uid, revision.number, parent_uid, row)

    handle.revise(work, source="user", reasoning=f"sub-map {path} was begun")
    return next(submap for submap in maps.list_submaps(handle.db, handle.uid) if submap.path == path)
