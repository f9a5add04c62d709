"""Queries that are run by name: those of ``cypher/named.cypher``, and those in a folder of somebody's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from peek_graph.errors import QueryError
from peek_graph.graph.database import Database
from peek_graph.graph.queries import Query, load_queries, parse_queries

_SCOPE: Final = "map_uid"


def named_queries(folder: Path | None = None) -> dict[str, Query]:
    """What can be run by name; QueryError, with file and line, for a query that may not."""
    queries = dict(load_queries("named"))
    for file in _files(folder):
        for query in parse_queries(_text(file), str(file)).values():
            _check(query)
            if query.name in queries:
                raise QueryError(f"{file}:{query.line}: {query.name!r} is taken by {queries[query.name]}", "rename it")
            queries[query.name] = query
    return queries


def run_named(
    db: Database, query: Query, map_uid: str, params: Mapping[str, Any], most: int, seconds: float
) -> tuple[list[dict[str, Any]], bool]:
    """The first ``most`` rows of a query about the map, and whether these are all."""
    return db.read_first(query, {**params, _SCOPE: map_uid}, most, seconds)


def own_params(query: Query) -> tuple[str, ...]:
    """What a caller has to give: all but the map."""
    return tuple(name for name in query.params if name != _SCOPE)


def _check(query: Query) -> None:
    where = f"{query.file}:{query.line}: {query.name}"
    if query.mode != "read":
        raise QueryError(f"{where} has mode {query.mode}", "only `// mode: read` is run by name; `apply` changes maps")
    if _SCOPE not in query.params:
        raise QueryError(
            f"{where} does not use ${_SCOPE}, so it would read every map of the database",
            f"declare {_SCOPE}, and begin with MATCH (e:Entry {{{_SCOPE}: ${_SCOPE}}})",
        )


def _files(folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    if not folder.is_dir():
        raise QueryError(f"there is no folder {folder}", "name the folder that your .cypher files are in")
    return sorted(file for file in folder.glob("*.cypher") if file.is_file())


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{file} cannot be read: {error}", "it has to be a text in UTF-8") from error
