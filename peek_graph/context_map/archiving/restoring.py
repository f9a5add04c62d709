"""Brings archived entries and sub-maps back into the live map: one revision, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from peek_graph.context_map.archiving.guard import Guard, refuse
from peek_graph.context_map.archiving.moved import Moved, ProgressCallback, batches, ignore, note_actions
from peek_graph.context_map.archiving.returning import Returning, find_returning
from peek_graph.context_map.archiving.vacancy import check_vacant
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import InvalidValue
from peek_graph.graph.archive import Pages, Placed, count_sections_of, superseding
from peek_graph.records import ArchiveReport, SourceKind


def restore(
    handle: MapHandle,
    targets: str | Iterable[str],
    *,
    author: str | None = None,
    source_kind: SourceKind = "agent",
    reasoning: str = "",
    dry_run: bool = False,
    progress: ProgressCallback | None = None,
) -> ArchiveReport:
    """Bring back entries by ref, and sub-maps by their former path with all that was archived in the same revision.

    All or nothing: PathError names the targets that lead nowhere and those whose place is taken or not there yet,
    ProtectedField what an agent may not bring back, HistoryPruned what `prune` took. An entry that was superseded comes
    back beside the one that took its place, and says that it contradicts it.
    """
    targets = [targets] if isinstance(targets, str) else list(targets)
    if not targets:
        raise InvalidValue("nothing is named to be restored", "name refs, or former paths of sub-maps")
    report: list[ArchiveReport] = []

    def work(revising: Revising) -> None:
        run = _Run(handle, revising, dry_run=dry_run, progress=progress or ignore)
        run.choose(targets, is_person=source_kind == "user")
        run.restore()
        report[:] = [run.report()]
        if not report[0].changed:
            raise NothingToWrite

    by = author or (handle.author if source_kind == "user" else "agent")
    why = reasoning or "brought back"
    handle.revise(work, source=source_kind, reasoning=why, author=by, source_kind=source_kind)
    return report[0]


class _Run:
    """One restoring under the map's lock."""

    def __init__(self, handle: MapHandle, revising: Revising, *, dry_run: bool, progress: ProgressCallback) -> None:
        self._handle = handle
        self._revising = revising
        self._dry_run = dry_run
        self._guard = Guard(handle.settings.protection)
        self._draft = Draft(revising.tx, revising.begun.map)
        self._pages = Pages(revising.tx, handle.uid)
        self._moved = Moved("restore", progress)
        self._returning = Returning()
        self._is_person = False

    def choose(self, targets: Sequence[str], *, is_person: bool) -> None:
        """Look everything up, and refuse what may not be."""
        pruned_before = int(self._revising.begun.map.get("pruned_before") or 0)
        self._is_person = is_person
        self._returning = find_returning(self._draft, targets, pruned_before)
        if not is_person:
            for keys in self._returning.submaps.values():
                if reason := self._guard.of_submap(keys):
                    raise refuse(reason, "restore")

    def restore(self) -> None:
        """Bring it back, sub-maps before what was in them."""
        found, writer = self._returning, self._revising.writer
        if found.submaps and not self._dry_run:
            writer.update_submaps([(uid, {}) for uid in found.submaps])
            writer.set_paths({uid: ".".join(keys) for uid, keys in found.submaps.items()})
        for uid, keys in found.submaps.items():
            writer.count(found.parents[uid], "submap", 1)
            self._moved.add("submap", str(place_of(keys[:-1], "submap", key=keys[-1])))
        for number, parents in found.by_revision().items():
            for page in self._pages.archived_in(number, parents):
                self._restore([entry for entry in page if entry.uid not in found.entries], set(found.submaps))
        # What came back with a sub-map may have superseded one of these, or have its place.
        self._restore(list(found.entries.values()), set(found.submaps) if self._dry_run else frozenset())

    def report(self) -> ArchiveReport:
        """What was done; without anything to do or to write, the revision is the one before."""
        changed = bool(self._moved.refs) and not self._dry_run
        return ArchiveReport(
            self._handle.name,
            self._revising.number if changed else self._revising.number - 1,
            self._moved.by_kind(),
            self._moved.sections,
            changed=changed,
            dry_run=self._dry_run,
            already=tuple(self._returning.already),
        )

    def _restore(self, entries: Sequence[Placed], returning: Set[str]) -> None:
        writer, tx = self._revising.writer, self._revising.tx
        for batch in batches(entries, self._handle.settings.write.batch_size):
            self._check(batch, returning)
            parents = {entry.uid: entry.parent_uid for entry in batch if entry.kind == "document"}
            if self._dry_run:
                self._moved.sections += count_sections_of(tx, self._handle.uid, list(parents), archived=True)
            else:
                contradicts = self._contradicts(batch)
                rows = [(e.uid, {"contradicts": contradicts[e.uid][0]} if e.uid in contradicts else {}) for e in batch]
                writer.restore_entries(rows)
                note_actions(writer, batch)
                new = [(uid, "contradicts", ref) for uid, (_, refs) in contradicts.items() for ref in refs]
                writer.begin_links(new)
                self._count_sections(writer.restore_sections_of(list(parents)), parents)
            self._moved.count(writer, batch, 1)

    def _check(self, batch: Sequence[Placed], returning: Set[str]) -> None:
        if not self._is_person:
            for entry in batch:
                keys = self._returning.keys_of(self._draft, entry.parent_uid)
                if reason := self._guard.of_entry(keys, entry.kind, entry.key, entry.ref):
                    raise refuse(reason, "restore")
        check_vacant(self._draft, batch, returning)

    def _contradicts(self, batch: Sequence[Placed]) -> dict[str, tuple[list[str], list[str]]]:
        """By uid of what was superseded: all that it contradicts from now on, and what of that is new."""
        found: dict[str, tuple[list[str], list[str]]] = {}
        for item in superseding(self._revising.tx, self._handle.uid, [entry.uid for entry in batch]):
            new = [
                ref
                for uid, ref, live in item.by
                if ref and ref not in item.contradicts and (live or uid in self._returning.entries)
            ]
            if new:
                found[item.uid] = [*item.contradicts, *new], new
        return found

    def _count_sections(self, sections: Mapping[str, int], parents: Mapping[str, Any]) -> None:
        for uid, number in sections.items():
            self._moved.sections += number
            self._revising.writer.count(parents[uid], "section", number)
