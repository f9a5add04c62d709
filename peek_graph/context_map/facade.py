"""`ContextMap`: one open map, and all that can be done with it."""

from __future__ import annotations

import asyncio
import getpass
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from peek_graph.context_map import keys
from peek_graph.context_map.adding import ProgressCallback, SourceAdder
from peek_graph.context_map.handle import MapHandle, now
from peek_graph.context_map.reading import Reader
from peek_graph.context_map.rendering import check_budget, render_status
from peek_graph.context_map.searching import Searcher
from peek_graph.context_map.vectors import MapVectors
from peek_graph.embedding.base import Embedder
from peek_graph.embedding.llama import wrap_llama_index
from peek_graph.errors import InvalidValue, MapExists, MapNotFound, SubMapExists, SubMapNotFound
from peek_graph.graph import documents, maps
from peek_graph.graph import status as status_rows
from peek_graph.graph.database import Database, Transaction
from peek_graph.graph.schema import ensure_schema, rebuild_indexes
from peek_graph.records import (
    AddReport,
    MapInfo,
    Reading,
    RevisionInfo,
    SearchResult,
    Status,
    SubMapInfo,
    SubMapKind,
)
from peek_graph.settings import Settings, load_settings, resolve_connection
from peek_graph.sources.roots import Roots

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

# What a person says stands above what a source says.
_USER_CONFIDENCE = 1.0


class ContextMap:
    """One context map. Safe to use from several threads; close it, or use it as a context manager.

    The twins with a leading ``a`` run the call in a thread, so that no event loop is blocked or bound.
    """

    def __init__(self, handle: MapHandle, embedder: Embedder | BaseEmbedding | None = None) -> None:
        self._handle = handle
        given = _as_embedder(embedder)
        self._roots = Roots(handle.settings.project_dir, handle.settings.map.roots)
        self._vectors = MapVectors(handle, given)

    @classmethod
    def create(
        cls,
        name: str,
        *,
        goal: str,
        constraints: Sequence[str] = (),
        settings: Settings | None = None,
        embedder: Embedder | BaseEmbedding | None = None,
        author: str | None = None,
    ) -> Self:
        """Make a map and open it; MapExists if one of that name is in the database."""
        name = keys.check_map_name(name)
        goal = keys.check_text("the goal", goal)
        texts = [keys.check_text("a constraint", text) for text in constraints]
        handle = _connect(name, settings, author)

        def work(tx: Transaction) -> None:
            at = now()
            if not maps.create_map(tx, uid=handle.uid, name=name, goal=goal, at=at):
                raise MapExists(f"a map {name!r} is already in the database", "open it, or choose another name")
            revision = maps.begin_revision(
                tx, handle.uid, maps.RevisionOf(handle.author, "user", "the map was begun", at, 1 + len(texts))
            )
            number = revision.number if revision else 1
            maps.add_constraints(tx, handle.uid, number, [_constraint(i, t, handle, at) for i, t in enumerate(texts)])

        try:
            handle.db.transact(work)
        except BaseException:
            handle.db.close()
            raise
        return cls(handle, embedder)

    @classmethod
    def open(
        cls,
        name: str | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | BaseEmbedding | None = None,
        author: str | None = None,
    ) -> Self:
        """Open a map that exists; without a name, the one of this folder's ``peek-graph.toml``."""
        settings = settings or load_settings()
        name = name or settings.map.name
        if name is None:
            raise MapNotFound("no map is named", "run `peek-graph init` in the project's folder, or give --map")
        handle = _connect(name, settings, author)
        try:
            uid = maps.find_map_uid(handle.db, name)
            if uid is None:
                there = ", ".join(repr(item.name) for item in _maps_of(handle.db)[:10]) or "none"
                raise MapNotFound(
                    f"no map {name!r} in {handle.db.address}", f"there: {there}; `peek-graph init` begins one"
                )
        except BaseException:
            handle.db.close()
            raise
        return cls(MapHandle(handle.db, uid, name, handle.settings, handle.author), embedder)

    @property
    def name(self) -> str:
        """The map's name."""
        return self._handle.name

    @property
    def uid(self) -> str:
        """The map's key in the graph."""
        return self._handle.uid

    def close(self) -> None:
        """Give the connections back."""
        self._vectors.close()
        self._handle.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_submap(
        self,
        key: str,
        *,
        title: str | None = None,
        kind: SubMapKind = "topic",
        parent: str | None = None,
        summary: str = "",
    ) -> SubMapInfo:
        """Make a sub-map; ``parent`` is the dotted path of the one it goes under."""
        key = keys.check_submap_key(key)
        if kind not in ("phase", "topic"):
            raise InvalidValue(f"kind is {kind!r}", "a sub-map is a 'phase' or a 'topic'")
        path = f"{parent}.{key}" if parent else key
        row = {
            "uid": uuid.uuid4().hex,
            "key": key,
            "path": path,
            "title": title or key,
            "kind": kind,
            "summary": summary,
        }

        def work(tx: Transaction, revision: maps.RevisionRow) -> None:
            parent_uid = maps.find_submap(tx, self.uid, parent) if parent else None
            if parent and parent_uid is None:
                raise SubMapNotFound(f"no sub-map {parent!r} in {self.name!r}", "see `submap list`")
            if maps.find_submap(tx, self.uid, path) is not None:
                raise SubMapExists(f"sub-map {path!r} is already in {self.name!r}", "choose another key")
            maps.create_submap(tx, self.uid, revision.number, parent_uid, row)

        self._handle.revise(work, source="user", reasoning=f"sub-map {path} was begun")
        return next(submap for submap in self.submaps() if submap.path == path)

    def submaps(self) -> list[SubMapInfo]:
        """Every sub-map, parents before children."""
        return maps.list_submaps(self._handle.db, self.uid)

    def add(
        self,
        paths: Sequence[str | Path],
        *,
        submap: str | None = None,
        progress: ProgressCallback | None = None,
    ) -> AddReport:
        """Read files and folders into the map; only what changed is read and embedded anew.

        A refused source is in the report and stops nothing else. May be interrupted and called again.
        """
        return self._adder(progress).add(paths, submap=submap)

    def reindex(
        self,
        paths: Sequence[str | Path] | None = None,
        *,
        embeddings: bool = False,
        progress: ProgressCallback | None = None,
    ) -> AddReport:
        """Read sources again whatever their hashes say; without paths every source, and the indexes are made anew.

        ``embeddings`` moves the map to the embedder that settings name.
        """
        if embeddings:
            self._vectors.hand_over()
        if paths is not None:
            return self._adder(progress).add(paths, force=True)
        rebuild_indexes(self._handle.db)
        return self._adder(progress).reread(documents.list_sources(self._handle.db, self.uid))

    def status(self, budget: int | None = None) -> Status:
        """Where the project stands, in at most ``budget`` tokens (default: the setting)."""
        budget = check_budget(self._handle.settings.status.budget if budget is None else budget)
        return render_status(self._handle.frame(), status_rows.latest_documents(self._handle.db, self.uid), budget)

    def search(self, query: str, k: int = 10) -> SearchResult:
        """The ``k`` best entries for any text; ``missing`` says which searches could not answer."""
        return Searcher(self._handle, self._vectors).search(query, k)

    def read(self, target: str) -> Reading:
        """Read a ref (``D3§2.3``) or pointer (``notes.md#line=10,42``) back from the original."""
        return Reader(self._handle, self._roots).read(target)

    def log(self, limit: int = 20) -> list[RevisionInfo]:
        """The last revisions, newest first."""
        if limit < 1:
            raise InvalidValue(f"limit is {limit}", "ask for 1 or more revisions")
        return maps.list_revisions(self._handle.db, self.uid, limit)

    async def aadd(self, paths: Sequence[str | Path], **options: Any) -> AddReport:
        """`add` in a thread."""
        return await asyncio.to_thread(self.add, paths, **options)

    async def astatus(self, budget: int | None = None) -> Status:
        """`status` in a thread."""
        return await asyncio.to_thread(self.status, budget)

    async def asearch(self, query: str, k: int = 10) -> SearchResult:
        """`search` in a thread."""
        return await asyncio.to_thread(self.search, query, k)

    async def aread(self, target: str) -> Reading:
        """`read` in a thread."""
        return await asyncio.to_thread(self.read, target)

    def _adder(self, progress: ProgressCallback | None) -> SourceAdder:
        return SourceAdder(self._handle, self._roots, self._vectors, progress)


