"""What happens between what a person is shown of a rollback and the rollback."""

from __future__ import annotations

from typing import Any

import pytest

from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.history import naming, rollback
from peek_graph.errors import HistoryPruned, ProtectedField
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def test_a_person_undoes_nothing_protected_that_was_not_shown(project: Project) -> None:
    opened = project.map()
    opened.apply([add("working_memory.todo_list", "one")])
    seen = opened.log(1)[0].number
    assert opened.rollback(1, source_kind="user", seen=seen, dry_run=True).changes
    opened.apply([add("working_memory.hypothesis", "It is so")], source_kind="user")
    before = opened.to_dict()
    with pytest.raises(ProtectedField, match="only a person") as caught:
        opened.rollback(1, source_kind="user", seen=seen)
    assert f"changed since revision {seen}" in str(caught.value.hint)
    assert opened.to_dict() == before
    assert opened.rollback(1, source_kind="user", seen=seen + 1).changes


def test_what_is_not_protected_may_change_meanwhile(project: Project) -> None:
    opened = project.map()
    opened.apply([add("working_memory.todo_list", "one")])
    seen = opened.log(1)[0].number
    opened.apply([add("working_memory.todo_list", "two")])
    detail = opened.rollback(1, source_kind="user", seen=seen)
    assert [change.ref for change in detail.changes] == ["T1", "T2"]


def test_a_revision_that_is_pruned_meanwhile_does_not_come_back(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = project.map()
    opened.apply([add("working_memory.todo_list", "one")])
    opened.apply([{"op": "update", "path": "[T1].task", "value": "two"}])
    opened.apply([{"op": "delete", "path": "[T1]"}])
    before = opened.to_dict()

    def found(handle: MapHandle, given: int | str) -> int:
        number = naming.resolve_revision(handle, given)
        opened.prune(4, file=project.folder / f"{given}.jsonl")
        return number

    monkeypatch.setattr(rollback, "resolve_revision", found)
    with pytest.raises(HistoryPruned):
        opened.rollback(2)
    assert opened.to_dict() == before


def test_a_snapshot_of_what_is_pruned_meanwhile_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = project.map()
    opened.apply([add("working_memory.todo_list", "one")])
    opened.apply([{"op": "delete", "path": "[T1]"}])
    resolve = naming.resolve_revision

    def found(handle: MapHandle, given: int | str) -> int:
        number = resolve(handle, given)
        opened.prune(3, file=project.folder / "pruned.jsonl")
        return number

    monkeypatch.setattr(naming, "resolve_revision", found)
    with pytest.raises(HistoryPruned):
        opened.snapshot("then", revision=2)
    assert opened.snapshots() == []


def test_an_agent_signs_as_one_in_a_map_that_a_person_opened(project: Project) -> None:
    opened = project.map(author="user:anna")
    opened.apply([add("working_memory.todo_list", "one")])
    by_agent = opened.rollback(1)
    by_person = opened.rollback(2, source_kind="user")
    assert by_agent.revision is not None
    assert by_person.revision is not None
    assert (by_agent.revision.author, by_person.revision.author) == ("agent", "user:anna")
    assert opened.snapshot("now").author == "agent"
    assert opened.snapshot("then", author="user:anna").author == "user:anna"
