"""Documents that were read from files: what is written into them stays, and what follows the file is not written."""

from __future__ import annotations

import pytest

from tests.context_map.changing.conftest import FINDINGS, Worked, add, delete, link, move, update
from tests.context_map.conftest import Project
from tests.context_map.invariants import assert_whole

pytestmark = pytest.mark.live
TEXT = "# Cells\n\nThree routes.\n\n## Sulfides\n\nThey conduct best.\n\n## Oxides\n\nThey are brittle.\n"


@pytest.fixture
def read(m: Worked, project: Project) -> Worked:
    project.write("cells.md", TEXT)
    m.opened.add("cells.md")
    return m


def test_what_is_written_stays_when_the_file_is_read_again(read: Worked, project: Project) -> None:
    read.do(
        update("documents.cells.summary", "mine"),
        add("D1.interpretation", "ours"),
        add("D1.note", {"n": 1}),
        add("D1.key_points", "own point"),
    )
    project.write("cells.md", TEXT.replace("brittle", "stiff").replace("Cells", "Cells 2"))
    read.opened.add("cells.md")
    shown = read.view["documents"]["cells"]
    assert (shown["summary"], shown["interpretation"], shown["note"]) == ("mine", "ours", {"n": 1})
    assert "own point" in shown["key_points"]
    assert shown["title"] == "Cells 2"
    assert_whole(project, read.opened)


def test_sections_follow_their_file(read: Worked) -> None:
    for path in ("D1§1", "[D1§1]", "D1§1.text"):
        for operation in (update(path, "x"), add(path, "x"), delete(path)):
            assert read.one(operation).verdict == "rejected"
    read.refused(move("D1§1", "$"), "wrong_type")
    read.refused(update("D1§9", "x"), "unknown_path", "D1§9")


def test_delete_takes_the_sections_along_and_the_file_may_come_again(read: Worked, project: Project) -> None:
    read.do(add(FINDINGS, {"text": "f", "supported_by": ["D1§1", "D1"]}), delete("documents.cells"))
    assert read.view["documents"] == {}
    live = project.rows("MATCH (s:Entry:Section {map_uid: $uid}) RETURN s.ref AS ref", uid=read.opened.uid)
    assert live == []
    read.refused(link("F1", "cites", "D1§1"), "archived")
    read.opened.add("cells.md")
    assert [document["title"] for document in read.view["documents"].values()] == ["Cells"]
    assert read.memory["findings"] == [{"text": "f", "supported_by": ["D1§1", "D1"]}]


def test_a_section_that_its_file_lost_is_archived_and_still_linked(read: Worked, project: Project) -> None:
    read.do(add(FINDINGS, "f"), link("F1", "supported_by", "D1§2"))
    project.write("cells.md", TEXT[: TEXT.index("## Oxides")])
    read.opened.add("cells.md")
    assert read.memory["findings"] == [{"text": "f", "supported_by": ["D1§2"]}]
    read.refused(link("F1", "cites", "D1§2"), "archived")


def test_moved_documents_are_read_where_they_are(read: Worked, project: Project) -> None:
    read.do(add("sub_maps.market", "Market"), move("D1", "sub_maps.market"))
    project.write("cells.md", TEXT + "\n## Polymers\n\nThey are soft.\n")
    read.opened.add("cells.md")
    assert list(read.view["sub_maps"]["market"]["documents"]) == ["cells"]
    assert read.opened.submaps()[0].sections == 4
    read.do(delete("sub_maps.market"))
    assert read.opened.submaps() == []
