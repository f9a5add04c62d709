from __future__ import annotations

import pytest

from peek_graph.context_map.archiving import archive
from peek_graph.errors import InvalidValue, PathError, ProtectedField
from peek_graph.records import Progress
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live


def with_submaps(filled: Filled) -> None:
    for key, parent in (("market", None), ("prices", "market"), ("tech", None)):
        filled.opened.add_submap(key, parent=parent)
    filled.project.write("m/notes.md", "# Notes\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n")
    filled.opened.add(["m"], submap="market")
    filled.add("todo", "buy", "sell", at="market")
    filled.add("finding", "prices fall", at="market.prices")
    filled.add("todo", "read")
    filled.add("finding", "it works", at="tech")


def test_an_entry_leaves_the_live_map_and_stays_in_the_graph(filled: Filled) -> None:
    filled.add("todo", "one", "two")
    before = filled.revision
    report = archive(filled.handle, ["T1"])
    assert (report.refs, report.changed, report.revision) == ({"todo": ("T1",)}, True, before + 1)
    assert filled.live() == ["T2"]
    assert filled.node("T1")["until"] == before + 1
    filled.check_counts()
    rows = filled.rows(
        "MATCH (r:Revision {map_uid: $uid, number: $n})-[:TOUCHED]->(a:Archived) "
        "RETURN a.ref AS ref, r.author AS author, r.source_kind AS kind",
        n=report.revision,
    )
    assert rows == [{"ref": "T1", "author": "agent", "kind": "agent"}]


@pytest.mark.parametrize("target", ["T2", "t2", "working_memory.todo_list[1]", "$.working_memory.todo_list[-1]"])
def test_entries_are_named_by_ref_or_path(filled: Filled, target: str) -> None:
    filled.add("todo", "one", "two")
    assert archive(filled.handle, target).refs == {"todo": ("T2",)}


def test_a_submap_goes_with_all_that_is_in_it(filled: Filled) -> None:
    with_submaps(filled)
    steps: list[Progress] = []
    dry = archive(filled.handle, ["sub_maps.market"], dry_run=True)
    revision = filled.revision
    assert {"D1", "T1", "T2", "F1", "market", "market.prices"} < set(filled.live())
    report = archive(filled.handle, ["sub_maps.market"], progress=steps.append)
    assert dry.refs == report.refs
    assert dry.sections == report.sections > 0
    assert (dry.changed, dry.dry_run, dry.revision) == (False, True, revision)
    assert report.revision == revision + 1
    assert report.refs == {
        "document": ("D1",),
        "todo": ("T1", "T2"),
        "finding": ("F1",),
        "submap": ("sub_maps.market", "sub_maps.market.sub_maps.prices"),
    }
    assert filled.live() == sorted(["T3", "F2", "tech"])
    assert steps[-1] == Progress("archive", 4, None)
    filled.check_counts()


def test_what_is_named_twice_goes_once(filled: Filled) -> None:
    with_submaps(filled)
    report = archive(filled.handle, ["T1", "sub_maps.market", "sub_maps.market.sub_maps.prices", "F1", "T1"])
    assert report.refs["todo"] == ("T1", "T2")
    assert report.refs["submap"] == ("sub_maps.market", "sub_maps.market.sub_maps.prices")
    filled.check_counts()


def test_all_or_nothing(filled: Filled) -> None:
    with_submaps(filled)
    before = (filled.revision, filled.live())
    with pytest.raises(PathError, match=r"T99.*marked") as error:
        archive(filled.handle, ["T1", "T99", "sub_maps.marked"])
    assert "sub_maps.market" in str(error.value.hint)
    assert (filled.revision, filled.live()) == before


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("market", "sub_maps.market"),
        ("sub_maps.market.working_memory.todo_list", "by its ref"),
        ("sub_maps.market.title", "by its ref"),
        ("meta.ultimate_goal", "by its ref"),
        ("$", "by its ref"),
        ("D1§1", "D1"),
        ("working_memory.todo_list[7]", "list has 1"),
        ("documents.notez", None),
        ("nowhere", "sub_maps"),
    ],
)
def test_what_is_no_entry_is_refused(filled: Filled, target: str, hint: str | None) -> None:
    with_submaps(filled)
    with pytest.raises(PathError) as error:
        archive(filled.handle, [target])
    assert hint is None or hint in str(error.value.hint)


