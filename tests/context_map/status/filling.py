"""Maps with something to show."""

from __future__ import annotations

from typing import Any


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def many(kind: str, count: int, start: int = 0) -> list[dict[str, Any]]:
    return [add(f"working_memory.{kind}", f"number {start + n}") for n in range(count)]


def shown(text: str, letter: str) -> list[str]:
    return [line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith(f"- {letter}")]
