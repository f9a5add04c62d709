"""What the tools say at each step of the story, written by hand; reading a source gives the file's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bench.resumption.results import compare, more_pages, pages, report, survey

FAILS: Final = "FAILS: "
RESULTS: Final[Mapping[int, str]] = {**survey.RESULTS, **compare.RESULTS, **report.RESULTS}
"""By the number of the step; what begins with ``FAILS`` is raised."""

PAGES: Final[Mapping[str, str]] = {**pages.PAGES, **more_pages.PAGES}
"""Whole pages, by their address."""

__all__ = ["FAILS", "PAGES", "RESULTS"]
