"""What the handlers of operations share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from peek_graph.context_map.changing.draft import Draft
from peek_graph.context_map.changing.effects import Effects
from peek_graph.context_map.changing.element import Element
from peek_graph.context_map.changing.outcome import Outcome
from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.context_map.view.fields import ViewValue
from peek_graph.context_map.view.json_values import JSON
from peek_graph.context_map.view.paths import Path


@dataclass(slots=True)
class Work:
    """One batch under way.

    ``update_path(path, value)`` runs a part of an operation as an operation of its own. A batch that loads a whole
    dictionary (``loading``) keeps what is in it twice, and links by its own labels, when all is there.
    """

    draft: Draft
    effects: Effects
    update_path: Callable[[Path, JSON], Outcome]
    loading: bool = False
    labels: dict[str, str] = field(default_factory=dict)
    deferred: list[tuple[Element, ViewValue]] = field(default_factory=list)

    @property
    def speaker(self) -> Speaker:
        """Who does it."""
        return self.effects.speaker

    def sub_update(self, path: Path, name: str, value: JSON) -> Outcome:
        """Update the member of that name."""
        return self.update_path(path.child(name, "key"), value)

    def mark(self) -> tuple[int, int]:
        """A point to which `revert` goes back."""
        return len(self.labels), len(self.deferred)

    def revert(self, mark: tuple[int, int]) -> None:
        """What was noted since the mark came to nothing: its links are forgotten, and its labels lead nowhere."""
        for label in list(self.labels)[mark[0] :]:
            self.labels[label] = ""
        del self.deferred[mark[1] :]

    def note_label(self, value: ViewValue, element: Element, *, linked: bool = True) -> None:
        """Keep what a loaded dictionary calls an entry, and, if ``linked``, the links that wait for all labels."""
        if self.loading:
            if value.label:
                self.labels[value.label] = element.ref
            if linked and value.links:
                self.deferred.append((element, value))
