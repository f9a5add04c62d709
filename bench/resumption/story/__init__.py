"""Sixty steps of a research task, written by hand: what the agent does, and what is to be kept of it."""

from __future__ import annotations

from typing import Final

from bench.resumption.story import compare, report, survey
from bench.resumption.story.step import Step

STEPS: Final[tuple[Step, ...]] = (*survey.STEPS, *compare.STEPS, *report.STEPS)

__all__ = ["STEPS", "Step"]
