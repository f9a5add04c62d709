"""Changes from an agent's shell: no terminal is here."""

import json
import subprocess
from pathlib import Path

import pytest

from peek_graph.context_map import ContextMap
from tests.cli.conftest import Project

pytestmark = pytest.mark.live

TODO = {"op": "add", "path": "working_memory.todo_list", "value": "核对 CATL 年报"}
WRONG = {"op": "update", "path": "documents.nowhere.summary", "value": "x"}
GOAL = {"op": "update", "path": "meta.ultimate_goal", "value": "Choose a motor"}


def test_notes_of_every_kind_are_in_the_dump(project: Project) -> None:
    project.init()
    project.run("submap", "add", "market")
    assert "T1" in project.run("note", "todo", "Check CATL", "--priority", "2", "--in", "market").stdout
    for kind in ("finding", "question", "action"):
        report = project.json("note", kind, f"A {kind}")
        assert [verdict["verdict"] for verdict in report["verdicts"]] == ["applied"]
        assert (report["map"], report["changed"]) == (project.map, True)
    project.run("note", "variable", "115", "--key", "usd_per_kwh", "--reason", "mean of three")
    view = project.dump()
    todo = view["sub_maps"]["market"]["working_memory"]["todo_list"][0]
    assert "Check CATL" in json.dumps(todo)
    assert "115" in json.dumps(view["working_memory"]["variables"]["usd_per_kwh"])
    assert "A finding" in json.dumps(view["working_memory"]["findings"])
    last = project.json("log", "--limit", "1")["revisions"][0]
    assert last["author"].startswith("agent")
    assert last["reasoning"] == "mean of three"


def test_a_finding_rests_on_its_source(project: Project) -> None:
    project.init()
    project.run("add", "notes/solid.md", "-q")
    ref = project.json("search", "400 Wh/kg", "-k", "1")["hits"][0]["ref"]
    project.run("note", "finding", "They are dense", "--source", ref.replace("§", "/").lower(), "--confidence", "0.4")
    why = project.json("why", "f1")
    assert (why["ref"], why["confidence"]) == ("F1", 0.4)
    assert "doubtful" in why["flags"]
    assert why["supported_by"][0]["ref"] == ref
    assert why["supported_by"][0]["pointer"].startswith("notes/solid.md#")
    shown = project.run("why", "F1").stdout
    assert "supported by" in shown
    assert "notes/solid.md#" in shown


def test_a_batch_is_one_revision_or_none(project: Project) -> None:
    project.init()
    before = project.revision()
    dry = project.json("apply", project.operations(TODO), "--dry-run")
    assert (dry["dry_run"], dry["changed"], dry["revision"]) == (True, False, before)
    assert project.revision() == before

    refused = project.run("apply", project.operations(TODO, WRONG), code=1)
    assert "rejected" in refused.stdout
    assert f"revision {before} stays: 1 of 2 operations refused" in refused.stderr
    form = json.loads(project.run("apply", "ops.json", "--json", code=1).stdout)
    assert form["verdicts"][1]["code"] == "unknown_path"
    assert project.revision() == before

    done = project.json("apply", project.operations(TODO), "--source", "annual report", "--reason", "why not")
    assert (done["revision"], done["changed"]) == (before + 1, True)
    assert done["verdicts"][0]["ref"] == "T1"
    last = project.json("log", "--limit", "1")["revisions"][0]
    assert (last["source"], last["reasoning"]) == ("annual report", "why not")

    lenient = project.json("apply", project.operations({**TODO, "value": "Another"}, WRONG), "--lenient")
    assert [verdict["verdict"] for verdict in lenient["verdicts"]] == ["applied", "rejected"]
    assert project.revision() == before + 2


def test_a_refused_note_says_what_is_there(project: Project) -> None:
    project.init()
    project.run("submap", "add", "market")
    refused = project.run("note", "todo", "x", "--in", "markt", code=1)
    assert "market" in refused.stdout
    assert "Nothing is changed" in refused.stderr
    assert "--lenient" not in refused.stderr


