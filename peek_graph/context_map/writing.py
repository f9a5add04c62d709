"""Writes one source into the map: one transaction, one revision, whole or not at all."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from peek_graph.context_map import keys
from peek_graph.context_map.handle import MapHandle, NothingToWrite, now
from peek_graph.context_map.section_plan import SectionPlan, plan_sections
from peek_graph.errors import SubMapNotFound
from peek_graph.graph import documents, maps
from peek_graph.graph.database import Transaction
from peek_graph.records import ParsedSource

# Where an agent may trust a text more than its own conclusion and less than a person; a setting once entries have one.
_DOCUMENT_CONFIDENCE = 0.8

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

    def work(tx: Transaction, revision: maps.RevisionRow) -> tuple[Change, int]:
        uris = [source.uri, *([moved_from] if moved_from else [])]
        there = documents.documents_by_uri(tx, handle.uid, uris)
        # Another process may have written the source, or moved its document, since this one looked.
        known = there.get(source.uri) or there.get(moved_from or "")
        if known is None:
            return "new", _create(handle, tx, revision, source, submap)
        moved = known.source_uri != source.uri
        if known.source_hash == source.source_hash and not (moved or known.stale or force):
            raise NothingToWrite
        return ("moved" if moved else "changed"), _update(handle, tx, revision, source, known)

    done = handle.revise(work, source=source.uri, reasoning=f"read {source.uri}")
    if done is None:
        return Written("unchanged", None, 0)
    number, (change, sections) = done
    return Written(change, number, sections)


def mark_gone(handle: MapHandle, uri: str) -> None:
    """Flag the document of a source that is no longer there: it still answers, and says that it is stale."""

    def work(tx: Transaction, revision: maps.RevisionRow) -> None:
        known = documents.documents_by_uri(tx, handle.uid, [uri]).get(uri)
        if known is None or known.stale:
            raise NothingToWrite
        documents.update_document(tx, handle.uid, revision.number, known.uid, {"stale": True, "updated_at": now()})

    handle.revise(work, source=uri, reasoning=f"{uri} is gone")


def _create(
    handle: MapHandle, tx: Transaction, revision: maps.RevisionRow, source: ParsedSource, submap: str | None
) -> int:
    parent_uid = None
    if submap is not None:
        parent_uid = maps.find_submap(tx, handle.uid, submap)
        if parent_uid is None:
            raise SubMapNotFound(f"no sub-map {submap!r} in {handle.name!r}", "see `submap list`")
    at = now()
    ref = f"D{revision.last_document + 1}"
    uid = uuid.uuid4().hex
    candidates = keys.document_keys(source.uri, ref, uid)
    taken = documents.taken_keys(tx, handle.uid, candidates)
    key = next(candidate for candidate in candidates if candidate not in taken)
    row = {
        **_entry(handle),
        **_source_state(source),
        "created_at": at,
        "updated_at": at,
        "uid": uid,
        "ref": ref,
        "key": key,
        "interpretation": "",
        "section_count": 0,
    }
    documents.create_document(tx, handle.uid, revision.number, parent_uid, row)
    plan = plan_sections([], source, ref, _section_base(handle, revision))
    _write_plan(handle, tx, revision, uid, plan, at)
    return plan.written


def _update(
    handle: MapHandle,
    tx: Transaction,
    revision: maps.RevisionRow,
    source: ParsedSource,
    known: documents.StoredSource,
) -> int:
    at = now()
    stored = documents.load_sections(tx, handle.uid, known.uid)
    plan = plan_sections(stored, source, known.ref, _section_base(handle, revision))
    old = documents.load_document(tx, handle.uid, known.uid)
    # A touched file with the same bytes is not a change worth a revision.
    changes = {key: value for key, value in _source_state(source).items() if old[key] != value}
    if changes.keys() <= {"mtime"} and not (plan.written or plan.archived or plan.placed):
        raise NothingToWrite
    documents.update_document(tx, handle.uid, revision.number, known.uid, {**changes, "updated_at": at})
    _write_plan(handle, tx, revision, known.uid, plan, at)
    return plan.written


def _write_plan(
    handle: MapHandle,
    tx: Transaction,
    revision: maps.RevisionRow,
    document_uid: str,
    plan: SectionPlan,
    at: datetime,
) -> None:
    size = handle.settings.write.batch_size
    writer = documents.SectionWriter(tx, handle.uid, revision.number, document_uid, at, size)
    writer.end_next(plan.next_ended)
    writer.archive(plan.archived)
    writer.place(plan.placed)
    writer.update(plan.updated)
    writer.create(plan.created)
    writer.set_contexts(plan.contexts)
    writer.create_next(plan.next_created)
    writer.count(len(plan.created) - len(plan.archived))


def _entry(handle: MapHandle) -> dict[str, Any]:
    return {"confidence": _DOCUMENT_CONFIDENCE, "source_kind": "document", "author": handle.author}


def _section_base(handle: MapHandle, revision: maps.RevisionRow) -> dict[str, Any]:
    return {**_entry(handle), "map_uid": handle.uid, "kind": "section", "since": revision.number}


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
