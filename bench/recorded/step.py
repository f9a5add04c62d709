"""What happens at a step of a recorded run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Operation = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """A source that is read in, or, under a uri that is known, read again."""

    uri: str
    title: str
    texts: tuple[str, ...]
    submap: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Operations of one speaker; ``refs`` are those that they will make, '' for an operation that makes none.

    ``source`` says by its beginning what kind of source speaks, as everywhere; ``person``: a person does.
    """

    author: str
    source: str
    reasoning: str
    operations: tuple[Operation, ...]
    refs: tuple[str, ...]
    person: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person says to a proposal."""

    proposal: str
    confirmed: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step, in the order of its parts; ``submap`` is the dotted path of the one that is worked in."""

    number: int
    submap: str
    sources: tuple[Source, ...]
    gone: tuple[str, ...]
    batches: tuple[Batch, ...]
    decisions: tuple[Decision, ...]
