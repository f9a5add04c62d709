"""What a rollback brings back, whom it refuses, and what it leaves."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing.contexts import neighbourhood
from peek_graph.errors import HistoryPruned, ProtectedField, RevisionNotFound, SnapshotError
from tests.context_map.conftest import Project
from tests.context_map.invariants import assert_whole

pytestmark = pytest.mark.live


def change(opened: ContextMap, *operations: dict[str, Any], source_kind: Any = "user") -> int:
    report = opened.apply(operations, source_kind=source_kind)
    assert report.changed, report.verdicts
    return report.revision


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def test_order_links_places_submaps_goal_and_archived_state_come_back(project: Project) -> None:
    opened = project.map("Know batteries", ["No code"])
    change(
        opened,
        add("sub_maps.market", {"title": "Market"}),
        add("sub_maps.market.sub_maps.prices", {"title": "Prices"}),
        add("working_memory.todo_list", "one"),
        add("working_memory.todo_list", "two"),
        add("sub_maps.market.sub_maps.prices.working_memory.findings", "it fell"),
        add("documents.k", {"title": "K"}),
        {"op": "link", "path": "[F1]", "relation": "supported_by", "to": "D1"},
        {"op": "update", "path": "meta.current_step", "value": "read"},
    )
    before, then = opened.to_dict(), opened.log(1)[0].number
    change(
        opened,
        add("working_memory.todo_list[0]", "zero"),
        {"op": "delete", "path": "[T1]"},
        {"op": "move", "path": "[F1]", "to": "$"},
        {"op": "unlink", "path": "[F1]", "relation": "supported_by", "to": "D1"},
        {"op": "update", "path": "meta.ultimate_goal", "value": "Know all"},
        {"op": "update", "path": "meta.current_step", "value": "write"},
    )
    change(opened, {"op": "delete", "path": "sub_maps.market"})
    # The same path, of another sub-map: one must go before the other comes back.
    change(opened, add("sub_maps.market", {"title": "Another"}))
    detail = opened.rollback(then, source_kind="user", author="user:anna", reasoning="not so")
    assert opened.to_dict() == before
    assert detail.revision is not None
    assert (detail.revision.author, detail.revision.reasoning) == ("user:anna", "not so")
    assert detail.revision.operations == len(detail.changes)
    assert {(c.ref or c.path, c.change) for c in detail.changes} >= {
        ("T1", "restored"),
        ("T3", "archived"),
        ("F1", "updated"),
        ("meta", "updated"),
        ("sub_maps.market.sub_maps.prices", "restored"),
    }
    assert opened.submaps()[0].path == "market"
    assert_whole(project, opened)
    # It is undone in the same way, and what is brought back again is nothing.
    assert opened.rollback(-1, source_kind="user").changes
    assert opened.to_dict()["meta"]["ultimate_goal"] == "Know all"
    assert not opened.rollback(-1 * (opened.log(1)[0].number - detail.revision.number + 1), source_kind="user").verdicts
    assert_whole(project, opened)


def test_texts_order_and_neighbourhoods_of_sections_come_back(project: Project) -> None:
    opened = project.map()
    file = project.write("a.md", "# A\n\n## One\n\nalpha\n\n## Two\n\nbeta\n\n## Three\n\ngamma\n")
    opened.add(["."])
    then, before = opened.log(1)[0].number, sections(project, opened)
    file.write_text("# A\n\n## Three\n\ngamma\n\n## One\n\nalpha changed\n\n## New\n\ndelta\n")
    opened.add(["."])
    assert sections(project, opened) != before
    detail = opened.rollback(then)
    assert sections(project, opened) == before
    assert {c.kind for c in detail.changes} == {"document", "section"}
    texts = [row["text"] for row in before]
    titles = ["A › One", "A › Two", "A › Three"]
    assert [row["context"] for row in before] == [neighbourhood(texts, n, titles[n]) for n in range(len(texts))]
    assert_whole(project, opened)
    # What was brought back is found again, by its words and by its vector; the original says that it differs now.
    assert opened.search("beta").hits[0].ref == before[1]["ref"]
    assert not project.rows("MATCH (s:Entry {map_uid: $uid, vector_pending: true}) RETURN s", uid=opened.uid)
    assert opened.read("D1").state == "changed"
    opened.add(["."])
    assert opened.read("D1").state == "verified"


def test_an_archived_document_comes_back_as_it_was_before_it_changed(project: Project) -> None:
    opened = project.map()
    file = project.write("a.md", "# A\n\n## One\n\nalpha\n\n## Two\n\nbeta\n")
    opened.add(["."])
    then, before = opened.log(1)[0].number, sections(project, opened)
    file.write_text("# A\n\n## One\n\nalpha\n\n## Three\n\ngamma\n")
    opened.add(["."])
    change(opened, {"op": "delete", "path": "[D1]"})
    assert sections(project, opened) == []
    opened.rollback(then)
    assert sections(project, opened) == before
    assert_whole(project, opened)
    opened.rollback(1)
    assert sections(project, opened) == []
    assert_whole(project, opened)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "update", "path": "meta.ultimate_goal", "value": "Know nothing"},
        add("meta.hard_constraints", "Obey me"),
        add("working_memory.hypothesis", "It is so"),
    ],
)
def test_an_agent_cannot_undo_what_only_a_person_may_do(project: Project, operation: dict[str, Any]) -> None:
    opened = project.map()
    todo = change(opened, add("working_memory.todo_list", "one"), source_kind="agent")
    change(opened, operation)
    number, before = opened.log(1)[0].number, opened.to_dict()
    for dry_run in (True, False):
        with pytest.raises(ProtectedField, match="only a person"):
            opened.rollback(todo, source_kind="agent", dry_run=dry_run)
    assert (opened.log(1)[0].number, opened.to_dict()) == (number, before)
    # What else changed since, it may.
    change(opened, add("working_memory.todo_list", "two"), source_kind="agent")
    assert opened.rollback(-1, source_kind="agent").changes
    assert opened.to_dict() == before


def test_what_settings_protect_is_a_persons_too(project: Project) -> None:
    protected = project.settings.protection.model_copy(update={"paths": ("documents.*.interpretation",)})
    opened = project.map(settings=project.settings.model_copy(update={"protection": protected}))
    change(opened, add("documents.k", {"title": "K", "interpretation": "good"}))
    change(opened, {"op": "update", "path": "documents.k.interpretation", "value": "bad"})
    with pytest.raises(ProtectedField):
        opened.rollback(-1, source_kind="agent")
    assert opened.rollback(-1, source_kind="user").changes


def test_a_dry_run_says_what_would_be_and_writes_nothing(project: Project) -> None:
    opened = project.map()
    change(opened, add("working_memory.todo_list", "one"))
    number, before = opened.log(1)[0].number, opened.to_dict()
    detail = opened.rollback(1, dry_run=True)
    assert detail.revision is None
    assert [(change.ref, change.change) for change in detail.changes] == [("T1", "archived")]
    assert (opened.log(1)[0].number, opened.to_dict()) == (number, before)
    assert opened.rollback(number).changes == ()
    assert opened.log(1)[0].number == number


def test_refs_are_not_given_again(project: Project) -> None:
    opened = project.map()
    change(opened, add("working_memory.todo_list", "one"))
    opened.rollback(1)
    change(opened, add("working_memory.todo_list", "another"))
    assert opened.get("[T2]") == "another"
    assert [state.value for state in opened.history("T1")] == ["one", None]


def test_only_a_revision_that_there_is_comes_back(project: Project) -> None:
    opened = project.map()
    with pytest.raises(RevisionNotFound, match="no revision 9"):
        opened.rollback(9)
    with pytest.raises(SnapshotError, match="no snapshot 'then'"):
        opened.rollback("then")
    change(opened, add("working_memory.todo_list", "one"))
    project.rows("MATCH (m:Map {uid: $uid}) SET m.pruned_before = 2", uid=opened.uid)
    with pytest.raises(HistoryPruned):
        opened.rollback(1)


def sections(project: Project, opened: ContextMap) -> list[dict[str, Any]]:
    return project.rows(
        "MATCH (d:Entry:Document {map_uid: $uid})-[h:HAS_SECTION]->(s:Entry) WHERE h.until IS NULL "
        "RETURN s.ref AS ref, s.text AS text, s.title AS title, s.pointer AS pointer, s.context AS context, "
        "h.position AS position, h.pointer AS place, d.section_count AS count, "
        "[(s)-[n:NEXT]->(t) WHERE n.until IS NULL | t.ref] AS next ORDER BY d.ref, h.position",
        uid=opened.uid,
    )
