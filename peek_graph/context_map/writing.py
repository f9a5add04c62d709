"""Writes one source into the map: one transaction, one revision, whole or not at all."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, Literal

from peek_graph.context_map import keys
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.indexing import flags
from peek_graph.context_map.section_plan import SectionPlan, plan_sections
from peek_graph.errors import SubMapNotFound
from peek_graph.graph import documents, maps
from peek_graph.records import ParsedSource

Change = Literal["new", "changed", "moved", "unchanged"]


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a source came to; ``sections`` got a new state."""

    change: Change
    revision: int | None
    sections: int


def write_source(
    handle: MapHandle, source: ParsedSource, *, submap: str | None, moved_from: str | None = None, force: bool = False
) -> Written:
    """Bring the map to what ``source`` says now; ``moved_from`` is the uri that the document had before.

    A source that another process wrote in the meantime is seen under the map's lock and compared again.
    """

    def work(revising: Revising) -> tuple[Change, int]:
        uris = [source.uri, *([moved_from] if moved_from else [])]
        there = documents.documents_by_uri(revising.tx, handle.uid, uris)
        # Another process may have written the source, or moved its document, since this one looked.
        known = there.get(source.uri) or there.get(moved_from or "")
        if known is None:
            return "new", _create(handle, revising, source, submap)
        moved = known.source_uri != source.uri
        if known.source_hash == source.source_hash and not (moved or known.stale or force):
            raise NothingToWrite
        return ("moved" if moved else "changed"), _update(handle, revising, source, known)

    done = handle.revise(work, source=source.uri, reasoning=f"read {source.uri}", source_kind="document")
    if done is None:
        return Written("unchanged", None, 0)
    number, (change, sections) = done
    return Written(change, number, sections)


def mark_gone(handle: MapHandle, uri: str) -> None:
    """Flag the document of a source that is no longer there: it still answers, and says that it is stale."""

    def work(revising: Revising) -> None:
        known = documents.documents_by_uri(revising.tx, handle.uid, [uri]).get(uri)
        if known is None or known.stale:
            raise NothingToWrite
        revising.writer.update_entries([(known.uid, {"stale": True})])

    handle.revise(work, source=uri, reasoning=f"{uri} is gone", source_kind="document")


def _create(handle: MapHandle, revising: Revising, source: ParsedSource, submap: str | None) -> int:
    tx = revising.tx
    parent_uid = handle.uid if submap is None else maps.find_submap(tx, handle.uid, submap)
    if parent_uid is None:
        raise SubMapNotFound(f"no sub-map {submap!r} in {handle.name!r}", "see `submap list`")
    number = revising.begun.last("document") + 1
    ref = f"D{number}"
    uid = uuid.uuid4().hex
    candidates = keys.document_keys(source.uri, ref, uid)
    taken = documents.taken_keys(tx, handle.uid, candidates)
    key = next(candidate for candidate in candidates if candidate not in taken)
    row = {
        **_entry(handle),
        **_source_state(source),
        "uid": uid,
        "ref": ref,
        "key": key,
        "position": float(number),
        "interpretation": "",
        "section_count": 0,
    }
    row |= flags.of_new("document", row)
    revising.counters["last_document"] = number
    revising.writer.create_entries(parent_uid, [("document", row)])
    revising.writer.count(parent_uid, "document", 1)
    plan = plan_sections([], source, ref, _section_base(handle, revising))
    _write_plan(handle, revising, uid, parent_uid, plan)
    return plan.written


def _update(handle: MapHandle, revising: Revising, source: ParsedSource, known: documents.StoredSource) -> int:
    stored = documents.load_sections(revising.tx, handle.uid, known.uid)
    plan = plan_sections(stored, source, known.ref, _section_base(handle, revising))
    old = documents.load_document(revising.tx, handle.uid, known.uid)
    # What somebody wrote into the map stands above what was taken from the source.
    own = set(old["written"] or ())
    changes = {key: value for key, value in _source_state(source).items() if old[key] != value and key not in own}
    # A touched file with the same bytes is not a change worth a revision.
    if changes.keys() <= {"mtime"} and not (plan.written or plan.archived or plan.placed):
        raise NothingToWrite
    derived = flags.of_changed("document", old, {**old, **changes})
    revising.writer.update_entries([(known.uid, {**changes, **derived})])
    _write_plan(handle, revising, known.uid, old["parent_uid"], plan)
    return plan.written


def _write_plan(handle: MapHandle, revising: Revising, document_uid: str, parent_uid: str, plan: SectionPlan) -> None:
    size = handle.settings.write.batch_size
    writer = documents.SectionWriter(revising.tx, handle.uid, revising.number, document_uid, revising.at, size)
    writer.end_next(plan.next_ended)
    writer.archive(plan.archived)
    writer.place(plan.placed)
    writer.update(plan.updated)
    writer.create(plan.created)
    writer.set_contexts(plan.contexts)
    writer.create_next(plan.next_created)
    change = len(plan.created) - len(plan.archived)
    writer.count(change)
    revising.writer.count(parent_uid, "section", change)


def _entry(handle: MapHandle) -> dict[str, Any]:
    return {"confidence": handle.settings.confidence.document, "source_kind": "document", "author": handle.author}


def _section_base(handle: MapHandle, revising: Revising) -> dict[str, Any]:
    return {**_entry(handle), "map_uid": handle.uid, "kind": "section", "since": revising.number}


def _source_state(source: ParsedSource) -> dict[str, Any]:
    return {
        "title": source.title,
        "summary": source.summary,
        "key_points": list(source.key_points),
        "media_type": source.media_type,
        "source_uri": source.uri,
        "source_hash": source.source_hash,
        "mtime": source.mtime,
        "size": source.size,
        "stale": False,
    }
