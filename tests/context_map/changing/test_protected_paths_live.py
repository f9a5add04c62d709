"""Settings protect further paths, with all below them."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.settings import ProtectionSettings
from tests.context_map.changing.conftest import (
    FINDINGS,
    PERSON,
    TODOS,
    VARIABLES,
    Worked,
    add,
    delete,
    link,
    move,
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def opened_with(project: Project, *paths: str) -> Worked:
    settings = project.settings.model_copy(update={"protection": ProtectionSettings(paths=paths)})
    worked = Worked(project.map(embedder=None, settings=settings))
    worked.do(
        add("documents.d", {"title": "T", "interpretation": "I"}),
        add(f"{VARIABLES}.budget", {"max": 5}),
        add(FINDINGS, "f"),
        add("sub_maps.market", {"title": "M", "working_memory": {"findings": ["g"], "variables": {"n": 1}}}),
        add("sub_maps.market.documents.e", {"title": "E", "interpretation": "J"}),
        add("sub_maps.other", "Other"),
        **PERSON,
    )
    return worked


@pytest.mark.parametrize(
    ("pattern", "routes", "free"),
    [
        (
            "documents.*.interpretation",
            [
                update("documents.d.interpretation", "x"),
                update("D1", {"interpretation": "x"}),
                update("documents", {"d": {"interpretation": "x"}}),
                delete("documents.d.interpretation"),
                delete("D1"),
                delete("documents"),
                move("D1", "sub_maps.market"),
                add("documents.new", {"title": "N", "interpretation": "x"}),
            ],
            [update("D1.title", "x"), update("D2.interpretation", "x"), add("documents.new2", {"title": "N"})],
        ),
        (
            f"$.{VARIABLES}['budget']",
            [update(f"{VARIABLES}.budget.max", 6), update("V1", 6), delete(VARIABLES), move("V1", "sub_maps.other")],
            [add(f"{VARIABLES}.free", 1), update(f"sub_maps.market.{VARIABLES}.n", 2)],
        ),
        (
            f"sub_maps.*.{FINDINGS}",
            [
                add(f"sub_maps.market.{FINDINGS}", "x"),
                update("F2", "x"),
                update(f"sub_maps.market.{FINDINGS}", []),
                delete("sub_maps.market"),
                move("sub_maps.market", "sub_maps.other"),
                move("F1", "sub_maps.market"),
                move("F2", "$"),
                link("F2", "supported_by", "D1"),
            ],
            [update("F1", "x"), add(FINDINGS, "y")],
        ),
        ("meta.current_step", [update("meta.current_step", 5), update("meta", {"current_step": 6})], [add(TODOS, "x")]),
        (
            "sub_maps.market",
            [
                update("sub_maps.market.title", "x"),
                delete("sub_maps"),
                add(f"sub_maps.market.{TODOS}", "x"),
                add("sub_maps.market.sub_maps.inner", "x"),
                move("sub_maps.other", "sub_maps.market"),
                move("D2", "$"),
                move("D1", "sub_maps.market"),
            ],
            [update("sub_maps.other.title", "x")],
        ),
        (
            "documents[*]",
            [add("documents.x", {"title": "X"}), update("D1.title", "x"), delete("D1")],
            [add(TODOS, "x")],
        ),
    ],
)
def test_paths_of_settings(m: Worked, project: Project, pattern: str, routes: Any, free: Any) -> None:
    worked = opened_with(project, pattern)
    before = worked.view
    for route in routes:
        verdict = worked.one(route)
        assert verdict.verdict == "proposed", (route, verdict)
        assert worked.view == before, route
    for operation in free:
        assert worked.one(operation).verdict == "applied", operation
    assert worked.one(routes[0], **PERSON).verdict == "applied"
