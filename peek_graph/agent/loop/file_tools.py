"""Tools that list and read the files of a project: within the map's roots, and nothing hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from peek_graph.context_map import ContextMap
from peek_graph.errors import SourceError, SourceNotFound, SourceOutsideRoots
from peek_graph.records import Refusal
from peek_graph.settings import PROJECT_FILE
from peek_graph.sources.discover import discover
from peek_graph.sources.fingerprint import read_bytes, show
from peek_graph.sources.reader import read_layout
from peek_graph.sources.roots import Roots

_MOST_FILES: Final = 200
_MOST_LOOKED_AT: Final = 20_000
_CHARACTERS: Final = 8_000


def file_tools(map: ContextMap) -> Sequence[Callable[..., Any]]:
    """``list_files`` and ``read_file``; what they refuse they say, so that a model can go on."""
    settings = map.settings
    roots = Roots(settings.project_dir, settings.map.roots)

    def list_files(folder: str = ".") -> str:
        """List the files in a folder of the project and below it."""
        start = _real(roots, folder)
        if not start.is_dir():
            raise SourceNotFound(f"{show(folder)} is no folder", "name a folder, as: .")
        found = [one for one in islice(discover([start], roots), _MOST_LOOKED_AT) if not isinstance(one, Refusal)]
        names = [roots.uri_of(path) for path in found[:_MOST_FILES]]
        more = [f"… and {len(found) - _MOST_FILES} more: name a folder in it"] if len(found) > _MOST_FILES else []
        return "\n".join([*names, *more]) or "There are no files."

    def read_file(path: str, start: int = 0) -> str:
        """Read a file of the project as text, also PDF and office files; start is the character to begin at."""
        real = _real(roots, path)
        if not real.is_file():
            raise SourceNotFound(f"{show(path)} is no file", "see what list_files says")
        data, _ = read_bytes(real, settings.sources.max_bytes)
        text = read_layout(data, real, settings.sources).text
        begin = max(0, start)
        end = begin + _CHARACTERS
        more = f"\n[{len(text) - end} more characters: read_file with start {end}]" if end < len(text) else ""
        return text[begin:end] + more if begin < len(text) else f"The file has {len(text)} characters."

    return [list_files, read_file]


def _real(roots: Roots, typed: str) -> Path:
    """The real path of what a model names, which is outside text; what is hidden is none of its business."""
    given = Path(typed.strip() or ".")
    try:
        real = roots.real(given if given.is_absolute() else roots.project_dir / given)
    except SourceError:
        raise
    except (OSError, ValueError) as error:
        raise SourceNotFound(f"{show(typed)} is no file name", "see what list_files says") from error
    inside = next(real.relative_to(root) for root in roots.folders if real.is_relative_to(root))
    if any(part.startswith(".") for part in inside.parts) or real.name == PROJECT_FILE:
        raise SourceOutsideRoots(f"{show(typed)} is hidden, or the project's own", "read another file")
    return real
