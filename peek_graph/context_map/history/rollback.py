"""`rollback`: the map as it was at a revision, as a new revision; nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.flush import flush
from peek_graph.context_map.changing.protection import PROTECTED_KINDS, Protection
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.history.diffing import describe
from peek_graph.context_map.history.naming import check_number, resolve_revision
from peek_graph.context_map.history.parents import Parents
from peek_graph.context_map.history.section_rollback import restore_sections
from peek_graph.context_map.history.showing import map_fields, path_of
from peek_graph.context_map.view.places import META
from peek_graph.context_map.view.steps import Path, Step
from peek_graph.errors import ProtectedField
from peek_graph.graph import history
from peek_graph.graph.history import StateAt, Touched
from peek_graph.graph.states import State
from peek_graph.records import Progress, RevisionDetail, SourceKind

ProgressCallback: TypeAlias = Callable[[Progress], None]
# Kept by whoever writes sections, so not brought back but counted anew.
_COUNTED: Final = "section_count"
_ASK_A_PERSON: Final = "ask a person to roll back, or propose the change of that alone"


@dataclass(slots=True)
class _Done:
    """What one run of the transaction came to."""

    before: int = 0
    touched: list[Touched] = field(default_factory=list)


def rollback(
    handle: MapHandle,
    to: int | str,
    *,
    author: str | None = None,
    source_kind: SourceKind = "agent",
    reasoning: str = "",
    dry_run: bool = False,
    seen: int | None = None,
    progress: ProgressCallback | None = None,
) -> RevisionDetail:
    """Bring every element that was touched since back to its state at a revision: one transaction, one revision.

    Refs are not given again, and proposals stay what was decided. ProtectedField if it would change the goal, a
    constraint, a hypothesis or what settings protect, and no person acts: also a person does not who was shown what it
    does at revision ``seen``, and the map has changed since. Where nothing differs there is no revision, and no
    ``changes``.
    """
    revision = resolve_revision(handle, to)
    report = progress or (lambda _: None)
    done = _Done()

    def work(revising: Revising) -> None:
        nonlocal done
        done = _Done(revising.number - 1)
        # It may have been pruned since it was looked up.
        check_number(handle, revision, done.before, int(revising.begun.map.get("pruned_before") or 0))
        draft, wanted = _draft(handle, revising, revision)
        changed = [element for element in draft if element.is_changed]
        if source_kind != "user" or seen not in (None, done.before):
            hint = _ASK_A_PERSON if source_kind != "user" else f"the map changed since revision {seen}: look again"
            _protect(handle, changed, wanted, done.before, revision, hint)
        report(Progress("rollback", 0, len(changed)))
        for element in _documents(draft, wanted):
            done.touched += _restore_sections(handle, revising, draft, element, revision)
        changed = [element for element in draft if element.is_changed]
        done.touched += [_touched(element, wanted.get(element.uid)) for element in changed]
        flush(draft, revising.writer)
        revising.counters.update(draft.counters)
        report(Progress("rollback", len(done.touched), len(done.touched)))
        if dry_run or not done.touched:
            raise NothingToWrite
        revising.noted["operations"] = len(done.touched)
        # What it is known by: a source of this form anybody may give.
        revising.noted["went_back_to"] = revision

    made = handle.revise(
        work,
        source=f"revision {revision}",
        reasoning=reasoning or f"back to revision {revision}",
        author=author or (handle.author if source_kind == "user" else "agent"),
        source_kind=source_kind,
    )
    back = {one.uid: True for one in done.touched}
    changes = tuple(describe(handle, done.touched, done.before, revision, back))
    info = history.revisions(handle.db, handle.uid, [made[0]]).get(made[0]) if made else None
    return RevisionDetail(info, changes)


def _draft(handle: MapHandle, revising: Revising, revision: int) -> tuple[Draft, dict[str, StateAt]]:
    """Everything that was touched since, as it shall be; sections are left to their documents."""
    tx = revising.tx
    draft = Draft(tx, revising.begun.map)
    uids = history.touched(tx, handle.uid, revision, revising.number - 1)
    wanted = {found.uid: found for found in history.states_at(tx, handle.uid, revision, uids=uids)}
    for state in history.present_states(tx, handle.uid, [uid for uid in uids if uid != handle.uid]):
        draft.adopt(state)
    for uid, found in wanted.items():
        element = draft.by_uid(uid)
        if found.state is None:
            if element.live:
                draft.set_live(element, False)
            continue
        if not element.live:
            draft.set_live(element, True)
        props = {name: value for name, value in found.state.props.items() if name != _COUNTED}
        gone = dict.fromkeys(name for name in element.props if name not in props and name != _COUNTED)
        draft.change(element, {**gone, **props})
    return draft, wanted


def _documents(draft: Draft, wanted: dict[str, StateAt]) -> list[Element]:
    """The documents that were touched and are to be live: their sections may differ."""
    elements = (draft.by_uid(uid) for uid, found in wanted.items() if found.kind == "document")
    return [element for element in elements if element.live]


def _restore_sections(
    handle: MapHandle, revising: Revising, draft: Draft, document: Element, revision: int
) -> list[Touched]:
    back = restore_sections(handle, revising, document.uid, revision)
    stored = document.stored
    # `flush` moves the count of a document that moves, as it is now, from where it was.
    parent = stored.parent_uid if document.was_live and stored else document.parent_uid
    revising.writer.count(parent, "section", back.after - back.before)
    draft.change(document, {_COUNTED: back.after if document.props.get(_COUNTED) is not None or back.after else None})
    return back.touched


def _touched(element: Element, wanted: StateAt | None) -> Touched:
    before = element.stored if element.was_live else None
    return Touched(element.uid, element.kind, before, wanted.state if wanted else None)


def _protect(
    handle: MapHandle, changed: list[Element], wanted: dict[str, StateAt], now: int, then: int, hint: str
) -> None:
    """ProtectedField if an agent would bring back what it may not change."""
    protection = Protection(handle.settings.protection.paths)
    parents = Parents(handle.db, handle.uid, now), Parents(handle.db, handle.uid, then)
    for element in changed:
        after = wanted[element.uid].state
        states = [(element.stored if element.was_live else None, parents[0]), (after, parents[1])]
        for state, above in states:
            if state is None:
                continue
            paths = _map_paths(element.stored, after) if state.kind == "map" else [path_of(state, above.keys_of(state))]
            for path in paths:
                if element.kind in PROTECTED_KINDS or _is_goal(path) or protection.covers(path, below=True):
                    raise ProtectedField(
                        f"revision {then} differs in {element.ref or path}, which only a person may change",
                        hint,
                    )


def _map_paths(before: State | None, after: State | None) -> list[Path]:
    """The fields of ``meta`` in which two states of the map differ."""
    was, now = (map_fields(state) if state else {} for state in (before, after))
    return [Path.of([Step("meta", "key"), Step(name, "key")]) for name in META if was.get(name) != now.get(name)]


def _is_goal(path: Path) -> bool:
    return len(path.steps) > 1 and META.get(str(path.steps[1].value)) == "goal"