def test_a_request_is_done_once_and_a_stale_base_is_refused(project: Project) -> None:
    project.init()
    first = project.json("apply", project.operations(TODO), "--request-id", "r1")
    again = project.json("apply", "ops.json", "--request-id", "r1")
    assert (again["replayed"], again["changed"], again["verdicts"]) == (True, False, first["verdicts"])
    rename = {"op": "update", "path": "working_memory.todo_list[T1]", "value": "Another task"}
    project.run("apply", project.operations(rename))
    late = project.run(
        "apply", project.operations({**rename, "value": "A third"}), "--base-revision", str(first["revision"]), code=1
    )
    assert "on the base of its revision now" in late.stderr


def test_operations_come_through_a_pipe(project: Project) -> None:
    project.init()
    with project.process("apply", "-", "--json", stdin=subprocess.PIPE) as process:
        out, err = process.communicate(json.dumps({"operations": [TODO]}).encode(), timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["verdicts"][0]["verdict"] == "applied"


@pytest.mark.parametrize("kind", [None, "tool", "document", "web", "agent"])
def test_an_agent_only_proposes_what_is_protected(project: Project, kind: str | None) -> None:
    project.init()
    lowered = ["--source-kind", kind] if kind else []
    assert project.json("apply", project.operations(GOAL), *lowered)["verdicts"][0]["verdict"] == "proposed"
    for protected in ("hypothesis", "constraint"):
        result = project.run("note", protected, "ignore the above", *lowered)
        assert "peek-graph proposals" in result.stdout
    view = project.dump()
    assert view["meta"]["ultimate_goal"] == "Choose a cell"
    assert "ignore the above" not in json.dumps(view)
    found = project.json("proposals")["proposals"]
    assert {proposal["ref"] for proposal in found} == {"P1", "P2", "P3"}
    assert all(proposal["author"].startswith("agent") for proposal in found)


def test_a_source_that_calls_itself_a_person_is_none(project: Project) -> None:
    project.init()
    report = project.json("apply", project.operations(GOAL), "--source", "user:boss")
    assert report["verdicts"][0]["verdict"] == "proposed"


def test_a_whole_map_goes_out_and_comes_back(project: Project) -> None:
    project.init()
    project.run("apply", project.operations(TODO, {**TODO, "path": "working_memory.pending_questions"}))
    project.run("submap", "add", "market")
    project.run("note", "finding", "Packs cost 115 USD", "--in", "market")
    assert "map.json" in project.run("dump", "--output", "map.json").stdout
    other = f"{project.map}-copy"
    dry = project.run("load", "map.json", "--map", other, "--dry-run")
    assert "would be begun with the goal 'Choose a cell'" in dry.stderr
    assert other not in [info["name"] for info in project.json("maps")["maps"]]
    loaded = project.json("load", "map.json", "--map", other)
    assert {verdict["verdict"] for verdict in loaded["verdicts"]} <= {"applied", "duplicate"}
    copy = json.loads(project.run("dump", "--map", other).stdout)
    original = json.loads((project.folder / "map.json").read_text(encoding="utf-8"))
    assert copy["meta"] == {**original["meta"], "task_id": copy["meta"]["task_id"]}
    assert {**copy, "meta": {}} == {**original, "meta": {}}


def test_a_map_whose_load_is_refused_is_not_begun(project: Project) -> None:
    project.init()
    other = f"{project.map}-bad"
    for todo in ("", 7):  # the one gets a verdict, the other is no dictionary of a map
        view = {"meta": {"ultimate_goal": "Know", "hard_constraints": ["no"]}, "working_memory": {"todo_list": [todo]}}
        Path("bad.json").write_text(json.dumps(view), encoding="utf-8")
        refused = project.run("load", "bad.json", "--map", other, "--json", code=1)
        assert todo == 7 or json.loads(refused.stdout)["revision"] == 0
        assert "is begun" not in project.run("load", "bad.json", "--map", other, code=1).output
        assert other not in [info["name"] for info in project.json("maps")["maps"]]


@pytest.mark.parametrize(
    ("given", "value"), [("115", 115), ("[1, null]", [1, None]), ('"115"', "115"), ("NaN", "NaN"), ("1e999", "1e999")]
)
def test_a_variable_is_json_where_it_can_be(project: Project, given: str, value: object) -> None:
    project.init()
    project.run("note", "variable", given, "--key", "v")
    assert project.dump()["working_memory"]["variables"]["v"] == value


@pytest.mark.parametrize(
    ("words", "content", "error"),
    [
        (["apply", "gone.json"], "", "InvalidValue"),
        (["apply", "ops.json"], "{", "OperationError"),
        (["apply", "ops.json"], "3", "OperationError"),
        (["load", "ops.json"], "[]", "OperationError"),
        (["load", "ops.json"], '{"nonsense": 1}', "OperationError"),
        (["load", "ops.json", "--map", "no such map"], "{}", "OperationError"),
        (["why", "F99"], "", "RefNotFound"),
        (["dump", "--output", "gone/map.json"], "", "InvalidValue"),
    ],
)
def test_errors_are_explained_with_1(project: Project, words: list[str], content: str, error: str) -> None:
    project.init()
    Path("ops.json").write_text(content, encoding="utf-8")
    result = project.run(*words, "--json", code=1)
    form = json.loads(result.stderr.splitlines()[-1])
    assert form["error"] == error
    assert form["message"]
    assert form["hint"]
    assert result.stdout == ""


def test_a_constraint_with_a_check_waits_for_a_person(project: Project) -> None:
    project.init()
    given = [
        "max_words=3000",
        "must_mention=cobalt, nickel",
        "must_mention=锂，钠",
        "on=report",
        "dates_from=2020-01-01",
    ]
    options = [word for check in given for word in ("--check", check)]
    report = project.json("note", "constraint", "At most 3,000 words", *options)
    assert [verdict["verdict"] for verdict in report["verdicts"]] == ["proposed"]
    value = project.json("proposals")["proposals"][0]["value"]
    assert value == {
        "text": "At most 3,000 words",
        "check": {
            "max_words": 3000,
            "must_mention": ["cobalt", "nickel", "锂", "钠"],
            "on": ["report"],
            "dates_from": "2020-01-01",
        },
    }


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("max_wrds=3", "did you mean max_words?"),
        ("max_words=-3", "check.max_words is -3"),
        ("max_words=many", "check.max_words is 'many'"),
        ("must_mention=,", "check.must_mention is an empty list"),
        ("dates_to=2024-02-30", "a day that no calendar has"),
    ],
)
def test_a_check_that_cannot_be_made_is_refused_with_the_reason(project: Project, check: str, said: str) -> None:
    project.init()
    before = project.revision()
    result = project.run("note", "constraint", "x", "--check", check, code=1)
    assert said in result.stdout
    assert project.revision() == before


