"""An agent that is killed three times goes on with its map alone, and knows where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.resumption.questions import QUESTIONS
from bench.resumption.run import WANTED, Resumed, resume
from bench.resumption.story import STEPS
from peek_graph.settings import Connection, load_settings

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.network]


@pytest.fixture(scope="module")
def resumed(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Resumed:
    folder: Path = tmp_path_factory.mktemp("ardenbrook")
    to = neo4j_connection
    return resume(load_settings(folder, uri=to.uri, user=to.user, password=to.password, database=to.database))


def test_every_step_is_done_once_and_nothing_is_noted_twice(resumed: Resumed) -> None:
    assert resumed.steps == [step.number for step in STEPS]
    assert resumed.twice == []
    assert resumed.decided == ["working_memory.hypothesis"]


def test_questions_about_its_own_state_are_answered_from_what_it_is_shown(resumed: Resumed) -> None:
    missed = [(one.question.number, one.missing["map"]) for one in resumed.asked if not one.found("map")]
    assert len(resumed.asked) == len(QUESTIONS) == 40
    assert resumed.scores["map"] >= WANTED, missed


def test_the_map_knows_more_than_the_last_messages_and_than_the_nearest_ones(resumed: Resumed) -> None:
    assert all(one.shown[way].strip() for one in resumed.asked for way in ("last messages", "top-k"))
    assert resumed.scores["map"] > max(resumed.scores["last messages"], resumed.scores["top-k"])
