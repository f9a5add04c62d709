"""What was seen of a map at a revision is seen of it for that revision ever after, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from peek_graph.context_map.history.at import MapAt
from peek_graph.context_map.view.dictionary import json_text
from peek_graph.context_map.view.json_values import same
from peek_graph.context_map.view.steps import Path
from peek_graph.errors import PeekGraphError
from tests.context_map.conftest import Project
from tests.context_map.history.story import Step, Story, steps

pytestmark = pytest.mark.live


def check_parts(then: MapAt) -> None:
    """Each part of the view that is asked for by itself is what it is in the whole."""
    for path, value in parts(Path.of(()), then.to_dict()):
        assert same(then.get(str(path)), value), str(path)


def parts(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from parts(path.child(name), item)
    if isinstance(value, list) and value:
        yield path.child(-1), value[-1]


def check(project: Project, given_steps: list[Step]) -> None:
    opened = project.map("alpha", ["beta"])
    story = Story(opened._handle)
    story.run(given_steps)
    for revision, view in story.views.items():
        assert json_text(MapAt(story.handle, revision).to_dict()) == view, f"view at {revision}"
    for (revision, budget), text in story.statuses.items():
        try:
            then = MapAt(story.handle, revision).status(budget).text
        except PeekGraphError as error:
            then = str(error)
        assert then == text, f"status at {revision} in {budget}"
    check_parts(MapAt(story.handle, max(2, max(story.views) - 1)))


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_any_series_of_changes(project: Project, given_steps: list[Step]) -> None:
    check(project, given_steps)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_any_series_of_changes_many_times(project: Project, given_steps: list[Step]) -> None:
    check(project, given_steps)
