from __future__ import annotations

import pytest

from peek_graph.context_map.archiving import archive, restore
from peek_graph.errors import InvalidValue, PathError, ProtectedField
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live


def with_submaps(filled: Filled) -> None:
    for key, parent in (("market", None), ("prices", "market")):
        filled.opened.add_submap(key, parent=parent)
    filled.project.write("m/notes.md", "# Notes\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n")
    filled.opened.add(["m"], submap="market")
    filled.add("todo", "buy", "sell", at="market")
    filled.add("finding", "prices fall", at="market.prices")


def test_an_entry_comes_back_with_the_time_without_it_known(filled: Filled) -> None:
    filled.add("todo", "one")
    archived = archive(filled.handle, "T1").revision
    report = restore(filled.handle, "t1", author="ann", source_kind="user", reasoning="needed again")
    assert (report.refs, report.changed, report.revision) == ({"todo": ("T1",)}, True, archived + 1)
    node = filled.node("T1")
    assert "until" not in node
    assert node["since"] == report.revision
    versions = filled.rows("MATCH (v:Version {map_uid: $uid, ref: 'T1'}) RETURN v.since AS since, v.until AS until")
    assert versions == [{"since": archived - 1, "until": archived}]
    assert filled.live() == ["T1"]
    filled.check_counts()


def test_a_submap_comes_back_with_what_went_with_it(filled: Filled) -> None:
    with_submaps(filled)
    archive(filled.handle, "T1")
    before = filled.live()
    gone = archive(filled.handle, "sub_maps.market")
    dry = restore(filled.handle, "sub_maps.market", dry_run=True)
    assert filled.live() == []
    report = restore(filled.handle, "sub_maps.market")
    assert {kind: set(refs) for kind, refs in report.refs.items()} == {k: set(r) for k, r in gone.refs.items()}
    assert (dry.refs, dry.sections, dry.changed) == (report.refs, report.sections, False)
    assert report.sections == gone.sections > 0
    assert filled.live() == before
    filled.check_counts()
    assert restore(filled.handle, ["T1"]).changed
    assert filled.opened.search("sodium").hits[0].path.startswith("sub_maps.market.documents.notes.sections[D1§")


def test_the_submap_that_was_archived_last_comes_back(filled: Filled) -> None:
    filled.opened.add_submap("a")
    filled.add("todo", "first", at="a")
    archive(filled.handle, "sub_maps.a")
    filled.opened.add_submap("a")
    filled.add("todo", "second", at="a")
    archive(filled.handle, "sub_maps.a")
    assert restore(filled.handle, "sub_maps.a").refs == {"submap": ("sub_maps.a",), "todo": ("T2",)}
    with pytest.raises(PathError, match="taken by a live sub-map"):
        restore(filled.handle, "sub_maps.a")
    archive(filled.handle, "sub_maps.a")
    filled.check_counts()


def test_parents_come_back_first(filled: Filled) -> None:
    with_submaps(filled)
    archive(filled.handle, "sub_maps.market.sub_maps.prices")
    archive(filled.handle, "sub_maps.market")
    before = filled.revision
    with pytest.raises(PathError) as error:
        restore(filled.handle, "F1")
    assert error.value.hint == "restore sub_maps.market first"
    with pytest.raises(PathError) as error:
        restore(filled.handle, "sub_maps.market.sub_maps.prices")
    assert error.value.hint == "restore sub_maps.market first"
    assert filled.revision == before
    report = restore(filled.handle, ["T1", "sub_maps.market.sub_maps.prices", "sub_maps.market"])
    assert set(report.refs["submap"]) == {"sub_maps.market", "sub_maps.market.sub_maps.prices"}
    assert {"F1", "T1", "T2"} <= set(filled.live())
    filled.check_counts()


def test_what_leads_nowhere_is_refused_and_what_is_live_is_said(filled: Filled) -> None:
    with_submaps(filled)
    archive(filled.handle, ["T1"])
    for target, reason in (
        ("T9", "no T9"),
        ("sub_maps.markt", "no sub_maps.markt"),
        ("documents.notes", "neither"),
        ("sub_maps.market.sub_maps.x", "no sub_maps"),
    ):
        with pytest.raises(PathError, match=reason):
            restore(filled.handle, ["T1", target])
    with pytest.raises(InvalidValue, match="nothing is named"):
        restore(filled.handle, [])
    revision = filled.revision
    report = restore(filled.handle, ["T2", "sub_maps.market"])
    assert (report.already, report.changed, report.revision) == (("T2", "sub_maps.market"), False, revision)
    assert filled.revision == revision


