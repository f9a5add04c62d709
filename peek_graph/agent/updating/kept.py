"""Keeps what could not be used, with the raw answers: a file a map in the user's data folder, for its owner only."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from peek_graph.records import ReportedFailure
from peek_graph.settings import data_dir

_MOST_BYTES: Final = 4_000_000


def failures_file(map_uid: str) -> Path:
    """Where the failures of a map are kept, a JSON line each, the last ones last."""
    return data_dir() / "failures" / f"{map_uid}.jsonl"


def keep_failures(map_uid: str, map_name: str, source: str, failures: list[ReportedFailure]) -> None:
    """Append them. What cannot be kept is in the report still, so no trouble with the disk costs the observation."""
    if not failures:
        return
    at = datetime.now(UTC).isoformat(timespec="seconds")
    lines = [
        json.dumps({"at": at, "map": map_name, "source": source, "reason": one.reason, "raw": one.raw}) + "\n"
        for one in failures
    ]
    file = failures_file(map_uid)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if file.exists() and file.stat().st_size > _MOST_BYTES:
            file.replace(file.with_suffix(".old.jsonl"))
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as opened:
            opened.writelines(lines)
