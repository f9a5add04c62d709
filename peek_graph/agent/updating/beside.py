"""Something that is read while something else is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def beside(call: Callable[[], T]) -> Future[T]:
    """The call's result or error, made in a thread meanwhile; at the end of the interpreter, when none begins, here.

    A pool would do the same, but takes nothing more once the interpreter ends: then what waits is observed.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    try:
        Thread(target=run, daemon=True).start()
    except RuntimeError:
        run()
    return future
