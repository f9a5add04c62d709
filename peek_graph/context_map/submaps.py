"""Sub-maps: parts of a map by topic or phase."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from peek_graph.context_map import keys
from peek_graph.context_map.changing.protection import Protection
from peek_graph.context_map.handle import MapHandle, Revising
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import InvalidValue, ProtectedField, SubMapExists, SubMapNotFound
from peek_graph.graph import maps
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
    uid = uuid.uuid4().hex
    _check_free(handle, path, {"title": title, "kind": kind, "summary": summary, "status": "open"})

    def work(revising: Revising) -> None:
        parent_uid = maps.find_submap(revising.tx, handle.uid, parent) if parent else handle.uid
        if parent_uid is None:
            raise SubMapNotFound(f"no sub-map {parent!r} in {handle.name!r}", "see `submap list`")
        if maps.find_submap(revising.tx, handle.uid, path) is not None:
            raise SubMapExists(f"sub-map {path!r} is already in {handle.name!r}", "choose another key")
        number = revising.begun.last("submap") + 1
        revising.counters["last_submap"] = number
        made = {"uid": uid, "parent_uid": parent_uid, "position": float(number), "key": key, "title": title}
        revising.writer.create_submaps([{**made, "kind": kind, "summary": summary, "status": "open"}])
        revising.writer.set_paths({uid: path})
        revising.writer.count(parent_uid, "submap", 1)

    handle.revise(work, source="", reasoning=f"sub-map {path} was begun", source_kind=handle.source_kind)
    return next(submap for submap in maps.list_submaps(handle.db, handle.uid) if submap.path == path)


def _check_free(handle: MapHandle, path: str, said: Mapping[str, str]) -> None:
    """ProtectedField where settings leave a new sub-map to a person: whether it is one, `apply` alone sees and asks."""
    *above, key = path.split(".")
    place = place_of(above, "submap", key=key)
    protection = Protection(handle.settings.protection.paths)
    if protection.covers(place) or protection.covers_change(place, {}, said):
        hint = "apply an `add` of it: a person's is done, an agent's becomes a proposal"
        raise ProtectedField(f"{place} is protected by a setting", hint)
