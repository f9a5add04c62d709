"""Works off `links_pending`: the context of entries, their names, and whom they mention."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from peek_graph.context_map.handle import MapHandle, now
from peek_graph.context_map.indexing.contexts import NEIGHBOUR_CHARACTERS, aliases_of, context_of
from peek_graph.context_map.mentions.linking import link
from peek_graph.errors import DatabaseError
from peek_graph.graph import indexing
from peek_graph.graph.database import Transaction
from peek_graph.graph.mentions import PendingText
from peek_graph.records import Progress

# The map is locked for so many: some tenths of a second.
_WINDOW: Final = 250
# A small batch costs half as much again if it is linked by itself, and none of that is needed before somebody searches,
# who links what waits. So that this stays little, a batch now and then links what those before it left.
_EVERY: Final = 16
_AT_ONCE: Final = 200


def link_pending(
    handle: MapHandle,
    limit: int | None = None,
    report: Callable[[Progress], None] | None = None,
    *,
    total: int | None = None,
    seconds: float | None = None,
) -> int:
    """Link what waits, at most ``limit`` entries: how many there were. Each window is a transaction of its own.

    With ``seconds``, one that takes longer is an error.
    """
    done = 0
    while limit is None or done < limit:
        size = _WINDOW if limit is None else min(_WINDOW, limit - done)
        taken, deferred = handle.db.transact(partial(_link, handle, size), seconds)
        done += taken
        if report and taken:
            report(Progress("link", done, max(total, done) if total is not None else None))
        if taken < size and not deferred:
            break
    return done


def link_after(handle: MapHandle, revision: int) -> None:
    """After a revision was made by operations: at some, link what has gathered.

    What is derived must not make the batch fail: what cannot be done now waits for the next search.
    """
    if revision % _EVERY:
        return
    try:
        link_pending(handle, _AT_ONCE)
    except DatabaseError:
        return


def relink_all(handle: MapHandle) -> None:
    """Ask for the links of every entry anew."""
    handle.db.transact(lambda tx: indexing.mark_all_links(tx, handle.uid, now()))


def _link(handle: MapHandle, limit: int, tx: Transaction) -> tuple[int, int]:
    """How many were linked, and how many others were found to need it."""
    entries = indexing.take_links(tx, handle.uid, limit, now())
    actions = [entry.uid for entry in entries if entry.kind == "action"]
    around = indexing.around(tx, handle.uid, actions, NEIGHBOUR_CHARACTERS)
    contexts = {
        # Those of sections are written with them: the whole document is at hand there.
        entry.uid: context_of(entry, around.get(entry.uid, ((), ())))
        for entry in entries
        if entry.kind != "section"
    }
    was = {entry.uid: entry.context for entry in entries}
    rows = [{"uid": uid, "context": context} for uid, context in contexts.items() if context != was[uid]]
    indexing.set_contexts(tx, handle.uid, rows, handle.settings.write.batch_size)
    if not entries:
        return 0, 0
    return len(entries), link(tx, handle.uid, [_text(entry) for entry in entries]).deferred


def _text(entry: indexing.PendingLinks) -> PendingText:
    return PendingText(
        uid=entry.uid,
        kind=entry.kind,
        title=entry.title,
        key=entry.key,
        aliases=aliases_of(entry.aliases),
        # What the map reminds of names what it is about; a search that follows links must not come to it.
        text="" if entry.kind == "notice" else entry.text,
        document_uid=entry.document_uid,
    )
