"""LlamaIndex's metadata filters as filters of a search; one that cannot be is refused, never left out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

from peek_graph.errors import InvalidValue
from peek_graph.records import SearchFilter

_Op = FilterOperator
_TAKES: Final[Mapping[str, tuple[FilterOperator, ...]]] = {
    "kind": (_Op.EQ, _Op.IN),
    "status": (_Op.EQ, _Op.IN),
    "submap": (_Op.EQ,),
    "author": (_Op.EQ,),
    "source": (_Op.EQ,),
    "confidence": (_Op.GTE, _Op.GT),
    "since": (_Op.EQ, _Op.GTE, _Op.GT, _Op.LTE, _Op.LT),
    "until": (_Op.LTE,),
}


def narrowed(given: SearchFilter, filters: MetadataFilters | None) -> SearchFilter | None:
    """``given`` and all of ``filters``; None if together they let nothing through.

    The keys are those of the nodes' metadata, with what they mean in `SearchFilter`: ``submap`` is all below it too,
    ``source`` also what rests on it; ``until`` is the last revision that ``since`` may be.
    """
    found: SearchFilter | None = given
    for one in _all_of(filters) if filters is not None else ():
        found = None if found is None else _and(found, one)
    return found


def _all_of(filters: MetadataFilters) -> list[MetadataFilter]:
    joined = filters.condition or FilterCondition.AND
    if joined is FilterCondition.NOT or (joined is FilterCondition.OR and len(filters.filters) > 1):
        raise InvalidValue(
            f"filters joined by {joined.value!r} cannot be searched by",
            "join them by 'and'; for one of several kinds or statuses use the operator 'in'",
        )
    each = [[one] if isinstance(one, MetadataFilter) else _all_of(one) for one in filters.filters]
    flat = [one for some in each for one in some]
    for one in flat:
        _check(one)
    return flat


def _check(one: MetadataFilter) -> None:
    takes = _TAKES.get(one.key)
    if takes is None:
        raise _refused(one, f"filters are {', '.join(_TAKES)}")
    if one.operator not in takes:
        raise _refused(one, f"{one.key} takes {', '.join(operator.value for operator in takes)}")
    values = one.value if one.operator is _Op.IN else [one.value]
    if not isinstance(values, list):
        raise _refused(one, "'in' takes a list")
    for value in values:
        if one.key in ("since", "until"):
            fits, expected = isinstance(value, int) and not isinstance(value, bool), "the number of a revision"
        elif one.key == "confidence":
            fits, expected = isinstance(value, int | float) and not math.isnan(value), "a number from 0 to 1"
        else:
            fits, expected = isinstance(value, str) and bool(value), "a text"
        if not fits:
            raise _refused(one, f"{one.key} is compared with {expected}")


def _and(found: SearchFilter, one: MetadataFilter) -> SearchFilter | None:
    value: Any = one.value
    match one.key:
        case "kind" | "status":
            wanted = tuple(dict.fromkeys([value] if isinstance(value, str) else value))
            return _one_of(found, one.key, wanted)
        case "confidence":
            least = math.nextafter(value, math.inf) if one.operator is _Op.GT else value
            if least > 1:
                return None
            return replace(found, min_confidence=max(least, found.min_confidence or 0.0))
        case "since" | "until":
            return _within(found, one.operator, value)
        case "submap":
            return _below(found, value)
    return _same(found, one)


def _one_of(found: SearchFilter, key: str, wanted: tuple[str, ...]) -> SearchFilter | None:
    before = found.kinds if key == "kind" else found.status
    both = tuple(name for name in wanted if name in before) if before else wanted
    if not both:
        return None
    return replace(found, kinds=both) if key == "kind" else replace(found, status=both)


def _within(found: SearchFilter, operator: FilterOperator, number: int) -> SearchFilter | None:
    first, last = found.since, found.until
    if operator in (_Op.EQ, _Op.GTE, _Op.GT):
        least = number + (operator is _Op.GT)
        first = least if first is None else max(first, least)
    if operator in (_Op.EQ, _Op.LTE, _Op.LT):
        most = number - (operator is _Op.LT)
        last = most if last is None else min(last, most)
    if first is not None and last is not None and first > last:
        return None
    return replace(found, since=first, until=last)


def _below(found: SearchFilter, path: str) -> SearchFilter | None:
    """Of two sub-maps the inner one."""
    before = found.submap
    if before is None or f"{path}.".startswith(f"{before}."):
        return replace(found, submap=path)
    return found if f"{before}.".startswith(f"{path}.") else None


def _same(found: SearchFilter, one: MetadataFilter) -> SearchFilter | None:
    before, value = getattr(found, one.key), str(one.value)
    if before in (None, value):
        return replace(found, author=value) if one.key == "author" else replace(found, source=value)
    if one.key == "source":
        # A source has several names: two that differ may be one.
        raise _refused(one, f"it is narrowed to the source {before!r} already: give one")
    return None


def _refused(one: MetadataFilter, hint: str) -> InvalidValue:
    return InvalidValue(f"the filter {one.key} {one.operator.value} {one.value!r} cannot be searched by", hint)
