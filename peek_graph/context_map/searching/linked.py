"""The graph leg: what the best hits, and what a query names, are linked with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peek_graph.context_map.mentions.linking import named_in
from peek_graph.context_map.searching.fusion import Fused, fuse
from peek_graph.context_map.searching.legs import Legs
from peek_graph.context_map.searching.spreading import normalised, received
from peek_graph.graph import search as graph
from peek_graph.settings import SearchSettings

# Seeds fall off faster than ranks do in the fusion: who stands first anywhere is where a walk begins.
_SEED_CONSTANT: Final = 1.0
_SEEDS: Final = 20
_NAMED: Final = 10
_SECOND: Final = 20
_FAN_OUT: Final = 20
LEG: Final = "graph"


def with_links(legs: Legs, fused: Sequence[Fused], query: str, settings: SearchSettings) -> list[Fused]:
    """The fused ranking with what its best lead to; the same without links or where the leg fails."""
    gained: dict[str, float] = {}

    def look() -> Sequence[str]:
        gained.update(_gained(legs, query, settings))
        return sorted(gained, key=lambda uid: -gained[uid])

    legs.attempt(LEG, look)
    base = normalised({item.key: item.score for item in fused[: legs.limit]})
    found = {item.key: item.legs for item in fused}
    weight = settings.graph_weight
    total = {uid: base.get(uid, 0.0) + weight * gained.get(uid, 0.0) for uid in (*base, *gained)}
    # What is linked comes after what it is linked with: the first hit of the other legs stays the first.
    first = fused[0].key if fused else ""
    ordered = sorted(total.items(), key=lambda item: (item[0] != first, -item[1]))
    rest = [item for item in fused[legs.limit :] if item.key not in total]
    return [
        *(Fused(uid, score, (*found.get(uid, ()), *((LEG,) if uid in gained else ()))) for uid, score in ordered),
        *(Fused(item.key, 0.0, item.legs) for item in rest),
    ]


def _gained(legs: Legs, query: str, settings: SearchSettings) -> dict[str, float]:
    best = fuse(legs.found, _SEED_CONSTANT, settings.leg_weights)[:_SEEDS]
    seeds = normalised({item.key: item.score for item in best})
    named = _named(legs, query)
    if named:
        seeds = {uid: share * (1 - settings.named_share) for uid, share in seeds.items()}
        if not seeds:
            seeds = dict.fromkeys(named, 0.0)
        for uid in named:
            seeds[uid] = seeds.get(uid, 0.0) + settings.named_share / len(named)
    seeds = normalised(seeds)
    if not seeds:
        return {}
    db, map_uid = legs.db, legs.scope.map_uid
    links = graph.links_of(db, map_uid, list(seeds), _FAN_OUT)
    reached = [uid for uid in dict.fromkeys(end for _, end in links) if uid not in seeds][:_SECOND]
    if reached:
        links += graph.links_of(db, map_uid, reached, _FAN_OUT)
    gained = received(seeds, links, settings.restart)
    # What is named gains its share by that.
    for uid in named:
        gained[uid] = gained.get(uid, 0.0) + seeds[uid]
    if not legs.scope.is_all:
        kept = set(graph.filter_uids(db, legs.scope, list(gained)))
        gained = {uid: share for uid, share in gained.items() if uid in kept}
    return gained


def _named(legs: Legs, query: str) -> list[str]:
    named = named_in(legs.db, legs.scope.map_uid, query)[:_NAMED]
    if not named:
        return []
    shown = graph.standing_for(legs.db, legs.scope.map_uid, list(dict.fromkeys(item.entry_uid for item in named)))
    return list(dict.fromkeys(uid for item in named for uid in shown.get(item.entry_uid, ())))
