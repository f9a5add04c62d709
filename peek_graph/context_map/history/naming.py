"""Which revision is meant: by number, counted back from the newest, or by a snapshot's name."""

from __future__ import annotations

import re
import uuid
from typing import Final

from peek_graph.context_map.handle import MapHandle, now
from peek_graph.context_map.view.nearest import nearest
from peek_graph.errors import HistoryPruned, InvalidValue, RevisionNotFound, SnapshotError
from peek_graph.graph import history
from peek_graph.graph.database import Transaction
from peek_graph.records import SnapshotInfo

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_LONGEST_NAME: Final = 200
_NAMES_SHOWN: Final = 10


def resolve_revision(handle: MapHandle, given: int | str) -> int:
    """The number of the revision that is meant; negative ones count back from the newest, which is -0.

    Raises RevisionNotFound with the range that there is, SnapshotError with the names, HistoryPruned.
    """
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise InvalidValue(f"revision is {given!r}", "a number, or a snapshot's name")
    if isinstance(given, str) and not _NUMBER.fullmatch(given.strip()):
        return _by_name(handle, given).revision
    number = int(given)
    newest, pruned = check_readable(handle, None)
    back = number < 0 or str(given).strip() == "-0"
    return check_number(handle, newest + number if back else number, newest, pruned)


def check_readable(handle: MapHandle, number: int | None) -> tuple[int, int]:
    """The newest revision and the oldest that can be read; raises if ``number`` is not between them."""
    node = handle.frame().node
    newest, pruned = int(node["revision"]), int(node.get("pruned_before") or 0)
    if number is not None:
        check_number(handle, number, newest, pruned)
    return newest, pruned


def check_number(handle: MapHandle, number: int, newest: int, pruned: int) -> int:
    """``number``, if the map can be read as it was then."""
    if not 1 <= number <= newest:
        raise RevisionNotFound(f"{handle.name!r} has no revision {number}", f"it has 1 to {newest}; see `log`")
    if number < pruned:
        raise HistoryPruned(
            f"{handle.name!r} can no longer be read as it was at revision {number}",
            f"`prune` left what is needed from {pruned} on; what it deleted is in the file that it wrote",
        )
    return number


def make_snapshot(
    handle: MapHandle, name: str, revision: int | str | None = None, *, author: str | None = None
) -> SnapshotInfo:
    """Name a revision, by default the newest; SnapshotError if the name is taken. It is no revision of its own."""
    name = _check_name(name)
    number = None if revision is None else resolve_revision(handle, revision)

    def work(tx: Transaction) -> SnapshotInfo | None:
        at = now()
        node = history.lock_map(tx, handle.uid, at)
        if node is None:
            return None
        newest = int(node["revision"])
        if number is not None:  # it may have been pruned since it was looked up
            check_number(handle, number, newest, int(node.get("pruned_before") or 0))
        there = history.find_snapshot(tx, handle.uid, name)
        if there is not None:
            raise SnapshotError(
                f"{handle.name!r} has a snapshot {name!r} already, of revision {there.revision}", "choose another name"
            )
        made = SnapshotInfo(name, newest if number is None else number, author or "agent", at)
        history.create_snapshot(tx, handle.uid, uuid.uuid4().hex, made)
        return made

    made = handle.db.transact(work)
    if made is None:
        handle.frame()  # raises: the map is gone
        raise SnapshotError(f"{handle.name!r} was not there for a moment", "try again")
    return made


def list_snapshots(handle: MapHandle) -> list[SnapshotInfo]:
    """Every snapshot, in order of revision."""
    found = history.list_snapshots(handle.db, handle.uid)
    if not found:
        handle.node()  # raises if the map is gone
    return found


def _by_name(handle: MapHandle, name: str) -> SnapshotInfo:
    found = history.find_snapshot(handle.db, handle.uid, name.strip())
    if found is None:
        names = [one.name for one in list_snapshots(handle)]
        near = nearest(name, names, limit=_NAMES_SHOWN) or names[-_NAMES_SHOWN:]
        there = f"there: {', '.join(map(repr, near))}" if near else "there are none; `snapshot NAME` makes one"
        raise SnapshotError(f"{handle.name!r} has no snapshot {name[:60]!r}", there)
    newest, pruned = check_readable(handle, None)
    check_number(handle, found.revision, newest, pruned)
    return found


def _check_name(name: str) -> str:
    stripped = name.strip() if isinstance(name, str) else ""
    if not stripped or len(stripped) > _LONGEST_NAME or not stripped.isprintable():
        raise InvalidValue(
            f"snapshot name {str(name)[:60]!r} is not usable", f"1 to {_LONGEST_NAME} printable characters"
        )
    if _NUMBER.fullmatch(stripped):
        raise InvalidValue(f"snapshot name {stripped!r} would be taken for a revision's number", "use a word")
    return stripped
