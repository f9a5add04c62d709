"""What is fed: observations, what they are joined to, and what they go to."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from peek_graph.records import SourceKind
from peek_graph.records.agents import ObserveReport

_BETWEEN: Final = "\n\n---\n\n"


class Observes(Protocol):
    """All that a feed needs of an updater."""

    @property
    def observe(self) -> Callable[..., ObserveReport]:
        """Called as ``observe(text, source_kind=, source=, request_id=)``."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A text with its source. ``small`` ones are joined with their neighbours; ``tokens`` are of the text."""

    text: str
    source_kind: SourceKind
    source: str
    tokens: int = 0
    small: bool = False
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def goes_with(self, other: Observation) -> bool:
        """Whether both may be told as one: small, and from one source."""
        return self.small and other.small and (self.source_kind, self.source) == (other.source_kind, other.source)


@dataclass(frozen=True, slots=True)
class Skipped:
    """What is not observed, whole, and why."""

    text: str
    source_kind: SourceKind
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Observations of one source that are told as one, under the request of the first."""

    parts: tuple[Observation, ...]

    @property
    def request_id(self) -> str:
        """The same however often it is tried, in whichever process."""
        return self.parts[0].id

    @property
    def text(self) -> str:
        """The texts, apart."""
        return _BETWEEN.join(part.text for part in self.parts)

    def told_to(self, updater: Observes) -> ObserveReport:
        """Let it be observed."""
        said: dict[str, Any] = {"source_kind": self.parts[0].source_kind, "source": self.parts[0].source}
        return updater.observe(self.text, request_id=self.request_id, **said)


def batches_of(waiting: Iterable[Observation]) -> list[Batch]:
    """In order: only neighbours are joined, so nothing overtakes what was said before it."""
    runs: list[list[Observation]] = []
    for one in waiting:
        if runs and runs[-1][-1].goes_with(one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return [Batch(tuple(run)) for run in runs]
