"""From a filter in a caller's words to where in the graph a search looks."""

from __future__ import annotations

from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.view.nearest import nearest
from peek_graph.errors import InvalidValue, RefNotFound, SubMapNotFound
from peek_graph.graph import maps
from peek_graph.graph.scope import Scope
from peek_graph.graph.search import find_all_places, find_document, find_places
from peek_graph.graph.states import LABELS, SEARCHED
from peek_graph.records import SearchFilter

KINDS: Final = SEARCHED


def scope_of(handle: MapHandle, wanted: SearchFilter) -> Scope:
    """The scope of a filter; InvalidValue, SubMapNotFound or RefNotFound say what there is not."""
    one = {"submap": wanted.submap, "author": wanted.author, "source": wanted.source}
    texts = [(name, text) for name, text in one.items() if text is not None]
    texts += [("kinds", kind) for kind in wanted.kinds] + [("status", status) for status in wanted.status]
    for name, text in texts:
        if not isinstance(text, str):
            raise InvalidValue(f"{name} is {text!r:.80}", "give a text")
    for kind in wanted.kinds:
        if kind not in LABELS:
            close = f"did you mean {' or '.join(near)}? " if (near := nearest(kind, list(LABELS))) else ""
            raise InvalidValue(f"there is no kind {kind[:60]!r}", f"{close}kinds are {', '.join(LABELS)}")
    for name, number in (("since", wanted.since), ("until", wanted.until)):
        if number is not None and not (_is_whole(number) and 0 <= number < 2**63):
            raise InvalidValue(f"{name} is {number!r:.80}", "give the number of a revision")
    least = wanted.min_confidence
    if least is not None and not (isinstance(least, (int, float)) and 0 <= least <= 1):
        raise InvalidValue(f"min_confidence is {least!r:.80}", "give a number from 0 to 1")
    return Scope(
        handle.uid,
        tuple(dict.fromkeys(wanted.kinds)) or KINDS,
        None if wanted.submap is None else _places(handle, wanted.submap, archived=wanted.archived),
        tuple(dict.fromkeys(wanted.status)) or None,
        None if least is None else float(least),
        wanted.author,
        None if wanted.source is None else _document(handle, wanted.source, archived=wanted.archived),
        wanted.since,
        wanted.until,
    )


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _places(handle: MapHandle, path: str, *, archived: bool) -> tuple[str, ...]:
    # What is archived may be in a sub-map that is archived itself.
    places = (find_all_places if archived else find_places)(handle.db, handle.uid, path)
    if not places:
        close = nearest(path, [submap.path for submap in maps.list_submaps(handle.db, handle.uid)])
        raise SubMapNotFound(
            f"no sub-map {path[:60]!r} in {handle.name!r}",
            f"did you mean {' or '.join(close)}?" if close else "see `submap list`",
        )
    return tuple(places)


def _document(handle: MapHandle, name: str, *, archived: bool) -> tuple[str, str]:
    found = find_document(handle.db, handle.uid, name, archived=archived)
    if found is None:
        raise RefNotFound(
            f"no document {name[:200]!r} in {handle.name!r}", "give the ref, the key or the source uri of one"
        )
    return found
