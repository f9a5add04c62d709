"""The line of what waits: loose observations that may still be joined, then batches that are to be told."""

from __future__ import annotations

import threading
from collections import deque
from pathlib import Path

from peek_graph.agent.feeding.observation import Batch, Observation, batches_of
from peek_graph.agent.feeding.spool import Spool
from peek_graph.errors import InvalidValue


class Waiting:
    """Keeps order, in memory and in the spool; for several threads. ``changed`` tells when there is more or less."""

    def __init__(self, spool: Path | None) -> None:
        self.changed = threading.Condition()
        self._ended = False
        self._loose: list[Observation] = []
        self._sealed: deque[Batch] = deque()
        self._spool = Spool(spool) if spool is not None else None
        self.damaged = self._spool.damaged if self._spool else ()
        self._sealed.extend(self._spool.left if self._spool else ())

    @property
    def kept_in(self) -> Path | None:
        """The spool's file."""
        return self._spool.path if self._spool else None

    def add(self, one: Observation) -> int:
        """Put an observation last; the tokens of all that are still loose."""
        with self.changed:
            if self._ended:
                raise closed()
            if self._spool:
                self._spool.add(one)
            self._loose.append(one)
            return sum(other.tokens for other in self._loose)

    def end(self) -> bool:
        """Take nothing more; False if that was said before. Whatever was taken until now is told, or kept."""
        with self.changed:
            before, self._ended = self._ended, True
            return not before

    @property
    def ended(self) -> bool:
        """Whether nothing more is taken."""
        return self._ended

    def seal(self) -> None:
        """Make batches of what is loose: none of it is joined with what comes after."""
        with self.changed:
            for batch in batches_of(self._loose):
                if self._spool:
                    self._spool.join(batch)
                self._sealed.append(batch)
                del self._loose[: len(batch.parts)]
            self.changed.notify_all()

    def first(self) -> Batch | None:
        """The batch whose turn it is."""
        with self.changed:
            return self._sealed[0] if self._sealed else None

    def done(self, batch: Batch, *, given_up: bool = False) -> None:
        """Take a batch out; what is given up is kept beside the spool."""
        with self.changed:
            self._sealed.remove(batch)
            self.changed.notify_all()
            if self._spool and given_up:
                self._spool.give_up(batch)
            elif self._spool:
                self._spool.done(batch)

    def everything(self) -> tuple[Observation, ...]:
        """All that waits, in order."""
        with self.changed:
            return (*(part for batch in self._sealed for part in batch.parts), *self._loose)

    def close(self) -> None:
        """Let the spool go."""
        with self.changed:
            if self._spool:
                self._spool.close()
                self._spool = None


def closed() -> InvalidValue:
    """Nothing is taken any more."""
    return InvalidValue("the feed is closed", "make a new one; with the same spool it begins with what was left")
