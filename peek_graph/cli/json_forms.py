"""Records as the JSON that scripts rely on: keys may be added, none goes away."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from peek_graph.records import (
        AddReport,
        Answer,
        Hit,
        MapInfo,
        Reading,
        RevisionInfo,
        SearchResult,
        Status,
        SubMapInfo,
    )
    from peek_graph.server import ServerRecord, ServerStatus


def status_form(status: Status) -> dict[str, Any]:
    """`status`; ``explained`` is there if it was asked for."""
    explained = [
        {"ref": one.ref, "kind": one.kind, "shown": one.shown, "reason": one.reason} for one in status.explained
    ]
    return {
        "map": status.map,
        "revision": status.revision,
        "text": status.text,
        "tokens": status.tokens,
        "budget": status.budget,
        "left_out": dict(status.left_out),
        "markdown": status.markdown,
        "language": status.language,
        **({"explained": explained} if explained else {}),
    }


def hit_form(hit: Hit) -> dict[str, Any]:
    """One hit of `search`."""
    return {
        "ref": hit.ref,
        "path": hit.path,
        "kind": hit.kind,
        "title": hit.title,
        "text": hit.text,
        "pointer": hit.pointer,
        "score": hit.score,
        "legs": list(hit.legs),
        "flags": list(hit.flags),
        "uid": hit.uid,
        "confidence": hit.confidence,
        "submap": hit.submap,
        "author": hit.author,
        "source": hit.source,
        "since": hit.since,
        "status": hit.status,
        "parent": hit.parent.ref if hit.parent else None,
        "previous": hit.previous.ref if hit.previous else None,
        "following": hit.following.ref if hit.following else None,
        "similar": list(hit.similar),
    }


def search_form(result: SearchResult) -> dict[str, Any]:
    """`search`; ``missing`` holds, by leg, the reason why the answer lacks it; ``timings`` are seconds by part."""
    return {
        "map": result.map,
        "query": result.query,
        "hits": [hit_form(hit) for hit in result.hits],
        "missing": dict(result.missing),
        "timings": {part: round(seconds, 6) for part, seconds in result.timings.items()},
    }


def answer_form(request: str, answer: Answer) -> dict[str, Any]:
    """`query`."""
    return {
        "map": answer.map,
        "request": request,
        "kind": answer.kind,
        "text": answer.text,
        "tokens": answer.tokens,
        "budget": answer.budget,
    }


def add_form(report: AddReport) -> dict[str, Any]:
    """`add` and `reindex`."""
    return {
        "map": report.map,
        "revision": report.revision,
        "sources": asdict(report.sources),
        "refused": [
            {"path": refusal.path, "reason": refusal.reason, "error": refusal.error, "hint": refusal.hint}
            for refusal in report.refused
        ],
        "sections": report.sections,
        "embedded": report.embedded,
        "seconds": round(report.seconds, 3),
        "embedder": report.embedder,
        "missing": dict(report.missing),
        "gone": list(report.gone),
    }


def read_form(reading: Reading) -> dict[str, Any]:
    """`read`; ``was`` is there only where the text has changed."""
    form = {"ref": reading.ref, "pointer": reading.pointer, "text": reading.text, "state": reading.state}
    return form if reading.was is None else {**form, "was": reading.was}


def revision_form(revision: RevisionInfo) -> dict[str, Any]:
    """One revision of `log`; ``at`` is ISO 8601."""
    return {
        "number": revision.number,
        "author": revision.author,
        "source": revision.source,
        "reasoning": revision.reasoning,
        "at": revision.at.isoformat(),
        "operations": revision.operations,
    }


def map_form(info: MapInfo) -> dict[str, Any]:
    """One map of `maps`."""
    return {
        "name": info.name,
        "uid": info.uid,
        "goal": info.goal,
        "revision": info.revision,
        "documents": info.documents,
        "sections": info.sections,
        "embedder": info.embedder,
    }


def submap_form(info: SubMapInfo) -> dict[str, Any]:
    """One sub-map of `submap list`, and the answer of `submap add`."""
    return {
        "path": info.path,
        "key": info.key,
        "title": info.title,
        "kind": info.kind,
        "summary": info.summary,
        "status": info.status,
        "documents": info.documents,
        "sections": info.sections,
    }


def server_form(record: ServerRecord, browser: str, password_file: Path) -> dict[str, Any]:
    """`up`; the password is not in it."""
    return {
        "version": record.version,
        "uri": record.uri,
        "browser": browser,
        "user": record.user,
        "password_file": str(password_file),
        "pid": record.pid,
    }


def server_status_form(found: ServerStatus) -> dict[str, Any]:
    """`server status`; ``started_at`` is ISO 8601, ``memory`` in bytes."""
    return {
        "instance": found.instance,
        "state": found.state,
        "version": found.version,
        "uri": found.uri,
        "http": found.http,
        "pid": found.pid,
        "started_at": datetime.fromtimestamp(found.started_at).astimezone().isoformat() if found.started_at else None,
        "memory": found.memory,
        "folder": str(found.folder),
    }
