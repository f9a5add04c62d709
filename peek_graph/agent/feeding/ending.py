"""The end of the interpreter, for feeds that nobody closed.

What observes may use pools of threads, also in libraries, and those take nothing more once the interpreter has begun
to end: that is before `atexit`. So feeds end a moment earlier. Where other threads still run, which may use a feed on,
they observe what waits then, and end at `atexit`.
"""

from __future__ import annotations

import atexit
import threading
from concurrent.futures import thread as _pools  # noqa: F401 # theirs is registered first, and so comes after ours
from typing import Protocol


class Ends(Protocol):
    """What is ended."""

    def end_with_the_interpreter(self) -> None:
        """Never raises."""

    def observe_before_the_end(self) -> None:
        """It may be used on. Never raises."""


_open: dict[int, Ends] = {}


def remember(one: Ends) -> None:
    """It is to be ended, unless it is forgotten before."""
    _open[id(one)] = one


def forget(one: Ends) -> None:
    """It has ended."""
    _open.pop(id(one), None)


def _end() -> None:
    for one in tuple(_open.values()):
        one.end_with_the_interpreter()


def _begin() -> None:
    here = threading.current_thread()
    # The threads of pools are among them, whether they have work or not.
    if not any(thread is not here and not thread.daemon for thread in threading.enumerate()):
        _end()
    for one in tuple(_open.values()):
        one.observe_before_the_end()


# Not a public name, so it may be missing some day: then they end as the rest of a program does.
if (_register := vars(threading).get("_register_atexit")) is not None:
    _register(_begin)
atexit.register(_end)
