"""Parameters into what Bolt can carry, and answers into plain Python."""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from peek_graph.errors import InvalidValue, QueryError
from peek_graph.graph.queries import Query

_PLAIN: Final = frozenset({str, int, float, bool, type(None), bytes})


def check_parameters(query: Query, given: dict[str, Any]) -> None:
    """Refuses a call that lacks a parameter or has one too many, before the server is asked."""
    if missing := [name for name in query.params if name not in given]:
        raise QueryError(f"{query} needs the parameter {missing[0]!r}", f"it takes {', '.join(query.params)}")
    if extra := sorted(given.keys() - set(query.params)):
        raise QueryError(f"{query} has no parameter {extra[0]!r}", f"it takes {', '.join(query.params) or 'none'}")


def explain_unsendable(query: Query, given: dict[str, Any], error: Exception) -> InvalidValue:
    """Why the driver could not pack the parameters: it raises bare Python errors that do not say where."""
    for name, value in given.items():
        for place, part in _leaves(value, name):
            if isinstance(part, str) and (bad := _first_surrogate(part)) is not None:
                code = f"U+{ord(part[bad]):04X}"
                return InvalidValue(
                    f"{place} of {query.name} has half a surrogate pair ({code}) at character {bad}, which is no text",
                    "replace it, or read the text again in its right encoding",
                )
            if isinstance(part, int) and not -(2**63) <= part < 2**63:
                return InvalidValue(f"{place} of {query.name} is {part}, beyond 64 bits", "store it as text")
    return InvalidValue(
        f"a parameter of {query.name} cannot be stored: {error}", "use text, numbers, booleans, times and lists of them"
    )


def plain(value: Any) -> Any:
    """A value of an answer without the driver's types.

    Times become ``datetime`` (those with a zone in UTC, cut to microseconds), durations ISO text, points lists of
    coordinates, nodes and relationships their properties.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return value if all(type(item) in _PLAIN for item in value) else [plain(item) for item in value]
    if kind is dict:
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, DateTime):
        native = value.to_native()
        return native.astimezone(UTC) if native.tzinfo else native
    if isinstance(value, Date | Time):
        return value.to_native()
    if isinstance(value, Duration):
        return value.iso_format()
    if isinstance(value, Point):
        return list(value)
    if isinstance(value, Vector):
        return [*value.to_native()]
    if isinstance(value, Node | Relationship):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Path):
        return [plain(node) for node in value.nodes]
    raise QueryError(f"the answer holds a {kind.__name__}, which is not read", "return its parts")


def _leaves(value: Any, place: str) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        keys = [(f"a key of {place}", key) for key in value]
        return keys + [leaf for key, item in value.items() for leaf in _leaves(item, f"{place}.{key!s}")]
    if isinstance(value, list | tuple):
        return [leaf for number, item in enumerate(value) for leaf in _leaves(item, f"{place}[{number}]")]
    return [(place, value)]


def _first_surrogate(text: str) -> int | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None
