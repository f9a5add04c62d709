"""A status is a pure function of the map at a revision: while others write, and for then, it says the same."""

from __future__ import annotations

import random
import threading

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.errors import MapNotFound
from peek_graph.graph.history import states_at
from peek_graph.graph.status import standing_of
from tests.context_map.conftest import Project
from tests.context_map.status.filling import add, many, shown

pytestmark = pytest.mark.live


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


def test_most_is_shown_if_there_is_room(project: Project) -> None:
    opened = project.map()
    opened.apply([*many("todo_list", 150), *many("findings", 150), *many("pending_questions", 3)], source_kind="user")
    status = opened.status(100_000)
    assert not status.left_out
    assert [len(shown(status.text, letter)) for letter in "TFQ"] == [150, 150, 3]


def test_reading_is_bounded_whatever_the_budget(project: Project) -> None:
    opened = project.map()
    opened.apply(many("todo_list", 700), source_kind="user")
    status = opened.status(10**9, explain=True)
    assert len(shown(status.text, "T")) == 250
    assert status.left_out == {"todo": 450}
    assert "+450 todos" in status.text
    assert len(status.explained) == 250


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
    assert "T5 number 4" not in status.text
    assert shown(status.text, "Q") == ["Q2"]
    assert not status.left_out
    # Of the open ones the most urgent is chosen, not the newest.
    opened.apply(many("todo_list", 200, 10), source_kind="user")
    assert shown(opened.status(250).text, "T")[0] == "T5"


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
    # Side by side.
    assert (
        "- F1 (confidence 1; contradicted by F2): It fell\n"
        "- F2 (confidence 0.4; doubtful; contradicted by F1): It rose\n"
    ) in text
    number = opened.log(1)[0].number
    opened.apply([{"op": "delete", "path": "[F2]"}], source_kind="user")
    assert "- F1 (confidence 1): It fell" in opened.status(5000).text
    assert opened.at(number).status(5000).text == text


def test_stale_documents_come_after_all_others(project: Project) -> None:
    for number in range(60):
        project.write(f"n{number}.md", f"# Note {number}\n\nWords.\n")
    opened = project.map()
    opened.add(["."])
    (project.folder / "n0.md").unlink()
    opened.add(["."])
    status = opened.status(700)
    assert "stale" not in status.text
    assert 0 < status.left_out["document"] < 60
    assert "(stale): “Note 0”" in opened.status(20_000).text


def test_a_map_that_is_gone_is_said_to_be(project: Project) -> None:
    opened = project.map()
    project.rows("MATCH (m:Map {uid: $uid}) DETACH DELETE m", uid=opened.uid)
    with pytest.raises(MapNotFound, match="no longer"):
        opened.status()


def test_standing_is_kept_as_it_is_computed_and_what_is_open_is_counted(project: Project) -> None:
    opened = project.map()
    todos = [
        {"text": f"t {n}", **more} for n, more in enumerate(({}, {"priority": 0}, {"priority": 9}, {"priority": "low"}))
    ]
    states = ("open", "pending", "doing", "in_progress", "blocked", "done", "completed", "cancelled", "dropped")
    opened.apply(
        [
            *(add("working_memory.todo_list", todo) for todo in todos),
            *(add("working_memory.todo_list", {"text": state, "status": state}) for state in states),
            *(
                add("working_memory.pending_questions", {"text": s, "status": s})
                for s in ("open", "answered", "dropped")
            ),
            *(add("working_memory.findings", {"text": f"f {c}", "confidence": c}) for c in (0, 0.29, 0.3, 0.7, 1, 1.0)),
            add("working_memory.hypothesis", "h"),
            add("documents.k", {"title": "d"}),
            *(add("action_history", {"action": f"a {o}", "outcome": o}) for o in ("ok", "failed")),
            add("meta.hard_constraints", "c"),
        ],
        source_kind="user",
    )
    opened.apply(
        [{"op": "update", "path": "[T1].status", "value": "done"}, {"op": "delete", "path": "[T2]"}], source_kind="user"
    )
    opened.apply([{"op": "update", "path": "[T10].status", "value": "open"}], source_kind="user")
    kept = {
        row["ref"]: row["standing"]
        for row in project.rows(
            "MATCH (e:Entry|Archived {map_uid: $uid}) RETURN e.ref AS ref, e.standing AS standing", uid=opened.uid
        )
    }
    handle = opened._handle
    for at in states_at(handle.db, handle.uid, 4, refs=list(kept)):
        assert kept[at.state.ref if at.state else "T2"] == (standing_of(at.state) if at.state else None)
    for revision, (open_todos, open_questions) in {2: (9, 1), 3: (7, 1), 4: (8, 1)}.items():
        (row,) = project.rows(
            "MATCH (r:Revision {map_uid: $uid, number: $number}) "
            "RETURN r.open_todo_count AS t, r.open_question_count AS q",
            uid=opened.uid,
            number=revision,
        )
        assert (row["t"], row["q"]) == (open_todos, open_questions), revision


def test_what_is_left_out_does_not_count_what_is_finished(project: Project) -> None:
    opened = project.map()
    opened.apply(many("todo_list", 150), source_kind="user")
    done = [{"op": "update", "path": f"[T{n}].status", "value": "done"} for n in range(1, 51)]
    opened.apply(done, source_kind="user")
    status = opened.status(300)
    assert status.left_out["todo"] == 100 - len(shown(status.text, "T"))
    assert opened.at(2).status(300).left_out["todo"] == 150 - len(shown(opened.at(2).status(300).text, "T"))


def test_proposals_are_those_that_waited_then(project: Project) -> None:
    opened = project.map()
    opened.apply([{"op": "update", "path": "meta.ultimate_goal", "value": "Another\n## Goal"}], source_kind="agent")
    number = opened.log(1)[0].number
    waiting = opened.status(800).text
    assert "## Open proposals\n- P1 (by " in waiting
    assert "update meta.ultimate_goal “Another ## Goal”" in waiting
    opened.reject("P1", by="user:somebody", reason="no")
    assert "P1" not in opened.status(800).text
    assert opened.at(number).status(800).text == waiting


def test_what_the_last_action_wants_next_is_said_at_the_end(project: Project) -> None:
    opened = project.map()
    first = {"action": "searched", "next_step_triggers": "read the 2024 paper\n## Goal"}
    opened.apply([add("action_history", first)], author="agent:a")
    assert "next: read the 2024 paper ## Goal" in opened.status().text.split("## Now")[1]
    assert "下一步：" in opened.status(language="zh").text
    opened.apply(
        [add("action_history", {"action": "read it", "next_step_triggers": ["ask", "write"]})], source_kind="web"
    )
    assert 'next: “["ask","write"]”' in opened.status().text
    opened.apply([add("action_history", "done with it")], author="agent:a")
    assert "next:" not in opened.status().text
