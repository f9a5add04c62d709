"""`ContextMap`: one open map, and all that can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from peek_graph.context_map.adding import ProgressCallback, SourceAdder
from peek_graph.context_map.facets.archive import Archive
from peek_graph.context_map.facets.asking import Asking
from peek_graph.context_map.facets.changes import Changes
from peek_graph.context_map.facets.history import History
from peek_graph.context_map.facets.named import NamedQueries
from peek_graph.context_map.facets.noticing import Noticing
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.linking import relink_all
from peek_graph.context_map.opening import create_map, open_map
from peek_graph.context_map.reading import Reader
from peek_graph.context_map.searching.alike import alike
from peek_graph.context_map.searching.searcher import Searcher
from peek_graph.context_map.status import status_of
from peek_graph.context_map.status.words import language_of
from peek_graph.context_map.submaps import add_submap
from peek_graph.context_map.vectors import MapVectors
from peek_graph.embedding.base import Embedder
from peek_graph.embedding.llama import wrap_llama_index
from peek_graph.errors import InvalidValue, SourceError
from peek_graph.graph import documents, maps, search
from peek_graph.graph.schema import rebuild_indexes
from peek_graph.graph.states import LABELS
from peek_graph.records import (
    AddReport,
    Alike,
    Reading,
    SearchFilter,
    SearchResult,
    Status,
    StatusLanguage,
    SubMapInfo,
    SubMapKind,
)
from peek_graph.settings import Settings
from peek_graph.sources.roots import Roots

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding


class ContextMap(Changes, History, Archive, NamedQueries, Asking, Noticing):
    """One context map. Safe to use from several threads; close it, or use it as a context manager.

    The twins with a leading ``a`` run the call in a thread, so that no event loop is blocked or bound.
    """

    def __init__(self, handle: MapHandle, embedder: Embedder | None = None) -> None:
        self._handle = handle
        self._roots = Roots(handle.settings.project_dir, handle.settings.map.roots)
        self._vectors = MapVectors(handle, embedder)

    @classmethod
    def create(
        cls,
        name: str,
        *,
        goal: str,
        constraints: str | Sequence[str] = (),
        settings: Settings | None = None,
        embedder: Embedder | BaseEmbedding | None = None,
        author: str | None = None,
    ) -> Self:
        """Make a map and open it; MapExists if one of that name is in the database."""
        given = _as_embedder(embedder)
        return cls(create_map(name, goal, _listed(constraints), settings, author), given)

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
        given = _as_embedder(embedder)
        return cls(open_map(name, settings, author), given)

    @property
    def name(self) -> str:
        """The map's name."""
        return self._handle.name

    @property
    def uid(self) -> str:
        """The map's key in the graph."""
        return self._handle.uid

    @property
    def settings(self) -> Settings:
        """What it was opened with."""
        return self._handle.settings

    def language(self) -> StatusLanguage:
        """Of the words around what is in the map: the setting, or that of its goal."""
        wanted = self.settings.status.language
        return language_of([self._handle.row().goal]) if wanted == "auto" else wanted

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
        return add_submap(self._handle, key, title=title, kind=kind, parent=parent, summary=summary)

    def submaps(self) -> list[SubMapInfo]:
        """Every sub-map, parents before children."""
        found = maps.list_submaps(self._handle.db, self.uid)
        if not found:
            self._handle.node()  # raises if the map is gone
        return found

    def add(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        submap: str | None = None,
        progress: ProgressCallback | None = None,
    ) -> AddReport:
        """Read files and folders into the map; only what changed is read and embedded anew.

        A refused source is in the report and stops nothing else. May be interrupted and called again.
        """
        return self._adder(progress).add(_listed(paths), submap=submap)

    def holds(self, path: str | Path) -> bool:
        """Whether a file lies within the map's roots, and so may be a source."""
        try:
            self._roots.real(Path(path).absolute())
        except SourceError:
            return False
        return True

    def document_of(self, path: str | Path) -> str | None:
        """The ref of the live document that was read from a file; None if there is none."""
        uri = self._roots.uri_of(Path(path).absolute())
        stored = documents.documents_by_uri(self._handle.db, self.uid, [uri])
        return stored[uri].ref if uri in stored else None

    def reindex(
        self,
        paths: str | Path | Sequence[str | Path] | None = None,
        *,
        embeddings: bool = False,
        progress: ProgressCallback | None = None,
    ) -> AddReport:
        """Read sources again whatever their hashes say; without paths all, and indexes and links are made anew.

        ``embeddings`` moves the map to the embedder that settings name.
        """
        if embeddings:
            self._vectors.hand_over()
        if paths is not None:
            return self._adder(progress).add(_listed(paths), force=True)
        rebuild_indexes(self._handle.db)
        relink_all(self._handle)
        return self._adder(progress).reread(documents.list_sources(self._handle.db, self.uid))

    def status(
        self,
        budget: int | None = None,
        *,
        focus: str | None = None,
        language: str | None = None,
        explain: bool = False,
        tokenizer: str | Callable[[str], Sequence[Any]] | None = None,
    ) -> Status:
        """Where the project stands, in at most ``budget`` tokens (default: the setting).

        ``focus`` is the dotted path of a sub-map that is widened, all else being folded; ``language`` is auto, en or
        zh; ``tokenizer`` counts, a function or a name; with ``explain`` it says of each entry why it is in or out.
        """
        return status_of(self._handle, budget, focus=focus, language=language, explain=explain, tokenizer=tokenizer)

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        kinds: str | Sequence[str] = (),
        submap: str | None = None,
        status: str | Sequence[str] = (),
        min_confidence: float | None = None,
        author: str | None = None,
        source: str | None = None,
        since: int | None = None,
        until: int | None = None,
        archived: bool = False,
    ) -> SearchResult:
        """The ``k`` best entries, or archived ones, for any text, among those that the filters let through.

        ``missing`` says which searches could not answer, and why. What each filter means: `SearchFilter`.
        """
        wanted = SearchFilter(
            tuple(_listed(() if kinds is None else kinds)),
            submap,
            tuple(_listed(() if status is None else status)),
            min_confidence,
            author,
            source,
            since,
            until,
            archived,
        )
        return Searcher(self._handle, self._vectors).search(query, k, wanted)

    def alike(self, texts: str | Sequence[str], kind: str = "finding") -> list[list[Alike]]:
        """For each text the live entries of that kind which say about the same, the likest first."""
        if kind not in LABELS:
            raise InvalidValue(f"kind is {kind!r}", f"one of {', '.join(LABELS)}")
        return alike(self._handle, self._vectors, _listed(texts), kind)

    def texts_of(self, refs: Sequence[str]) -> dict[str, str]:
        """What the live entries and sections of these refs say, title first; those that are not there are left out."""
        uids = search.find_refs(self._handle.db, self.uid, list(refs))
        shown = search.show_hits(self._handle.db, self.uid, uids)
        return {entry.ref: f"{entry.title}\n{entry.text}".strip() for entry in shown.values()}

    def read(self, target: str) -> Reading:
        """Read a ref (``D3§2.3``) or pointer (``notes.md#line=10,42``) back from the original."""
        return Reader(self._handle, self._roots).read(target)

    async def aadd(self, paths: str | Path | Sequence[str | Path], **options: Any) -> AddReport:
        """`add` in a thread."""
        return await asyncio.to_thread(self.add, paths, **options)

    async def astatus(self, budget: int | None = None, **options: Any) -> Status:
        """`status` in a thread."""
        return await asyncio.to_thread(self.status, budget, **options)

    async def asearch(self, query: str, k: int = 10, **options: Any) -> SearchResult:
        """`search` in a thread."""
        return await asyncio.to_thread(self.search, query, k, **options)

    async def aread(self, target: str) -> Reading:
        """`read` in a thread."""
        return await asyncio.to_thread(self.read, target)

    def _adder(self, progress: ProgressCallback | None) -> SourceAdder:
        return SourceAdder(self._handle, self._roots, self._vectors, progress)


def _as_embedder(given: Embedder | BaseEmbedding | None) -> Embedder | None:
    if given is None or hasattr(given, "embed_passages"):
        return given  # type: ignore[return-value] # told apart by what it can do; LlamaIndex is imported late
    if not hasattr(given, "get_text_embedding"):
        raise InvalidValue(f"embedder is {given!r}", "hand in a LlamaIndex embedding, or name one in embedding.model")
    return wrap_llama_index(given)


def _listed(given: str | Path | Sequence[str | Path]) -> list[Any]:
    """One path or text is meant as one, not as its letters."""
    return [given] if isinstance(given, (str, Path)) else list(given)
