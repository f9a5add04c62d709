"""What became of an operation that was not refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from peek_graph.context_map.changing.element import Element
from peek_graph.records import VerdictName


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict but a rejection, which is raised; ``refs`` are the entries made or changed."""

    verdict: VerdictName
    refs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def applied(cls, *elements: Element, note: str = "") -> Outcome:
        """It changed these."""
        return cls("applied", tuple(item.ref for item in elements if item.ref), (note,) if note else ())

    @classmethod
    def duplicate(cls, element: Element | None = None, note: str = "") -> Outcome:
        """It is so already."""
        return cls("duplicate", (element.ref,) if element and element.ref else (), (note,) if note else ())


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """One outcome for the parts of an operation: proposed if any part is, duplicate if all are."""
    parts = list(outcomes)
    verdicts = {part.verdict for part in parts}
    verdict: VerdictName = "proposed" if "proposed" in verdicts else "applied" if "applied" in verdicts else "duplicate"
    first = [part for part in parts if part.verdict == verdict]
    refs = dict.fromkeys(ref for part in (*first, *parts) for ref in part.refs)
    notes = dict.fromkeys(note for part in parts for note in part.notes)
    return Outcome(verdict, tuple(refs), tuple(notes))
