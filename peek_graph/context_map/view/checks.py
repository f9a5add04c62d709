"""What a constraint may have checked of an output: the known keys, and what each may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from peek_graph.context_map.view.json_values import JSON, ValueRefused, kind_of
from peek_graph.context_map.view.nearest import nearest

_MOST: Final = 1_000_000_000
_MOST_TEXTS: Final = 100
_LONGEST: Final = 500
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def check_check(value: JSON) -> None:
    """ValueRefused unless it is a check that can be made; null is none."""
    if value is None:
        return
    if not isinstance(value, dict):
        raise _wrong("check of the constraint", value, f"a dictionary of {', '.join(CHECKS)}")
    if not value:
        raise ValueRefused("wrong_type", "check of the constraint is empty", f"one or more of {', '.join(CHECKS)}")
    for name, item in value.items():
        if name not in CHECKS:
            near = nearest(name, CHECKS, limit=1)
            hint = f"did you mean {near[0]}?" if near else f"it may have {', '.join(CHECKS)}"
            raise ValueRefused("wrong_type", f"check has no {name[:60]!r}", hint=hint)
        CHECKS[name](f"check.{name}", item)
    for low, high in (("min_words", "max_words"), ("dates_from", "dates_to")):
        if low in value and high in value and value[low] > value[high]:
            raise ValueRefused(
                "wrong_type", f"check.{low} is {value[low]}, above check.{high}, {value[high]}", f"{low} <= {high}"
            )


def _at_most(place: str, value: JSON) -> None:
    _number(place, value, 1)


def _at_least(place: str, value: JSON) -> None:
    _number(place, value, 0)


def _number(place: str, value: JSON, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
        raise _wrong(place, value, f"a whole number from {least}")


def _texts(place: str, value: JSON) -> None:
    expected = f"a list of 1 to {_MOST_TEXTS} texts"
    if not isinstance(value, list) or not 0 < len(value) <= _MOST_TEXTS:
        raise _wrong(place, value, expected)
    for number, text in enumerate(value):
        _text(f"{place}[{number}]", text)


def _text(place: str, value: JSON) -> None:
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST:
        raise _wrong(place, value, f"a text of 1 to {_LONGEST} characters, not blank")


def _iso_date(place: str, value: JSON) -> None:
    expected = "a date such as 2024-12-31"
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise _wrong(place, value, expected)
    try:
        date.fromisoformat(value)
    except ValueError as error:
        raise ValueRefused("wrong_type", f"{place} is {value!r}, a day that no calendar has", expected) from error


def _wrong(place: str, value: JSON, expected: str) -> ValueRefused:
    if isinstance(value, (str, float)) or (isinstance(value, int) and not isinstance(value, bool)):
        found = f"{value!r:.80}"
    elif isinstance(value, list):
        found = f"a list of {len(value)}" if value else "an empty list"
    else:
        found = kind_of(value)
    return ValueRefused("wrong_type", f"{place} is {found}", expected)


CHECKS: Final[Mapping[str, Callable[[str, JSON], None]]] = MappingProxyType(
    {
        "max_words": _at_most,
        "min_words": _at_least,
        "min_citations": _at_least,
        "must_mention": _texts,
        "never_mention": _texts,
        "dates_from": _iso_date,
        "dates_to": _iso_date,
        "python": _text,
        "on": _texts,
    }
)
"""By key, what looks at its value: ``python`` is the name of a function, ``on`` are names of outputs."""

LISTS: Final = frozenset(name for name, look in CHECKS.items() if look is _texts)
NUMBERS: Final = frozenset(name for name, look in CHECKS.items() if look in (_at_most, _at_least))
