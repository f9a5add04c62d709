"""Asks the questions: what the map shows, and beside it what the two baselines do, all within 1,500 tokens."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bench.resumption.brain import folded
from bench.resumption.questions import QUESTIONS, Question
from bench.resumption.transcript import chunks, last, messages, nearest
from peek_graph import ContextMap
from peek_graph.context_map.tokens import count_tokens

TOKENS: Final = 1_500
WAYS: Final = ("map", "last messages", "top-k")
_STATUS: Final = 700
_BETWEEN: Final = 10  # two texts beside each other may have a token more than both
_HYPOTHESIS: Final = re.compile(r"^- (H\d+)", re.MULTILINE)
_SECONDS: Final = 60
# In the first two of them the step was killed before its answer.
_ANSWERED: Final = frozenset({45, 60})


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was shown for it, by way, and which fragments are missing in that."""

    question: Question
    shown: dict[str, str]
    missing: dict[str, tuple[str, ...]]

    def found(self, way: str) -> bool:
        return not self.missing[way]


def ask(opened: ContextMap, after: int) -> Iterator[Asked]:
    """The questions of one point, on the map as it is then."""
    _wait_for_vectors(opened)
    said = messages(after, whole=after in _ANSWERED)
    pieces = chunks(said)
    vectors = [vector for vector in opened._vectors.embed_passages(pieces) if vector is not None]
    newest = last(said, TOKENS)
    for question in QUESTIONS:
        if question.after != after:
            continue
        wanted, why = opened._vectors.embed_query(question.text)
        if wanted is None or len(vectors) != len(pieces):
            raise RuntimeError(f"no vectors to compare with: {why}")
        shown = dict(
            zip(WAYS, (shown_by(opened, question), newest, nearest(pieces, vectors, wanted, TOKENS)), strict=True)
        )
        for way, text in shown.items():
            if (tokens := count_tokens(text)) > TOKENS:
                raise RuntimeError(f"question {question.number}: {way} shows {tokens} tokens")
        yield Asked(question, shown, {way: _missing(opened, question, text) for way, text in shown.items()})


def shown_by(opened: ContextMap, question: Question) -> str:
    """The status, and the answer to one request in what that leaves: the policy is the same for every question."""
    shown = opened.status(_STATUS)
    status, left = shown.text, TOKENS - shown.tokens - _BETWEEN
    hypothesis = _HYPOTHESIS.search(status)
    request = question.request.format(hypothesis=hypothesis[1] if hypothesis else "H1")
    return f"{status}\n{opened.query_context_map(request, budget=left).text}"


def _missing(opened: ContextMap, question: Question, text: str) -> tuple[str, ...]:
    shown = folded(text)
    return tuple(
        fragment for fragment in question.fragments if not any(folded(one) in shown for one in _meant(opened, fragment))
    )


def _meant(opened: ContextMap, fragment: str) -> list[str]:
    if not fragment.startswith("@"):
        return fragment.split("|")
    ref = opened.document_of(opened.settings.project_dir / fragment[1:])
    return [fragment[1:], *([f"{ref}§"] if ref else [])]


def _wait_for_vectors(opened: ContextMap) -> None:
    until = time.monotonic() + _SECONDS
    while "vector" in opened.search("water", 1).missing:
        if time.monotonic() > until:
            raise RuntimeError(f"no vectors after {_SECONDS} s")
        time.sleep(0.2)


def scores(asked: list[Asked]) -> dict[str, int]:
    """How many were found, by way."""
    return {way: sum(one.found(way) for one in asked) for way in WAYS}
