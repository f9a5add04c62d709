"""Rows of a bench as they are printed."""

from __future__ import annotations

from collections.abc import Iterable

Row = tuple[str, str, float]
"""What was measured, its unit, its value."""


def print_rows(rows: Iterable[Row]) -> None:
    """A line a row, as it comes: a bench takes minutes."""
    for what, unit, value in rows:
        print(f"  {what:66} {value:10.2f} {unit}", flush=True)
