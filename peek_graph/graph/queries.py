"""Loads the named sections of the ``.cypher`` files; no other module holds query text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from peek_graph.errors import QueryError

Mode = Literal["read", "write", "schema", "batch"]

_HEADER = re.compile(r"//\s*name:\s*(.*)")
_SIGNATURE = re.compile(r"([a-z][a-z0-9_]*)\(([^()]*)\)")
_MODE = re.compile(r"//\s*mode:\s*(.*)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
# What may hide a `$` comes first, to be swallowed whole; `$any(` and `$all(` are dynamic labels, not parameters.
_PARAMETER = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` | //[^\n]* | /\*.*?\*/ | \$(?!(?:any|all)\s*\()(\w+)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Query:
    """A named section of a ``.cypher`` file; ``line`` is that of its header, ``params`` are in declared order.

    ``prose`` is the comment above it, which says what it does.
    """

    name: str
    mode: Mode
    text: str
    params: tuple[str, ...]
    file: str
    line: int
    prose: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.file}:{self.line})"


class Queries(Mapping[str, Query]):
    """The queries of one file, by item or by attribute."""

    def __init__(self, queries: Mapping[str, Query], file: str) -> None:
        self._queries = queries
        self._file = file

    def __getitem__(self, name: str) -> Query:
        return self._queries[name]

    def __getattr__(self, name: str) -> Query:
        if name.startswith("_") or name not in self._queries:
            raise AttributeError(f"{self._file} has no query {name!r}")
        return self._queries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._queries)

    def __len__(self) -> int:
        return len(self._queries)


def cypher_dir() -> Path:
    """The folder of the ``.cypher`` files: inside an installed package, or at the root of a repository."""
    package = Path(__file__).parents[1]
    for folder in (package / "_data" / "cypher", package.parent / "cypher"):
        if folder.is_dir():
            return folder
    raise QueryError(f"the folder cypher/ is missing beside {package}", "install peek-graph again")


@cache
def load_queries(name: str) -> Queries:
    """The queries of ``cypher/<name>.cypher``, checked; read once per process."""
    file = cypher_dir() / f"{name}.cypher"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise QueryError(f"{file} cannot be read: {error}", "install peek-graph again") from error
    return Queries(parse_queries(text, file.name), file.name)


def parse_queries(text: str, file: str) -> dict[str, Query]:
    """The named sections of a file's text; what breaks the form is refused with ``file:line``."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    for number, line in enumerate(lines[: starts[0]] if starts else lines, 1):
        if line.strip() and not line.lstrip().startswith("//"):
            raise _refusal(file, number, f"{line.strip()[:60]!r} stands before the first `// name:`")
    queries: dict[str, Query] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        query = _parse_section(lines[start:end], file, start + 1)
        if query.name in queries:
            raise _refusal(file, query.line, f"{query.name!r} is already at line {queries[query.name].line}")
        queries[query.name] = query
    return queries


def used_parameters(cypher: str) -> set[str]:
    """The parameters that Cypher text uses, outside of its literals, quoted names and comments."""
    return {found.group(1) for found in _PARAMETER.finditer(cypher) if found.group(1)}


def _parse_section(lines: list[str], file: str, line: int) -> Query:
    header = _HEADER.match(lines[0])
    signature = _SIGNATURE.fullmatch(header.group(1).strip()) if header else None
    if signature is None:
        raise _refusal(file, line, f"{lines[0].strip()!r} is not of the form `// name: verb_noun(param, param)`")
    name, declared = signature.group(1), tuple(part.strip() for part in signature.group(2).split(",") if part.strip())
    if wrong := [part for part in declared if not _NAME.fullmatch(part) or declared.count(part) > 1]:
        raise _refusal(file, line, f"{name} declares {wrong[0]!r}, which is no parameter name or is there twice")
    mode_line = _MODE.match(lines[1]) if len(lines) > 1 else None
    mode = mode_line.group(1).strip() if mode_line else None
    if mode not in get_args(Mode):
        raise _refusal(file, line + 1, f"{name} has mode {mode!r}; it needs `// mode:` {' or '.join(get_args(Mode))}")
    body = next((number for number, text in enumerate(lines[2:], 2) if not text.lstrip().startswith("//")), len(lines))
    prose = "\n".join(text.strip(" /") for text in lines[2:body]).strip()
    if not prose:
        raise _refusal(file, line + 2, f"{name} needs a comment that says what it does")
    cypher = "\n".join(lines[body:]).strip().removesuffix(";").rstrip()
    if all(not text.strip() or text.lstrip().startswith("//") for text in cypher.splitlines()):
        raise _refusal(file, line + body, f"{name} has no Cypher")
    used = used_parameters(cypher)
    if missing := sorted(used - set(declared)):
        raise _refusal(file, line, f"{name} uses ${missing[0]} without declaring it")
    if unused := sorted(set(declared) - used):
        raise _refusal(file, line, f"{name} declares {unused[0]} without using it")
    return Query(name, cast(Mode, mode), cypher, declared, file, line, prose)


def _refusal(file: str, line: int, message: str) -> QueryError:
    return QueryError(f"{file}:{line}: {message}", "correct the .cypher file")
