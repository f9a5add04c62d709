from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from tests.agent.conftest import updater_of
from tests.agent.updating.bad_answers import bad_answers
from tests.openai_server.stand_in import StandIn

pytestmark = pytest.mark.live


@pytest.mark.parametrize("seed", [1])
def test_bad_answers_change_nothing_by_half_and_nothing_protected(
    battery: ContextMap, server: StandIn, seed: int
) -> None:
    observe_bad_answers(battery, server, seed, 60)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_thousand_of_them(battery: ContextMap, server: StandIn) -> None:
    observe_bad_answers(battery, server, 2, 1000)


def observe_bad_answers(map: ContextMap, server: StandIn, seed: int, count: int) -> None:
    """Each answer, and the one to the second question, is a bad one of the seed."""
    answers = bad_answers(seed)
    updater = updater_of(map, server, related=3)
    before, revision = map.to_dict(), map.log(1)[0].number
    was = protected(map)
    for number in range(count):
        server._script.clear()
        server.plays(*islice(answers, 12))
        kind = ("web", "tool", "agent", "user", "document")[number % 5]
        report = updater.observe(f"Page {number} says that prices fell in May.", source_kind=kind)  # type: ignore[arg-type]
        now = map.log(1)[0].number
        assert report.outcome in ("applied", "nothing", "failed"), number
        assert protected(map) == was, number
        if report.outcome == "applied":
            assert now > revision
            assert not any(verdict.verdict == "rejected" for verdict in report), number
            before, revision = map.to_dict(), now
        else:
            assert now == revision, number
            assert map.to_dict() == before, number
        if report.outcome == "failed":
            assert report.failures, number


def protected(map: ContextMap) -> tuple[Any, ...]:
    view = map.to_dict()
    confidence = map.why("F3").confidence
    meta = view["meta"]
    return meta["ultimate_goal"], meta["hard_constraints"], view["working_memory"]["hypothesis"], confidence
