"""What `prune` leaves because others rest on it, and what a rollback or another restore makes of the same entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from peek_graph.context_map.archiving import archive, prune, restore, take_back
from peek_graph.errors import HistoryPruned, PathError
from tests.context_map.archiving.conftest import Filled

pytestmark = pytest.mark.live


def file_of(filled: Filled, name: str = "pruned.jsonl") -> Path:
    return filled.project.folder / name


def archived(filled: Filled) -> list[str]:
    found = filled.rows("MATCH (a:Archived {map_uid: $uid}) RETURN coalesce(a.ref, a.key) AS ref ORDER BY ref")
    return [row["ref"] for row in found]


def test_entries_that_live_ones_link_to_stay(filled: Filled) -> None:
    filled.add("finding", "base", "gone", "older")
    filled.add("finding", "rests", supported_by=["F1"])
    filled.add("finding", "newer", supersedes=["F3"])
    archive(filled.handle, ["F1", "F2", "F3"])
    dry = prune(filled.handle, filled.revision, dry_run=True)
    report = prune(filled.handle, filled.revision, file=file_of(filled))
    assert (dry.entries, dry.kept) == (report.entries, report.kept) == ({"finding": 1}, 2)
    assert archived(filled) == ["F1", "F3"]
    assert filled.opened.why("F4").supported_by[0].text == "base"
    links = filled.rows("MATCH (a:Entry {map_uid: $uid})-[l:SUPPORTED_BY|SUPERSEDES]->(b) RETURN b.ref AS ref")
    assert sorted(row["ref"] for row in links) == ["F1", "F3"]
    with pytest.raises(HistoryPruned):
        restore(filled.handle, "F1")
    # Once nothing links to them, they go like all others.
    archive(filled.handle, ["F4", "F5"])
    last = prune(filled.handle, filled.revision, file=file_of(filled, "second.jsonl"))
    assert (last.entries, last.kept) == ({"finding": 4}, 0)
    assert archived(filled) == []


def test_a_passage_stays_with_its_archived_document(filled: Filled) -> None:
    filled.project.write("n.md", "# N\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n")
    filled.opened.add(["n.md"])
    refs = {r["t"]: r["ref"] for r in filled.rows("MATCH (s:Section {map_uid: $uid}) RETURN s.text AS t, s.ref AS ref")}
    filled.add("finding", "light", supported_by=[refs["Lithium."]])
    archive(filled.handle, "D1")
    report = prune(filled.handle, filled.revision, file=file_of(filled))
    assert report.entries == {"section": 1}
    assert report.kept == 2
    assert archived(filled) == ["D1", refs["Lithium."]]
    found = filled.rows(
        "MATCH (:Finding {map_uid: $uid})-[:SUPPORTED_BY]->(s)<-[:HAS_SECTION]-(d:Document) "
        "RETURN s.text AS text, d.ref AS ref"
    )
    assert found == [{"text": "Lithium.", "ref": "D1"}]
    assert filled.opened.why("F1").supported_by[0].text == "Lithium."


def test_a_passage_stays_that_an_archived_entry_rests_on_that_stays(filled: Filled) -> None:
    filled.project.write("n.md", "# N\n\n## One\n\nLithium.\n\n## Two\n\nSodium.\n")
    filled.opened.add(["n.md"])
    refs = {r["t"]: r["ref"] for r in filled.rows("MATCH (s:Section {map_uid: $uid}) RETURN s.text AS t, s.ref AS ref")}
    filled.add("finding", "light", supported_by=[refs["Lithium."]])
    filled.add("finding", "so", supported_by=["F1"])
    filled.project.write("n.md", "# N\n\n## Two\n\nSodium.\n")
    filled.opened.add(["n.md"])
    archive(filled.handle, "F1")
    assert prune(filled.handle, filled.revision, file=file_of(filled)).kept == 2
    assert archived(filled) == sorted([refs["Lithium."], "F1"])


def test_a_superseded_one_contradicts_what_comes_back_with_its_sub_map(filled: Filled) -> None:
    filled.opened.add_submap("s")
    filled.add("finding", "30 %")
    filled.add("finding", "20 %", at="s", supersedes=["F1"])
    archive(filled.handle, "F1")
    archive(filled.handle, "sub_maps.s")
    restore(filled.handle, ["sub_maps.s", "F1"])
    assert filled.node("F1")["contradicts"] == ["F2"]
    filled.check_counts()


def test_no_two_come_back_into_one_place(filled: Filled) -> None:
    filled.opened.add_submap("s")
    filled.add("variable", "budget = 1", at="s", key="budget")
    archive(filled.handle, "V1")
    filled.add("variable", "budget = 2", at="s", key="budget")
    archive(filled.handle, "sub_maps.s")
    before = filled.revision
    with pytest.raises(PathError, match="its place is taken by V2"):
        restore(filled.handle, ["sub_maps.s", "V1"])
    assert filled.revision == before
    assert restore(filled.handle, ["sub_maps.s"]).changed


def test_only_a_map_that_was_just_begun_is_taken_back(filled: Filled) -> None:
    begun = filled.project.map(constraints=["no"])
    others = filled.rows("MATCH (n {map_uid: $uid}) RETURN n")
    filled.pass_revisions(1)
    assert not take_back(filled.handle)
    assert begun.take_back()
    assert filled.project.rows("MATCH (n) WHERE n.map_uid = $uid OR n.uid = $uid RETURN n", uid=begun.uid) == []
    assert len(filled.rows("MATCH (n {map_uid: $uid}) RETURN n")) == len(others) + 1


def test_a_new_action_follows_the_last_live_one_alone(filled: Filled) -> None:
    def act(text: str) -> None:
        filled.opened.apply([{"op": "add", "path": "action_history", "value": text}])

    act("one")
    act("two")
    archive(filled.handle, "A2")
    act("three")
    act("four")
    found = filled.rows(
        "MATCH (a:Action {map_uid: $uid})-[n:NEXT]->(b) RETURN a.ref AS a, b.ref AS b, n.until AS until ORDER BY a, b"
    )
    ended = next(row["until"] for row in found if row["b"] == "A2")
    assert ended is not None
    assert [(row["a"], row["b"]) for row in found if row["until"] is None] == [("A1", "A3"), ("A3", "A4")]
