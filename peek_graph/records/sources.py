"""What sources and adding them hand over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Passage:
    """A section as read from a source, before any map knows it.

    ``outline`` is the heading's number in the source, (2, 3) for the third heading under the second, (0,) for text
    before the first; ``part`` counts from 1 where one heading's text was cut by length. ``fragment`` is the pointer
    without the source: ``line=10,42``, ``char=120,480``, ``page=5`` (RFC 5147: positions between lines or characters,
    from 0). ``text_hash`` is the hex SHA-256 of ``text`` in UTF-8.
    """

    outline: tuple[int, ...]
    part: int
    heading_path: tuple[str, ...]
    text: str
    fragment: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class ParsedSource:
    """A source read whole: its fingerprint and its passages in order.

    ``uri`` is relative to the project folder, with forward slashes, or a ``file://`` URI outside it. ``source_hash``
    is the hex SHA-256 of the bytes, ``size`` in bytes, ``mtime`` in seconds since 1970. ``summary`` and ``key_points``
    are extractive: sentences of the source itself.
    """

    uri: str
    title: str
    media_type: str
    source_hash: str
    size: int
    mtime: float
    summary: str
    key_points: tuple[str, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A source that was not read, and why; ``error`` is the error's class name."""

    path: str
    reason: str
    error: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class SourceCounts:
    """How many sources of one call were what."""

    new: int = 0
    changed: int = 0
    moved: int = 0
    unchanged: int = 0
    gone: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class AddReport:
    """What `add`, `sync` or `reindex` did.

    ``sections`` are those written, ``embedded`` the vectors computed, ``gone`` the sources of documents that are no
    longer there.
    """

    map: str
    revision: int
    sources: SourceCounts
    refused: tuple[Refusal, ...]
    sections: int
    embedded: int
    seconds: float
    embedder: str | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of long work, for a progress bar. ``total`` is None while it is not known."""

    stage: Literal["find", "read", "embed", "link", "index", "archive", "restore", "prune", "rollback", "play"]
    done: int
    total: int | None
    what: str = ""
