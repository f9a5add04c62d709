from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from peek_graph.context_map.archiving import archive, prune, restore
from peek_graph.context_map.history.at import MapAt, view_of
from peek_graph.errors import DatabaseError, HistoryPruned, InvalidValue, PathError
from peek_graph.graph.prune import Condemned
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live

_SIZES = """
MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.uid = $uid)
RETURN count(DISTINCT n) AS nodes, COUNT {
  MATCH (a)-[r]->(b) WHERE a.map_uid = $uid OR b.map_uid = $uid } AS relationships
"""
_EVERYTHING = """
MATCH (n) WHERE n.map_uid = $uid OR (n:Map AND n.uid = $uid)
RETURN labels(n) AS labels,
       n {.*, embedding: null, context: null, revision: null, changed_at: null, pruned_at: null, pruned_before: null}
         AS properties
"""


@pytest.fixture
def lived(filled: Filled) -> Filled:
    """A map with a past: 30 revisions of everything that can happen to elements."""
    project = filled.project
    filled.opened.add_submap("a")
    filled.opened.add_submap("b", parent="a")
    project.write("m/n.md", "# N\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n")
    filled.opened.add(["m"], submap="a")
    filled.add("todo", "one", "two", "three", at="a")
    filled.add("finding", "f1", "f2", supported_by=["D1§1.1"])
    filled.change(["T1"], status="done")
    filled.change(["T1", "T2"], status="open")
    archive(filled.handle, ["T1", "F1"])
    project.write("m/n.md", "# N\n\n## Two\n\nSodium.\n\n## Three\n\nZinc.\n")
    filled.opened.add(["m"])
    restore(filled.handle, ["T1"])
    project.write("m/n.md", "# N\n\n## Zero\n\nGold.\n\n## Two\n\nSodium.\n\n## Three\n\nZinc.\n")
    filled.opened.add(["m"])
    filled.add("variable", "budget = 1", key="budget", value=1)
    filled.add("finding", "f3", at="a.b")
    archive(filled.handle, ["sub_maps.a.sub_maps.b"])
    filled.change(["F2"], text="f2 again")
    archive(filled.handle, ["sub_maps.a"])
    restore(filled.handle, ["sub_maps.a"])
    filled.change(["T3"], status="done")
    archive(filled.handle, ["T3"])
    filled.add("finding", "f4", contradicts=["F2"])
    archive(filled.handle, ["F4", "V1"])
    filled.change(["F2"], text="f2 at last", supported_by=["D1§2"])
    return filled


def views(filled: Filled, first: int, last: int) -> dict[int, str]:
    return {n: json.dumps(view_of(filled.handle, n), ensure_ascii=False) for n in range(first, last + 1)}


def file_of(filled: Filled, name: str = "pruned.jsonl") -> Path:
    return filled.project.folder / name


def sizes(filled: Filled) -> tuple[int, int]:
    row = filled.rows(_SIZES)[0]
    return row["nodes"], row["relationships"]


