"""Paths of settings that lie deeper than what an operation names, or that name links."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.errors import ProtectedField
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
    update,
)
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def protecting(project: Project, *paths: str) -> Worked:
    settings = project.settings.model_copy(update={"protection": ProtectionSettings(paths=paths)})
    worked = Worked(project.map(embedder=None, settings=settings))
    worked.do(
        add("documents.d", {"title": "T", "meta": {"owner": "anna"}}),
        add(f"{VARIABLES}.config", {"limit": 5, "x": 1}),
        add("action_history", {"action": "a", "output": {"result": 1}}),
        add(FINDINGS, "f"),
        **PERSON,
    )
    return worked


@pytest.mark.parametrize(
    ("pattern", "routes", "free"),
    [
        (
            "documents.*.meta.owner",
            [
                update("documents.d.meta.owner", "evil"),
                update("D1.meta", {"owner": "evil"}),
                update("documents", {"d": {"meta": {"owner": "evil"}}}),
                delete("D1.meta.owner"),
                delete("D1.meta"),
                add("documents.new", {"title": "N", "meta": {"owner": "evil"}}),
            ],
            [
                add("D1.meta.note", "n"),
                update("D1.title", "x"),
                add("documents.new2", {"title": "N", "meta": {"n": 1}}),
            ],
        ),
        (
            f"{VARIABLES}.config.limit",
            [
                update(f"{VARIABLES}.config.limit", 9),
                update("V1", {"limit": 9}),
                update(VARIABLES, {"config": {"limit": 9}}),
            ],
            [add(f"{VARIABLES}.limit", 9), add(f"{VARIABLES}.other", {"limit": 9})],
        ),
        ("action_history.*.output.result", [update("A1.output.result", 2)], [add("action_history", "b")]),
        ("meta.current_step.phase", [update("meta.current_step", {"phase": 2})], [add(TODOS, "x")]),
        (
            f"{FINDINGS}.*.supported_by",
            [
                add(FINDINGS, {"text": "g", "supported_by": ["D1"]}),
                link("F1", "supported_by", "D1"),
                update("F1", {"supported_by": ["D1"]}),
            ],
            [add(FINDINGS, "h"), add(FINDINGS, {"text": "i", "contradicts": ["F1"]}), add("F1.note", "n")],
        ),
        (f"{FINDINGS}.*.text", [add(FINDINGS, "g"), update("F1", "g")], [add(TODOS, "x")]),
    ],
)
def test_deeper_than_the_field_that_changes(m: Worked, project: Project, pattern: str, routes: Any, free: Any) -> None:
    worked = protecting(project, pattern)
    before = worked.view
    for route in routes:
        verdict = worked.one(route)
        assert verdict.verdict == "proposed", (route, verdict)
        assert worked.view == before, route
    for operation in free:
        assert worked.one(operation).verdict == "applied", operation
    assert worked.one(routes[0], **PERSON).verdict == "applied"


def test_protected_links_of_a_loaded_dictionary_are_left_out_with_a_word(m: Worked, project: Project) -> None:
    worked = protecting(project, "documents.*.supported_by")
    loaded = {"documents": {"e": {"title": "E", "supported_by": ["documents.d"], "cites": ["documents.d"]}}}
    report = worked.opened.load(loaded)
    (verdict,) = report.verdicts
    assert verdict.verdict == "applied"
    assert "supported_by was left out: documents.e.supported_by is protected" in verdict.reason
    assert worked.view["documents"]["e"] == {"title": "E", "cites": ["D1"]}
    loaded["documents"]["f"] = loaded["documents"].pop("e")
    worked.opened.load(loaded, **PERSON)
    assert worked.view["documents"]["f"]["supported_by"] == ["D1"]


@pytest.mark.parametrize("pattern", ["sub_maps", "sub_maps.*.title", "sub_maps.a", "sub_maps.*.sub_maps", "$"])
def test_a_sub_map_where_settings_protect_it(m: Worked, project: Project, pattern: str) -> None:
    worked = protecting(project, pattern)
    worked.add("sub_maps.b", "B", **PERSON)
    key, parent = ("inner", "b") if pattern == "sub_maps.*.sub_maps" else ("a", None)
    before = worked.view, worked.revision
    with pytest.raises(ProtectedField) as caught:
        worked.opened.add_submap(key, parent=parent)
    assert "apply an `add`" in (caught.value.hint or "")
    assert (worked.view, worked.revision) == before


def test_a_sub_map_beside_what_is_protected(m: Worked, project: Project) -> None:
    worked = protecting(project, "sub_maps.a", "documents")
    assert worked.opened.add_submap("b").path == "b"
