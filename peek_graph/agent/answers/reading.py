"""An answer as it came, and what it says for certain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Protocol

from peek_graph.agent.answers.choosing import Piece, choose, doubted, examples_in, without_echoes, written
from peek_graph.agent.answers.operations import excerpt_of
from peek_graph.agent.answers.records import JsonFound, Problem, ReadAnswer, Unsure, shown
from peek_graph.agent.answers.scanning import Found, Scanned, inner_text, scan
from peek_graph.agent.answers.unwrapping import Reading, read_value

_LONGEST_ANALYSIS: Final = 4_000
_FENCE: Final = re.compile(r"(?:```|~~~)\w*")
_BEFORE_CODE: Final = re.compile(r"(?:```|~~~)\w*\s*$|</?[\w:|-]{1,40}>")


class Told(Protocol):
    """What a model said: its text, and whether the server cut it."""

    @property
    def text(self) -> str:
        """All of it, as it came."""

    @property
    def cut(self) -> bool:
        """Whether the server ended it."""


def read_answer(said: Told | str, *, examples: Iterable[str] = ()) -> ReadAnswer:
    """The operations that an answer has for certain, and what in it was not understood; never raises for an answer.

    ``examples`` are texts of the prompt: an answer that only says one of their examples again is none.
    """
    text, cut = (said, False) if isinstance(said, str) else (said.text, said.cut)
    scanned = scan(inner_text(text) or text)
    read = [(found, read_value(found.parsed)) for found in scanned.found]
    pieces = [Piece(found, reading, _alone(scanned, at)) for at, (found, reading) in enumerate(read) if reading.answers]
    pieces, problems = without_echoes(pieces, examples_in(examples))
    chosen = choose(pieces) if pieces else []
    analysis = next((reading.analysis for _, reading in read if reading.analysis), "") or _chatter(scanned)
    whole = not cut and not scanned.begun and all(found.parsed.state != "cut" for found in scanned.found)
    if chosen is None:
        differ = f"{len(pieces)} answers that differ, and none is marked as the final one"
        return ReadAnswer((), analysis, (Problem(differ, shown(pieces[-1].found.text), "ambiguous"),), whole)
    if len(chosen) == 1 and doubted(chosen[0]):
        denied = Problem(
            "the words before it deny it", shown(chosen[0].found.before[-80:] + chosen[0].found.text), "ambiguous"
        )
        return ReadAnswer((), analysis, (denied,), whole)
    if chosen and all(piece.empty and not piece.alone for piece in chosen):
        chosen = []
    operations = tuple(one for piece in chosen for one in piece.reading.operations)
    if not chosen:
        problems = problems or [_nothing(text, scanned, [(found, reading.kind) for found, reading in read])]
    else:
        problems = [problem for piece in chosen for problem in piece.reading.problems]
    problems += [_broken(piece.found) for piece in chosen if _broke_unsaid(piece)]
    if not whole and not operations and not problems:
        problems = [Problem("it is cut before the first operation", shown(text[-80:]), "cut")]
    return ReadAnswer(operations, analysis, tuple(problems), whole)


def json_in(text: str) -> JsonFound | None:
    """The JSON value, a list or dictionary, that a text has; None if it has none, or several and none of them counts.

    What stands in thoughts does not count, and of several the one that is marked as final.
    """
    scanned = scan(inner_text(text) or text)
    keyed = [found for found in scanned.found if found.parsed.keyed] or list(scanned.found)
    if not keyed:
        return None
    values = {written(found.parsed.value) for found in keyed}
    pieces = [Piece(found, Reading("operations", [{"": found.parsed.value}]), True) for found in keyed]
    chosen = choose(pieces) if len(values) > 1 else pieces[:1]
    if chosen is None or len(chosen) != 1:
        return None
    parsed, problems = chosen[0].found.parsed, list[Problem]()
    value = _certain(parsed.value, problems) if parsed.unsure else parsed.value
    return JsonFound(value, chosen[0].found.text, parsed.state == "whole", tuple(problems))


def _certain(value: Any, problems: list[Problem]) -> Any:
    """``value`` without what has no certain meaning in it."""
    if isinstance(value, Unsure):
        problems.append(value.problem())
    elif isinstance(value, dict):
        items = [(key, _certain(item, problems)) for key, item in value.items()]
        return {key: item for key, item in items if not isinstance(item, Unsure)}
    elif isinstance(value, list):
        return [item for item in (_certain(item, problems) for item in value) if not isinstance(item, Unsure)]
    return value


def _alone(scanned: Scanned, at: int) -> bool:
    """Whether nothing but the line's own marks stands beside it, or it ends the text: no aside, as [] can be."""
    found = scanned.found[at]
    after = scanned.found[at + 1].before if at + 1 < len(scanned.found) else scanned.after
    beside = found.before.rpartition("\n")[2].rstrip()
    following = after.partition("\n")[0] if found.parsed.state == "whole" else ""
    box = beside.strip(" \t") in ("-", "*", "+") and found.text in ("[ ]", "[]")
    if box and following.strip():
        return False
    ends = not any(map(str.isalnum, after))
    return ends or not (any(map(str.isalnum, following)) or any(map(str.isalnum, beside)))


def _chatter(scanned: Scanned) -> str:
    before = scanned.found[0].before if scanned.found else ""
    return _BEFORE_CODE.sub("", before).strip()[:_LONGEST_ANALYSIS]


def _broke_unsaid(piece: Piece) -> bool:
    told = any(problem.code == "broken" for problem in piece.reading.problems)
    return piece.found.parsed.state == "broken" and not told


def _broken(found: Found) -> Problem:
    return Problem("JSON that cannot be read further than here", shown(found.text[-80:]), "broken")


def _nothing(text: str, scanned: Scanned, read: list[tuple[Found, str]]) -> Problem:
    """Why an answer without any operation is not one."""
    if not _FENCE.sub("", text).strip(" \t\r\n\0\ufeff\u200b`~"):
        return Problem("the answer is empty", "", "empty")
    for found, kind in read:
        if kind == "schema":
            return Problem("the schema said again, and no operation", shown(found.text), "schema")
    for found, _ in read:
        if found.parsed.state == "broken":
            return _broken(found)
        if found.parsed.state == "cut":
            return Problem("it is cut before the first operation", shown(found.text[-80:]), "cut")
    if scanned.begun:
        return Problem("it is cut before the first operation", shown(text[-80:]), "cut")
    for found, _ in read:
        if found.parsed.keyed:
            return Problem("JSON, but no operations", excerpt_of(found.parsed.value), "not_operations")
    if scanned.thought and not scanned.said:
        return Problem("only thoughts, and no answer after them", shown(text[-200:]), "thoughts")
    return Problem("there is no JSON in it", shown(text), "no_json")
