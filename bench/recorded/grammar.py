"""Sentences from rules: every text of a recorded run is composed, none is written out."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_SLOT: Final = re.compile(r"\{([^{}]+)\}")
_RANGE: Final = re.compile(r"(-?[0-9.]+?)\.\.(-?[0-9.]+)")
_BEGINNING: Final = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")
_AN: Final = re.compile(r"\b([Aa])(?= [aeio])")
# What a text is about stays the same through the text.
_TOPIC: Final = ("method", "measure", "place")


@dataclass(frozen=True, slots=True)
class Place:
    """A sub-map that may come up: its key and its title."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Language:
    """What a project of one language is about: ``rules`` are what its sentences are made of.

    In a rule's text ``{who}`` is another rule, ``{other place}`` something else than the text's ``{place}``, and
    ``{2..40}`` or ``{0.5..9.9}`` a number with that many decimals. ``amounts`` says how each measure is counted.
    """

    goal: str
    goals: Sequence[str]
    constraints: Sequence[str]
    phases: Sequence[Place]
    topics: Sequence[Place]
    variables: Sequence[str]
    document_key: str
    amounts: Mapping[str, str]
    rules: Mapping[str, Sequence[str]]


class Grammar:
    """Says texts of a language: the same ones for the same random numbers."""

    def __init__(self, language: Language, rng: random.Random) -> None:
        self._rules: Mapping[str, Sequence[str]] = {**language.rules, "measure": list(language.amounts)}
        self._amounts = language.amounts
        self._rng = rng
        self._said: set[str] = set()

    def say(self, rule: str, **given: str) -> str:
        """A text of that rule, with ``given`` in the slots of those names."""
        text = " ".join(self._expand(self._rng.choice(self._rules[rule]), dict(given)).split())
        return _BEGINNING.sub(lambda found: found[0].upper(), _AN.sub(r"\1n", text))

    def say_new(self, rule: str, **given: str) -> str:
        """A text that was not said before: two entries that say the same would be one."""
        for _ in range(200):
            text = self.say(rule, **given)
            if text not in self._said:
                self._said.add(text)
                return text
        raise AssertionError(f"rule {rule!r} has too few texts")

    def topic(self) -> dict[str, str]:
        """What a task, and all that comes of it, is about."""
        return {name: self._rng.choice(self._rules[name]) for name in _TOPIC}

    def _expand(self, text: str, given: dict[str, str]) -> str:
        return _SLOT.sub(lambda found: self._fill(found[1], given), text)

    def _fill(self, name: str, given: dict[str, str]) -> str:
        if bounds := _RANGE.fullmatch(name):
            return self._number(*bounds.groups())
        if name in given:
            return given[name]
        if name.startswith("other "):
            rule = name.removeprefix("other ")
            return self._rng.choice([word for word in self._rules[rule] if word != given.get(rule)])
        if name == "amount":
            return self._expand(self._amounts[self._fill("measure", given)], given)
        text = self._expand(self._rng.choice(self._rules[name]), given)
        if name in _TOPIC:
            given[name] = text
        return text

    def _number(self, least: str, most: str) -> str:
        decimals = len(least.partition(".")[2])
        if not decimals:
            return str(self._rng.randint(int(least), int(most)))
        return f"{self._rng.uniform(float(least), float(most)):.{decimals}f}"
