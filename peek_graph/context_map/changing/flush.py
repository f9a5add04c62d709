"""Writes what a draft became: each element's new state, and the relationships that follow from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.indexing import flags
from peek_graph.graph import changes
from peek_graph.graph.changes import ChangeWriter
from peek_graph.graph.states import LINKS


def flush(draft: Draft, writer: ChangeWriter) -> None:
    """Write the changed elements under the writer's revision; the caller ends it, with the draft's counters."""
    changed = [element for element in draft if element.is_changed]
    entries = [element for element in changed if element.kind not in ("map", "submap")]
    submaps = [element for element in changed if element.kind == "submap"]
    if draft.root.is_changed:
        writer.update_map(draft.root.changes())
    _write_submaps(draft, writer, submaps)
    _write_entries(writer, entries)
    _link(writer, [element for element in entries if element.live])
    _archive(writer, entries)
    _chain(draft, writer, [element for element in entries if element.stored is None and element.kind == "action"])
    _note_actions(writer, [element for element in entries if element.kind == "action"])
    for element in (*entries, *submaps):
        _count(writer, element)


def _write_submaps(draft: Draft, writer: ChangeWriter, submaps: list[Element]) -> None:
    # First, so that a path is free for the one that takes it.
    writer.archive_submaps([element.uid for element in submaps if not element.live])
    new = [element for element in submaps if element.stored is None]
    writer.create_submaps([{**element.props, "uid": element.uid} for element in _parents_first(draft, new)])
    writer.update_submaps([(e.uid, e.changes()) for e in submaps if e.live and e.stored is not None])
    writer.place_submaps([(e.uid, e.parent_uid, e.position) for e in submaps if _moved(e)])
    if any(element.live for element in submaps):
        live = [element for element in draft if element.kind == "submap" and element.live]
        writer.set_paths(
            {e.uid: path for e in live if (path := ".".join(draft.keys_of(e.uid))) != draft.paths.get(e.uid)}
        )


def _write_entries(writer: ChangeWriter, entries: list[Element]) -> None:
    new: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    for element in entries:
        if element.stored is None:
            own = {key: value for key, value in element.props.items() if key != "parent_uid"}
            own |= {"uid": element.uid, "ref": element.ref, **flags.of_new(element.kind, element.props)}
            new[element.parent_uid].append((element.kind, own))
    for parent_uid, rows in new.items():
        writer.create_entries(parent_uid, rows)
    kept = [element for element in entries if element.live and element.stored is not None]
    writer.update_entries([(element.uid, _changes(element)) for element in kept if element.was_live])
    back = [element for element in kept if not element.was_live]
    writer.restore_entries([(element.uid, _changes(element)) for element in back])
    for uid, count in writer.restore_sections_of([e.uid for e in back if e.kind == "document"]).items():
        writer.count(next(e.parent_uid for e in back if e.uid == uid), "section", count)
    moved = [element for element in kept if _moved(element)]
    writer.place_entries([(element.uid, element.kind, element.parent_uid) for element in moved])
    writer.place_sections([(element.uid, element.parent_uid) for element in moved if element.kind == "document"])


def _changes(element: Element) -> dict[str, Any]:
    before = element.stored.props if element.stored else {}
    return {**element.changes(), **flags.of_changed(element.kind, before, element.props)}


def _archive(writer: ChangeWriter, entries: list[Element]) -> None:
    gone = [element for element in entries if not element.live]
    documents = {element.uid: element for element in gone if element.kind == "document"}
    for uid, count in writer.archive_sections_of(list(documents)).items():
        writer.count(_old_parent(documents[uid]), "section", -count)
    writer.archive_entries([element.uid for element in gone])


def _link(writer: ChangeWriter, entries: Iterable[Element]) -> None:
    ended: list[tuple[str, str, str]] = []
    begun: list[tuple[str, str, str]] = []
    for element in entries:
        before = element.stored.props if element.stored else {}
        for name in LINKS:
            old, new = before.get(name) or (), element.props.get(name) or ()
            ended += [(element.uid, name, ref) for ref in old if ref not in new]
            begun += [(element.uid, name, ref) for ref in new if ref not in old]
    writer.end_links(ended)
    writer.begin_links(begun)


def _chain(draft: Draft, writer: ChangeWriter, actions: list[Element]) -> None:
    """NEXT from the action that was the last to each new one."""
    pairs: list[tuple[str, str]] = []
    last: dict[str, str] = {}
    for action in actions:
        parent = action.parent_uid
        if parent not in last:
            new = {element.uid for element in actions}
            # One more than were added: those are already written.
            stored = changes.load_last(draft.runner, draft.root.uid, parent, "action", len(new) + 1)
            older = [state.uid for state in stored if state.uid not in new]
            last[parent] = older[-1] if older else ""
        if last[parent]:
            pairs.append((last[parent], action.uid))
        last[parent] = action.uid
    writer.begin_next(pairs)


def _note_actions(writer: ChangeWriter, actions: Iterable[Element]) -> None:
    """The places around which actions have other neighbours now, or neighbours that say something else."""
    appended: dict[str, list[float]] = defaultdict(list)
    for action in actions:
        old = action.stored
        if old is None:
            is_last = action.position == float(action.ref[1:])
            if is_last:
                appended[action.parent_uid].append(action.position)
            else:
                writer.note_action(action.parent_uid, action.position)
            continue
        stayed = action.was_live and action.live and old.position == action.position and not _moved(action)
        if stayed and not flags.is_said_otherwise(old.props, action.props):
            continue
        if action.was_live:
            writer.note_action(_old_parent(action), old.position)
        if action.live:
            writer.note_action(action.parent_uid, action.position)
    for parent_uid, positions in appended.items():
        # They follow each other after all others, and ask for themselves.
        writer.note_action(parent_uid, min(positions))


def _count(writer: ChangeWriter, element: Element) -> None:
    if element.was_live:
        writer.count(_old_parent(element), element.kind, -1)
    if element.live:
        writer.count(element.parent_uid, element.kind, 1)
    if element.kind == "document" and _moved(element) and element.was_live:
        sections = int(element.props.get("section_count") or 0)
        writer.count(_old_parent(element), "section", -sections)
        writer.count(element.parent_uid, "section", sections)


def _moved(element: Element) -> bool:
    return element.live and element.stored is not None and _old_parent(element) != element.parent_uid


def _old_parent(element: Element) -> str:
    return (element.stored.parent_uid if element.stored else None) or element.parent_uid


def _parents_first(draft: Draft, submaps: list[Element]) -> list[Element]:
    return sorted(submaps, key=lambda element: len(draft.keys_of(element.uid)))