def test_a_place_that_is_taken_is_refused(filled: Filled) -> None:
    filled.add("variable", "budget = 1", key="budget")
    filled.add("hypothesis", "one")
    archive(filled.handle, ["V1", "H1"], source_kind="user")
    filled.add("variable", "budget = 2", key="budget")
    filled.add("hypothesis", "two")
    for target, taken in (("V1", "V2"), ("H1", "H2")):
        with pytest.raises(PathError, match=f"taken by {taken}"):
            restore(filled.handle, target, source_kind="user")
    archive(filled.handle, ["V2", "H2"], source_kind="user")
    with pytest.raises(PathError, match="taken by V1"):
        restore(filled.handle, ["V1", "V2"])
    assert restore(filled.handle, "V1").changed
    filled.check_counts()


def test_a_document_comes_back_unless_its_source_has_another(filled: Filled) -> None:
    filled.project.write("a.md", "# A\n\nLithium.\n")
    filled.opened.add(["a.md"])
    archive(filled.handle, "D1")
    assert filled.live() == []
    report = restore(filled.handle, "documents[D1]")
    assert report.sections == 1
    assert filled.rows("MATCH (s:Entry:Section {map_uid: $uid}) RETURN s.vector_pending AS p, s.embedding AS e") == [
        {"p": True, "e": None}
    ]
    archive(filled.handle, "D1")
    filled.opened.add(["a.md"])
    with pytest.raises(PathError, match=r"D2 is the document of a\.md"):
        restore(filled.handle, "D1")
    filled.check_counts()


def test_the_evidence_turns_again(filled: Filled) -> None:
    filled.add("finding", "30 %", contradicts=[])
    filled.add("finding", "20 %", supersedes=["F1"])
    archive(filled.handle, "F1")
    restore(filled.handle, "F1")
    assert filled.node("F1")["contradicts"] == ["F2"]
    links = filled.rows(
        "MATCH (a {map_uid: $uid})-[l:CONTRADICTS|SUPERSEDES]->(b) "
        "RETURN a.ref AS a, type(l) AS l, b.ref AS b ORDER BY a"
    )
    assert links == [{"a": "F1", "l": "CONTRADICTS", "b": "F2"}, {"a": "F2", "l": "SUPERSEDES", "b": "F1"}]
    # Once more: said already.
    archive(filled.handle, "F1")
    restore(filled.handle, "F1")
    assert filled.node("F1")["contradicts"] == ["F2"]
    hits = {hit.ref: hit.flags for hit in filled.opened.search("30 20").hits}
    assert "contradicted" in hits["F1"]
    assert "contradicted" in hits["F2"]


def test_the_superseding_one_is_no_hindrance_and_no_contradiction_once_archived(filled: Filled) -> None:
    filled.add("variable", "budget = 1", key="budget")
    filled.add("variable", "budget = 2", key="budget", supersedes=["V1"])
    archive(filled.handle, "V1")
    assert restore(filled.handle, "V1").changed
    assert filled.node("V1")["contradicts"] == ["V2"]
    filled.add("finding", "30 %")
    filled.add("finding", "20 %", supersedes=["F1"])
    archive(filled.handle, ["F1", "F2"])
    restore(filled.handle, "F1")
    assert "contradicts" not in filled.node("F1")


def test_an_agent_brings_nothing_protected_back(filled: Filled) -> None:
    with_submaps(filled)
    filled.add("constraint", "never")
    filled.add("hypothesis", "solid wins", at="market.prices")
    archive(filled.handle, ["C1", "sub_maps.market"], source_kind="user")
    before = filled.revision
    for target, reason in (("C1", "constraint"), ("sub_maps.market", "H1 is a hypothesis")):
        with pytest.raises(ProtectedField, match=reason):
            restore(filled.handle, target)
        with pytest.raises(ProtectedField, match=reason):
            restore(filled.handle, target, dry_run=True)
    handle = filled.with_settings(protection={"paths": ("sub_maps.market",)})
    with pytest.raises(ProtectedField, match=r"sub_maps\.market is protected"):
        restore(handle, "sub_maps.market")
    assert filled.revision == before
    assert restore(filled.handle, ["C1", "sub_maps.market"], source_kind="user").changed
    filled.check_counts()
