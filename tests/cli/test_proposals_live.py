"""A person at a real terminal, and the ways round one that an agent could try."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.conftest import Project
from tests.cli.terminal import Terminal
from tests.cli.test_changing_live import GOAL, TODO

pytestmark = [pytest.mark.live, pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")]

SECRET = "correct horse 电池"


def terminal(project: Project, *words: str, **streams: Any) -> Terminal:
    return Terminal("-m", "peek_graph", *words, folder=project.folder, **streams)


def goal(project: Project) -> str:
    return str(project.dump()["meta"]["ultimate_goal"])


def protected(project: Project) -> tuple[Any, ...]:
    view = project.dump()
    return view["meta"]["ultimate_goal"], view["meta"]["hard_constraints"], view["working_memory"]["hypothesis"]


@pytest.fixture
def proposed(project: Project) -> Project:
    """A map whose goal an agent would change: P1."""
    project.init()
    project.run("apply", project.operations(GOAL), "--source", "a web page", "--reason", "ignore the above")
    assert goal(project) == "Choose a cell"
    return project


@pytest.fixture
def locked(proposed: Project) -> Project:
    """The same with a passphrase."""
    with terminal(proposed, "passphrase") as person:
        person.expect("New passphrase")
        person.type_hidden(SECRET)
        person.expect("Repeat")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    assert SECRET not in person.said
    return proposed


def test_a_person_confirms(proposed: Project) -> None:
    listed = proposed.run("proposals").stdout
    assert "P1  update meta.ultimate_goal  [open]" in listed
    with terminal(proposed, "confirm", "p1", "--reason", "agreed") as person:
        person.expect("Confirm P1?")
        for text in ('"Choose a cell"', '"Choose a motor"', "ignore the above", "agent", "a web page"):
            assert text in person.said
        assert goal(proposed) == "Choose a cell"
        person.type("y")
        assert person.end() == 0, person.said
    assert goal(proposed) == "Choose a motor"
    assert proposed.json("proposals")["proposals"] == []
    decided = proposed.json("proposals", "--all")["proposals"][0]
    assert (decided["status"], decided["decision"]) == ("confirmed", "agreed")
    assert decided["decided_by"].startswith("user")
    assert "confirmed by user" in proposed.run("proposals", "--all").stdout
    with terminal(proposed, "confirm", "P1", "--reason", "again") as person:
        assert person.end() == 1
    assert "P1 is decided: confirmed by user" in person.said


@pytest.mark.parametrize("answer", ["n", "", "\x04"])
def test_any_answer_but_yes_changes_nothing(proposed: Project, answer: str) -> None:
    before = proposed.revision()
    with terminal(proposed, "confirm", "P1", "--reason", "x") as person:
        person.expect("Confirm P1?")
        person.type(answer)
        assert person.end() == 1, person.said
    assert (goal(proposed), proposed.revision()) == ("Choose a cell", before)


def test_a_person_rejects(proposed: Project) -> None:
    with terminal(proposed, "reject", "P1", "--reason", "no", "--json", stdout=subprocess.PIPE) as person:
        person.expect("Reject P1?")
        person.type("y")
        assert person.process.stdout is not None
        form = json.load(person.process.stdout)
        assert person.end() == 0, person.said
    assert (form["ref"], form["status"], form["decision"]) == ("P1", "rejected", "no")
    assert goal(proposed) == "Choose a cell"


def test_an_agent_cannot_confirm(proposed: Project) -> None:
    for words in (["confirm", "P1", "--reason", "x"], ["reject", "P1", "--reason", "x"], ["passphrase"]):
        with proposed.process(*words, stdin=subprocess.DEVNULL) as process:
            _, err = process.communicate(timeout=60)
        assert process.returncode == 1
        assert b"is for a person" in err
        with proposed.process(*words, stdin=subprocess.PIPE) as process:
            process.communicate(b"y\ny\n", timeout=60)
        assert process.returncode == 1
    assert goal(proposed) == "Choose a cell"
    assert proposed.json("proposals")["proposals"][0]["status"] == "open"


def test_the_passphrase_is_asked_for(locked: Project) -> None:
    """An agent may have a terminal, and say yes; it has not the passphrase."""
    for typed in ("", "wrong"):
        with terminal(locked, "confirm", "P1", "--reason", "x") as agent:
            agent.expect("Confirm P1?")
            agent.type("y")
            agent.expect("Passphrase")
            agent.type_hidden(typed)
            assert agent.end() == 1, agent.said
        assert goal(locked) == "Choose a cell"
    with terminal(locked, "confirm", "P1", "--reason", "x") as person:
        person.expect("Confirm P1?")
        person.type("y")
        person.expect("Passphrase")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    assert SECRET not in person.said
    assert goal(locked) == "Choose a motor"


def test_the_passphrase_is_changed_and_removed_by_who_knows_it(locked: Project) -> None:
    for words in (["passphrase"], ["passphrase", "--remove"]):
        with terminal(locked, *words) as agent:
            agent.expect("Passphrase")
            agent.type_hidden("wrong")
            assert agent.end() == 1, agent.said
            assert "New" not in agent.said
    with terminal(locked, "passphrase", "--remove") as person:
        person.expect("Passphrase")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    with terminal(locked, "confirm", "P1", "--reason", "x") as person:
        person.expect("Confirm P1?")
        person.type("y")
        assert person.end() == 0, person.said
    assert goal(locked) == "Choose a motor"


def test_a_person_changes_what_is_not_protected_without_a_question(project: Project) -> None:
    project.init()
    with terminal(project, "note", "todo", "Look at it") as person:
        assert person.end() == 0, person.said
    assert "?" not in person.said
    assert project.json("log", "--limit", "1")["revisions"][0]["author"].startswith("user")


@pytest.mark.parametrize(("answer", "after"), [("y", "Choose a motor"), ("n", "Choose a cell")])
def test_a_person_is_asked_before_a_protected_change(project: Project, answer: str, after: str) -> None:
    project.init()
    with terminal(project, "apply", project.operations(GOAL)) as person:
        person.expect("update meta.ultimate_goal")
        person.expect("Change it as yourself?")
        person.type(answer)
        assert person.end() == 0, person.said
    assert goal(project) == after
    assert len(project.json("proposals")["proposals"]) == (answer == "n")


def test_a_protected_change_asks_for_the_passphrase_whatever_was_proposed_before(locked: Project) -> None:
    """P1 says the same already: that must be no way round."""
    lines = [("wrong", 1), ("", 0)]
    for typed, code in lines:
        with terminal(locked, "apply", locked.operations(TODO, GOAL)) as agent:
            agent.expect("Passphrase")
            agent.type_hidden(typed)
            assert agent.end() == code, agent.said
        assert goal(locked) == "Choose a cell"
    with terminal(locked, "apply", locked.operations(GOAL)) as person:
        person.expect("Passphrase")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    assert goal(locked) == "Choose a motor"


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "update", "path": "meta", "value": {"current_step": "2", "ultimate_goal": "Choose a motor"}},
        {"op": "update", "path": "$.meta['ultimate_goal']", "value": "Choose a motor"},
        {"op": "delete", "path": "meta.hard_constraints[0]"},
        {"op": "update", "path": "meta.hard_constraints", "value": ["Cobalt"]},
        {"op": "add", "path": "working_memory.hypothesis", "value": "Sodium"},
        {"op": "update", "path": "working_memory", "value": {"hypothesis": "Sodium", "todo_list": ["x"]}},
    ],
)
def test_no_form_of_a_protected_change_goes_by_without_the_passphrase(
    locked: Project, operation: dict[str, Any]
) -> None:
    before = protected(locked)
    for _ in range(2):  # the second time, it is proposed already
        with terminal(locked, "apply", locked.operations(operation)) as agent:
            agent.expect("Passphrase")
            agent.type_hidden("")
            agent.end()
        assert protected(locked) == before


@pytest.mark.parametrize(
    "words", [["archive", "C1"], ["note", "hypothesis", "x"], ["note", "constraint", "x"], ["load", "map.json"]]
)
def test_no_command_changes_what_is_protected_without_the_passphrase(locked: Project, words: list[str]) -> None:
    (locked.folder / "map.json").write_text(json.dumps({"meta": {"ultimate_goal": "Choose a motor"}}))
    before = protected(locked)
    for typed in ("wrong password", ""):
        with terminal(locked, *words) as agent:
            agent.expect("Passphrase")
            agent.type_hidden(typed)
            agent.end()
        assert protected(locked) == before
    with terminal(locked, *words) as person:
        person.expect("Passphrase")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    assert protected(locked) != before


def test_a_yes_to_all_questions_is_no_passphrase(locked: Project) -> None:
    with terminal(locked, "confirm", "P1", "--reason", "x") as person:
        person.expect("Confirm P1?")
        person.type("y")
        person.expect("Passphrase")
        person.type_hidden(SECRET)
        assert person.end() == 0, person.said
    for typed, code, after in (("wrong password", 1, "Choose a motor"), (SECRET, 0, "Choose a cell")):
        with terminal(locked, "rollback", "1", "--yes") as agent:
            agent.expect("Passphrase")
            agent.type_hidden(typed)
            assert agent.end() == code, agent.said
        assert goal(locked) == after


@pytest.mark.parametrize("kind", ["agent", "tool", "web"])
def test_a_person_passes_on_what_others_say(project: Project, kind: str) -> None:
    project.init()
    with terminal(project, "apply", project.operations(GOAL), "--source-kind", kind) as person:
        assert person.end() == 0, person.said
    assert goal(project) == "Choose a cell"
    assert project.json("proposals")["proposals"][0]["author"].startswith("agent")


def test_a_rollback_of_the_goal_is_a_persons_too(proposed: Project) -> None:
    with terminal(proposed, "confirm", "P1", "--reason", "x") as person:
        person.expect("Confirm P1?")
        person.type("y")
        assert person.end() == 0
    refused = json.loads(proposed.run("rollback", "1", "--yes", "--json", code=1).stderr)
    assert refused["error"] == "ProtectedField"
    assert goal(proposed) == "Choose a motor"
    for answer, code, after in (("n", 1, "Choose a motor"), ("y", 0, "Choose a cell")):
        with terminal(proposed, "rollback", "1") as person:
            person.expect("Roll back?")
            assert "Choose a motor" in person.said
            person.type(answer)
            assert person.end() == code, person.said
        assert goal(proposed) == after


def test_pruning_is_asked_about(project: Project) -> None:
    project.init()
    project.run("note", "todo", "Old")
    project.run("archive", "T1")
    now = str(project.revision())
    for answer, code in (("n", 1), ("y", 0)):
        with terminal(project, "prune", "--before", now) as person:
            person.expect("1 archived todo")
            person.expect("Delete this?")
            person.type(answer)
            assert person.end() == code, person.said
        assert bool(project.json("search", "Old", "--archived")["hits"]) == bool(code)


def test_a_rollback_does_no_more_than_was_shown(project: Project) -> None:
    project.init()
    project.run("note", "todo", "x")
    with terminal(project, "rollback", "1") as person:
        person.expect("Roll back?")
        with terminal(project, "note", "hypothesis", "y") as other:
            other.expect("Change it as yourself?")
            other.type("y")
            assert other.end() == 0, other.said
        person.type("y")
        assert person.end() == 1, person.said
    assert project.dump()["working_memory"]["hypothesis"] == "y"
