"""The tools of the story: what they say is written down, and a source is read from its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bench.resumption.results import FAILS, PAGES, RESULTS
from bench.resumption.story import STEPS
from bench.resumption.story.step import Call

OUTSIDE: Final = ("search_web", "fetch_page", "ask", "calculate", "run_model", "draw_chart")
"""Tools whose results are written down in the story; the others read the project."""

_ABOUT: Final = {
    "search_web": "Search the web.",
    "fetch_page": "Fetch a page of the web.",
    "ask": "Ask a person or an office, by mail or telephone, and wait for the answer.",
    "calculate": "Calculate something.",
    "run_model": "Run the breakthrough model.",
    "draw_chart": "Draw a chart for the report.",
}


class ToolFailed(Exception):
    """What a tool of the story fails with."""


def said(step: int, call: Call) -> str:
    """What a call gives in the story; what begins with ``FAILS`` is a failure."""
    return PAGES[call.what] if call.what in PAGES else RESULTS[step]


def tools(folder: Path) -> Sequence[Callable[[str], str]]:
    """Functions for the loop, each of one text."""
    given = {
        (call.tool, call.what): said(step.number, call)
        for step in STEPS
        for call in step.calls
        if isinstance(call, Call) and call.tool in OUTSIDE
    }

    def made(name: str) -> Callable[[str], str]:
        def tool(what: str) -> str:
            text = given.get((name, what), f"{FAILS}nothing is known of {what!r}")
            if text.startswith(FAILS):
                raise ToolFailed(text.removeprefix(FAILS))
            return text

        tool.__name__, tool.__doc__ = name, _ABOUT[name]
        return tool

    def read_source(what: str) -> str:
        """Read a file of the project."""
        return (folder / Path(what).name).read_text(encoding="utf-8")

    return [*map(made, OUTSIDE), read_source]
