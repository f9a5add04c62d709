"""Whatever happened to a map: what is archived leaves the counts exact, and a prune no later revision different."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.errors import PeekGraphError
from tests.context_map.archiving.conftest import Filled
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live

_REFS = [f"{letter}{number}" for letter in "TFVDH" for number in (1, 2, 3)]
_PLACES = ["", "sub_maps.a.", "sub_maps.a.sub_maps.b.", "sub_maps.c."]
_SUBMAPS = ["sub_maps.a", "sub_maps.a.sub_maps.b", "sub_maps.c"]
_ref, _place, _submap = st.sampled_from(_REFS), st.sampled_from(_PLACES), st.sampled_from(_SUBMAPS)
_value = st.sampled_from(["x", "y", {"text": "z", "supported_by": ["F1"]}, {"text": "w", "contradicts": ["F1", "F2"]}])
_added = st.sampled_from(
    [
        ("working_memory.todo_list", {"task": "t", "status": "done"}),
        ("working_memory.findings", {"text": "f", "supported_by": ["D1"]}),
        ("working_memory.findings", {"text": "g", "supersedes": ["F1"]}),
        ("working_memory.variables.v", {"a": [1, None]}),
        ("working_memory.hypothesis", "h"),
        ("documents.d", {"title": "D", "summary": "s"}),
    ]
)
_step = (
    st.tuples(st.just("add"), _place, _added)
    | st.tuples(st.just("submap"), _submap)
    | st.tuples(st.just("update"), _ref, _value)
    | st.tuples(st.just("move"), _ref, _place)
    | st.tuples(st.just("archive"), st.lists(_ref | _submap, min_size=1, max_size=2))
    | st.tuples(st.just("restore"), st.lists(_ref | _submap, min_size=1, max_size=2))
    | st.tuples(st.just("rollback"), st.integers(0, 100))
)


def done(filled: Filled, step: tuple[Any, ...], oldest: int) -> bool:
    """Whether the step could be done; what is refused must have changed nothing, which the views show."""
    opened = filled.opened
    try:
        match step:
            case ("add", place, (path, value)):
                report = opened.apply([{"op": "add", "path": place + path, "value": value}], source_kind="user")
            case ("submap", path):
                report = opened.apply([{"op": "add", "path": path, "value": {"title": path}}], source_kind="user")
            case ("update", ref, value):
                report = opened.apply([{"op": "update", "path": ref, "value": value}], source_kind="user")
            case ("move", ref, place):
                operation = {"op": "move", "path": ref, "to": place.removesuffix(".") or "$"}
                report = opened.apply([operation], source_kind="user")
            case ("archive", targets):
                return opened.archive(targets, source_kind="user").changed
            case ("restore", targets):
                return opened.restore(targets, source_kind="user").changed
            case ("rollback", share):
                to = max(oldest, filled.revision * share // 100)
                return bool(opened.rollback(to, source_kind="user").changes)
    except PeekGraphError:
        return False
    return bool(report.changed)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(_step, min_size=10, max_size=30), st.integers(0, 100), st.lists(_step, max_size=6))
def test_a_prune_changes_no_later_revision(
    project: Project, steps: list[tuple[Any, ...]], share: int, more: list[tuple[Any, ...]]
) -> None:
    filled = Filled(project, project.map())
    opened = filled.opened
    for path in _SUBMAPS:
        done(filled, ("submap", path), 1)
    for place in _PLACES:
        done(filled, ("add", place, ("working_memory.findings", "f")), 1)
    recorded: dict[int, str] = {}

    def record() -> None:
        recorded[filled.revision] = json.dumps(opened.to_dict())
        filled.check_counts()

    record()
    for step in steps:
        before = filled.revision
        changed = done(filled, step, 1)
        assert (filled.revision > before) == changed
        record()
    oldest = max(1, filled.revision * share // 100)
    opened.prune(oldest, file=project.folder / f"{uuid.uuid4().hex}.jsonl")
    recorded = {number: text for number, text in recorded.items() if number >= oldest}
    for step in (*more, ("rollback", share)):
        done(filled, step, oldest)
        record()
    for number, text in recorded.items():
        assert json.dumps(opened.at(number).to_dict()) == text