def test_every_later_revision_is_as_it_was(lived: Filled) -> None:
    last = lived.revision
    recorded = views(lived, 1, last)
    nodes, relationships = sizes(lived)
    for number, before in enumerate((1, last // 3, last // 2, last)):
        dry = prune(lived.handle, before, dry_run=True)
        assert sizes(lived) == (nodes, relationships)
        report = prune(lived.handle, before, file=file_of(lived, f"{before}.jsonl"), author="ann")
        assert (dry.entries, dry.versions, dry.relationships) == (report.entries, report.versions, report.relationships)
        assert views(lived, before, last) == {n: text for n, text in recorded.items() if n >= before}
        lived.check_counts()
        deleted = sum(report.entries.values()) + report.versions
        if deleted:
            # The revision that says so is new.
            assert sizes(lived) == (nodes - deleted + 1, relationships - report.relationships + 1)
            nodes, relationships = sizes(lived)
            with pytest.raises(HistoryPruned):
                MapAt(lived.handle, before - 1)
        else:
            assert number == 0
            assert report.file is None
            assert not file_of(lived, f"{before}.jsonl").exists()
    assert not lived.rows("MATCH (v:Version {map_uid: $uid}) RETURN v.uid AS uid")
    assert len(lived.rows("MATCH (r:Revision {map_uid: $uid}) RETURN r.number AS n")) == lived.revision
    reasons = [row.reasoning for row in lived.opened.log() if row.author == "ann"]
    assert len(reasons) == 3
    assert f"pruned before {last}, to {last}.jsonl" in reasons


def test_what_is_deleted_is_in_the_file(lived: Filled) -> None:
    def nodes() -> dict[str, Any]:
        found = {}
        for row in lived.rows(_EVERYTHING):
            own = {k: v for k, v in row["properties"].items() if v is not None}
            key = json.dumps([sorted(row["labels"]), own], default=str, sort_keys=True)
            found[key] = (sorted(row["labels"]), own)
        return found

    before = nodes()
    report = prune(lived.handle, lived.revision, file=file_of(lived))
    gone = [value for key, value in before.items() if key not in nodes()]
    header, *lines = map(json.loads, file_of(lived).read_text().splitlines())
    assert header["peek_graph_pruned"]["map"] == lived.handle.name
    assert header["peek_graph_pruned"]["before"] == report.before
    written = [line["node"] for line in lines if "node" in line]
    assert len(written) == sum(report.entries.values()) + report.versions == len(gone)
    for labels, properties in gone:
        kept = {key: value for key, value in properties.items() if not key.endswith("_at")}
        same = [node for node in written if node["labels"] == labels]
        assert any(all(node["properties"].get(key) == value for key, value in kept.items()) for node in same)
    listed = sum(len(line.get("relationships", "x")) for line in lines)
    assert listed == report.relationships
    assert not any({"embedding", "context"} & node["properties"].keys() for node in written)
    assert file_of(lived).stat().st_mode & 0o077 == 0


def test_a_file_that_is_there_is_left_alone(lived: Filled) -> None:
    file_of(lived).write_text("mine")
    before = (sizes(lived), lived.revision)
    with pytest.raises(InvalidValue, match="there already"):
        prune(lived.handle, lived.revision, file=file_of(lived))
    with pytest.raises(InvalidValue, match="cannot be written"):
        prune(lived.handle, lived.revision, file=lived.project.folder / "nowhere" / "x")
    with pytest.raises(InvalidValue, match="no file"):
        prune(lived.handle, lived.revision)
    assert file_of(lived).read_text() == "mine"
    assert (sizes(lived), lived.revision) == before


@pytest.mark.parametrize("before", [0, -1, 10**6, True])
def test_before_is_a_revision_of_the_map(lived: Filled, before: int) -> None:
    with pytest.raises(InvalidValue, match="before is"):
        prune(lived.handle, before, dry_run=True)


@pytest.mark.parametrize("step", ["delete_nodes", "delete_versions", "delete_relationships"])
@pytest.mark.parametrize("after", [0, 1])
def test_a_crash_in_the_middle_leaves_later_revisions_whole(
    lived: Filled, monkeypatch: pytest.MonkeyPatch, step: str, after: int
) -> None:
    last = lived.revision
    before = last - 2
    recorded = views(lived, before, last)
    whole = getattr(Condemned, step)
    done = 0

    def breaking(*arguments: Any) -> Any:
        nonlocal done
        if done == after:
            raise DatabaseError("the machine is gone")
        done += 1
        return whole(*arguments)

    monkeypatch.setattr("peek_graph.context_map.archiving.pruning._BATCH", 1)
    monkeypatch.setattr(Condemned, step, breaking)
    total = prune(lived.handle, before, dry_run=True)
    with pytest.raises(DatabaseError):
        prune(lived.handle, before, file=file_of(lived))
    assert views(lived, before, last) == recorded
    lived.check_counts()
    with pytest.raises(HistoryPruned):
        MapAt(lived.handle, before - 1)
    monkeypatch.undo()
    report = prune(lived.handle, before, file=file_of(lived, "second.jsonl"))
    assert report.versions <= total.versions
    assert views(lived, before, last) == recorded
    left = prune(lived.handle, before, dry_run=True)
    assert (sum(left.entries.values()), left.versions, left.relationships) == (0, 0, 0)


def test_what_is_pruned_does_not_come_back(lived: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> Any:
        raise DatabaseError("the machine is gone")

    with monkeypatch.context() as patched:
        patched.setattr(Condemned, "delete_nodes", broken)
        with pytest.raises(DatabaseError):
            prune(lived.handle, lived.revision, file=file_of(lived))
    for target in ("F1", "sub_maps.a.sub_maps.b"):
        with pytest.raises(HistoryPruned, match="pruned"):
            restore(lived.handle, target)
    prune(lived.handle, lived.revision, file=file_of(lived, "second.jsonl"))
    with pytest.raises(PathError, match=r"no F1.*pruned"):
        restore(lived.handle, "F1")


def test_a_passage_that_something_rests_on_stays(filled: Filled) -> None:
    filled.project.write("n.md", "# N\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n\n## Three\n\nZinc.\n")
    filled.opened.add(["n.md"])
    refs = {r["t"]: r["ref"] for r in filled.rows("MATCH (s:Section {map_uid: $uid}) RETURN s.text AS t, s.ref AS ref")}
    filled.add("finding", "light", supported_by=[refs["Lithium."]])
    filled.project.write("n.md", "# N\n\n## Three\n\nZinc.\n")
    filled.opened.add(["n.md"])
    report = prune(filled.handle, filled.revision, file=file_of(filled))
    assert report.entries == {"section": 1}
    filled.project.write("n.md", "# N\n\n## Three\n\nZinc.\n\n## Four\n\nIron.\n\n## Five\n\nLead.\n")
    filled.opened.add(["n.md"])
    rests = filled.rows("MATCH (:Finding {map_uid: $uid})-[:SUPPORTED_BY]->(s) RETURN s.text AS text, s.ref AS ref")
    assert rests == [{"text": "Lithium.", "ref": refs["Lithium."]}]
    assert len(filled.rows("MATCH (s {map_uid: $uid, ref: $ref}) RETURN s", ref=refs["Lithium."])) == 1


def test_other_maps_and_foreign_nodes_are_left_alone(lived: Filled) -> None:
    other = Filled(lived.project, lived.project.map())
    other.add("todo", "mine", "also mine")
    other.change(["T1"], status="done")
    archive(other.handle, ["T1"])
    lived.rows(
        "MATCH (a:Archived {map_uid: $uid}) WITH a LIMIT 1 "
        "CREATE (f:Foreign:Archived {until: 1, test: $uid})-[:LIKES]->(a) "
        "CREATE (:Foreign:Version {until: 1, since: 0, uid: 'x', test: $uid}) RETURN f"
    )
    before = (sizes(other), other.revision, other.live())
    try:
        prune(lived.handle, lived.revision, file=file_of(lived))
        assert (sizes(other), other.revision, other.live()) == before
        assert len(lived.rows("MATCH (f:Foreign {test: $uid}) RETURN f")) == 2
    finally:
        lived.rows("MATCH (f:Foreign {test: $uid}) DETACH DELETE f")


def test_a_disk_that_is_full_loses_nothing(lived: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (sizes(lived), lived.revision)

    def full(*_: object) -> Iterator[str]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("peek_graph.context_map.archiving.pruned_file.relationship_line", full)
    monkeypatch.setattr("peek_graph.context_map.archiving.pruned_file.node_line", full)
    with pytest.raises(InvalidValue, match="No space left"):
        prune(lived.handle, lived.revision, file=file_of(lived))
    assert (sizes(lived), lived.revision) == before
    assert not file_of(lived).exists()
