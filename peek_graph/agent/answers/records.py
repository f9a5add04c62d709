"""What is read out of a model's answer, and what is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

ProblemCode = Literal[
    "empty",  # there is nothing
    "thoughts",  # only thoughts, no answer after them
    "no_json",  # prose, a refusal
    "not_operations",  # JSON, but of something else
    "schema",  # the schema that it was given, or its words as they stood
    "example",  # an example of the prompt
    "ambiguous",  # it can be understood in two ways
    "unknown_op",  # its op is none, and has no obvious meaning
    "no_json_value",  # NaN, a bare word, a number in a form that JSON does not have
    "broken",  # JSON up to here
    "cut",  # its end is missing
]
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """What was not understood: why, and the place as it stood, shortened; ``code`` is the reason for programs."""

    reason: str
    excerpt: str = ""
    code: ProblemCode = "broken"


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What an answer says for certain.

    ``operations`` have the keys of `apply`; their paths and values are as the model wrote them. ``whole`` is False if
    the answer was cut: what came before the cut is there, nothing by half. ``analysis`` is what the model said beside.
    """

    operations: tuple[dict[str, Any], ...] = ()
    analysis: str = ""
    problems: tuple[Problem, ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class JsonFound:
    """A JSON value in a text, ``text`` as it stood there.

    If it is not ``whole``, its end is missing or cannot be read: then the value has what came whole before that.
    What is no JSON value in it (NaN, two values for one key) was left out, and is in ``problems``.
    """

    value: Any
    text: str
    whole: bool = True
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsure:
    """Stands in a value where something is that has no certain meaning."""

    reason: str
    excerpt: str
    code: ProblemCode = "no_json_value"

    def problem(self) -> Problem:
        """The same, as it is reported."""
        return Problem(self.reason, shown(self.excerpt), self.code)


def shown(text: str) -> str:
    """A piece of an answer in a length and form that a report can carry."""
    text = " ".join(text[: 4 * _LONGEST].replace("\0", " ").split())
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return short.encode(errors="replace").decode()
