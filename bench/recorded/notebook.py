"""What the agents of a recorded run know: which refs there are, what each is about, and what waits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bench.recorded.grammar import Grammar, Language
from bench.recorded.step import Batch, Operation, Source
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.graph.states import LETTERS
from peek_graph.settings import ConfidenceSettings

_TRUST: Final = ConfidenceSettings()
_KINDS: Final = {letter: kind for kind, letter in LETTERS.items()}
PERSON: Final = "user:anna"


@dataclass
class Task:
    """A todo; ``left`` are the steps that it still takes."""

    ref: str
    scope: str
    text: str
    topic: Mapping[str, str]
    priority: int
    left: int


@dataclass
class Claim:
    """A finding; ``support`` are the refs that it rests on."""

    ref: str
    scope: str
    topic: Mapping[str, str]
    trust: float
    support: list[str]


@dataclass
class Waiting:
    """A proposal that a person decides on at a later step; it ``rests`` on those findings."""

    ref: str
    until: int
    rests: tuple[str, ...] = ()


@dataclass
class Notebook:
    """The map as its agents see it. Scopes are dotted paths of sub-maps, '' is the map itself."""

    rng: random.Random
    language: Language
    grammar: Grammar
    numbers: Counter[str] = field(default_factory=Counter)
    tasks: list[Task] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    questions: list[tuple[str, str]] = field(default_factory=list)
    passages: list[tuple[str, str]] = field(default_factory=list)
    sources: list[tuple[Source, str]] = field(default_factory=list)
    disputes: list[tuple[Claim, Claim]] = field(default_factory=list)
    variables: dict[str, float] = field(default_factory=dict)
    in_hand: Task | None = None
    step: str = ""
    waiting: Waiting | None = None

    def chance(self, share: float) -> bool:
        """True in that share of all cases."""
        return self.rng.random() < share

    def new_ref(self, kind: str) -> str:
        """The ref that the map will give to the next entry of that kind."""
        self.numbers[kind] += 1
        return f"{'P' if kind == 'proposal' else LETTERS[kind]}{self.numbers[kind]}"

    def tasks_in(self, scope: str) -> list[Task]:
        """The open todos of a sub-map and of those in it."""
        return [task for task in self.tasks if is_in(task.scope, scope)]

    def some_passages(self, most: int) -> list[str]:
        """Up to so many passages, rather the newer ones."""
        newest = self.passages[-40:]
        return [ref for _, ref in self.rng.sample(newest, min(len(newest), self.rng.randint(0, most)))]

    def drop_claim(self, claim: Claim) -> None:
        """A finding left the live map."""
        self.claims.remove(claim)
        self.disputes = [pair for pair in self.disputes if claim not in pair]

    def drop_scope(self, scope: str) -> None:
        """A sub-map left the live map with all that was in it."""
        for claim in [claim for claim in self.claims if is_in(claim.scope, scope)]:
            self.drop_claim(claim)
        self.tasks = [task for task in self.tasks if not is_in(task.scope, scope)]
        self.questions = [item for item in self.questions if not is_in(item[1], scope)]
        self.passages = [item for item in self.passages if not is_in(item[0], scope)]
        self.sources = [item for item in self.sources if not is_in(item[0].submap, scope)]


class Page:
    """A batch that is being written; ``trust`` is how far its speaker is trusted."""

    def __init__(self, book: Notebook, author: str, source: str, reasoning: str) -> None:
        self.book = book
        kind = "user" if author == PERSON else source.partition(":")[0]
        self.trust: float = getattr(_TRUST, kind if kind in ("user", "tool", "document", "web") else "agent")
        self._speaker = author, source, reasoning
        self._operations: list[Operation] = []
        self._refs: list[str] = []

    def add(self, kind: str, scope: str, value: Any, *, key: str | None = None) -> str:
        """A new entry; its ref."""
        path = inside(scope) + ".".join(KINDS[kind].container)
        ref = "" if kind == "submap" else self.book.new_ref(kind)
        return self._write({"op": "add", "path": f"{path}.{key}" if key else path, "value": value}, ref)

    def update(self, path: str, value: Any) -> None:
        """A change of what is there."""
        self._write({"op": "update", "path": path, "value": value})

    def propose(self, path: str, value: Any) -> str:
        """A change that an agent may not make itself; the ref of the proposal."""
        return self._write({"op": "update", "path": path, "value": value}, self.book.new_ref("proposal"))

    def delete(self, path: str) -> None:
        """An entry or sub-map goes."""
        self._write({"op": "delete", "path": path})

    def move(self, ref: str, scope: str) -> None:
        """An entry goes into another sub-map; its place at the end of the list there takes the number of a ref."""
        self.book.new_ref(_KINDS[ref[0]])
        self._write({"op": "move", "path": ref, "to": inside(scope).rstrip(".") or "$"})

    def link(self, ref: str, relation: str, to: str) -> None:
        """An entry rests on another."""
        self._write({"op": "link", "path": ref, "relation": relation, "to": to})

    def batches(self) -> tuple[Batch, ...]:
        """What was written; nothing if nothing was."""
        if not self._operations:
            return ()
        author, source, reasoning = self._speaker
        return (Batch(author, source, reasoning, tuple(self._operations), tuple(self._refs), author == PERSON),)

    def _write(self, operation: Operation, ref: str = "") -> str:
        self._operations.append(operation)
        self._refs.append(ref)
        return ref


def inside(scope: str) -> str:
    """What the path of an entry in that sub-map begins with."""
    return "".join(f"sub_maps.{key}." for key in scope.split(".")) if scope else ""


def is_in(scope: str, outer: str) -> bool:
    """Whether one sub-map is another or lies in it."""
    return f"{scope}.".startswith(f"{outer}.")


def without_none(**fields: Any) -> dict[str, Any]:
    """The fields that are there."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], ())}


def batches_of(pages: Iterable[Page]) -> tuple[Batch, ...]:
    """The batches of all pages, in order."""
    return tuple(batch for page in pages for batch in page.batches())