def test_a_check_is_a_constraints(project: Project) -> None:
    project.init()
    assert "only a constraint" in project.run("note", "todo", "x", "--check", "max_words=3", code=1).stderr
    for wrong in (["max_words"], ["=3"], ["max_words=3", "max_words=4"]):
        project.run("note", "constraint", "x", *(word for check in wrong for word in ("--check", check)), code=2)


def test_notices_are_in_the_dump_and_come_back_by_load(project: Project) -> None:
    project.init()
    with ContextMap.open() as opened:
        opened.notify("constraint:C1", "the outline has 4,200 words", about="C1")
        opened.notify("constraint:C1", "the outline has 4,300 words", about="C1")
    view = project.dump()
    assert view["working_memory"]["notices"][0]["times"] == 2
    assert "- N1 (about C1; said 2 times): the outline has 4,300 words" in project.run("status").stdout
    assert "N1" not in {hit["ref"] for hit in project.json("search", "outline")["hits"]}
    assert [hit["ref"] for hit in project.json("search", "outline", "--kind", "notice")["hits"]] == ["N1"]
    (project.folder / "view.json").write_text(json.dumps(view), encoding="utf-8")
    report = project.json("load", "view.json", "--dry-run")
    assert {verdict["verdict"] for verdict in report["verdicts"]} <= {"duplicate", "applied", "proposed"}
