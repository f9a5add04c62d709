"""A step of the story, and the notes that an updater is to make of what is said in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Note:
    """An operation in words. ``refs`` are pieces of the entries that it speaks of, to be found in what is shown."""

    op: Literal["add", "set", "link"]
    place: str
    value: Any = None
    refs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool, by its only argument, and the notes on what it gives."""

    tool: str
    what: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A change of the phase: the arguments of `change_phase`."""

    action: Literal["open", "close"]
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """What a step does. ``[a piece of an entry]`` in ``output`` stands for the entry's ref, where it is shown.

    ``user`` is what the user said before it, ``heard`` the notes on that, ``concluded`` those on the output.
    """

    number: int
    phase: str
    calls: tuple[Call | Phase, ...]
    decision: str
    output: str
    next: str
    user: str = ""
    heard: tuple[Note, ...] = ()
    concluded: tuple[Note, ...] = ()
    outcome: Literal["ok", "failed"] = "ok"
    done: bool = False


def finding(text: str, by: str = "", against: str = "") -> Note:
    """``by``: a piece of the passage that it rests on; ``against``: one of the finding that it contradicts."""
    refs = [("supported_by", by)] * bool(by) + [("contradicts", against)] * bool(against)
    return Note("add", "findings", text, tuple(refs))


def todo(text: str, priority: int = 5) -> Note:
    return Note("add", "todo_list", {"text": text, "priority": priority})


def question(text: str) -> Note:
    return Note("add", "pending_questions", text)


def done(piece: str) -> Note:
    return Note("set", "status", "done", (("", piece),))


def answered(piece: str, answer: str) -> Note:
    return Note("set", "", {"status": "answered", "answer": answer}, (("", piece),))


def variable(key: str, value: str) -> Note:
    return Note("add", f"variables.{key}", value)


def hypothesis(text: str, by: tuple[str, ...] = ()) -> Note:
    return Note("set", "working_memory.hypothesis", text, tuple(("supported_by", piece) for piece in by))
