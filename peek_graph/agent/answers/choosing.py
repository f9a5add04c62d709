"""Which of several values in an answer is the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from peek_graph.agent.answers.records import Problem, shown
from peek_graph.agent.answers.scanning import Found, scan
from peek_graph.agent.answers.unwrapping import Reading, read_value

_FINAL: Final = re.compile(
    r"\b(?:final|corrected|correction|revised|fixed)\b|最终|最后的?(?:答案|结果|版本)|修正|更正|改正|订正",
    re.IGNORECASE,
)
_NOT: Final = re.compile(
    r"\b(?:not?|never|isn't|aren't|don't|won't|wouldn't|avoid|instead of|rather than|wrong|incorrect|draft|yet)\b"
    r"|不要|不是|不能|不应|不会|不该|而非|而不是|并非|错误|草稿|尚未|还没",
    re.IGNORECASE,
)
# What stands between values that belong together: nothing but the marks of lists, fences and tags.
_NOTHING: Final = re.compile(
    r"(?:```+\w*|~~~+\w*|</?[\w:|-]{1,40}>|[\s,;，；、\-*•.`~()]|\b(?:json|and|then)\b|然后|以及)*+", re.IGNORECASE
)
_ORDINAL: Final = re.compile(
    r"^[\s#*>-]*(?:operation|op|操作|第)?\s*([1-9][0-9]?)\s*[.):：、个条]", re.IGNORECASE | re.MULTILINE
)
_LONGEST_HEADING: Final = 120


@dataclass(frozen=True, slots=True)
class Piece:
    """A value of an answer that is one, as it stands and as it is read."""

    found: Found
    reading: Reading
    alone: bool

    @property
    def empty(self) -> bool:
        """Whether it says that there is nothing to do."""
        return not self.reading.operations and not self.reading.problems and self.found.parsed.state == "whole"


def written(value: Any) -> str:
    """A form by which values are compared, where the order of keys does not count."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=repr)


def examples_in(texts: Iterable[str]) -> frozenset[str]:
    """The answers that stand in texts, as `written`; those with nothing to do belong to nobody."""
    said: set[str] = set()
    for text in texts:
        for found in scan(text).found:
            reading = read_value(found.parsed)
            if reading.operations:
                said.add(written(reading.operations))
                said.update(written([one]) for one in reading.operations if _telling(one))
    return frozenset(said)


def without_echoes(pieces: Sequence[Piece], examples: frozenset[str]) -> tuple[list[Piece], list[Problem]]:
    """The pieces that are not the prompt's own examples said again, and what was left out of the others."""
    kept: list[Piece] = []
    problems: list[Problem] = []
    for piece in pieces:
        reading = piece.reading
        if reading.operations and written(reading.operations) in examples:
            problems.append(Problem("an example of the prompt", shown(piece.found.text), "example"))
            continue
        echoes = [one for one in reading.operations if _telling(one) and written([one]) in examples]
        if echoes:
            reading.operations = [one for one in reading.operations if one not in echoes]
            reading.problems += [Problem("an example of the prompt", shown(written(one)), "example") for one in echoes]
        kept.append(piece)
    return kept, problems


def choose(pieces: Sequence[Piece]) -> list[Piece] | None:
    """The pieces that together are the answer; None if they differ, and nothing says which counts."""
    told = [piece for piece in pieces if piece.alone or not piece.empty]
    if not told:
        return list(pieces[-1:])
    if len(told) == 1:
        return told
    if _all_the_same(told):
        return told[:1]
    if _one_after_the_other(told):
        return told
    marked = [piece for piece in told if _marked(piece.found)]
    if marked and marked == told[-len(marked) :] and (len(marked) == 1 or _all_the_same(marked)):
        return marked[-1:]
    return None


def doubted(piece: Piece) -> bool:
    """Whether the words on its line deny it: "I would not add {…}"."""
    line = piece.found.before.rpartition("\n")[2]
    return bool(line.strip() and _NOT.search(line) and not _FINAL.search(line))


def _telling(operation: dict[str, Any]) -> bool:
    """Whether nobody would write that operation by chance: it has a text of its own."""
    return len(written(operation.get("value", "")).encode(errors="replace")) > 20


def _all_the_same(pieces: Sequence[Piece]) -> bool:
    first, *rest = pieces
    if any(piece.found.parsed.state != "whole" or piece.reading.problems for piece in pieces):
        return False
    return all(written(piece.reading.operations) == written(first.reading.operations) for piece in rest)


def _one_after_the_other(pieces: Sequence[Piece]) -> bool:
    """Single operations, or calls, line by line or numbered from 1."""
    if not all(piece.reading.kind in ("one", "call") for piece in pieces):
        return False
    between = [piece.found.before for piece in pieces]
    if all(_NOTHING.fullmatch(text) for text in between[1:]):
        return True
    numbers = [found[1] if (found := _ORDINAL.search(text)) else "" for text in between]
    return numbers == [str(number) for number in range(1, len(pieces) + 1)] and not any(map(_FINAL.search, between))


def _marked(found: Found) -> bool:
    """Whether the words right above say that it is the last one."""
    lines = [
        line for line in found.before.splitlines() if line.strip(" \t`~*#->") and not line.lstrip().startswith("```")
    ]
    heading = lines[-1].strip() if lines else ""
    return bool(len(heading) <= _LONGEST_HEADING and _FINAL.search(heading) and not _NOT.search(heading))
