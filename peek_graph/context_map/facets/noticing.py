"""The part of `ContextMap` by which the map reminds of something in the next status."""

from __future__ import annotations

from collections.abc import Sequence

from peek_graph.context_map.facets.vectors import KeepsVectors
from peek_graph.context_map.notices import clear, list_notices, notify
from peek_graph.records import NoticeInfo


class Noticing(KeepsVectors):
    """Notices: kept by the map, shown by its status until what they are about is settled."""

    def notices(self) -> list[NoticeInfo]:
        """The live notices, the oldest first."""
        return list_notices(self._handle)

    def notify(
        self,
        topic: str,
        text: str,
        *,
        about: str | None = None,
        choices: Sequence[str] = (),
        source: str = "",
        reasoning: str = "",
    ) -> NoticeInfo:
        """Say something in the next status, as one revision by 'monitor'; of a topic there is one notice.

        Said again, it has the new text and is once more counted. ``topic`` has at most 300 characters; a ``text`` of
        more than 4,000 is cut, and what no database can keep is replaced in it. ``about`` is the ref of an entry, live
        or archived (RefNotFound), ``choices`` are snapshots to go back to.
        """
        return notify(self._handle, topic, text, about=about, choices=choices, source=source, reasoning=reasoning)

    def clear_notice(self, topic: str, *, reasoning: str = "") -> bool:
        """Archive the notice of a topic, as one revision; False, and no revision, if there is none."""
        return clear(self._handle, topic, reasoning=reasoning)
