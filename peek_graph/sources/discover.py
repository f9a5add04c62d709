"""From what a person names to the files that are to be read."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from peek_graph.errors import SourceError, SourceNotFound, SourceUnreadable
from peek_graph.records import Refusal
from peek_graph.settings import PROJECT_FILE
from peek_graph.sources.fingerprint import refusal_of, show
from peek_graph.sources.roots import Roots

_URL = re.compile(r"[a-z][a-z0-9+.-]+://|https?:/", re.I)  # one slash is what a Path leaves of two
_VERSION_CONTROL = frozenset({"CVS", "RCS", "SCCS", "_darcs"})  # those that do not begin with a dot


def discover(paths: Sequence[str | Path], roots: Roots) -> Iterator[Path | Refusal]:
    """Real paths of the files named and of those in folders named, each once, in sorted order within a folder.

    In folders, what is hidden, version control's and the project's own settings file are left out; named, they are
    read. Nothing that leads out of the roots is followed: it comes back as a Refusal, as does what is not there.
    """
    seen: set[Path] = set()
    for path in paths:
        refused = _no_path(str(path))
        if refused is not None:
            yield refused
            continue
        yield from _visit(Path(path), roots, seen)


def _no_path(typed: str) -> Refusal | None:
    if not typed.strip():  # which a Path takes for the current folder
        error = SourceUnreadable(f"{typed!r} is a blank path", "name a file or folder; the current folder is .")
    elif not _URL.match(typed) or os.path.lexists(typed):
        return None
    elif typed.lower().startswith("file:"):
        error = SourceUnreadable(f"{show(typed)} is a URL", "name the file by its path")
    else:
        error = SourceUnreadable(f"{show(typed)}: URLs are not read yet", "save the page and add the file")
    return Refusal(typed, error.message, type(error).__name__, error.hint)


def _visit(start: Path, roots: Roots, seen: set[Path]) -> Iterator[Path | Refusal]:
    # A stack, not recursion: folders may be nested deeper than Python's own stack.
    waiting: list[tuple[Path, tuple[Path, ...]]] = [(start, ())]
    while waiting:
        path, above = waiting.pop()
        try:
            mode = path.stat().st_mode
            real = roots.real(path)
            if stat.S_ISDIR(mode) and real in above:
                raise SourceUnreadable(f"{show(path)} leads back to {show(real)}, a folder around it", "remove it")
            if real in seen:
                continue
            seen.add(real)
            if not stat.S_ISDIR(mode):
                yield real
                continue
            names = sorted(inner.name for inner in real.iterdir() if not _left_out(inner.name))
        except SourceError as error:
            yield _refusal(path, error)
        except OSError as error:
            yield _refusal(path, _os_refusal(path, error))
        except ValueError:
            yield _refusal(path, SourceNotFound(f"{show(path)} is no file name", "check the name"))
        else:
            above = (*real.parents, real)
            waiting.extend((path / name, above) for name in reversed(names))


def _os_refusal(path: Path, error: OSError) -> SourceError:
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return SourceNotFound(f"{show(path)} links to {show(path.readlink())}, which is not there", "mend the link")
    return refusal_of(path, error)


def _left_out(name: str) -> bool:
    return name.startswith(".") or name in _VERSION_CONTROL or name == PROJECT_FILE


def _refusal(path: Path, error: SourceError) -> Refusal:
    return Refusal(str(path), error.message, type(error).__name__, error.hint)
