"""`MapAt`: a map as it was at a revision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history.naming import resolve_revision
from peek_graph.context_map.history.walking import Walk
from peek_graph.context_map.status import status_of
from peek_graph.context_map.view.dictionary import build_view
from peek_graph.graph import history
from peek_graph.graph.history import Overlay
from peek_graph.records import Status


class MapAt:
    """A map at a revision; it reads when it is asked, no more than is asked for."""

    def __init__(self, handle: MapHandle, revision: int | str) -> None:
        self._handle = handle
        self._revision = resolve_revision(handle, revision)

    @property
    def revision(self) -> int:
        """The revision's number."""
        return self._revision

    def to_dict(self) -> dict[str, Any]:
        """The whole view as it was."""
        return view_of(self._handle, self._revision)

    def get(self, path: str) -> Any:
        """What stood at a path of the view, refs in brackets included; PathError if nothing did."""
        return value_of(self._handle, path, self._revision)

    def status(
        self,
        budget: int | None = None,
        *,
        focus: str | None = None,
        language: str | None = None,
        explain: bool = False,
        tokenizer: str | Callable[[str], Sequence[Any]] | None = None,
    ) -> Status:
        """The status that was shown then, byte for byte, for the same arguments and settings."""
        options: dict[str, Any] = {"focus": focus, "language": language, "explain": explain, "tokenizer": tokenizer}
        return status_of(self._handle, budget, self._revision, **options)


def view_of(handle: MapHandle, revision: int | None = None) -> dict[str, Any]:
    """The whole view at a revision, by default the newest; of one revision whatever is written meanwhile."""
    number = handle.frame().revision if revision is None else revision
    return build_view(history.map_at(handle.db, handle.uid, number), map_name=handle.name)


def value_of(handle: MapHandle, path: str, revision: int | None = None) -> Any:
    """What stands at a path at a revision, by default the newest; PathError if nothing does."""
    number = handle.frame().revision if revision is None else revision
    return Walk(handle, number, Overlay(handle.db, handle.uid, number).refresh(), path).value()
