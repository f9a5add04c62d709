"""Names and mentions as a map's own changes leave them."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from tests.context_map.conftest import Project
from tests.context_map.graph_read import Element, read_graph
from tests.context_map.invariants import assert_whole
from tests.context_map.mentions.invariants import mentions

pytestmark = pytest.mark.live

_LINKS = """
MATCH (a:Entry {map_uid: $uid})-[m:MENTIONS]->(b:Entry {map_uid: $uid})
RETURN a.ref AS a, b.ref AS b, m.form AS form
"""


def links(project: Project, opened: ContextMap) -> dict[tuple[str, str], str]:
    return {(row["a"], row["b"]): row["form"] for row in project.rows(_LINKS, uid=opened.uid)}


def forms(project: Project, opened: ContextMap) -> set[str]:
    rows = project.rows("MATCH (n:Name {map_uid: $uid}) RETURN n.form AS form", uid=opened.uid)
    return {row["form"] for row in rows}


def change(opened: ContextMap, op: str, path: str, value: Any = None) -> None:
    operation = {"op": op, "path": path} | ({} if value is None else {"value": value})
    result = opened.apply([operation], author="user:ann", source="test", reasoning="test")
    assert [verdict.verdict for verdict in result.verdicts] == ["applied"]


@pytest.fixture
def opened(project: Project) -> ContextMap:
    project.write("a/na-cells.md", "# Sodium-ion cells\n\nThey are cheap, unlike Solid Electrolytes.\n")
    project.write("a/review.md", "# Solid electrolytes\n\n## On others\n\nIn sodium-ion cells they are rare.\n")
    opened = project.map()
    opened.add(["a"])
    return opened


def test_sources_mention_each_other_by_title(project: Project, opened: ContextMap) -> None:
    found = links(project, opened)
    assert {(a[:2], b, form) for (a, b), form in found.items()} == {
        ("D1", "D2", "solid electrolytes"),
        ("D2", "D1", "sodium ion cells"),
    }
    assert_whole(project, opened)


def test_entries_mention_sources_and_variables(project: Project, opened: ContextMap) -> None:
    before = links(project, opened)
    change(opened, "add", "working_memory.variables.budget_2026", 12)
    change(opened, "add", "working_memory.findings", "Sodium-ion cells fit into budget_2026.")
    opened.search("cells")
    found = links(project, opened)
    assert found.keys() - before.keys() == {("F1", "D1"), ("F1", "V1")}
    assert_whole(project, opened)


def test_a_renamed_document_with_other_names(project: Project, opened: ContextMap) -> None:
    change(opened, "add", "working_memory.findings", "The NIB report is good. So are natrium cells.")
    change(opened, "update", "documents.na_cells.title", "Natrium cells")
    opened.search("cells")
    assert ("F1", "D1") in links(project, opened)
    assert "sodium ion cells" not in links(project, opened).values()
    change(opened, "add", "documents.na_cells.aliases", ["NIB report"])
    opened.search("cells")
    assert {"nib report", "natrium cells"} <= forms(project, opened)
    assert_whole(project, opened)


def test_archived_restored_and_pruned(project: Project, opened: ContextMap) -> None:
    opened.archive(["D1"], author="user:ann")
    change(opened, "add", "working_memory.findings", "Sodium-ion cells are back.")
    opened.search("cells")
    assert links(project, opened) == {}
    opened.restore(["D1"], author="user:ann")
    opened.search("cells")
    assert ("F1", "D1") in links(project, opened)
    assert_whole(project, opened)
    opened.archive(["D1"], author="user:ann")
    opened.prune(opened.log(limit=1)[0].number, file=project.folder / "pruned.jsonl")
    assert "MENTIONS" not in (project.folder / "pruned.jsonl").read_text()
    assert "sodium ion cells" not in forms(project, opened)
    graph = read_graph(opened._handle.db, opened.uid)
    assert list(mentions(graph, [Element.of(graph, node) for node in graph.nodes.values() if node.is_element])) == []
