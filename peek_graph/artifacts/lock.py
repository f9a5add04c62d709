"""Lock files: which files, exactly. ``python -m peek_graph.artifacts`` writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath

from peek_graph.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class LockedFile:
    """One jar: ``group:artifact:version`` or ``group:artifact:version:classifier``, SHA-256 in hex, size in bytes."""

    coordinate: str
    sha256: str
    size: int

    @property
    def parts(self) -> tuple[str, str, str, str]:
        """Group, artifact, version, classifier (empty when there is none)."""
        group, artifact, version, *classifier = self.coordinate.split(":")
        return group, artifact, version, classifier[0] if classifier else ""

    @property
    def path(self) -> PurePosixPath:
        """Where a Maven repository keeps it, local ones and remote ones alike."""
        group, artifact, version, classifier = self.parts
        name = f"{artifact}-{version}-{classifier}.jar" if classifier else f"{artifact}-{version}.jar"
        return PurePosixPath(*group.split("."), artifact, version, name)


def lock_names() -> tuple[str, ...]:
    """The locks that this peek-graph carries, sorted: ``embedding-models``, ``neo4j-2026.08.1``, …."""
    folder = resources.files(__package__) / "locks"
    return tuple(sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json")))


@cache
def load_lock(name: str) -> tuple[LockedFile, ...]:
    """The files of one lock, in class-path order."""
    if name not in lock_names():
        raise InvalidValue(f"there is no lock {name!r}", f"locks here: {', '.join(lock_names())}")
    text = (resources.files(__package__) / "locks" / f"{name}.json").read_text(encoding="utf-8")
    return tuple(LockedFile(**entry) for entry in json.loads(text)["files"])


def coordinates() -> dict[str, LockedFile]:
    """Every locked file by its coordinate."""
    return {file.coordinate: file for name in lock_names() for file in load_lock(name)}
