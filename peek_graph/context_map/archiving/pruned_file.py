"""The file that holds what `prune` deletes: written first, and then the list by which it is deleted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from peek_graph.errors import InvalidValue

# What is made anew from the rest, and by far the longest.
_LONG = frozenset({"embedding", "context"})


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """A file that was not there, for its owner only; on the disk at the end, and gone again if that failed."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise InvalidValue(f"{path} is there already", "name another file: nothing is written over") from error
    except OSError as error:
        raise InvalidValue(f"{path} cannot be written: {error.strerror or error}", "name another file") from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise InvalidValue(
            f"{path} cannot be written: {error.strerror or error}", "nothing was deleted; name another file"
        ) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def node_line(row: Mapping[str, Any]) -> str:
    """A node with its relationships."""
    properties = {key: value for key, value in row["properties"].items() if key not in _LONG}
    node = {"labels": sorted(row["labels"]), "properties": properties}
    return _line({"node": node, "relationships": [_without_nulls(item) for item in row["relationships"]]})


def relationship_line(row: Mapping[str, Any]) -> str:
    """A relationship between two nodes that stay."""
    return _line({"relationship": _without_nulls(row)})


def header_line(**about: Any) -> str:
    """What the file is."""
    return _line({"peek_graph_pruned": about})


def read_lines(path: Path) -> Iterable[dict[str, Any]]:
    """The file's lines after the first."""
    with path.open(encoding="utf-8") as file:
        next(file)
        for line in file:
            yield json.loads(line)


def _line(value: Mapping[str, Any]) -> str:
    # Times are ISO 8601 text; whatever else JSON lacks is written as it reads.
    return json.dumps(value, ensure_ascii=False, default=lambda item: getattr(item, "isoformat", item.__str__)()) + "\n"


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return value


def _sync_folder(folder: Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # Windows opens no folders
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
