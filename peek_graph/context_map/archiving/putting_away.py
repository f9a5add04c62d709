"""Takes what is named, and what is finished, out of the live map: one revision, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from peek_graph.context_map.archiving.guard import Guard, refuse
from peek_graph.context_map.archiving.moved import Moved, ProgressCallback, batches, ignore, note_actions
from peek_graph.context_map.archiving.policy import Finished
from peek_graph.context_map.archiving.targets import Chosen, choose, submap_uids
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.handle import MapHandle, NothingToWrite, Revising
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import InvalidValue
from peek_graph.graph.archive import Pages, Placed, archive_all_of, count_sections_of
from peek_graph.records import ArchiveReport, SourceKind

POLICY: Final = "policy"
"""The author of what is archived by itself."""


def archive(
    handle: MapHandle,
    targets: str | Iterable[str] = (),
    *,
    finished: bool = False,
    finished_in: str | None = None,
    author: str | None = None,
    source_kind: SourceKind = "agent",
    reasoning: str = "",
    dry_run: bool = False,
    progress: ProgressCallback | None = None,
) -> ArchiveReport:
    """Archive entries and whole sub-maps by ref or path, and with ``finished`` what settings call so.

    ``finished_in`` is the dotted path of a sub-map that is over: of it and what is below, all that is finished, and the
    actions above those that settings keep; the sub-map itself stays.
    All or nothing: PathError names the targets that lead nowhere, ProtectedField what an agent may not archive. What is
    archived already is in the report's ``already``.
    """
    targets = [targets] if isinstance(targets, str) else list(targets)
    if not targets and not finished and finished_in is None:
        raise InvalidValue("nothing is named to be archived", "name refs or paths, or ask for what is finished")
    report: list[ArchiveReport] = []

    def work(revising: Revising) -> None:
        run = _Run(handle, revising, dry_run=dry_run, progress=progress or ignore)
        run.choose(targets, finished=finished, finished_in=finished_in, is_person=source_kind == "user")
        run.archive()
        report[:] = [run.report()]
        if not report[0].changed:
            raise NothingToWrite

    why = reasoning or ("archived" if targets else "archived what is finished")
    by = author or (handle.author if source_kind == "user" else "agent")
    handle.revise(work, source=source_kind, reasoning=why, author=by, source_kind=source_kind)
    return report[0]


def archive_if_due(handle: MapHandle, revision: int) -> ArchiveReport | None:
    """After a revision was made: archive what is finished if settings want that now. None if nothing was to be done."""
    settings = handle.settings.archive
    if not settings.automatic or revision % settings.every:
        return None
    # Looked for without the map's lock: mostly nothing is due.
    guard = Guard(handle.settings.protection)
    due = Finished(Draft(handle.db, {"uid": handle.uid}), settings, guard, revision)
    if not due.submaps and not any(due.pages()):
        return None
    report = archive(handle, finished=True, author=POLICY, reasoning="finished, by the settings of archive")
    return report if report.changed else None


class _Run:
    """One archiving under the map's lock."""

    def __init__(self, handle: MapHandle, revising: Revising, *, dry_run: bool, progress: ProgressCallback) -> None:
        self._handle = handle
        self._revising = revising
        self._dry_run = dry_run
        self._guard = Guard(handle.settings.protection)
        self._draft = Draft(revising.tx, revising.begun.map)
        self._pages = Pages(revising.tx, handle.uid)
        self._moved = Moved("archive", progress)
        self._chosen = Chosen()
        self._finished: Finished | None = None

    def choose(self, targets: Sequence[str], *, finished: bool, finished_in: str | None, is_person: bool) -> None:
        """Look everything up, and refuse what may not be."""
        chosen = choose(self._draft, targets)
        if not is_person:
            for entry in chosen.entries.values():
                key = entry.props.get("key")
                if reason := self._guard.of_entry(self._draft.keys_of(entry.parent_uid), entry.kind, key, entry.ref):
                    raise refuse(reason, "archive")
            if reason := self._guard.of_submaps(self._draft, chosen.submaps.values()):
                raise refuse(reason, "archive")
        if finished or finished_in is not None:
            before = self._revising.number - 1
            within = None if finished else submap_uids(self._draft, finished_in or "")
            self._finished = Finished(self._draft, self._handle.settings.archive, self._guard, before, within)
            chosen.submaps |= self._finished.submaps
        self._chosen = chosen

    def archive(self) -> None:
        """Archive it page by page, sub-maps after what is in them."""
        submaps = self._chosen.submaps
        named = [_placed(entry) for entry in self._chosen.entries.values() if entry.parent_uid not in submaps]
        self._archive(named)
        for uid in submaps:
            self._archive_all_of(uid)
        for found in self._finished_pages():
            self._archive([e for e in found if e.uid not in self._chosen.entries and e.parent_uid not in submaps])
        if submaps and not self._dry_run:
            self._revising.writer.archive_submaps(list(submaps))
        for submap in submaps.values():
            self._revising.writer.count(submap.parent_uid, "submap", -1)
            keys = self._draft.keys_of(submap.uid)
            self._moved.add("submap", str(place_of(keys[:-1], "submap", key=keys[-1])))

    def report(self) -> ArchiveReport:
        """What was done; without anything to do or to write, the revision is the one before."""
        found = bool(self._moved.refs)
        changed = found and not self._dry_run
        return ArchiveReport(
            self._handle.name,
            self._revising.number if changed else self._revising.number - 1,
            self._moved.by_kind(),
            self._moved.sections,
            changed=changed,
            dry_run=self._dry_run,
            already=tuple(self._chosen.already),
            kept=tuple(self._finished.kept) if self._finished else (),
        )

    def _finished_pages(self) -> Iterator[Sequence[Placed]]:
        return self._finished.pages() if self._finished else iter(())

    def _archive(self, entries: Sequence[Placed]) -> None:
        for batch in batches(entries, self._handle.settings.write.batch_size):
            if not self._dry_run:
                self._revising.writer.archive_entries([entry.uid for entry in batch])
                note_actions(self._revising.writer, batch)
            self._note(batch)

    def _archive_all_of(self, parent_uid: str) -> None:
        if self._dry_run:
            for entries in self._pages.of_parent(parent_uid):
                self._archive(entries)
            return
        tx, number, writer = self._revising.tx, self._revising.number, self._revising.writer
        for page in archive_all_of(tx, self._handle.uid, number, parent_uid):
            for part in page:
                documents = dict.fromkeys(part.documents, parent_uid)
                self._count_sections(writer.archive_sections_of(part.documents), documents)
                writer.count(parent_uid, part.kind, -len(part.refs))
                self._moved.add(part.kind, *part.refs)
            self._moved.step(sum(len(part.refs) for part in page))

    def _note(self, batch: Sequence[Placed]) -> None:
        """Entries that are archived, with the sections of documents among them, which go now."""
        writer = self._revising.writer
        parents = {entry.uid: entry.parent_uid for entry in batch if entry.kind == "document"}
        if self._dry_run:
            self._moved.sections += count_sections_of(self._revising.tx, self._handle.uid, list(parents))
        else:
            self._count_sections(writer.archive_sections_of(list(parents)), parents)
        self._moved.count(writer, batch, -1)

    def _count_sections(self, sections: Mapping[str, int], parents: Mapping[str, str]) -> None:
        for uid, number in sections.items():
            self._moved.sections += number
            self._revising.writer.count(parents[uid], "section", -number)


def _placed(entry: Element) -> Placed:
    props: Mapping[str, Any] = entry.props
    since = entry.stored.since if entry.stored else 0
    return Placed(
        entry.uid,
        entry.kind,
        entry.ref,
        entry.parent_uid,
        props.get("key"),
        props.get("source_uri"),
        entry.position,
        since,
    )
