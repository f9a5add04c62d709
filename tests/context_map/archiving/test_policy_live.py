from __future__ import annotations

import pytest

from peek_graph.context_map.archiving import archive, archive_if_due
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live


@pytest.mark.parametrize("status", ["done", "completed", "cancelled", "dropped"])
def test_done_todos_go_after_some_revisions(filled: Filled, status: str) -> None:
    filled.add("todo", "one", "two")
    filled.change(["T1"], status=status)
    handle = filled.with_settings(archive={"done_todos_after": 2})
    filled.pass_revisions(1)
    assert not archive(handle, finished=True).changed
    filled.pass_revisions(1)
    assert archive(handle, finished=True, dry_run=True).refs == {"todo": ("T1",)}
    assert archive(handle, finished=True).refs == {"todo": ("T1",)}
    assert not archive(handle, finished=True).changed
    filled.check_counts()


@pytest.mark.parametrize("status", ["open", "doing", "blocked", None])
def test_what_is_not_finished_stays(filled: Filled, status: str | None) -> None:
    filled.add("todo", "one", status=status)
    filled.add("question", "why", status=status)
    handle = filled.with_settings(archive={"done_todos_after": 0, "answered_questions_after": 0})
    assert not archive(handle, finished=True).changed


@pytest.mark.parametrize("status", ["answered", "dropped"])
def test_answered_questions_go(filled: Filled, status: str) -> None:
    filled.add("question", "why")
    filled.add("question", "who", status=status)
    handle = filled.with_settings(archive={"answered_questions_after": 0})
    assert archive(handle, finished=True).refs == {"question": ("Q2",)}


def test_the_newest_actions_stay_in_each_submap(filled: Filled) -> None:
    filled.opened.add_submap("a")
    filled.opened.add_submap("b", parent="a")
    filled.add("action", *"12345")
    filled.add("action", *"678", at="a")
    filled.add("action", *"90", at="a.b")
    handle = filled.with_settings(archive={"keep_actions": 2})
    assert archive(handle, finished=True).refs == {"action": ("A1", "A2", "A3", "A6")}
    assert {"A4", "A5", "A7", "A8", "A9", "A10"} <= set(filled.live())
    all_gone = filled.with_settings(archive={"keep_actions": 0})
    assert len(archive(all_gone, finished=True).refs["action"]) == 6
    filled.check_counts()


@pytest.mark.parametrize("status", ["done", "Finished", "completed", "closed"])
def test_done_submaps_go_whole(filled: Filled, status: str) -> None:
    for key, parent in (("a", None), ("b", "a"), ("c", None)):
        filled.opened.add_submap(key, parent=parent)
    filled.add("todo", "open", at="a.b")
    filled.add("todo", "open", at="c")
    filled.change_submap("a", status=status)
    off = filled.with_settings(archive={"done_submaps": False})
    assert not archive(off, finished=True).changed
    report = archive(filled.handle, finished=True)
    assert report.refs == {"todo": ("T1",), "submap": ("sub_maps.a", "sub_maps.a.sub_maps.b")}
    filled.check_counts()


def test_nothing_protected_goes_whoever_asks(filled: Filled) -> None:
    for key, parent in (("a", None), ("b", "a"), ("c", None), ("d", None)):
        filled.opened.add_submap(key, parent=parent)
    filled.add("hypothesis", "one", at="a")
    filled.add("todo", "read", at="a", status="done")
    filled.add("todo", "read", at="c", status="done")
    filled.add("todo", "read", status="done")
    for path in ("a", "a.b", "c"):
        filled.change_submap(path, status="done")
    handle = filled.with_settings(
        archive={"done_todos_after": 0}, protection={"paths": ("sub_maps.c", "working_memory.todo_list")}
    )
    report = archive(handle, finished=True, source_kind="user")
    assert report.refs == {"todo": ("T1",), "submap": ("sub_maps.a.sub_maps.b",)}
    assert report.kept == ("sub_maps.a holds the hypothesis H1", "sub_maps.c is protected by a setting")
    filled.check_counts()


def test_named_and_finished_at_once(filled: Filled) -> None:
    filled.opened.add_submap("a")
    filled.add("todo", "1", "2", status="done", at="a")
    filled.add("todo", "3", "4", status="done")
    filled.add("todo", "5")
    handle = filled.with_settings(archive={"done_todos_after": 0})
    for dry_run in (True, False):
        report = archive(handle, ["T3", "sub_maps.a", "T5"], finished=True, dry_run=dry_run)
        assert sorted(report.refs["todo"]) == ["T1", "T2", "T3", "T4", "T5"]
    filled.check_counts()


def test_pages_follow_each_other(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    from peek_graph.graph import archive as graph_archive

    monkeypatch.setattr(graph_archive.Pages.__init__, "__defaults__", (3,))
    filled.opened.add_submap("a")
    filled.add("todo", *map(str, range(7)), status="done")
    filled.add("todo", *map(str, range(7)), at="a", position=1.0)  # all at one place
    filled.add("action", *map(str, range(9)), position=2.0)
    handle = filled.with_settings(archive={"done_todos_after": 0, "keep_actions": 2}, write={"batch_size": 2})
    for dry_run in (True, False):
        report = archive(handle, ["sub_maps.a"], finished=True, dry_run=dry_run)
        assert sorted(report.refs["todo"]) == sorted(f"T{n}" for n in range(1, 15))
        assert len(set(report.refs["action"])) == 7
    from peek_graph.context_map.archiving import restore

    assert len(set(restore(handle, "sub_maps.a").refs["todo"])) == 7
    filled.check_counts()


def test_automatic_runs_come_every_so_many_revisions(filled: Filled) -> None:
    filled.add("todo", "one", status="done")
    settings = {"automatic": True, "every": 5, "done_todos_after": 0}
    handle = filled.with_settings(archive=settings)
    off = filled.with_settings(archive={**settings, "automatic": False})
    assert archive_if_due(handle, 4) is None
    assert archive_if_due(off, 5) is None
    report = archive_if_due(handle, 5)
    assert report is not None
    assert report.refs == {"todo": ("T1",)}
    last = filled.rows("MATCH (r:Revision {map_uid: $uid, number: $n}) RETURN r.author AS a", n=report.revision)
    assert last == [{"a": "policy"}]
    revision = filled.revision
    assert archive_if_due(handle, 10) is None
    assert filled.revision == revision
