"""What differs between two revisions, and what one revision changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.naming import check_number, check_readable, resolve_revision
from peek_graph.context_map.history.parents import Parents
from peek_graph.context_map.history.refs import ref_order
from peek_graph.context_map.history.showing import changed_fields, fields_of, path_of
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.errors import RevisionNotFound
from peek_graph.graph import history
from peek_graph.graph.history import Touched
from peek_graph.graph.states import State
from peek_graph.records import Change, RevisionDetail, Verdict

_ORDER = {
    kind: number for number, kind in enumerate(("map", "submap", *(k for k in KINDS if k != "submap"), "section"))
}


def diff(handle: MapHandle, older: int | str, newer: int | str) -> list[Change]:
    """How each element differs; the cost follows what was touched between the two, whichever comes first."""
    return changes_between(handle, resolve_revision(handle, older), resolve_revision(handle, newer))


def show(handle: MapHandle, number: int | str) -> RevisionDetail:
    """A revision, what it changed, and the verdicts of its operations."""
    found = resolve_revision(handle, number)
    row = history.revision_and_verdicts(handle.db, handle.uid, found)
    if row is None:
        raise RevisionNotFound(f"{handle.name!r} has no revision {found}", "see `log`")
    if found > 1:
        newest, pruned = check_readable(handle, None)
        check_number(handle, found - 1, newest, pruned)
    revision, verdicts = row
    return RevisionDetail(revision, tuple(changes_between(handle, found - 1, found)), _verdicts(verdicts))


def changes_between(handle: MapHandle, older: int, newer: int) -> list[Change]:
    """`diff` by numbers; 0 is the map before its first revision."""
    low, high = sorted((older, newer))
    touched = list(history.states_between(handle.db, handle.uid, low, high))
    if older > newer:
        touched = [Touched(one.uid, one.kind, one.after, one.before) for one in touched]
    back = {one.uid: one.after.since for one in touched if one.before is None and one.after is not None}
    first = {**back, **history.first_revisions(handle.db, handle.uid, list(back))}
    return describe(handle, touched, older, newer, {uid: since <= older for uid, since in first.items()})


def describe(
    handle: MapHandle, touched: Iterable[Touched], older: int, newer: int, known: Mapping[str, bool]
) -> list[Change]:
    """Changes in the order of the view; ``known`` says which of those that come had been there before."""
    touched = list(touched)
    before, after = (Parents(handle.db, handle.uid, number) for number in (older, newer))
    documents = _documents(handle, touched, older, newer)
    before.prefetch([*(one.before for one in touched), *documents.values()])
    after.prefetch([*(one.after for one in touched), *documents.values()])
    found: list[tuple[tuple[int, tuple[int, ...], str], Change]] = []
    for one in touched:
        state = one.after or one.before
        if state is None:
            continue
        document = documents.get(state.ref.partition("§")[0]) if state.kind == "section" else None
        was = fields_of(one.before, before.keys_of(document or one.before)) if one.before else {}
        now = fields_of(one.after, after.keys_of(document or one.after)) if one.after else {}
        fields = changed_fields(was, now)
        if one.before and one.after:
            if not fields:
                continue
            name = "updated"
        elif one.before:
            name = "archived"
        else:
            name = "restored" if known.get(one.uid) else "added"
        keys = (after if one.after else before).keys_of(document or state)
        path = str(path_of(state, keys, document))
        change = Change(state.ref, state.kind, path, name, fields)  # type: ignore[arg-type] # one of the four
        found.append(((_ORDER.get(state.kind, 99), ref_order(state.ref), path), change))
    return [change for _, change in sorted(found, key=lambda item: item[0])]


def _documents(handle: MapHandle, touched: Iterable[Touched], older: int, newer: int) -> dict[str, State]:
    """The documents of sections by ref, as they were at the newer of the two, else at the older."""
    refs = {
        state.ref.partition("§")[0]
        for one in touched
        for state in (one.before, one.after)
        if state is not None and state.kind == "section"
    }
    found: dict[str, State] = {}
    for revision in (older, newer):
        for at in history.states_at(handle.db, handle.uid, revision, refs=sorted(refs)):
            if at.state is not None:
                found[at.state.ref] = at.state
    return found


def _verdicts(text: str | None) -> tuple[Verdict, ...]:
    return tuple(Verdict(**{**row, "refs": tuple(row.get("refs") or ())}) for row in json.loads(text or "[]"))
