"""What users said to a loop, until a step that began with it is in the map."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Said:
    """A message; ``fed`` and ``minded``: the feed and the monitors have it, each of which gets it once.

    ``tried``: a step with it failed, so that whoever gives it once more means the same.
    """

    text: str
    fed: bool = False
    minded: bool = False
    tried: bool = False


class Inbox:
    """Messages in order; any thread may put one in."""

    def __init__(self) -> None:
        self._line: list[Said] = []
        self._lock = threading.Lock()

    def put(self, text: str) -> None:
        """Put a message last, unless it waits to be tried again."""
        with self._lock:
            if not any(one.tried and one.text == text for one in self._line):
                self._line.append(Said(text))

    def waiting(self) -> tuple[Said, ...]:
        """All, in order."""
        with self._lock:
            return tuple(self._line)

    def remove(self, those: Collection[Said]) -> None:
        """These are in the map."""
        with self._lock:
            self._line = [one for one in self._line if one not in those]
