"""What a second model says to a proposal, where a person decides on it."""

import sys

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.records import Review
from tests.cli.conftest import Project
from tests.cli.terminal import Terminal
from tests.cli.test_changing_live import GOAL, TODO

pytestmark = [pytest.mark.live, pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")]


def test_what_a_reviewer_said_is_shown_before_a_person_decides(project: Project) -> None:
    project.init()
    with ContextMap.open() as opened:
        opened.apply([GOAL, TODO], reviews={0: Review("disagrees", "nobody\nsaid \x1b[31mso", "agent:reviewer")})
    listed = project.run("proposals").stdout
    assert "review: disagrees, says agent:reviewer: nobody said" in listed
    assert "\x1b" not in listed
    form = project.json("proposals")["proposals"][0]
    assert form["review"] == {"verdict": "disagrees", "reason": "nobody\nsaid \x1b[31mso", "by": "agent:reviewer"}
    assert "review: disagrees" in project.run("status").stdout
    words = ("-m", "peek_graph", "confirm", "P1", "--reason", "agreed")
    with Terminal(*words, folder=project.folder) as person:
        person.expect("Confirm P1?")
        assert "disagrees, says agent:reviewer" in person.said
        person.type("n")
        assert person.end() == 1
