"""Makes a source of an observation that is too long for prompts: a file of the project, read into the map."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from peek_graph.agent.updating.observation import Observation
from peek_graph.context_map import ContextMap
from peek_graph.errors import SourceError, SourceOutsideRoots, SourceUnreadable

_LONGEST_NAME: Final = 60
_NOT_IN_NAMES: Final = re.compile(r"[^\w]+")


def as_source(
    map: ContextMap, observation: Observation, folder: str, tokens: int, file: Path | None = None
) -> tuple[Observation, str]:
    """The observation as the map shows its new document, in at most ``tokens``, and that document's ref.

    ``file`` is where it was read from, if that can be the source itself; else it is written into ``folder``.
    SourceError says why it cannot be kept. The same text is the same file, and the same document.
    """
    if file is None or not map.holds(file):
        file = _written(map, observation, folder)
    report = map.add([file], submap=observation.submap)
    if report.refused:
        refusal = report.refused[0]
        raise SourceUnreadable(f"the observation cannot be read as a source: {refusal.reason}", refusal.hint)
    ref = map.document_of(file)
    if ref is None:
        raise SourceUnreadable(f"{file.name} is not in the map", "it was removed meanwhile; observe it again")
    shown = map.query_context_map(f"OPEN: {ref}", budget=max(tokens, 20)).text
    return replace(observation, text=shown, document=ref), ref


def _written(map: ContextMap, observation: Observation, folder: str) -> Path:
    place = map.settings.project_dir / folder
    digest = hashlib.sha256(observation.text.encode()).hexdigest()[:10]
    file = place / f"{_name(observation.source) or observation.source_kind}-{digest}.md"
    if not map.holds(file):  # asked before anything is written: a project's settings may be anybody's
        raise SourceOutsideRoots(
            f"{place} is outside the source roots, so no observation is kept there",
            "name a folder of the project in updater.folder, or add its folder to map.roots",
        )
    try:
        place.mkdir(parents=True, exist_ok=True)
        # Whole or not at all, for its owner: a file cut by a kill would be taken for the observation ever after.
        with NamedTemporaryFile("w", encoding="utf-8", dir=place, prefix=".", suffix=".tmp", delete=False) as written:
            written.write(observation.text)
        Path(written.name).replace(file)
    except OSError as error:
        raise SourceUnreadable(
            f"the observation cannot be kept in {place}: {error.strerror or error}", "correct updater.folder"
        ) from error
    return file


def _name(source: str) -> str:
    """A part of a file's name: letters and digits alone, so that no source leads out of the folder."""
    plain = unicodedata.normalize("NFKC", source).encode(errors="ignore").decode()
    return _NOT_IN_NAMES.sub("-", plain)[:_LONGEST_NAME].strip("-_")


__all__ = ["SourceError", "as_source"]
