"""The double check: a second call looks at what touches a hypothesis or contradicts a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from peek_graph.agent.answers import json_in
from peek_graph.agent.model import Model, Said
from peek_graph.agent.updating.form import REVIEWS
from peek_graph.agent.updating.guard import Operation
from peek_graph.agent.updating.observation import Observation
from peek_graph.agent.updating.prompting import Context, Message, Prompting
from peek_graph.agent.updating.screening import written
from peek_graph.agent.updating.targets import aim_of
from peek_graph.errors import ModelError
from peek_graph.records import Review, TokenUse

ReviewWord = Literal["agrees", "disagrees", "unsure"]

# Measured in characters, as it is only a bound: what a person is shown is cut further.
_LONGEST_REASON: Final = 500
_AGAINST: Final = ("contradicts", "supersedes")
_DEEPEST: Final = 20
_SAME: Final[Mapping[str, ReviewWord]] = {
    **dict.fromkeys(("agrees", "agree", "yes", "ok", "correct", "confirmed", "同意", "正确"), "agrees"),
    **dict.fromkeys(("disagrees", "disagree", "no", "wrong", "incorrect", "rejected", "不同意", "错误"), "disagrees"),
    **dict.fromkeys(("unsure", "uncertain", "unclear", "unknown", "maybe", "不确定"), "unsure"),
}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Reviews by the number of the operation, from 0; ``held`` are those that only a person is to decide now."""

    reviews: Mapping[int, Review] = field(default_factory=dict)
    held: frozenset[int] = frozenset()
    use: TokenUse = field(default_factory=TokenUse)
    said: Said | None = None


def concerned(operations: Sequence[Operation]) -> list[int]:
    """The numbers of the operations that touch a hypothesis or contradict, or take the place of, another entry."""
    return [number for number, operation in enumerate(operations) if _is_concerned(operation)]


def review(
    model: Model, prompting: Prompting, observation: Observation, context: Context, operations: Sequence[Operation]
) -> Reviewed:
    """Ask for a review of those that need one. What is not agreed with, for whatever reason, is held for a person."""
    numbers = concerned(operations)
    if not numbers:
        return Reviewed()
    messages, asked = _messages(prompting, observation, context, [operations[number] for number in numbers])
    try:
        said = model.ask(messages, REVIEWS)
    except ModelError as error:
        lost = Review("unsure", f"no review: {error.message}"[:_LONGEST_REASON], model.name)
        return Reviewed(dict.fromkeys(numbers, lost), frozenset(numbers))
    given = _reviews_in(said.text, asked)
    missing: tuple[ReviewWord, str] = ("unsure", "the reviewer gave no usable answer")
    reviews = {number: Review(*given.get(place, missing), model.name) for place, number in enumerate(numbers, 1)}
    held = frozenset(number for number, one in reviews.items() if one.verdict != "agrees")
    return Reviewed(reviews, held, said.use, said)


def _messages(
    prompting: Prompting, observation: Observation, context: Context, operations: Sequence[Operation]
) -> tuple[list[Message], int]:
    """The question, and how many of the operations, from the first on, it had room for."""
    listed = [f"{number}. {written(operation)}" for number, operation in enumerate(operations, 1)]
    values = prompting.about(observation)
    values.pop("part")
    system = prompting.prompts.fill("review_system")
    needed, lines = ("observation", "operations", "mark"), context.related.text.split("\n")

    def made(shown: int, entries: int) -> list[Message]:
        user = prompting.prompts.fill(
            "review",
            needed,
            status=context.status.text,
            related="\n".join(lines[:entries]),
            operations="\n".join(listed[:shown]),
            **values,
        )
        return [("system", system), ("user", user)]

    # Entries go before operations do: most of what those name is in the status.
    sizes = [(len(listed), entries) for entries in range(len(lines), -1, -1)]
    sizes += [(shown, 0) for shown in range(len(listed) - 1, 0, -1)]
    fitting = (size for size in sizes if prompting.over(made(*size)) <= 0)
    shown, entries = next(fitting, (1, 0))
    return made(shown, entries), shown


def _reviews_in(text: str, count: int) -> dict[int, tuple[ReviewWord, str]]:
    """What an answer says of the operations by number; of one that it judges twice and differently, nothing."""
    found = json_in(text)
    value: Any = found.value if found else None
    listed = value.get("reviews", [value]) if isinstance(value, Mapping) else value
    given: dict[int, tuple[ReviewWord, str]] = {}
    twice: set[int] = set()
    for place, item in enumerate(listed if isinstance(listed, list) else (), 1):
        if not isinstance(item, Mapping):
            continue
        number = item.get("number", place)
        word = _SAME.get(str(item.get("verdict", "")).strip().casefold())
        if word is None or not isinstance(number, int) or not 1 <= number <= count:
            continue
        if number in given and given[number][0] != word:
            twice.add(number)
        given[number] = (word, " ".join(str(item.get("reason") or "").split())[:_LONGEST_REASON])
    return {number: one for number, one in given.items() if number not in twice}


def _is_concerned(operation: Operation) -> bool:
    aim = aim_of(operation.get("path"))
    value = operation.get("value")
    if aim is not None and (aim.kind == "hypothesis" or aim.field in _AGAINST):
        return True
    if operation.get("op") in ("link", "unlink"):
        return operation.get("relation") in _AGAINST or _is_hypothesis(operation.get("to"))
    if aim is not None and aim.kind == "finding" and operation.get("op") == "update" and aim.field in ("", "text"):
        return isinstance(value, str) or (isinstance(value, Mapping) and "text" in value)
    return _speaks_against(value)


def _speaks_against(value: Any, depth: int = 0) -> bool:
    """Whether a value, or one in it, names what it contradicts or is a hypothesis."""
    if depth > _DEEPEST:
        return True  # nobody looks that deep: a person has to
    if isinstance(value, list):
        return any(_speaks_against(item, depth + 1) for item in value)
    if not isinstance(value, Mapping):
        return False
    named = any(value.get(name) for name in (*_AGAINST, "hypothesis"))
    return named or any(_speaks_against(item, depth + 1) for item in value.values())


def _is_hypothesis(path: Any) -> bool:
    aim = aim_of(path)
    return aim is not None and aim.kind == "hypothesis"
