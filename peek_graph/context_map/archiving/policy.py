"""What is finished, by the settings under ``archive``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from peek_graph.context_map.archiving.guard import Guard
from peek_graph.context_map.archiving.targets import with_nested
from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.view.kinds import FINISHED_TODO
from peek_graph.graph.archive import Pages, Placed
from peek_graph.settings import ArchiveSettings

FINISHED_QUESTION: Final = frozenset({"answered", "dropped"})
FINISHED_SUBMAP: Final = frozenset({"done", "finished", "completed", "closed"})


class Finished:
    """What is finished in a map at its revision ``number``.

    Never a constraint or a hypothesis, nothing in a protected path, and no sub-map that holds such a thing. ``within``
    are the uids of sub-maps that nothing more will be done in: what is finished there is, however young.
    """

    def __init__(
        self,
        draft: Draft,
        settings: ArchiveSettings,
        guard: Guard,
        number: int,
        within: Collection[str] | None = None,
    ) -> None:
        self._draft = draft
        self._settings = settings
        self._guard = guard
        self._number = number
        self._pages = Pages(draft.runner, draft.root.uid)
        self._within = within
        self.submaps: dict[str, Element] = {}
        self.kept: list[str] = []
        if settings.done_submaps and within is None:
            self._find_submaps(draft.root.uid)

    def pages(self) -> Iterator[Sequence[Placed]]:
        """Finished entries outside of the finished sub-maps."""
        settings = self._settings
        for kind, statuses, age in (
            ("todo", FINISHED_TODO, settings.done_todos_after),
            ("question", FINISHED_QUESTION, settings.answered_questions_after),
        ):
            until = self._number - (0 if self._within is not None else age)
            for page in self._pages.finished(kind, statuses, until):
                yield self._free(page)
        everywhere = self._parents(self._draft.root.uid) if self._within is None else self._within
        parents = [uid for uid in everywhere if uid not in self.submaps]
        for page in self._pages.surplus_actions(parents, settings.keep_actions):
            yield self._free(page)

    def _find_submaps(self, parent_uid: str) -> None:
        for submap in self._draft.all(parent_uid, "submap"):
            if str(submap.props.get("status")).casefold() in FINISHED_SUBMAP:
                inner = list(with_nested(self._draft, submap))
                reason = self._guard.of_submaps(self._draft, inner)
                if reason is None:
                    self.submaps |= {item.uid: item for item in inner}
                    continue
                self.kept.append(reason)
            self._find_submaps(submap.uid)

    def _parents(self, uid: str) -> Iterator[str]:
        yield uid
        for inner in self._draft.all(uid, "submap"):
            yield from self._parents(inner.uid)

    def _free(self, page: Sequence[Placed]) -> Sequence[Placed]:
        by_parent: defaultdict[str, list[Placed]] = defaultdict(list)
        for entry in page:
            if entry.parent_uid not in self.submaps and (self._within is None or entry.parent_uid in self._within):
                by_parent[entry.parent_uid].append(entry)
        return [
            entry for uid, entries in by_parent.items() for entry in self._guard.free(self._draft.keys_of(uid), entries)
        ]
