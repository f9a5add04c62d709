"""Where sources may lie, and how a source's path is written as a uri."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote_to_bytes

from peek_graph.errors import SourceNotFound, SourceOutsideRoots
from peek_graph.sources.fingerprint import show

_FILE = "file://"


class Roots:
    """The folders that sources may lie in, relative ones starting from the project's folder."""

    def __init__(self, project_dir: Path, roots: Sequence[str | Path] = (".",)) -> None:
        self.project_dir = _real(project_dir)
        self.folders = tuple(_real(self.project_dir / Path(root).expanduser()) for root in roots)

    def contains(self, real: Path) -> bool:
        """Whether a real path (no links left in it) is in one of the roots."""
        return any(real.is_relative_to(folder) for folder in self.folders)

    def real(self, path: str | Path) -> Path:
        """The real path behind ``path``; SourceOutsideRoots if it, or what it links to, is outside every root."""
        real = _real(path)
        if not self.contains(real):
            linked = f" (it leads to {show(real)})" if str(real) != str(path) else ""
            folders = ", ".join(show(folder) for folder in self.folders)
            raise SourceOutsideRoots(
                f"{show(path)}{linked} is outside the source roots: {folders}",
                "move it below a root, or add its folder to map.roots in peek-graph.toml",
            )
        return real

    def resolve(self, uri: str) -> Path:
        """The real path of a source's uri, whether or not the file is there."""
        absolute = uri.startswith(_FILE)
        name = os.fsdecode(unquote_to_bytes(_raw(uri.removeprefix(_FILE))))
        if absolute and os.name == "nt":
            name = name.lstrip("/")
        return self.real(self.project_dir / name)

    def uri_of_typed(self, text: str) -> str:
        """The uri of a source as a person types it: a path, absolute or from the project's folder, or a uri.

        What is a uri as `uri_of` writes it stays that. Else ``%41`` is taken by the letter where such a file is there.
        """
        meant = self.resolve(text)
        if self.uri_of(meant) == text:
            return text
        path = self.project_dir / text
        as_typed = not text.startswith(_FILE) and ("%" not in text or os.path.lexists(path))
        return self.uri_of(path if as_typed else meant)

    def uri_of(self, path: Path) -> str:
        """``path`` relative to the project's folder with forward slashes, or as ``file://`` where it lies elsewhere.

        Only what would make ``uri#fragment`` ambiguous or unprintable is percent-encoded; spaces and CJK stay readable.
        """
        real = self.real(path)
        if real.is_relative_to(self.project_dir):
            return _encode(real.relative_to(self.project_dir).as_posix())
        return _FILE + ("/" if os.name == "nt" else "") + _encode(real.as_posix())


def _real(path: str | Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:  # a NUL in the name
        raise SourceNotFound(f"{show(path)} is no file name", "check the name") from error
    except OSError as error:
        raise SourceNotFound(f"{show(path)} is not there: {error.strerror}", "check the name") from error


def _raw(uri: str) -> bytes:
    return uri.encode("utf-8", "surrogatepass")


def _encode(name: str) -> str:
    last = len(name) - 1
    return "".join(
        character
        if character.isprintable() and character not in "%#\\" and not (character == " " and at in (0, last))
        else "".join(f"%{byte:02X}" for byte in os.fsencode(character))
        for at, character in enumerate(name)
    )
