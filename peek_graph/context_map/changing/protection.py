"""What an agent may only propose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from peek_graph.context_map.view.paths import Path, Step, parse_path
from peek_graph.errors import PathError, SettingsError

PROTECTED_KINDS: Final = frozenset({"constraint", "hypothesis"})
"""Entries that no agent changes; the goal is the one field of the map that it does not."""

_ANY = "any-one-step"


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
