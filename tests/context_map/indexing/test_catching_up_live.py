"""Links and vectors are made for what changed, whoever makes them, and nothing is lost on the way."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.indexing import linking
from peek_graph.context_map.indexing.catching_up import CaughtUp, catch_up
from peek_graph.errors import QueryError
from peek_graph.graph.database import Database
from peek_graph.graph.queries import Query
from tests.context_map.conftest import Project
from tests.context_map.invariants import assert_whole

pytestmark = pytest.mark.live

TODOS = "working_memory.todo_list"
FINDINGS = "working_memory.findings"


@pytest.fixture
def m(project: Project) -> ContextMap:
    return project.map()


def add(opened: ContextMap, path: str, *values: Any) -> None:
    assert opened.apply([{"op": "add", "path": path, "value": value} for value in values]).changed


def caught(opened: ContextMap, limit: int | None = None) -> CaughtUp:
    return catch_up(opened._handle, opened._vectors, limit)


def node(project: Project, opened: ContextMap, ref: str) -> dict[str, Any]:
    (row,) = project.rows("MATCH (e {map_uid: $uid, ref: $ref}) WHERE NOT e:Version RETURN e", uid=opened.uid, ref=ref)
    found: dict[str, Any] = row["e"]
    return found


def waiting(project: Project, opened: ContextMap, flag: str = "links_pending") -> list[str]:
    rows = project.rows(f"MATCH (e:Entry {{map_uid: $uid, {flag}: true}}) RETURN e.ref AS ref", uid=opened.uid)
    return sorted(row["ref"] for row in rows)


def test_every_kind_gets_its_vector_and_is_found_by_it(project: Project, m: ContextMap) -> None:
    m.note("todo", "Ask the supplier")
    m.note("finding", "Prices fell", confidence=0.5)
    m.note("variable", 7, key="cells")
    m.note("question", "Why?")
    m.apply([{"op": "add", "path": "documents.catl", "value": {"title": "CATL", "summary": "sodium"}}])
    done = caught(m)
    assert (done.embedded, done.left_vectors, done.left_links, dict(done.missing)) == (5, 0, 0, {})
    rows = project.rows("MATCH (e:Entry {map_uid: $uid}) RETURN e.kind AS kind, e.embedding AS v", uid=m.uid)
    assert {row["kind"] for row in rows if row["v"]} == {"todo", "finding", "variable", "question", "document"}
    assert "CATL\nsodium" in project.embedder.texts
    assert_whole(project, m)


def test_where_nothing_waits_it_costs_one_query(m: ContextMap, monkeypatch: pytest.MonkeyPatch) -> None:
    m.note("todo", "a")
    caught(m)
    asked: list[str] = []
    real = Database.read

    def counting(self: Database, query: Query, /, **params: Any) -> Any:
        asked.append(query.name)
        return real(self, query, **params)

    monkeypatch.setattr(Database, "read", counting)
    monkeypatch.setattr(Database, "transact", None)
    caught(m, 64)
    assert asked == ["pending"]


def test_an_update_of_what_is_not_embedded_embeds_nothing(project: Project, m: ContextMap) -> None:
    add(m, TODOS, {"task": "a", "priority": 1})
    caught(m)
    before = node(project, m, "T1")
    m.apply([{"op": "update", "path": "T1", "value": {"status": "doing", "priority": 2}}])
    assert (waiting(project, m), waiting(project, m, "vector_pending")) == ([], [])
    assert node(project, m, "T1")["embedding"] == before["embedding"]
    m.apply([{"op": "update", "path": "T1.text", "value": "b"}])
    after = node(project, m, "T1")
    assert (after.get("embedding"), after["vector_pending"]) == (None, True)
    assert caught(m).embedded == 1
    assert_whole(project, m)


def test_a_limit_holds_and_says_what_is_left(project: Project, m: ContextMap) -> None:
    add(m, TODOS, *(f"todo {n}" for n in range(10)))
    done = caught(m, 4)
    assert (done.embedded, done.left_vectors, done.state.pending) == (4, 6, 6)
    assert caught(m, 0).embedded == 0
    assert caught(m, 100).left_vectors == 0


def test_actions_see_the_two_before_and_the_one_after(project: Project, m: ContextMap) -> None:
    add(m, "action_history", *(f"did {n}" for n in range(6)))
    caught(m)
    assert waiting(project, m) == []
    assert node(project, m, "A3")["context"] == "did 0\ndid 1\ndid 2\ndid 3"
    assert_whole(project, m)
    for change in (
        {"op": "update", "path": "A3.action", "value": "did otherwise"},
        {"op": "delete", "path": "A2"},
        {"op": "move", "path": "A6", "to": "action_history[0]"},
        {"op": "add", "path": "action_history[1]", "value": "did between"},
        {"op": "update", "path": "A1", "value": {"action": "did 0", "outcome": "ok"}},
    ):
        assert m.apply([change]).changed
        caught(m)
        assert_whole(project, m)
    m.archive(["A1"], source_kind="user")
    caught(m)
    assert_whole(project, m)
    m.restore(["A1"], source_kind="user")
    assert_whole(project, m)
    m.rollback(2, source_kind="user")
    assert_whole(project, m)
    assert waiting(project, m) == []


def test_only_what_stands_beside_a_change_is_linked_anew(project: Project, m: ContextMap) -> None:
    add(m, "action_history", *(f"did {n}" for n in range(9)))
    caught(m)
    m.apply([{"op": "update", "path": "A4.action", "value": "did otherwise"}])
    assert waiting(project, m) == ["A3", "A4", "A5", "A6"]
    m.apply([{"op": "add", "path": "action_history", "value": "did 9"}])
    assert waiting(project, m) == ["A10", "A3", "A4", "A5", "A6", "A9"]


def test_who_and_when_are_shown_as_given_and_searched(project: Project, m: ContextMap) -> None:
    said = {"text": "I moved to Kyoto", "who": "Ann", "when": "8 May 2023"}
    odd = {"action": "read", "who": ["a", {"b": 1}], "when": None}
    add(m, FINDINGS, said)
    add(m, "action_history", odd)
    view = m.to_dict()
    assert view["working_memory"]["findings"] == [said]
    assert view["action_history"] == [odd]
    caught(m)
    assert node(project, m, "F1")["context"] == "Ann\n8 May 2023\nI moved to Kyoto"
    assert "[8 May 2023] Ann: I moved to Kyoto" in project.embedder.texts
    assert m.search("Ann 8 May").hits[0].ref == "F1"


def test_names_in_former_other_fields_are_still_shown(project: Project, m: ContextMap) -> None:
    add(m, FINDINGS, {"text": "I moved", "x": 1})
    project.rows(
        "MATCH (e:Entry {map_uid: $uid, ref: 'F1'}) SET e.fields = ['text', 'who'], "
        'e.other_fields = \'{"who": "Ann"}\'',
        uid=m.uid,
    )
    assert m.to_dict()["working_memory"]["findings"] == [{"text": "I moved", "who": "Ann"}]
    m.apply([{"op": "update", "path": "F1.who", "value": "Bob"}])
    assert m.to_dict()["working_memory"]["findings"] == [{"text": "I moved", "who": "Bob"}]
    assert node(project, m, "F1")["who"] == "Bob"


def test_a_source_is_found_by_what_somebody_wrote_about_it(project: Project, m: ContextMap) -> None:
    project.write("solid.md", "# Solid\n\nElectrolytes conduct.\n")
    m.add(["."])
    assert node(project, m, "D1")["unsearched"] == "yes"
    m.apply([{"op": "update", "path": "D1.interpretation", "value": "rests on zeppelins"}], source_kind="user")
    assert (node(project, m, "D1")["text"], node(project, m, "D1").get("unsearched")) == ("rests on zeppelins", None)
    caught(m)
    assert_whole(project, m)
    project.write("solid.md", "# Solid\n\nElectrolytes conduct well.\n")
    m.add(["."])
    assert node(project, m, "D1")["text"] == "rests on zeppelins"
    m.rollback(2, source_kind="user")
    assert (node(project, m, "D1").get("text"), node(project, m, "D1")["unsearched"]) == (None, "yes")
    assert_whole(project, m)


def test_sections_know_where_their_document_is(project: Project, m: ContextMap) -> None:
    m.add_submap("market")
    project.write("solid.md", "# Solid\n\nOne.\n\n## Two\n\nTwo.\n")
    m.add(["."])
    at = m.log(1)[0].number
    submap = project.rows("MATCH (s:SubMap {map_uid: $uid}) RETURN s.uid AS uid", uid=m.uid)[0]["uid"]
    assert node(project, m, "D1§1")["place_uid"] == m.uid
    m.apply([{"op": "move", "path": "D1", "to": "sub_maps.market"}])
    assert node(project, m, "D1§1")["place_uid"] == submap
    assert_whole(project, m)
    m.archive(["sub_maps.market"], source_kind="user")
    m.rollback(at, source_kind="user")
    assert node(project, m, "D1§1")["place_uid"] == m.uid
    assert_whole(project, m)
    m.archive(["D1"], source_kind="user")
    m.restore(["D1"], source_kind="user")
    assert_whole(project, m)


def test_two_at_once_lose_nothing(project: Project, m: ContextMap) -> None:
    stop = threading.Event()
    errors: list[BaseException] = []

    def catching() -> None:
        try:
            while not stop.is_set():
                caught(m, 5)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=catching) for _ in range(2)]
    for thread in threads:
        thread.start()
    for number in range(15):
        add(m, "action_history", f"did {number}", f"and {number}")
        m.apply([{"op": "update", "path": f"A{number + 1}.action", "value": f"changed {number}"}])
    stop.set()
    for thread in threads:
        thread.join()
    assert not errors
    done = caught(m)
    assert (done.left_links, done.left_vectors) == (0, 0)
    assert_whole(project, m)


def test_what_cannot_be_linked_fails_no_batch(project: Project, m: ContextMap, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise QueryError("the index is being made anew")

    with monkeypatch.context() as patch:
        patch.setattr(linking, "link", broken)
        patch.setattr(linking, "_EVERY", 1)
        m.note("todo", "a")
        assert waiting(project, m) == ["T1"]
        assert "anew" in caught(m).missing["graph"]
    m.note("todo", "b")
    assert waiting(project, m) == ["T1", "T2"]
    monkeypatch.setattr(linking, "_EVERY", 1)
    m.note("todo", "c")
    assert waiting(project, m) == []


def test_an_embedder_that_is_down_is_said_and_costs_the_vectors(project: Project, m: ContextMap) -> None:
    m.note("todo", "a")
    project.embedder.down = True
    done = caught(m, 10)
    assert done.left_vectors == 1
    assert done.missing["vector"]
    project.embedder.down = False
    assert caught(m, 10).left_vectors == 0


def test_what_says_nothing_waits_for_nothing(project: Project, m: ContextMap) -> None:
    m.apply([{"op": "add", "path": "documents.empty", "value": {"note": 1}}])
    done = caught(m)
    assert (done.left_vectors, dict(done.missing)) == (0, {})
    assert_whole(project, m)


def test_a_dictionary_is_linked_and_embedded_when_it_is_loaded(project: Project, m: ContextMap) -> None:
    todos = [f"todo {number}" for number in range(150)]
    m.load({"working_memory": {"todo_list": todos}})
    assert (waiting(project, m), waiting(project, m, "vector_pending")) == ([], [])
