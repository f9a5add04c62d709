"""Which sub-maps there are by path, and which of them a focus widens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.view.nearest import nearest
from peek_graph.errors import InvalidValue, SubMapNotFound
from peek_graph.graph.states import State

_MOST = 50


def submap_paths(submaps: Iterable[State]) -> dict[str, str]:
    """The dotted keys from the root of those sub-maps, by uid; without those whose parent is not among them."""
    by_uid = {state.uid: state for state in submaps}
    paths: dict[str, str] = {}
    for state in by_uid.values():
        keys: list[str] = []
        at: State | None = state
        while at is not None and len(keys) <= len(by_uid):
            keys.append(str(at.props.get("key") or ""))
            at = by_uid.get(at.parent_uid or "")
        paths[state.uid] = ".".join(reversed(keys))
    return paths


def focused(
    handle: MapHandle, places: Mapping[str, str], focus: str | None, submaps: Iterable[State] = ()
) -> frozenset[str] | None:
    """The uids of the sub-map of that path and of those below, the first ones; None without a focus.

    Where no path is spelled so, the case does not matter, and the title of one of ``submaps`` will do, if only one
    is meant.
    """
    if focus is None:
        return None
    if not isinstance(focus, str):
        raise InvalidValue(f"focus is {focus!r}", "give the dotted path of a sub-map")
    if focus not in places.values():
        focus = _loosely(focus, places, submaps) or focus
    inside = sorted((path, uid) for uid, path in places.items() if path == focus or path.startswith(f"{focus}."))
    if not inside or inside[0][0] != focus:
        like = ", ".join(nearest(focus, sorted(places.values())) or sorted(places.values())[:3])
        raise SubMapNotFound(
            f"no sub-map {focus[:80]!r} in {handle.name!r}", f"the nearest: {like}" if like else "it has no sub-maps"
        )
    return frozenset(uid for _, uid in inside[:_MOST])


def _loosely(focus: str, places: Mapping[str, str], submaps: Iterable[State]) -> str:
    """The path of the one sub-map that is called so by its path or title, whatever the case; '' if not just one is."""
    word = focus.strip().casefold()
    titles = {state.uid: str(state.props.get("title") or "").strip().casefold() for state in submaps}
    for called in (places, titles):
        found = {places[uid] for uid, name in called.items() if uid in places and name.casefold() == word}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""
