"""Whether the place of what comes back is free."""

from __future__ import annotations

from collections.abc import Sequence, Set

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.errors import PathError
from peek_graph.graph.archive import Placed, superseding
from peek_graph.graph.documents import documents_by_uri


def check_vacant(draft: Draft, entries: Sequence[Placed], returning: Set[str]) -> None:
    """PathError if a live entry has the key, the source or the only place of one that comes back.

    ``returning`` are the sub-maps that come back, in which nothing is live. The one that superseded an entry is no
    hindrance: both are shown.
    """
    _check_sources(draft, entries)
    single = [entry for entry in entries if KINDS[entry.kind].form != "list" and entry.parent_uid not in returning]
    coming = {entry.uid for entry in entries}
    beside = {
        item.uid
        for item in superseding(draft.runner, draft.root.uid, [entry.uid for entry in single])
        if any(live or uid in coming for uid, _, live in item.by)
    }
    draft.prefetch((), {entry.key for entry in single if entry.key}, ())
    places: dict[tuple[str, str, str | None], str] = {}
    for entry in single:
        if entry.uid in beside:
            continue
        live = _taken_by(draft, entry)
        place = (entry.parent_uid, entry.kind, entry.key)
        if taken := live.ref if live is not None else places.get(place):
            raise PathError(f"{entry.ref} cannot come back: its place is taken by {taken}", f"archive {taken} first")
        places[place] = entry.ref


def _check_sources(draft: Draft, entries: Sequence[Placed]) -> None:
    uris = {entry.source_uri: entry for entry in entries if entry.kind == "document" and entry.source_uri}
    if not uris:
        return
    for uri, live in documents_by_uri(draft.runner, draft.root.uid, list(uris)).items():
        raise PathError(
            f"{uris[uri].ref} cannot come back: {live.ref} is the document of {uri} now", f"archive {live.ref} first"
        )


def _taken_by(draft: Draft, entry: Placed) -> Element | None:
    if entry.key is not None:
        return draft.by_key(entry.kind, entry.parent_uid, entry.key)
    return next(iter(draft.some(entry.parent_uid, entry.kind, 1)), None)
