"""The thread in which a feed observes in the background."""

from __future__ import annotations

import threading

from peek_graph.agent.feeding.telling import Telling
from peek_graph.agent.feeding.waiting import Waiting


class Worker:
    """One thread, so that order is kept. What cannot be taken it leaves until it is woken again.

    It is a daemon: one that is not would be waited for before the feed's own end of the process could tell it to stop.
    """

    def __init__(self, telling: Telling, waiting: Waiting) -> None:
        self._telling = telling
        self._waiting = waiting
        self._wanted = 0
        self._seen = 0
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="peek-graph-feed", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to tell, or what could not be told may be tried again."""
        with self._waiting.changed:
            self._wanted += 1
            self._waiting.changed.notify_all()

    def wait(self, seconds: float | None) -> bool:
        """Until it has tried all that it was woken for; False if that takes longer."""
        with self._waiting.changed:
            return self._waiting.changed.wait_for(lambda: self._seen == self._wanted or self._ended, seconds)

    def stop(self) -> None:
        """Try all that waits once more, and end the thread."""
        with self._waiting.changed:
            self._stopping = True
        self.wake()
        self._thread.join()

    @property
    def _ended(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._waiting.changed:
                self._waiting.changed.wait_for(lambda: self._seen != self._wanted)
                aim, stopping = self._wanted, self._stopping
            try:
                self._telling.tell()
            except Exception as error:  # kept for whoever asks: nobody is there to catch it
                self._telling.errors.append(error)
            with self._waiting.changed:
                self._seen = aim
                self._waiting.changed.notify_all()
            if stopping:
                return
