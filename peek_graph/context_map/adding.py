"""Sources into the map: found, compared by hash, read, written one revision each, then embedded."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.catching_up import catch_up
from peek_graph.context_map.vectors import MapVectors
from peek_graph.context_map.writing import Written, mark_gone, write_source
from peek_graph.errors import (
    InvalidValue,
    PeekGraphError,
    QueryError,
    SourceError,
    SourceNotFound,
    SubMapNotFound,
    TransactionTooLarge,
    WriteConflict,
)
from peek_graph.graph import documents, maps
from peek_graph.records import AddReport, Progress, Refusal, SourceCounts
from peek_graph.sources.discover import discover
from peek_graph.sources.fingerprint import fingerprint
from peek_graph.sources.reader import read_source
from peek_graph.sources.roots import Roots

ProgressCallback = Callable[[Progress], None]
_LOOKUP = 500
# What the server says to one source's text, or to its size, must not stop the others. A lost connection does.
_COSTS_ONE_SOURCE = (SourceError, InvalidValue, QueryError, TransactionTooLarge, WriteConflict)


@dataclass(slots=True)
class _Tally:
    """What one call has done so far."""

    changes: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)
    gone: dict[str, None] = field(default_factory=dict)
    sections: int = 0
    elsewhere: int = 0
    archived: int = 0

    def refuse(self, path: str, error: PeekGraphError) -> None:
        self.refused.append(Refusal(path, error.message, type(error).__name__, error.hint))


class SourceAdder:
    """Adds or re-reads sources; one object a call."""

    def __init__(
        self, handle: MapHandle, roots: Roots, vectors: MapVectors, progress: ProgressCallback | None = None
    ) -> None:
        self._handle = handle
        self._roots = roots
        self._vectors = vectors
        self._report: ProgressCallback = progress or (lambda _: None)
        self._tally = _Tally()
        self._started = time.monotonic()

    def add(self, paths: Sequence[str | Path], *, submap: str | None = None, force: bool = False) -> AddReport:
        """Add files and folders; what is refused is in the report, and all else is still added.

        Raises SubMapNotFound and EmbedderMismatch before anything is read.
        """
        if submap is not None and maps.find_submap(self._handle.db, self._handle.uid, submap) is None:
            raise SubMapNotFound(f"no sub-map {submap!r} in {self._handle.name!r}", "see `submap list`")
        self._vectors.check()
        found = self._find(paths)
        self._take(self._without_archived(paths, found), submap, force)
        self._miss(paths, {uri for uri, _ in found})
        return self._finish()

    def reread(self, uris: Iterable[str]) -> AddReport:
        """Read the sources of documents again, whatever their hashes say."""
        self._vectors.check()
        found: list[tuple[str, Path]] = []
        for uri in uris:
            try:
                found.append((uri, self._roots.resolve(uri)))
            except SourceError as error:
                self._tally.refuse(uri, error)
        self._take(found, None, force=True)
        return self._finish()

    def _find(self, paths: Sequence[str | Path]) -> list[tuple[str, Path]]:
        found: list[tuple[str, Path]] = []
        for item in discover(paths, self._roots):
            if isinstance(item, Refusal):
                self._refuse_found(item)
                continue
            try:
                found.append((self._roots.uri_of(item), item))
            except SourceError as error:
                self._tally.refuse(str(item), error)
            self._report(Progress("find", len(found), None, str(item)))
        return found

    def _without_archived(
        self, paths: Sequence[str | Path], found: Sequence[tuple[str, Path]]
    ) -> list[tuple[str, Path]]:
        """What a folder brings of documents that were archived stays archived; a file that is named comes back."""
        named = {Path(path).absolute() for path in paths}
        taken: list[tuple[str, Path]] = []
        for batch in _batched(found, _LOOKUP):
            uris = [uri for uri, _ in batch]
            live = documents.documents_by_uri(self._handle.db, self._handle.uid, uris)
            unknown = [uri for uri in uris if uri not in live]
            archived = documents.archived_uris(self._handle.db, self._handle.uid, unknown)
            kept = [(uri, path) for uri, path in batch if uri not in archived or path.absolute() in named]
            self._tally.archived += len(batch) - len(kept)
            taken += kept
        return taken

    def _refuse_found(self, refusal: Refusal) -> None:
        if refusal.error == SourceNotFound.__name__ and self._was_known(refusal.path):
            return
        self._tally.refused.append(refusal)

    def _was_known(self, path: str) -> bool:
        """Whether a path that is not there was a source, or a folder of sources; these are gone, not refused."""
        try:
            uri = self._roots.uri_of(Path(path))
        except SourceError:
            return False  # outside the roots, or no name at all: certainly no document's
        return self._gone(uri) or bool(documents.list_sources(self._handle.db, self._handle.uid, f"{uri}/", page=1))

    def _miss(self, paths: Sequence[str | Path], found: set[str]) -> None:
        """Flag the documents of folders that were named whose files are not there any more."""
        for path in paths:
            try:
                uri = self._roots.uri_of(Path(path))
            except SourceError:
                continue
            if Path(path).is_file():
                continue
            prefix = "" if uri == "." else f"{uri}/"
            for known in documents.list_sources(self._handle.db, self._handle.uid, prefix):
                if known not in found and not self._is_there(known):
                    self._gone(known)

    def _is_there(self, uri: str) -> bool:
        try:
            return self._roots.resolve(uri).exists()
        except SourceError:
            return True  # outside the roots of this folder: it cannot be said that it is gone

    def _take(self, found: Sequence[tuple[str, Path]], submap: str | None, force: bool) -> None:
        done = 0
        for batch in _batched(found, _LOOKUP):
            known = documents.documents_by_uri(self._handle.db, self._handle.uid, [uri for uri, _ in batch])
            for uri, path in batch:
                self._report(Progress("read", done, len(found), uri))
                try:
                    written = self._take_one(uri, path, known.get(uri), submap, force)
                    self._tally.changes[written.change] += 1
                    self._tally.sections += written.sections
                    if uri in known and submap is not None and known[uri].submap != submap:
                        self._tally.elsewhere += 1
                except _COSTS_ONE_SOURCE as error:
                    if not (isinstance(error, SourceNotFound) and self._gone(uri)):
                        self._tally.refuse(uri, error)
                done += 1
        self._report(Progress("read", done, len(found)))

    def _take_one(
        self, uri: str, path: Path, known: documents.StoredSource | None, submap: str | None, force: bool
    ) -> Written:
        settings = self._handle.settings.sources
        moved_from = None
        if not force or known is None:
            source_hash = fingerprint(path, settings.max_bytes).source_hash
            if known is not None and known.source_hash == source_hash and not known.stale:
                return Written("unchanged", None, 0)
            if known is None:
                moved_from = self._moved_from(source_hash)
        source = read_source(path, uri, settings)
        return write_source(self._handle, source, submap=submap, moved_from=moved_from, force=force)

    def _moved_from(self, source_hash: str) -> str | None:
        """The uri of a document whose bytes these are and whose own file is gone."""
        uris = documents.uris_by_hash(self._handle.db, self._handle.uid, source_hash)
        return next((uri for uri in uris if not self._is_there(uri)), None)

    def _gone(self, uri: str) -> bool:
        """Flag the document of a source that is not there any more; False for a source that never was one."""
        if uri not in documents.documents_by_uri(self._handle.db, self._handle.uid, [uri]):
            return False
        self._tally.gone[uri] = None
        mark_gone(self._handle, uri)
        return True

    def _finish(self) -> AddReport:
        # With whatever else waits, whoever wrote it.
        caught = catch_up(self._handle, self._vectors, report=self._report)
        changes = self._tally.changes
        missing = dict(caught.missing)
        if self._tally.elsewhere:
            missing["submap"] = f"{self._tally.elsewhere} documents were in the map already and stay where they are"
        if self._tally.archived:
            missing["archived"] = (
                f"{self._tally.archived} sources are of archived documents and stay so; `restore` brings one back, and "
                "adding a file by its name takes it anew"
            )
        return AddReport(
            map=self._handle.name,
            revision=self._handle.row().revision,
            sources=SourceCounts(
                new=changes["new"],
                changed=changes["changed"],
                moved=changes["moved"],
                unchanged=changes["unchanged"],
                gone=len(self._tally.gone),
                refused=len(self._tally.refused),
            ),
            refused=tuple(self._tally.refused),
            gone=tuple(self._tally.gone),
            sections=self._tally.sections,
            embedded=caught.embedded,
            seconds=time.monotonic() - self._started,
            embedder=caught.state.embedder if self._vectors.wanted else None,
            missing=missing,
        )


def _batched(items: Sequence[tuple[str, Path]], size: int) -> Iterator[Sequence[tuple[str, Path]]]:
    return (items[start : start + size] for start in range(0, len(items), size))
