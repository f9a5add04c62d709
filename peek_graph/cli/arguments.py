"""Kinds of arguments: refs, revisions, and the checks of constraints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

# As `read` takes them: `§` is hard to type on many keyboards, `#` and `/` stand for it.
_REF = re.compile(r"\s*([A-Za-z]+[0-9]+)(?:\s*[§#/]\s*([0-9]+(?:\.[0-9]+)*(?:-[0-9]+)?))?\s*")
_NUMBER = re.compile(r"-?[0-9]+")
_LARGEST = 2**63 - 1
_COMMAS = re.compile("[,，、]")

NUMBER = click.IntRange(1, _LARGEST)
TOKENS = click.IntRange(1, 1_000_000)
"""A budget: more is a slip of the keyboard."""


def as_ref(text: str) -> str:
    """A ref as the map spells it (``d3/2.3`` is ``D3§2.3``); other text, as a path, stays as it is."""
    if not text.strip():
        raise click.BadParameter("it is empty")
    found = _REF.fullmatch(text)
    return found[1].upper() + (f"§{found[2]}" if found[2] else "") if found else text


def as_revision(text: str) -> int | str:
    """A revision's number, -1 for the last but one; any other text is the name of a snapshot."""
    text = text.strip()
    if not text:
        raise click.BadParameter("it is empty")
    if not _NUMBER.fullmatch(text):
        return text
    if len(text) > len(str(_LARGEST)) or abs(int(text)) > _LARGEST:
        raise click.BadParameter(f"no map has a revision {text[:40]}")
    return int(text)


def read_checks(given: Sequence[str]) -> dict[str, Any] | None:
    """A constraint's check from ``NAME=VALUE``; what is of the wrong kind is left as text, for the map to refuse."""
    from peek_graph.context_map.view.checks import LISTS, NUMBERS

    checks: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or not equals:
            raise click.UsageError(f"--check is {text!r:.80}: write it as max_words=3000")
        if name in LISTS:
            checks[name] = [*checks.get(name, ()), *(part.strip() for part in _COMMAS.split(value) if part.strip())]
        elif name in checks:
            raise click.UsageError(f"--check {name} is given twice")
        else:
            is_number = name in NUMBERS and _NUMBER.fullmatch(value) and len(value) <= len(str(_LARGEST))
            checks[name] = int(value) if is_number else value
    return checks or None
