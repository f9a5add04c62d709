"""A recorded run: a research project of a thousand steps, made by rules and a seed, and played on a map."""

from __future__ import annotations

from bench.recorded.playing import NotAsRecorded, play
from bench.recorded.run import LANGUAGES, LanguageName, steps
from bench.recorded.step import Batch, Decision, Operation, Source, Step

__all__ = [
    "LANGUAGES",
    "Batch",
    "Decision",
    "LanguageName",
    "NotAsRecorded",
    "Operation",
    "Source",
    "Step",
    "play",
    "steps",
]