def list_maps(settings: Settings | None = None) -> list[MapInfo]:
    """Every map of the database that settings lead to."""
    with _database(settings or load_settings()) as db:
        return _maps_of(db)


def _maps_of(db: Database) -> list[MapInfo]:
    from peek_graph.graph.nodes import list_maps  # late: importing neomodel takes most of a second

    return list_maps(db)


def _connect(name: str, settings: Settings | None, author: str | None) -> MapHandle:
    settings = settings or load_settings()
    return MapHandle(_database(settings), uuid.uuid4().hex, name, settings, author or _person())


def _database(settings: Settings) -> Database:
    db = Database.connect(resolve_connection(settings))
    try:
        ensure_schema(db)
    except BaseException:
        db.close()
        raise
    return db


def _as_embedder(given: Embedder | BaseEmbedding | None) -> Embedder | None:
    if given is None or hasattr(given, "embed_passages"):
        return given  # type: ignore[return-value] # told apart by what it can do; LlamaIndex is imported late
    return wrap_llama_index(given)


def _person() -> str:
    try:
        return f"user:{getpass.getuser()}"
    except (KeyError, OSError, ImportError):
        return "user"  # a container without an entry for this uid


def _constraint(index: int, text: str, handle: MapHandle, at: Any) -> dict[str, Any]:
    return {
        "uid": uuid.uuid4().hex,
        "ref": f"C{index + 1}",
        "text": text,
        "author": handle.author,
        "source_kind": "user",
        "confidence": _USER_CONFIDENCE,
        "position": index,
        "at": at,
    }
