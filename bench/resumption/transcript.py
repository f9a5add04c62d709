"""The same work as messages, as an agent without a map would keep them, and two ways to show a part of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from bench.resumption.results import FAILS
from bench.resumption.sources import FILES
from bench.resumption.story import STEPS
from bench.resumption.story.step import Call, Phase, Step
from bench.resumption.tools import said
from peek_graph.context_map.tokens import count_tokens

Embed: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[float]]]
_CHUNK: Final = 300
_SENTENCE: Final = re.compile(r"(?<=[.!?:])\s+|\n+")
_REF: Final = re.compile(r"\s*\[[^\]]+\]")


def messages(until: int, *, whole: bool = True) -> list[str]:
    """All messages up to a step; if it is not ``whole``, it was killed before its answer."""
    found: list[str] = []
    for step in STEPS[:until]:
        found += _asked(step)
        for call in step.calls:
            found += _called(step, call)
        if step.number < until or whole:
            output = _REF.sub("", step.output)
            found.append(f"assistant: DECISION: {step.decision}\nOUTPUT: {output}\nNEXT: {step.next}")
    return found


def last(given: Sequence[str], tokens: int) -> str:
    """The last messages that fit."""
    shown: list[str] = []
    for message in reversed(given):
        if count_tokens("\n\n".join((message, *shown))) > tokens:
            break
        shown.insert(0, message)
    return "\n\n".join(shown)


def nearest(given: Sequence[str], vectors: Sequence[Sequence[float]], wanted: Sequence[float], tokens: int) -> str:
    """The chunks that are nearest to a question, the nearest first, as many as fit."""
    import numpy as np

    matrix = np.asarray(vectors, dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    shown: list[str] = []
    for at in np.argsort(-(matrix @ np.asarray(wanted, dtype=np.float32))):
        text = "\n\n".join((*shown, given[int(at)]))
        if count_tokens(text) > tokens:
            break
        shown.append(given[int(at)])
    return "\n\n".join(shown)


def chunks(given: Sequence[str]) -> list[str]:
    """The messages, those above 300 tokens in pieces between sentences."""
    return [piece for message in given for piece in _pieces(message)]


def _pieces(message: str) -> Iterator[str]:
    piece = ""
    for sentence in _SENTENCE.split(message):
        longer = f"{piece} {sentence}".strip()
        if piece and count_tokens(longer) > _CHUNK:
            yield piece
            longer = sentence
        piece = longer
    if piece:
        yield piece


def _asked(step: Step) -> Iterator[str]:
    if step.user:
        yield f"user: {step.user}"
    elif step.number > 1:
        yield f"input: {STEPS[step.number - 2].next}"


def _called(step: Step, call: Call | Phase) -> Iterator[str]:
    if isinstance(call, Phase):
        yield f"assistant: change_phase({call.action}, {call.key}): {call.text}"
    elif call.tool != "query_context_map":  # an agent without a map has nothing to ask
        text = FILES[call.what] if call.tool == "read_source" else said(step.number, call)
        result = f"failed: {text.removeprefix(FAILS)}" if text.startswith(FAILS) else text
        yield f"assistant: {call.tool}({call.what!r})"
        yield f"tool: {result}"
