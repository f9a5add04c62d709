"""What a step's model is shown: bounded, whatever the map and the input are, and without any earlier step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from peek_graph.agent.loop.outside import framed, within
from peek_graph.agent.loop.thinking import Prompt
from peek_graph.agent.loop.words import LoopWords
from peek_graph.agent.prompts import Prompts
from peek_graph.context_map.tokens import count_tokens

_LEAST: Final = 30


@dataclass(frozen=True, slots=True)
class Input:
    """Something new that a step begins with, and who said it."""

    text: str
    by: Literal["user", "step"] = "user"


def prompt_of(
    prompts: Prompts, words: LoopWords, status: str, inputs: Sequence[Input], *, number: int, tokens: int, calls: int
) -> Prompt:
    """The prompt of a step; the inputs have at most ``tokens`` together, the later ones first of all."""
    system = prompts.fill("loop_system", phases=prompts.fill("loop_phases") + "\n")
    shown: list[str] = []
    left = tokens
    for one in reversed(inputs):
        if left < _LEAST:
            shown.insert(0, words.earlier.format(number=len(inputs) - len(shown)))
            break
        room = within(one.text, left if one is inputs[0] else max(_LEAST, left // 2), words)
        left -= count_tokens(room)
        # A tag's attribute, as the system's part speaks of them: who said it is ours to say, not the text's.
        shown.insert(0, framed("input", room, by=one.by))
    user = prompts.fill(
        "loop_step",
        needed=("status", "input"),
        status=framed("status", status),
        input="\n".join(shown),
        number=str(number),
        calls=str(calls),
    )
    return Prompt(system, user, prompts.fill("loop_react"))
