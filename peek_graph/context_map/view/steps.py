"""The steps of a path, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

StepKind = Literal["key", "index", "ref"]

_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class Step:
    """A key of a dictionary, a position in a list (negative: from its end) or a ref; ``at`` is where it stood."""

    value: str | int
    kind: StepKind
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Path:
    """A path of the view; ``text`` is its canonical form, the same for every way of writing it. Without steps: all."""

    text: str
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, steps: Iterable[Step]) -> Path:
        """The path of these steps."""
        steps = tuple(steps)
        return cls(format_path(steps), steps)

    @property
    def parent(self) -> Path | None:
        """The path without its last step; None for the whole view."""
        return Path.of(self.steps[:-1]) if self.steps else None

    def child(self, value: str | int, kind: StepKind | None = None) -> Path:
        """The path one step further; text is a key and a number a position, unless ``kind`` says otherwise."""
        kind = kind or ("index" if isinstance(value, int) else "key")
        return Path.of((*self.steps, Step(value, kind, len(self.text))))

    def __str__(self) -> str:
        return self.text


def format_path(steps: Iterable[Step]) -> str:
    """The canonical text: dotted where a key is a plain word, else in brackets; ``$`` for no step at all."""
    return "".join(_written(step) for step in steps).removeprefix(".") or "$"


def _written(step: Step) -> str:
    if step.kind != "key":
        return f"[{step.value}]"
    key = str(step.value)
    return f".{key}" if key.isidentifier() else f"['{''.join(map(_escaped, key))}']"


def _escaped(character: str) -> str:
    """What has no look of its own is written by number, so that two keys which look alike can be told apart."""
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
