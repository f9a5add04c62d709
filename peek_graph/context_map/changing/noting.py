"""One entry by hand, as an operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.places import place_of
from peek_graph.errors import InvalidValue

NOTED = tuple(kind for kind in KINDS if kind not in ("document", "submap", "notice"))
"""The kinds that a note can be."""


def note_operation(
    kind: str,
    text: Any,
    *,
    submap: str | None,
    priority: int | None,
    confidence: float | None,
    sources: Sequence[str],
    key: str | None,
    check: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The operation that adds an entry, or sets hypothesis or variable; InvalidValue if an option does not fit."""
    if kind not in NOTED:
        raise InvalidValue(f"a note is no {kind!r}", f"one of {', '.join(NOTED)}")
    if (key is not None) != (kind == "variable"):
        raise InvalidValue(f"key is {key!r} for a {kind}", "a variable has a key, nothing else has")
    if kind == "constraint" and submap:
        raise InvalidValue("a constraint is the whole map's", "leave the sub-map out")
    if priority is not None and kind != "todo":
        raise InvalidValue(f"priority is {priority} for a {kind}", "only a todo has one")
    if check is not None and kind != "constraint":
        raise InvalidValue(f"check is given for a {kind}", "only a constraint has one")
    path = place_of([part for part in (submap or "").split(".") if part], kind)
    if kind == "variable":
        if confidence is not None or sources:
            raise InvalidValue("a variable has no confidence or sources", "note a finding instead")
        return {"op": "update", "path": str(path), "value": {key: text}}
    check = dict(check) if isinstance(check, Mapping) else check
    extra = {"priority": priority, "confidence": confidence, "check": check, "supported_by": list(sources) or None}
    given = {name: value for name, value in extra.items() if value is not None}
    # There is one hypothesis, which another note of it replaces.
    op = "update" if kind == "hypothesis" else "add"
    return {"op": op, "path": str(path), "value": {KINDS[kind].primary: text, **given} if given else text}
