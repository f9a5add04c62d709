"""Deletes a map's past, after it was written to a file: the only thing that ever does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

from peek_graph.context_map.archiving import pruned_file
from peek_graph.context_map.archiving.moved import ProgressCallback, ignore
from peek_graph.context_map.handle import MapHandle, Revising, now
from peek_graph.errors import InvalidValue
from peek_graph.graph.database import Transaction
from peek_graph.graph.prune import Condemned, delete_begun, set_pruned_before
from peek_graph.records import Progress, PruneReport

_BATCH: Final = 1000


def prune(
    handle: MapHandle,
    before: int,
    *,
    file: str | Path | None = None,
    dry_run: bool = False,
    author: str | None = None,
    progress: ProgressCallback | None = None,
) -> PruneReport:
    """Delete what was archived, and the states and links that ended, at revision ``before`` or earlier.

    What something links to that stays, stays too, with its document. Revisions from ``before`` on stay as they are;
    earlier ones can no longer be read. What is deleted is written to ``file`` first, as JSON lines, and nothing is
    deleted that is not in it. May be interrupted and called again, with another file. InvalidValue if ``before`` is no
    revision of the map, or the file is there already.
    """
    current = handle.row().revision
    if isinstance(before, bool) or not 1 <= before <= current:
        raise InvalidValue(f"before is {before!r}", f"name a revision of {handle.name!r}: 1 to {current}")
    if file is None and not dry_run:
        raise InvalidValue("no file is named for what is deleted", "name one, or make it a dry run")
    tally = _Tally(progress or ignore)
    condemned = Condemned.of(handle.db, handle.uid, before)
    if dry_run or file is None:
        _write(handle, condemned, lambda _: None, tally)
        return tally.report(handle, condemned, None, dry_run=True)
    path = Path(file)
    with pruned_file.new_file(path) as stream:
        stream.write(pruned_file.header_line(map=handle.name, map_uid=handle.uid, before=before, at=now()))
        _write(handle, condemned, stream.write, tally)
    if not tally.done:
        path.unlink()
        return tally.report(handle, condemned, None)
    _begin(handle, before, path, author)
    # A link made meanwhile may keep what the file has.
    condemned = Condemned.of(handle.db, handle.uid, before)
    deleted = _Tally(progress or ignore, total=tally.done)
    _delete(handle, condemned, path, deleted)
    return deleted.report(handle, condemned, path)


def take_back(handle: MapHandle) -> bool:
    """Delete a map that was only begun, for what was then refused; False if something came after its first revision."""
    return handle.db.transact(lambda tx: delete_begun(tx, handle.uid, now()))


@dataclass(slots=True)
class _Tally:
    """Counts lines, and what stands in them."""

    progress: ProgressCallback
    total: int | None = None
    done: int = 0
    entries: Counter[str] = field(default_factory=Counter)
    versions: int = 0
    relationships: int = 0

    def step(self, lines: int) -> None:
        self.done += lines
        self.progress(Progress("prune", self.done, self.total))

    def report(self, handle: MapHandle, of: Condemned, path: Path | None, *, dry_run: bool = False) -> PruneReport:
        return PruneReport(
            handle.name,
            of.before,
            dict(self.entries),
            self.versions,
            self.relationships,
            str(path) if path else None,
            dry_run,
            len(of.kept),
        )


def _write(handle: MapHandle, condemned: Condemned, write: Callable[[str], object], tally: _Tally) -> None:
    """All that is condemned, a line each."""
    for row in condemned.nodes(handle.db):
        write(pruned_file.node_line(row))
        tally.entries["submap" if "SubMap" in row["labels"] else str(row["properties"].get("kind"))] += 1
        tally.relationships += len(row["relationships"])
        tally.step(1)
    for row in condemned.versions(handle.db):
        write(pruned_file.node_line(row))
        tally.versions += 1
        tally.relationships += len(row["relationships"])
        tally.step(1)
    for row in condemned.relationships(handle.db):
        write(pruned_file.relationship_line(row))
        tally.relationships += 1
        tally.step(1)


def _begin(handle: MapHandle, before: int, path: Path, author: str | None) -> None:
    """A revision of its own says who did it. From then on nothing older is read, or comes back, while it goes."""

    def work(revising: Revising) -> None:
        set_pruned_before(revising.tx, handle.uid, before)

    reasoning = f"pruned before {before}, to {path.name}"
    handle.revise(work, source="user", reasoning=reasoning, author=author, source_kind="user")


def _delete(handle: MapHandle, condemned: Condemned, path: Path, tally: _Tally) -> None:
    """What stands in the file, in transactions of their own: one that is cut short leaves only more to be deleted."""
    for sort, lines in groupby(pruned_file.read_lines(path), key=_sort_of):
        for batch in _batches(lines):
            found = sum(len(line.get("relationships", ())) for line in batch)
            if sort == "node":
                rows = [{"uid": line["node"]["properties"]["uid"]} for line in batch]
                tally.entries.update(handle.db.transact(_work(condemned.delete_nodes, rows)))
            elif sort == "version":
                rows = [{name: line["node"]["properties"][name] for name in ("uid", "since")} for line in batch]
                tally.versions += handle.db.transact(_work(condemned.delete_versions, rows))
            else:
                rows = [_relationship_row(line["relationship"]) for line in batch]
                found = handle.db.transact(_work(condemned.delete_relationships, rows))
            tally.relationships += found
            tally.step(len(batch))


def _work(delete: Callable[..., Any], rows: list[dict[str, Any]]) -> Callable[[Transaction], Any]:
    return lambda tx: delete(tx, now(), rows)


def _sort_of(line: Mapping[str, Any]) -> str:
    if "relationship" in line:
        return "relationship"
    return "version" if "Version" in line["node"]["labels"] else "node"


def _relationship_row(found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": found["type"],
        "since": found["properties"].get("since"),
        "from_uid": found["start"]["uid"],
        "to_uid": found["end"]["uid"],
    }


def _batches(lines: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(lines, _BATCH)):
        yield batch
