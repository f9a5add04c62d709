"""Sorts the operations of an answer before the map sees them: which may go on, which go back, which say nothing new."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from peek_graph.agent.updating.guard import Guard, Operation
from peek_graph.agent.updating.targets import Aim, aim_of
from peek_graph.context_map.searching.folding import says_the_same
from peek_graph.context_map.status.safe_text import said
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.records import Alike, Verdict

_COMPARED: Final = ("finding", "todo", "question")
_LONGEST: Final = 600

FindAlike = Callable[[Sequence[str], str], list[list[Alike]]]


@dataclass(slots=True)
class Screened:
    """``good`` operations, ``rejected`` ones with their verdicts, ``near`` ones with what is nearly the same.

    ``same`` are the verdicts of those that say what the map has, word by word.
    """

    good: list[Operation] = field(default_factory=list)
    rejected: list[tuple[Operation, Verdict]] = field(default_factory=list)
    near: list[tuple[Operation, Alike]] = field(default_factory=list)
    same: list[Verdict] = field(default_factory=list)

    def sort_out(self, verdicts: Sequence[Verdict]) -> None:
        """Take the good ones that the map refused for rejected; ``verdicts`` are theirs, in order."""
        told = list(zip(self.good, verdicts, strict=True))
        self.good = [operation for operation, verdict in told if verdict.verdict != "rejected"]
        self.rejected += [(operation, verdict) for operation, verdict in told if verdict.verdict == "rejected"]


def screen(operations: Iterable[Operation], guard: Guard, find_alike: FindAlike) -> Screened:
    """Judge them one by one; what says the opposite of an entry, on purpose, is not compared with it."""
    result = Screened()
    single = [one for operation in operations for one in _singly(operation)]
    passed: list[Operation] = []
    for operation, verdict in zip(single, guard.judge(single), strict=True):
        blank = _added(operation)
        if verdict is None and blank is not None and not any(map(str.isalnum, blank[1])):
            path = str(operation.get("path"))
            verdict = Verdict("add", path, "rejected", None, "its text says nothing; leave it out", "wrong_type")
        if verdict is not None:
            result.rejected.append((operation, verdict))
        elif not any(_is_twin(operation, other) for other in passed):
            passed.append(operation)
    likest = _likest(passed, find_alike)
    for number, operation in enumerate(passed):
        found = likest.get(number)
        if found is None:
            result.good.append(operation)
        elif not found.same:
            result.near.append((operation, found))
        elif confirming := _as_support(operation, found):
            result.good += confirming
        else:
            result.same += as_duplicates([(operation, found)])
    return result


def said_again(near: Sequence[tuple[Operation, Alike]]) -> str:
    """What a model is told of operations that say nearly what is there."""
    lines = [
        f"{written(operation)} -> {found.ref} says nearly this: {said(found.text, 200, outside=True)}. If it is the "
        f"same, leave the operation out, or link {found.ref} to what supports it; if it is not, give it again in words "
        "that say how."
        for operation, found in near
    ]
    return "\n".join(lines)


def refused(rejected: Sequence[tuple[Operation, Verdict]]) -> str:
    """What a model is told of operations that were rejected."""
    return "\n".join(f"{written(operation)} -> {verdict.reason}" for operation, verdict in rejected)


def written(operation: Operation) -> str:
    """An operation on one line, of bounded length."""
    text = json.dumps(operation, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def is_among(operation: Operation, others: Iterable[Operation]) -> bool:
    """Whether one of them is the same but for its reason."""
    key = _key(operation)
    return any(_key(other) == key for other in others)


def as_duplicates(near: Iterable[tuple[Operation, Alike]]) -> list[Verdict]:
    """The verdicts of operations that add what is there."""
    return [
        Verdict(
            str(operation.get("op")),
            str(operation.get("path")),
            "duplicate",
            found.ref,
            f"{found.ref} says this already: {said(found.text, 200, outside=True)}",
            None,
            (found.ref,),
        )
        for operation, found in near
    ]


def _singly(operation: Operation) -> list[Operation]:
    """An addition of several entries as one of each, so that each is looked at."""
    aim, value = aim_of(operation.get("path")), operation.get("value")
    several = operation.get("op") == "add" and aim is not None and aim.kind in _COMPARED and aim.whole
    if not (several and isinstance(value, list) and value):
        return [operation]
    return [{**operation, "value": item} for item in value]


def _key(operation: Operation) -> str:
    return json.dumps({**operation, "reason": ""}, sort_keys=True, ensure_ascii=False, default=str)


def _is_twin(operation: Operation, other: Operation) -> bool:
    """Whether one answer adds to one place the same twice."""
    one, two = _added(operation), _added(other)
    return one is not None and two is not None and one[0] == two[0] and says_the_same(one[1], two[1])


def _likest(operations: Sequence[Operation], find_alike: FindAlike) -> dict[int, Alike]:
    by_kind: dict[str, list[tuple[int, str, Aim, frozenset[str]]]] = defaultdict(list)
    for number, operation in enumerate(operations):
        if (added := _added(operation)) is not None:
            by_kind[added[0].kind].append((number, added[1], added[0], frozenset(_opposed(operation))))
    found: dict[int, Alike] = {}
    for kind, texts in by_kind.items():
        near = find_alike([text for _, text, _, _ in texts], kind)
        for (number, _, aim, opposed), alike in zip(texts, near, strict=True):
            # The same task may be one of two parts of the work; a fact is one wherever it stands.
            here = [one for one in alike if kind == "finding" or (one.submap or "") == aim.place]
            likest = next((one for one in here if one.near and one.ref not in opposed), None)
            if likest is not None:
                found[number] = likest
    return found


def _added(operation: Operation) -> tuple[Aim, str] | None:
    """Where an operation adds an entry that can be compared, and the entry's text."""
    aim = aim_of(operation.get("path")) if operation.get("op") == "add" else None
    if aim is None or aim.kind not in _COMPARED or not aim.whole:
        return None
    value = operation.get("value")
    text = value if isinstance(value, str) else _text_in(value, aim.kind) if isinstance(value, Mapping) else None
    return None if text is None else (aim, text)


def _text_in(value: Mapping[str, Any], kind: str) -> str | None:
    return next((value[name] for name in KINDS[kind].aliases if isinstance(value.get(name), str)), None)


def _as_support(operation: Operation, found: Alike) -> list[Operation]:
    """What the same statement brings with it: more that supports the entry which is there."""
    value = operation.get("value")
    given = _listed(value.get("supported_by")) if isinstance(value, Mapping) else []
    return [{"op": "link", "path": found.ref, "relation": "supported_by", "to": ref} for ref in given]


def _opposed(operation: Operation) -> list[str]:
    """The refs that an operation's entry is told apart from, or takes the place of."""
    value = operation.get("value")
    if not isinstance(value, Mapping):
        return []
    return [ref for name in ("contradicts", "supersedes") for ref in _listed(value.get(name))]


def _listed(given: Any) -> list[str]:
    return [ref for ref in (given if isinstance(given, list) else [given]) if isinstance(ref, str)]
