"""Any sequence of changes: each revision can be read as it was, and brought back, byte for byte."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing.linking import link_pending
from peek_graph.context_map.view.dictionary import json_text
from tests.context_map.conftest import Project
from tests.context_map.history.sequences import BEGINNING, Story, roll_back, step
from tests.context_map.invariants import assert_whole

pytestmark = pytest.mark.live

_FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
_MANY = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def tell(project: Project, data: st.DataObject, steps: int) -> None:
    name = f"test-{uuid.uuid4().hex[:12]}"
    quiet = project.settings.model_copy(
        update={"embedding": project.settings.embedding.model_copy(update={"model": "none"})}
    )
    opened = ContextMap.create(name, goal="Know batteries", constraints=["Public sources only"], settings=quiet)
    project.made.append(opened)
    story = Story(project, opened)
    story.record()
    opened.load(BEGINNING, source_kind="user")
    story.record()
    for _ in range(data.draw(st.integers(3, steps))):
        step(data.draw, story)
    for number, text in story.recorded.items():
        assert json_text(opened.at(number).to_dict()) == text
    roll_back(data.draw, story)
    assert_whole(project, opened)
    # Whatever was linked before and on the way, nobody sees another neighbour than the one that is there.
    link_pending(opened._handle)
    assert_whole(project, opened)


@_FEW
@given(data=st.data())
def test_a_few_sequences(project: Project, data: st.DataObject) -> None:
    tell(project, data, 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@_MANY
@given(data=st.data())
def test_three_hundred_sequences(project: Project, data: st.DataObject) -> None:
    tell(project, data, 14)
