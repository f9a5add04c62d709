"""Brings a document's sections back to what they were at a revision: texts, places, order and neighbourhoods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from peek_graph.context_map.handle import MapHandle, Revising
from peek_graph.context_map.indexing.contexts import neighbourhood
from peek_graph.graph import documents, history
from peek_graph.graph.history import Touched
from peek_graph.graph.past_sections import PastSections, PlacedSection
from peek_graph.graph.states import State

_PLACE: Final = frozenset({"pointer"})
_EMBEDDED: Final = ("title", "text")


@dataclass(frozen=True, slots=True)
class SectionsBack:
    """What was written: sections that differ, each as it was and as it is; how many there were and are."""

    touched: list[Touched]
    before: int
    after: int


def restore_sections(handle: MapHandle, revising: Revising, document_uid: str, revision: int) -> SectionsBack:
    """Write the sections of a document, live or about to be, as they were at a revision.

    Must come before the document itself is brought back: that brings back what was archived with it, in its last state.
    """
    tx, number, size = revising.tx, revising.number, handle.settings.write.batch_size
    past = PastSections(tx, handle.uid, document_uid, number, size)
    then = {one.state.uid: one for one in past.at(revision)}
    places = past.places(number - 1)
    live = {one.uid: one for one in documents.load_sections(tx, handle.uid, document_uid) if one.live}
    present = {one.uid: one for one in history.present_states(tx, handle.uid, list({**live, **then}))}
    changes = {uid: _changes(present[uid], one.state) for uid, one in then.items()}
    archived = [uid for uid in live if uid not in then]
    restored = [uid for uid in then if uid not in live]
    updated = [uid for uid in then if uid in live and changes[uid]]
    placed = [one for uid, one in then.items() if uid in places and (one.position, one.pointer) != places[uid]]
    before, after = list(pairwise(places)), list(pairwise(then))

    writer = documents.SectionWriter(tx, handle.uid, number, document_uid, revising.at, size)
    past.end_order(sorted(set(before) - set(after)))
    past.end_places(uid for uid in places if uid not in live and uid not in then)
    writer.archive(archived)
    writer.update([{"uid": uid, "properties": _embedded_anew(changes[uid])} for uid in updated])
    past.restore([_row(then[uid], changes[uid], placed=uid in places) for uid in restored], revising.at)
    writer.place([{"uid": one.state.uid, "position": one.position, "pointer": one.pointer} for one in placed])
    texts = [str(one.state.props.get("text") or "") for one in then.values()]
    titles = [str(one.state.props.get("title") or "") for one in then.values()]
    contexts = {uid: neighbourhood(texts, position, titles[position]) for position, uid in enumerate(then)}
    known = {uid: one.context for uid, one in live.items()}
    writer.set_contexts([{"uid": uid, "context": c} for uid, c in contexts.items() if known.get(uid) != c])
    writer.create_next([pair for pair in after if pair not in set(before)])
    touched = [
        *(Touched(uid, "section", present[uid], None) for uid in archived),
        *(Touched(uid, "section", None, then[uid].state) for uid in restored),
        *(Touched(uid, "section", present[uid], then[uid].state) for uid in updated),
    ]
    return SectionsBack(touched, len(live), len(then))


def _changes(present: State, wanted: State) -> dict[str, Any]:
    names = (present.props.keys() | wanted.props.keys()) - _PLACE
    return {name: wanted.props.get(name) for name in names if present.props.get(name) != wanted.props.get(name)}


def _embedded_anew(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {**changes, **({"vector_pending": True} if any(name in changes for name in _EMBEDDED) else {})}


def _row(section: PlacedSection, changes: Mapping[str, Any], *, placed: bool) -> dict[str, Any]:
    place = {"position": section.position, "pointer": section.pointer}
    return {"uid": section.state.uid, **place, "placed": placed, "properties": dict(changes)}
