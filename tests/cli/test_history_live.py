import json

import pytest

from tests.cli.conftest import Project

pytestmark = pytest.mark.live

RENAME = {"op": "update", "path": "working_memory.todo_list[T1]", "value": "Check BYD's report"}


@pytest.fixture
def changed(project: Project) -> Project:
    """A map with T1 of revision 2, which revision 3 changed."""
    project.init()
    project.run("note", "todo", "Check CATL's report", "--reason", "it was asked for")
    assert project.revision() == 2
    project.run("apply", project.operations(RENAME))
    return project


def test_what_a_revision_did(changed: Project) -> None:
    shown = changed.run("show", "3").stdout
    assert shown.startswith("revision 3  ")
    assert "Check CATL's report" in shown
    assert "Check BYD's report" in shown
    form = changed.json("show", "2")
    assert form["revision"]["reasoning"] == "it was asked for"
    assert [(change["ref"], change["change"]) for change in form["changes"]] == [("T1", "added")]


def test_what_differs_between_two(changed: Project) -> None:
    changed.run("snapshot", "first", "--revision", "2")
    for older in ("2", "first"):
        shown = changed.run("diff", older, "3").stdout
        assert "updated  T1" in shown
        assert " → " in shown
    assert changed.run("diff", "3", "3").stdout == "Nothing differs between 3 and 3.\n"
    values = [pair for change in changed.json("diff", "2", "3")["changes"] for pair in change["fields"].values()]
    assert ["Check CATL's report", "Check BYD's report"] in values


def test_the_states_of_an_entry(changed: Project) -> None:
    states = changed.json("history", "t1")["states"]
    assert [(state["since"], state["until"]) for state in sorted(states, key=lambda state: state["since"])] == [
        (2, 3),
        (3, None),
    ]
    shown = changed.run("history", "working_memory.todo_list[T1]").stdout
    assert "Check CATL's report" in shown
    assert "it was asked for" in shown


def test_the_map_as_it_was(changed: Project) -> None:
    then = json.loads(changed.run("at", "2", "dump").stdout)
    assert then == json.loads(changed.run("dump", "--at", "2").stdout)
    assert then != changed.dump()
    assert "Check CATL's report" in changed.run("at", "2", "status", "--budget", "500").stdout
    assert "Check BYD's report" in changed.run("at", "3", "status").stdout
    assert changed.json("at", "2", "status")["revision"] == 2
    path = "working_memory.todo_list[0]"
    assert "Check CATL's report" in changed.run("at", "2", "show", path).stdout
    form = changed.json("at", "2", "show", path)
    assert (form["revision"], form["path"]) == (2, path)
    assert "Check CATL's report" in json.dumps(form["value"])


def test_a_rollback_is_a_revision_and_loses_nothing(changed: Project) -> None:
    changed.run("snapshot", "before")
    assert "before" in changed.run("snapshots").stdout
    assert changed.json("snapshots")["snapshots"][0]["revision"] == 3
    at_3 = changed.dump()
    changed.run("note", "todo", "Another")
    after = changed.revision()
    preview = changed.run("rollback", "before", "--dry-run").stdout
    assert "archived" in preview
    assert "would bring before back" in preview
    assert changed.revision() == after
    assert "--yes" in changed.run("rollback", "before", code=2).stderr
    assert changed.revision() == after
    form = changed.json("rollback", "before", "--yes", "--reason", "too early")
    assert form["revision"]["number"] == after + 1
    assert form["revision"]["reasoning"] == "too early"
    assert changed.dump() == at_3
    nothing = changed.run("rollback", "before", "--yes").stdout
    assert "nothing to do" in nothing
    assert changed.revision() == after + 1


def test_an_agent_does_not_bring_an_old_goal_back(project: Project) -> None:
    """A rollback would be a way round a person's decision."""
    project.init()
    project.run("note", "todo", "x")
    project.run("note", "hypothesis", "y")
    assert project.json("proposals")["proposals"]
    project.run("rollback", "1", "--yes")  # T1 only: the proposal has changed nothing yet


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["show", "99"], "RevisionNotFound"),
        (["diff", "1", "99"], "RevisionNotFound"),
        (["diff", "1", "nowhere"], "SnapshotError"),
        (["at", "99", "status"], "RevisionNotFound"),
        (["at", "2", "show", "]["], "PathError"),
        (["history", "T99"], "RefNotFound"),
        (["rollback", "99", "--yes"], "RevisionNotFound"),
        (["rollback", "nowhere", "--yes"], "SnapshotError"),
        (["snapshot", "x", "--revision", "99"], "RevisionNotFound"),
        (["snapshot", ""], "InvalidValue"),
    ],
)
def test_errors_are_explained_with_1(changed: Project, words: list[str], error: str) -> None:
    form = json.loads(changed.run(*words, "--json", code=1).stderr)
    assert form["error"] == error
    assert form["hint"]


def test_a_status_of_then_takes_the_options_of_a_status(changed: Project) -> None:
    changed.run("submap", "add", "market", "--title", "Market")
    revision = str(changed.revision())
    options = ["--budget", "900", "--focus", "Market", "--language", "zh"]
    for more in ([], ["--form", "markdown"], ["--explain"], ["--json"]):
        now, then = (changed.run(*words, *options, *more).stdout for words in (["status"], ["at", revision, "status"]))
        assert now == then
        assert "上下文地图" in then
    assert "in" in changed.run("at", revision, "status", "--explain").stdout.splitlines()[-1].split()


@pytest.mark.parametrize(
    "words",
    [
        ["at", "2", "show"],
        ["at", "2", "dump", "x"],
        ["at", "2", "dump", "--budget", "9"],
        ["at", "2", "dump", "--focus", "x"],
        ["at", "2", "dump", "--language", "zh"],
        ["at", "2", "dump", "--form", "text"],
        ["at", "2", "dump", "--explain"],
        ["at", "", "dump"],
        ["at", "2", "status", "--budget", "1000001"],
        ["status", "--budget", "1000001"],
        ["query", "STATUS", "--budget", "1000001"],
    ],
)
def test_wrong_usage_is_2(project: Project, words: list[str]) -> None:
    project.run(*words, code=2)