def test_nothing_named_is_refused(filled: Filled) -> None:
    with pytest.raises(InvalidValue, match="nothing is named"):
        archive(filled.handle, [])


def test_what_is_archived_already_is_said(filled: Filled) -> None:
    with_submaps(filled)
    archive(filled.handle, ["T3", "sub_maps.market"])
    again = archive(filled.handle, ["T3", "sub_maps.market", "sub_maps.market.sub_maps.prices", "F2"])
    assert again.already == ("T3", "sub_maps.market", "sub_maps.market.sub_maps.prices")
    assert again.refs == {"finding": ("F2",)}
    revision = filled.revision
    none = archive(filled.handle, ["T3"])
    assert (none.changed, none.revision, none.already) == (False, revision, ("T3",))
    assert filled.revision == revision


def test_an_agent_archives_nothing_protected(filled: Filled) -> None:
    with_submaps(filled)
    filled.add("constraint", "never")
    filled.add("hypothesis", "solid wins", at="tech")
    handle = filled.with_settings(protection={"paths": ("working_memory.todo_list", "sub_maps.market.documents")})
    before = filled.revision
    for target, reason in (
        ("C1", "constraint"),
        ("H1", "hypothesis"),
        ("sub_maps.tech", "sub_maps.tech holds the hypothesis H1"),
        ("sub_maps.market", "sub_maps.market is protected"),
        ("T3", "protected"),
        ("D1", "protected"),
    ):
        with pytest.raises(ProtectedField, match=reason):
            archive(handle, [target])
        with pytest.raises(ProtectedField):
            archive(handle, [target], dry_run=True)
    assert filled.revision == before
    assert archive(handle, ["F2", "sub_maps.market.sub_maps.prices"]).changed
    report = archive(handle, ["C1", "T3", "sub_maps.market", "sub_maps.tech"], source_kind="user", author="ann")
    assert report.refs["hypothesis"] == ("H1",)
    filled.check_counts()


def test_a_failure_amid_the_work_leaves_nothing(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    with_submaps(filled)
    before = (filled.revision, filled.live())

    def broken(step: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive(filled.handle, ["sub_maps.market"], progress=broken)
    assert (filled.revision, filled.live()) == before
    filled.check_counts()


def test_links_stay_and_are_found_from_what_is_live(filled: Filled) -> None:
    filled.add("finding", "one")
    filled.add("finding", "two", supported_by=["F1"])
    archive(filled.handle, ["F1"])
    rows = filled.rows(
        "MATCH (:Entry {map_uid: $uid})-[l:SUPPORTED_BY]->(a:Archived) RETURN a.ref AS ref, l.until AS until"
    )
    assert rows == [{"ref": "F1", "until": None}]


@pytest.mark.slow
def test_many_entries_go_in_one_revision_with_bounded_memory(filled: Filled) -> None:
    import tracemalloc

    filled.opened.add_submap("big")
    for start in range(0, 24_000, 8_000):
        filled.add("todo", *(f"todo {n}" for n in range(start, start + 8_000)), at="big")
    steps: list[Progress] = []
    revision = filled.revision
    tracemalloc.start()
    report = archive(filled.handle, ["sub_maps.big"], progress=steps.append)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(report.refs["todo"]) == len(set(report.refs["todo"])) == 24_000
    assert report.revision == revision + 1
    assert [step.done for step in steps] == [20_000, 24_000]
    assert peak < 60_000_000
    filled.check_counts()
