"""What a search shows of an entry that it found."""

from __future__ import annotations

from peek_graph.context_map.paths import entry_path
from peek_graph.context_map.searching.fusion import Fused
from peek_graph.context_map.view.places import place_of
from peek_graph.graph.search import ShownEntry
from peek_graph.records import Hit, Neighbour


def hit_of(entry: ShownEntry, found: Fused, similar: tuple[str, ...], *, doubtful_below: float, archived: bool) -> Hit:
    """The entry as a hit."""
    flags = {
        "stale": entry.stale,
        "doubtful": entry.confidence < doubtful_below,
        "contradicted": entry.contradicted,
        "archived": archived,
    }
    return Hit(
        ref=entry.ref,
        path=_path_of(entry),
        kind=entry.kind,
        title=entry.title,
        text=entry.text,
        pointer=entry.pointer,
        score=found.score,
        legs=found.legs,
        flags=tuple(flag for flag, raised in flags.items() if raised),
        uid=entry.uid,
        confidence=entry.confidence,
        submap=entry.submap,
        author=entry.author,
        source=entry.source,
        since=entry.since,
        status=entry.status,
        parent=_neighbour(entry.parent),
        previous=_neighbour(entry.previous),
        following=_neighbour(entry.following),
        similar=similar,
    )


def _neighbour(given: dict[str, str] | None) -> Neighbour | None:
    return Neighbour(given["uid"], given["ref"]) if given else None


def _path_of(entry: ShownEntry) -> str:
    if entry.kind == "section":
        return entry_path(entry.submap, entry.key, entry.ref)
    keys = entry.submap.split(".") if entry.submap else ()
    return str(place_of(keys, entry.kind, key=entry.key, ref=entry.ref))
