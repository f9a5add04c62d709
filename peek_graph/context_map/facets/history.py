"""The part of `ContextMap` that reads and brings back what a map was."""

from __future__ import annotations

from typing import Any

from peek_graph.context_map.adding import ProgressCallback
from peek_graph.context_map.facets.vectors import KeepsVectors
from peek_graph.context_map.history import at, diffing, entry_history, naming, rollback, why
from peek_graph.context_map.history.at import MapAt
from peek_graph.errors import InvalidValue
from peek_graph.graph import maps
from peek_graph.records import Change, EntryState, RevisionDetail, RevisionInfo, SnapshotInfo, SourceKind, Why


class History(KeepsVectors):
    """Revisions; where one is asked for, its number, a snapshot's name, or -1 for the one before the newest will do."""

    def to_dict(self) -> dict[str, Any]:
        """The whole map as the plain dictionary that agents know."""
        return at.view_of(self._handle)

    def get(self, path: str) -> Any:
        """What stands at a path of that dictionary; PathError names the nearest if nothing does."""
        return at.value_of(self._handle, path)

    def log(self, limit: int = 20) -> list[RevisionInfo]:
        """The last revisions, newest first."""
        if limit < 1:
            raise InvalidValue(f"limit is {limit}", "ask for 1 or more revisions")
        found = maps.list_revisions(self._handle.db, self._handle.uid, limit)
        if not found:
            self._handle.node()  # raises if the map is gone
        return found

    def show(self, revision: int | str) -> RevisionDetail:
        """One revision, what it changed, and the verdicts of its operations."""
        return diffing.show(self._handle, revision)

    def diff(self, older: int | str, newer: int | str) -> list[Change]:
        """What differs between two revisions, element by element and field by field."""
        return diffing.diff(self._handle, older, newer)

    def history(self, target: str) -> list[EntryState]:
        """Every state that an entry was in, by ref or path, the oldest first."""
        return entry_history.history(self._handle, target)

    def at(self, revision: int | str) -> MapAt:
        """The map as it was at a revision, to be read."""
        return MapAt(self._handle, revision)

    def snapshot(self, name: str, *, revision: int | str | None = None, author: str | None = None) -> SnapshotInfo:
        """Give a revision, by default the newest, a name; SnapshotError if the name is taken."""
        return naming.make_snapshot(self._handle, name, revision, author=author)

    def snapshots(self) -> list[SnapshotInfo]:
        """Every snapshot, in order of revision."""
        return naming.list_snapshots(self._handle)

    def rollback(
        self,
        to: int | str,
        *,
        author: str | None = None,
        source_kind: SourceKind = "agent",
        reasoning: str = "",
        dry_run: bool = False,
        seen: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> RevisionDetail:
        """Bring the map back to a revision, as a new one; nothing is lost, and it can be rolled back itself.

        An agent's that would change goal, constraints or hypothesis is refused: ProtectedField; and a person's
        who was shown at revision ``seen`` what it does, if the map has changed since. Without ``changes`` in the answer
        there was nothing to bring back.
        """
        done = rollback.rollback(
            self._handle,
            to,
            author=author,
            source_kind=source_kind,
            reasoning=reasoning,
            dry_run=dry_run,
            seen=seen,
            progress=progress,
        )
        if not dry_run:
            self._catch_up(progress)
        return done

    def why(self, target: str) -> Why:
        """What an entry rests on, down to passages, and the revision that brought it."""
        return why.why(self._handle, target)
