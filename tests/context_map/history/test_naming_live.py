import threading
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import HistoryPruned, InvalidValue, RevisionNotFound, SnapshotError
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


@pytest.fixture
def opened(project: Project) -> ContextMap:
    made = project.map()
    for text in ("one", "two", "three"):
        made.apply([{"op": "add", "path": "working_memory.todo_list", "value": text}])
    return made


@pytest.mark.parametrize(("given", "number"), [(2, 2), ("2", 2), (" 3 ", 3), (-1, 3), ("-3", 1), ("-0", 4), ("+4", 4)])
def test_a_revision_is_named_by_its_number_or_counted_back(opened: ContextMap, given: Any, number: int) -> None:
    assert opened.at(given).revision == number


@pytest.mark.parametrize("given", [0, "0", 5, -4, "99", -(10**17)])
def test_one_that_there_is_not_is_refused_with_the_range(opened: ContextMap, given: Any) -> None:
    with pytest.raises(RevisionNotFound) as caught:
        opened.at(given)
    assert "1 to 4" in str(caught.value.hint)


@pytest.mark.parametrize("given", [None, True, 1.0, b"2"])
def test_what_is_no_revision_at_all(opened: ContextMap, given: Any) -> None:
    with pytest.raises(InvalidValue, match="revision is"):
        opened.at(given)


def test_a_snapshot_names_a_revision_and_is_none(opened: ContextMap) -> None:
    made = opened.snapshot("before-chapter-2", author="user:anna")
    assert (made.name, made.revision, made.author) == ("before-chapter-2", 4, "user:anna")
    assert opened.snapshot("电池 草稿", revision=2).revision == 2
    assert opened.log(1)[0].number == 4
    assert [(one.name, one.revision) for one in opened.snapshots()] == [("电池 草稿", 2), ("before-chapter-2", 4)]
    assert opened.at("电池 草稿").to_dict() == opened.at(2).to_dict()
    assert opened.at(" before-chapter-2 ").revision == 4


def test_a_name_is_given_once_also_by_many_at_once(opened: ContextMap) -> None:
    outcomes: list[str] = []

    def name() -> None:
        try:
            opened.snapshot("then")
            outcomes.append("made")
        except SnapshotError:
            outcomes.append("there")

    threads = [threading.Thread(target=name) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made"] + ["there"] * 5
    assert len(opened.snapshots()) == 1


def test_an_unknown_name_says_which_there_are(opened: ContextMap) -> None:
    opened.snapshot("before-chapter-2")
    with pytest.raises(SnapshotError) as caught:
        opened.at("before-chapter-3")
    assert "'before-chapter-2'" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["", "  ", "12", "-1", "+3", "a\nb", "x" * 201, "\ud800", "a\0b"])
def test_a_name_that_is_none_is_refused(opened: ContextMap, name: str) -> None:
    with pytest.raises(InvalidValue, match="snapshot name"):
        opened.snapshot(name)
    assert opened.snapshots() == []


def test_what_was_pruned_is_said_to_be(opened: ContextMap, project: Project) -> None:
    opened.snapshot("early", revision=2)
    project.rows("MATCH (m:Map {uid: $uid}) SET m.pruned_before = 3", uid=opened.uid)
    for given in (1, 2, -2, "early"):
        with pytest.raises(HistoryPruned):
            opened.at(given)
    assert opened.at(3).to_dict()["working_memory"]["todo_list"] == ["one", "two"]
    with pytest.raises(HistoryPruned):
        opened.show(3)
    assert opened.show(4).changes
