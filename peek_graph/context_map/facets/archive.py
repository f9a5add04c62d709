"""The part of `ContextMap` that takes out of the live map what is done, and brings it back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from peek_graph.context_map import archiving
from peek_graph.context_map.adding import ProgressCallback
from peek_graph.context_map.facets.vectors import KeepsVectors
from peek_graph.records import ArchiveReport, PruneReport, SourceKind


class Archive(KeepsVectors):
    """Archiving is relabelling, and reversible; only `prune` deletes."""

    def archive(
        self,
        targets: str | Sequence[str] = (),
        *,
        finished: bool = False,
        finished_in: str | None = None,
        author: str | None = None,
        source_kind: SourceKind = "agent",
        reasoning: str = "",
        dry_run: bool = False,
        progress: ProgressCallback | None = None,
    ) -> ArchiveReport:
        """Archive entries and sub-maps by ref or path, and what settings call finished, as one revision.

        ``finished_in`` is a sub-map that is over: what is finished in it, of whatever age, but not the sub-map itself.
        """
        return archiving.archive(
            self._handle,
            targets,
            finished=finished,
            finished_in=finished_in,
            author=author,
            source_kind=source_kind,
            reasoning=reasoning,
            dry_run=dry_run,
            progress=progress,
        )

    def restore(
        self,
        targets: str | Sequence[str],
        *,
        author: str | None = None,
        source_kind: SourceKind = "agent",
        reasoning: str = "",
        dry_run: bool = False,
        progress: ProgressCallback | None = None,
    ) -> ArchiveReport:
        """Bring back entries by ref, and sub-maps by the path that they had, as one revision."""
        done = archiving.restore(
            self._handle,
            targets,
            author=author,
            source_kind=source_kind,
            reasoning=reasoning,
            dry_run=dry_run,
            progress=progress,
        )
        if done.sections and not dry_run:
            self._catch_up(progress)
        return done

    def take_back(self) -> bool:
        """Delete the map if nothing came after its beginning: what it was begun for was refused. Whether it was."""
        return archiving.take_back(self._handle)

    def prune(
        self,
        before: int,
        *,
        file: Path | None = None,
        dry_run: bool = False,
        author: str | None = None,
        progress: ProgressCallback | None = None,
    ) -> PruneReport:
        """Delete what was archived or superseded by revision ``before``, that one included, written to ``file`` first.

        Revisions from ``before`` on stay whole, and so does what live entries link to.
        """
        return archiving.prune(self._handle, before, file=file, dry_run=dry_run, author=author, progress=progress)
