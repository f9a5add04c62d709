"""The whole view of a map as a plain dictionary."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from peek_graph.context_map.view.fields import shown
from peek_graph.context_map.view.kinds import KINDS
from peek_graph.context_map.view.loading import operations_of
from peek_graph.context_map.view.stored import from_props, other_fields, plain
from peek_graph.graph.states import LINKS, State

__all__ = ["build_view", "json_text", "operations_of", "shown_entry"]


def build_view(states: Iterable[State], *, map_name: str) -> dict[str, Any]:
    """The view of a map in these states of its elements, sections left out; ``map_name`` stands in for a task id.

    The same states give the same dictionary in whatever order they come. What was edited by hand is shown as far as it
    can be; an element whose parent is not among them stands at the root.
    """
    ordered = sorted((state for state in states if state.kind in KINDS or state.kind == "map"), key=_order)
    root = next((state for state in ordered if state.kind == "map"), None)
    submaps = {state.uid for state in ordered if state.kind == "submap"}
    tree = _Tree(_link_targets(ordered), defaultdict(lambda: defaultdict(list)))
    for state in ordered:
        if state.kind in KINDS:
            parent = state.parent_uid
            tree.children[parent if isinstance(parent, str) and parent in submaps else None][state.kind].append(state)
    return {"meta": _meta(root.props if root else {}, tree, map_name), **tree.part(None)}


def json_text(view: Mapping[str, Any]) -> str:
    """The view as text: the same bytes for the same view."""
    return json.dumps(view, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def shown_entry(state: State, *, linked: bool) -> Any:
    """An entry's JSON; with its ref where others link to it."""
    value = from_props(state.kind, state.props)
    return shown(replace(value, label=state.ref) if linked else value)


@dataclass(frozen=True, slots=True)
class _Tree:
    """Elements by parent (None: the map) and kind, and the refs that are linked to."""

    targets: frozenset[str]
    children: defaultdict[str | None, defaultdict[str, list[State]]]

    def entries(self, parent: str | None, kind: str) -> list[Any]:
        return [shown_entry(state, linked=state.ref in self.targets) for state in self.children[parent][kind]]

    def keyed(self, parent: str | None, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for state in self.children[parent][kind]:
            key = str(state.props.get("key") or state.ref)
            while key in found:
                key = f"{key} ({state.ref})"
            found[key] = shown_entry(state, linked=state.ref in self.targets)
        return found

    def part(self, parent: str | None) -> dict[str, Any]:
        """The containers of the map or of a sub-map; those that few maps have, only where something is in them."""
        hypotheses = self.entries(parent, "hypothesis")
        memory: dict[str, Any] = {
            "hypothesis": hypotheses if len(hypotheses) > 1 else next(iter(hypotheses), None),
            "todo_list": self.entries(parent, "todo"),
            "pending_questions": self.entries(parent, "question"),
        }
        if findings := self.entries(parent, "finding"):
            memory["findings"] = findings
        if variables := self.keyed(parent, "variable"):
            memory["variables"] = variables
        if notices := self.entries(parent, "notice"):
            memory["notices"] = notices
        part: dict[str, Any] = {
            "documents": self.keyed(parent, "document"),
            "action_history": self.entries(parent, "action"),
            "working_memory": memory,
        }
        inner: dict[str, Any] = {}
        for state in self.children[parent]["submap"]:
            key = str(state.props.get("key") or state.ref)
            while key in inner:
                key = f"{key} ({state.ref})"
            inner[key] = {**dict(from_props("submap", state.props).fields), **self.part(state.uid)}
        return {**part, "sub_maps": inner} if inner else part


def _meta(props: Mapping[str, Any], tree: _Tree, map_name: str) -> dict[str, Any]:
    other = other_fields(props)
    step = props.get("current_step")
    return {
        "task_id": plain(props.get("task_id") or map_name),
        "ultimate_goal": plain(props.get("goal") or ""),
        "hard_constraints": tree.entries(None, "constraint"),
        "current_step": other.get("current_step", "") if step is None else plain(step),
    }


def _order(state: State) -> tuple[float, str]:
    try:
        position = float(state.props.get("position") or 0)
    except (TypeError, ValueError):
        position = math.inf
    return (math.inf if math.isnan(position) else position, state.uid)


def _link_targets(states: Iterable[State]) -> frozenset[str]:
    links = (state.props.get(name) for state in states for name in LINKS)
    refs = [ref for refs in links if isinstance(refs, (list, tuple)) for ref in refs if isinstance(ref, str)]
    # A section is found by its document's ref.
    return frozenset((*refs, *(ref.partition("§")[0] for ref in refs)))
