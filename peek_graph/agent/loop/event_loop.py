"""One event loop for all that is awaited here, in a thread of its own.

A model's client keeps connections that belong to the event loop which opened them: with a new loop for every step the
second step would find them dead. It also lets a step be made where an event loop runs already.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from peek_graph.errors import InvalidValue

T = TypeVar("T")

_NAME: Final = "peek-graph loop"
_lock = threading.Lock()
_running: tuple[int, asyncio.AbstractEventLoop] | None = None


def run_there(work: Coroutine[Any, Any, T]) -> T:
    """The result of ``work``; an interrupt cancels it."""
    loop = _loop()
    if threading.current_thread().name == _NAME:
        work.close()
        raise InvalidValue("a step cannot be made inside of a step", "return from the tool first")
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


def in_a_step() -> bool:
    """Whether this is a thread in which tools of steps are called."""
    return threading.current_thread().name.startswith(_NAME)


def _loop() -> asyncio.AbstractEventLoop:
    global _running
    with _lock:
        # A thread does not survive a fork.
        if _running is None or _running[0] != os.getpid() or _running[1].is_closed():
            loop = asyncio.new_event_loop()
            threading.Thread(target=_serve, args=(loop,), name=_NAME, daemon=True).start()
            _running = (os.getpid(), loop)
        return _running[1]


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix=f"{_NAME} tool"))
    try:
        loop.run_forever()
    finally:
        loop.close()


@atexit.register
def _stop() -> None:
    if _running is not None and _running[0] == os.getpid() and not _running[1].is_closed():
        _running[1].call_soon_threadsafe(_running[1].stop)
