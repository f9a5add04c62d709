"""Whether it was Ctrl-C."""

from __future__ import annotations


def was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind ``error``: amid a library's work it may come out as what broke in its wake."""
    waiting, seen = [error], set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, KeyboardInterrupt):
            return True
        if one is not None and id(one) not in seen:  # a chain may be a ring: ``raise error from error`` makes one
            seen.add(id(one))
            waiting += [one.__cause__, one.__context__]
    return False
