"""A status is a pure function of the map at a revision: while others write, and for then, it says the same."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import BudgetTooSmall, MapNotFound
from peek_graph.records import Status
from tests.context_map.conftest import Project

pytestmark = pytest.mark.live


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def many(kind: str, count: int, start: int = 0) -> list[dict[str, Any]]:
    return [add(f"working_memory.{kind}", f"number {start + n}") for n in range(count)]


def shown(text: str, letter: str) -> list[str]:
    return [line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith(f"- {letter}")]


def test_what_was_shown_while_others_wrote_is_shown_for_then(project: Project) -> None:
    opened = project.map("Know batteries", ["No code"])
    opened.apply([*many("todo_list", 60), *many("findings", 60)], source_kind="user")
    rolled = opened.log(1)[0].number
    done = threading.Event()

    def write() -> None:
        chance = random.Random(4)
        with ContextMap.open(opened.name, settings=project.settings, embedder=project.embedder) as mine:
            for number in range(25):
                ref = f"{chance.choice('TF')}{chance.randint(1, 60)}"
                operations = [
                    {"op": "update", "path": f"[{ref}].text", "value": f"changed {number}"},
                    {"op": "delete", "path": f"[{chance.choice('TF')}{chance.randint(1, 60)}]"},
                    {"op": "update", "path": "meta.current_step", "value": f"step {number}"},
                    *many("pending_questions", 2, number),
                ]
                mine.apply(operations, source_kind="user", mode="lenient")
                if number % 8 == 7:
                    mine.rollback(rolled, source_kind="user")
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen: dict[tuple[int, int], str] = {}
    while not done.is_set():
        for budget in (300, 3000):
            status = opened.status(budget)
            assert seen.setdefault((status.revision, budget), status.text) == status.text
    writer.join()
    assert len(seen) > 4
    for (revision, budget), text in seen.items():
        assert opened.at(revision).status(budget).text == text, f"revision {revision}, budget {budget}"


@pytest.mark.parametrize("budget", [150, 1200, 20_000])
def test_entries_of_one_revision_are_chosen_in_the_same_order_ever_after(project: Project, budget: int) -> None:
    opened = project.map()
    opened.apply(many("todo_list", 300), source_kind="user")
    number, text = opened.log(1)[0].number, opened.status(budget).text
    changed = [{"op": "update", "path": f"[T{n}].text", "value": "changed"} for n in range(300, 200, -3)]
    gone = [{"op": "delete", "path": f"[T{n}]"} for n in range(299, 100, -3)]
    opened.apply([*changed, *gone], source_kind="user")
    assert opened.at(number).status(budget).text == text
    opened.rollback(number, source_kind="user")
    assert opened.at(number).status(budget).text == text


def test_all_is_shown_if_there_is_room(project: Project) -> None:
    opened = project.map()
    opened.apply([*many("todo_list", 150), *many("findings", 150), *many("pending_questions", 3)], source_kind="user")
    status = opened.status(100_000)
    assert not status.left_out
    assert [len(shown(status.text, letter)) for letter in "TFQ"] == [150, 150, 3]


def test_what_is_finished_is_not_shown_and_not_counted_as_left_out(project: Project) -> None:
    opened = project.map()
    opened.apply(
        [
            *many("todo_list", 5),
            *many("pending_questions", 2),
            {"op": "update", "path": "[T2].status", "value": "done"},
            {"op": "update", "path": "[Q1].status", "value": "answered"},
            {"op": "update", "path": "[T5].priority", "value": "high"},
        ],
        source_kind="user",
    )
    status = opened.status(5000)
    assert shown(status.text, "T") == ["T1", "T3", "T4", "T5"]
    assert "- T5 (priority high): number 4" in status.text
    assert shown(status.text, "Q") == ["Q2"]
    assert not status.left_out
    # Of the open ones the most urgent is chosen, not the newest.
    opened.apply([add("working_memory.todo_list", "word " * 30)], source_kind="user")
    assert shown(least(opened, "T", 1).text, "T") == ["T5"]


def least(opened: ContextMap, letter: str, count: int) -> Status:
    """The status of the least budget that shows so many of a kind."""
    with pytest.raises(BudgetTooSmall) as caught:
        opened.status(1)
    statuses = (opened.status(budget) for budget in range(caught.value.needed, 1000, 5))
    return next(status for status in statuses if len(shown(status.text, letter)) >= count)


def test_a_claim_that_is_disputed_or_weak_is_marked_wherever_it_is_shown(project: Project) -> None:
    opened = project.map()
    opened.apply(
        [
            add("sub_maps.market", {"title": "Market"}),
            add("sub_maps.market.working_memory.hypothesis", {"text": "It rises", "confidence": 0.2}),
            add("working_memory.findings", "It fell"),
            add("working_memory.findings", {"text": "It rose", "contradicts": ["F1"], "confidence": 0.4}),
        ],
        source_kind="user",
    )
    text = opened.status(5000).text
    assert "- H1 [market] (confidence 0.2; doubtful): It rises" in text
    assert "- F1 (confidence 1; contradicted by F2): It fell" in text
    assert "- F2 (confidence 0.4; doubtful; contradicted by F1): It rose" in text
    number = opened.log(1)[0].number
    opened.apply([{"op": "delete", "path": "[F2]"}], source_kind="user")
    assert "- F1 (confidence 1): It fell" in opened.status(5000).text
    assert opened.at(number).status(5000).text == text


def test_stale_documents_come_after_all_others(project: Project) -> None:
    for number in range(6):
        project.write(f"n{number}.md", f"# Note {number}\n\nWords.\n")
    opened = project.map()
    opened.add(["."])
    (project.folder / "n0.md").unlink()
    opened.add(["."])
    status = least(opened, "D", 5)
    assert "stale" not in status.text
    assert status.left_out == {"document": 1}
    assert "(stale) Note 0" in opened.status(5000).text


def test_a_map_that_is_gone_is_said_to_be(project: Project) -> None:
    opened = project.map()
    project.rows("MATCH (m:Map {uid: $uid}) DETACH DELETE m", uid=opened.uid)
    with pytest.raises(MapNotFound, match="no longer"):
        opened.status()
