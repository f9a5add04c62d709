"""Refs as people type them."""

from __future__ import annotations

import re
from typing import Final

from peek_graph.context_map.handle import MapHandle
from peek_graph.errors import RefNotFound
from peek_graph.graph import documents

# `§` is hard to type on many keyboards: `#` and `/` stand for it.
_REF: Final = re.compile(
    r"\s*\[?\s*([A-Za-z])([1-9][0-9]{0,9})(?:\s*[§#/]\s*([0-9]+(?:\.[0-9]+)*(?:-[0-9]+)?))?\s*\]?\s*"
)
_DIGITS: Final = re.compile(r"[0-9]+")


def as_ref(text: str) -> str | None:
    """The ref that ``text`` is, in its own form; None if it is none."""
    found = _REF.fullmatch(text)
    return found[1].upper() + found[2] + (f"§{found[3]}" if found[3] else "") if found else None


def ref_order(ref: str) -> tuple[int, ...]:
    """What refs of one kind are sorted by: D2 before D10, D1§9 before D1§10-2."""
    return tuple(int(digits) for digits in _DIGITS.findall(ref))


def ref_not_found(handle: MapHandle, ref: str) -> RefNotFound:
    """The error that no entry has this ref, with the nearest that exist; MapNotFound if the map is gone."""
    handle.node()
    document = ref.partition("§")[0]
    near: list[str] = []
    for prefix in (*([f"{document}§"] if "§" in ref else []), document, document[:1]):
        near = near or documents.nearest_refs(handle.db, handle.uid, prefix)
    hint = f"nearest: {', '.join(near)}" if near else "see `status` and `search` for refs"
    return RefNotFound(f"no entry {ref[:60]} in {handle.name!r}", hint)
