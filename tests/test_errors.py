import inspect
import re

import pytest

from peek_graph import errors
from peek_graph.interrupts import was_interrupted


def classes() -> list[type[errors.PeekGraphError]]:
    return [c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, errors.PeekGraphError)]


def test_the_docstring_draws_every_class_under_its_base() -> None:
    drawn: dict[str, str | None] = {}
    stack: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        if found := re.match(r"([│├└─ ]*)([A-Z][A-Za-z]+)\b", line):
            depth, name = len(found[1]), found[2]
            if not (depth or name == "PeekGraphError"):
                continue
            while stack and stack[-1][0] >= depth:
                stack.pop()
            drawn[name] = stack[-1][1] if stack else None
            stack.append((depth, name))
    actual = {c.__name__: None if c is errors.PeekGraphError else c.__bases__[0].__name__ for c in classes()}
    assert drawn == actual


def test_no_builtin_is_shadowed() -> None:
    import builtins

    assert not [c.__name__ for c in classes() if hasattr(builtins, c.__name__)]


def test_message_and_hint_are_kept() -> None:
    error = errors.BudgetTooSmall("needs 12", "ask for 12", needed=12)
    assert (str(error), error.hint, error.needed) == ("needs 12", "ask for 12", 12)


def test_ctrl_c_is_seen_behind_what_broke_in_its_wake() -> None:
    wake = BufferError("half sent")
    wake.__context__ = KeyboardInterrupt()
    mapped = errors.QueryError("failed")
    mapped.__cause__ = wake
    assert was_interrupted(mapped)
    assert not was_interrupted(errors.QueryError("failed"))


@pytest.mark.timeout(10)
def test_a_ring_of_causes_ends() -> None:
    own = errors.QueryError("again")
    own.__cause__ = own
    assert not was_interrupted(own)
    own.__context__ = KeyboardInterrupt()
    assert was_interrupted(own)
    first, second = errors.QueryError("1"), errors.QueryError("2")
    first.__cause__, second.__cause__ = second, first
    assert not was_interrupted(first)
