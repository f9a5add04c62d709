"""A constraint's check: as it is kept in the map, and what it finds in an output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from peek_graph.agent.monitoring.checks.citations import citations
from peek_graph.agent.monitoring.checks.dates import DateSaid, dates_in
from peek_graph.agent.monitoring.checks.mentions import folded, mentions
from peek_graph.agent.monitoring.checks.words import count_words
from peek_graph.context_map.view.checks import CHECKS
from peek_graph.context_map.view.json_values import ValueRefused

Callables: TypeAlias = Mapping[str, Callable[[str], bool | str | None]]
_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Miss:
    """One rule that an output does not meet: ``limit`` is what the rule says, ``found`` what the output has.

    Of ``must_mention`` what is missing is in ``found``, of ``python`` what the function said, if anything.
    """

    rule: str
    limit: str
    found: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a rule could not be checked, to be said in a notice: a ``code``, and what it is about."""

    code: str  # wrong, missing, raised, answered
    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class Check:
    """The rules that can be checked; ``troubles`` are those of the map that cannot be read."""

    rules: Mapping[str, Any]
    on: tuple[str, ...]
    troubles: tuple[Trouble, ...]

    @classmethod
    def of(cls, given: Any) -> Check:
        """What the map holds, whoever wrote it there: a rule that is wrong stops no other."""
        if not isinstance(given, Mapping):
            return cls({}, (), (Trouble("wrong", "check", f"it is {type(given).__name__}, not a dictionary"),))
        rules: dict[str, Any] = {}
        troubles: list[Trouble] = []
        for name, value in given.items():
            if (look := CHECKS.get(name)) is None:
                troubles.append(Trouble("wrong", str(name), f"there is no such rule; there are {', '.join(CHECKS)}"))
                continue
            try:
                look(str(name), value)
                rules[name] = value
            except ValueRefused as error:
                troubles.append(Trouble("wrong", str(name), str(error)))
        # Whom a rule is meant for is not known where that cannot be read: then it is meant for nobody.
        on = rules.pop("on", None if any(trouble.rule == "on" for trouble in troubles) else ())
        return cls({} if on is None else rules, tuple(on or ()), tuple(troubles))

    def is_for(self, name: str) -> bool:
        """Whether outputs of that name are checked; without ``on`` all are."""
        return not self.on or folded(name) in map(folded, self.on)

    def run(self, text: str, callables: Callables) -> tuple[tuple[Miss, ...], tuple[Trouble, ...]]:
        """The rules that the output does not meet, and those that could not be checked now."""
        found = list(self.troubles)
        missed = [miss for name, value in self.rules.items() if name in _RULES for miss in _RULES[name](text, value)]
        if ("dates_from" in self.rules) or ("dates_to" in self.rules):
            missed += _dates(text, self.rules.get("dates_from"), self.rules.get("dates_to"))
        if "python" in self.rules:
            said = _called(text, self.rules["python"], callables)
            if isinstance(said, Trouble):
                found.append(said)
            elif said is not None:
                missed.append(said)
        return tuple(missed), tuple(found)


def _most_words(text: str, most: int) -> list[Miss]:
    found = count_words(text)
    return [Miss("max_words", f"{most:,}", f"{found:,}")] if found > most else []


def _least_words(text: str, least: int) -> list[Miss]:
    found = count_words(text)
    return [Miss("min_words", f"{least:,}", f"{found:,}")] if found < least else []


def _least_citations(text: str, least: int) -> list[Miss]:
    found = len(citations(text))
    return [Miss("min_citations", f"{least:,}", f"{found:,}")] if found < least else []


def _missing(text: str, phrases: Collection[str]) -> list[Miss]:
    found = [phrase for phrase in phrases if not mentions(text, phrase)]
    return [Miss("must_mention", str(len(phrases)), _listed(found))] if found else []


def _forbidden(text: str, phrases: Collection[str]) -> list[Miss]:
    found = [phrase for phrase in phrases if mentions(text, phrase)]
    return [Miss("never_mention", str(len(phrases)), _listed(found))] if found else []


def _dates(text: str, first: str | None, last: str | None) -> list[Miss]:
    earliest, latest = date.fromisoformat(first or "0001-01-01"), date.fromisoformat(last or "9999-12-31")
    outside = [one for one in dates_in(text) if one.last < earliest or one.first > latest]
    names = list(dict.fromkeys(_dated(one) for one in outside))
    return [Miss("dates", f"{first or ''}..{last or ''}", _listed(names))] if names else []


def _dated(one: DateSaid) -> str:
    return " ".join(one.text.split())


def _called(text: str, name: str, callables: Callables) -> Miss | Trouble | None:
    if name not in callables:
        return Trouble("missing", "python", name)
    try:
        said: object = callables[name](text)
    except Exception as error:  # somebody's code: whatever it raises, the work goes on and the notice says it
        return Trouble("raised", "python", f"{name}: {type(error).__name__}: {error}")
    if said is None or said is True:
        return None
    if said is False or isinstance(said, str):
        return Miss("python", name, said or "")
    return Trouble("answered", "python", f"{name}: {type(said).__name__}")


def _listed(names: list[str]) -> str:
    more = f" +{len(names) - _SHOWN}" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


_RULES: Final[Mapping[str, Callable[[str, Any], list[Miss]]]] = {
    "max_words": _most_words,
    "min_words": _least_words,
    "min_citations": _least_citations,
    "must_mention": _missing,
    "never_mention": _forbidden,
}
