"""Runs queries by name, with the map's scope."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.view.nearest import nearest
from peek_graph.errors import InvalidValue, QueryError
from peek_graph.graph import named
from peek_graph.graph.queries import Query
from peek_graph.records.queries import QueryInfo, QueryRows

_MOST_ROWS: Final = 100_000


def list_queries(folder: str | Path | None) -> list[QueryInfo]:
    """Every query that has a name, in the order of the files."""
    return [info_of(query) for query in named.named_queries(_folder(folder)).values()]


def find_query(name: str, folder: str | Path | None) -> Query:
    """The query of that name; QueryError with the nearest names if there is none."""
    queries = named.named_queries(_folder(folder))
    if name not in queries:
        near = nearest(str(name), queries) or list(queries)
        raise QueryError(f"there is no query {name!r}", f"did you mean {', '.join(near)}?")
    return queries[name]


def info_of(query: Query) -> QueryInfo:
    """What a caller has to know of it."""
    return QueryInfo(query.name, named.own_params(query), query.prose, query.file)


def run(
    handle: MapHandle,
    name: str,
    params: Mapping[str, Any],
    folder: str | Path | None,
    limit: int,
    seconds: float,
) -> QueryRows:
    """At most ``limit`` rows of the query about the map."""
    if not 1 <= limit <= _MOST_ROWS:
        raise InvalidValue(f"limit is {limit}", f"ask for 1 to {_MOST_ROWS} rows")
    if not 0 < seconds <= 86_400:
        raise InvalidValue(f"seconds is {seconds}", "give it more than 0 and at most a day")
    query = find_query(name, folder)
    check_params(query, params)
    rows, complete = named.run_named(handle.db, query, handle.uid, params, limit, seconds)
    if not rows:
        handle.node()  # raises if the map is gone
    return QueryRows(handle.name, query.name, tuple(rows), complete)


def check_params(query: Query, given: Mapping[str, Any]) -> None:
    """QueryError unless exactly the query's own parameters are given: the map is not for a caller to choose."""
    takes = named.own_params(query)
    hint = f"{query.name} takes {', '.join(takes) or 'no parameters'}"
    if missing := [name for name in takes if name not in given]:
        raise QueryError(f"the parameter {missing[0]!r} of {query.name} is missing", hint)
    if extra := [name for name in given if name not in takes]:
        raise QueryError(f"{query.name} has no parameter {extra[0]!r} for a caller to give", hint)


def _folder(folder: str | Path | None) -> Path | None:
    return None if folder is None else Path(folder)
