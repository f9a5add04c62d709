"""Answers ``OPEN``: a sub-map, a list, an entry; or says what there is like it."""

from __future__ import annotations

from peek_graph.context_map.history.walking import Walk
from peek_graph.context_map.query.asked import Asked
from peek_graph.context_map.query.fitting import Room
from peek_graph.context_map.query.opened_entry import open_entry
from peek_graph.context_map.query.opened_list import open_list
from peek_graph.context_map.query.opened_part import open_part
from peek_graph.context_map.query.targets import Target, find_target
from peek_graph.context_map.query.wording import listed, one_line
from peek_graph.errors import PathError, SubMapNotFound
from peek_graph.graph import changes, documents, proposals
from peek_graph.graph.history import Overlay


def answer_open(asked: Asked, argument: str, room: Room) -> str:
    """What was asked for; SubMapNotFound names what is like it."""
    target = find_target(argument, asked.places) or _by_key(asked, argument)
    if target is None:
        raise _nothing_like(asked, argument)
    return open_target(asked, target, room)


def open_target(asked: Asked, target: Target, room: Room) -> str:
    """A target that was found."""
    if target.ref is not None:
        return open_entry(asked, target.ref, target.behind, room)
    if target.kind is not None:
        return open_list(asked, target, room)
    return open_part(asked, target.part, target.page, room)


def is_there(asked: Asked, ref: str) -> bool:
    """Whether there is an entry or a proposal of that ref, live or archived."""
    db, uid = asked.handle.db, asked.handle.uid
    if ref[0] == "P":
        return proposals.find_proposal(db, uid, ref) is not None
    return bool(changes.load_elements(db, uid, refs=[ref]).by_ref)


def _by_key(asked: Asked, name: str) -> Target | None:
    """A document or variable by its key, a document by its source, any entry by its path in the view."""
    name = name.strip()
    if not name or len(name) > 2_000:
        return None
    db, uid = asked.handle.db, asked.handle.uid
    if source := documents.documents_by_uri(db, uid, [name]).get(name):
        return Target(ref=source.ref)
    if keyed := changes.load_elements(db, uid, keys=[name]).by_key:
        return Target(ref=min(keyed, key=lambda state: (len(state.ref), state.ref)).ref)
    try:
        found = Walk(
            asked.handle, asked.frame.revision, Overlay(db, uid, asked.frame.revision).refresh(), name
        ).element()
    except PathError:
        return None
    return Target(ref=found[0].ref) if found and found[0].ref else None


def _nothing_like(asked: Asked, name: str) -> SubMapNotFound:
    near = asked.places.near(name)
    there = near or [part.path for part in asked.places.parts[:5]]
    known = f"{'nearest' if near else 'sub-maps'}: {listed(there)}; " if there else ""
    return SubMapNotFound(
        f"nothing here is called {one_line(name, 80)!r}",
        f"{known}OPEN takes a sub-map, a ref or a list as `todos`; SEARCH finds words",
    )
