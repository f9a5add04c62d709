"""What an agent may only propose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from peek_graph.context_map.view.json_values import same
from peek_graph.context_map.view.paths import Path, Step, parse_path
from peek_graph.errors import PathError, SettingsError

PROTECTED_KINDS: Final = frozenset({"constraint", "hypothesis"})
"""Entries that no agent changes; the goal is the one field of the map that it does not."""

OWN_KINDS: Final = frozenset({"notice"})
"""Entries that are the map's own: no agent changes them, and none proposes to."""

_ANY = "any-one-step"
_NOTHING = object()


class NeedsPerson(Exception):
    """An agent's operation would change something protected."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Protection:
    """The paths that settings protect beside goal, constraints and hypothesis, each with all that is below it."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._patterns = [_parse(path) for path in paths]

    def covers(self, path: Path, *, below: bool = False) -> bool:
        """Whether a change at ``path`` is one of a protected path, or, with ``below``, of one that is below it."""
        return any(_matches(pattern, path.steps, below) for pattern in self._patterns)

    def covers_change(self, path: Path, before: Any, after: Any) -> bool:
        """Whether ``after`` instead of ``before`` at ``path`` changes what is protected, however deep it lies."""
        return any(
            _matches(pattern, path.steps, below=True) and _differ(before, after, pattern[len(path.steps) :])
            for pattern in self._patterns
        )


def _differ(before: Any, after: Any, rest: Sequence[Step]) -> bool:
    """Whether what is at ``rest`` in the one is something else in the other; what is in neither is not."""
    if before is after or (before is not _NOTHING and after is not _NOTHING and same(before, after)):
        return False
    if not rest:
        return True
    one, other = _members(before), _members(after)
    names = {*one, *other} if rest[0].value == _ANY else {rest[0].value}
    return any(_differ(one.get(name, _NOTHING), other.get(name, _NOTHING), rest[1:]) for name in names)


def _members(value: Any) -> Mapping[Any, Any]:
    if isinstance(value, Mapping):
        return value
    return dict(enumerate(value)) if isinstance(value, (list, tuple)) else {}


def _parse(pattern: str) -> Sequence[Step]:
    how = "write it as documents.*.interpretation"
    try:
        steps = parse_path(
            re.sub(r"\[\*\]|(?<=\.)\*", lambda found: f"['{_ANY}']" if "[" in found[0] else _ANY, pattern)
        ).steps
    except PathError as error:
        raise SettingsError(f"protection.paths has {pattern!r}: {error.message}", how) from error
    if step := next((step for step in steps if step.kind != "key"), None):
        # It would protect nothing without a word: elements are compared by the names that stay.
        raise SettingsError(f"protection.paths has {pattern!r}: {step.value} names one entry of a list", how)
    return steps


def _matches(pattern: Sequence[Step], steps: Sequence[Step], below: bool) -> bool:
    if len(pattern) > len(steps) and not below:
        return False
    return all(wanted.value in (_ANY, step.value) for wanted, step in zip(pattern, steps, strict=False))
