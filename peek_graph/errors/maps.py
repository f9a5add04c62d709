"""Errors about a map: what is in it, changing it, its history, showing it."""

from __future__ import annotations

from peek_graph.errors.root import PeekGraphError


class MapError(PeekGraphError):
    """A map or sub-map is not as the call needs it."""


class MapNotFound(MapError):
    """No map of that name in the database."""


class MapExists(MapError):
    """A map of that name is already there."""


class SubMapNotFound(MapError):
    """No sub-map of that key in the map."""


class SubMapExists(MapError):
    """A sub-map of that key is already there."""


class RefError(PeekGraphError):
    """A ref or pointer leads nowhere."""


class RefNotFound(RefError):
    """No entry of that ref in the map."""


class PointerError(RefError):
    """The text is neither a ref nor a pointer."""


class ChangeError(PeekGraphError):
    """A change cannot be made; nothing was written."""


class PathError(ChangeError):
    """Not a path of the view; ``position`` counts characters from 0."""

    def __init__(self, message: str, hint: str | None = None, *, position: int = 0) -> None:
        super().__init__(message, hint)
        self.position = position


class OperationError(ChangeError):
    """The batch as a whole is not usable."""


class ProtectedField(ChangeError):
    """Only a person may do this."""


class ProposalError(ChangeError):
    """No such proposal, or it cannot be decided so."""


class PassphraseWrong(ChangeError):
    """The passphrase is missing or is not the map's."""


class HistoryError(PeekGraphError):
    """The past cannot be read as asked."""


class RevisionNotFound(HistoryError):
    """The map has no revision of that number."""


class SnapshotError(HistoryError):
    """No snapshot of that name, or one that is there already."""


class HistoryPruned(HistoryError):
    """The revision is older than what `prune` left."""


class BudgetTooSmall(PeekGraphError):
    """Goal and constraints do not fit; ``needed`` is the number of tokens that would do."""

    def __init__(self, message: str, hint: str | None = None, *, needed: int) -> None:
        super().__init__(message, hint)
        self.needed = needed
