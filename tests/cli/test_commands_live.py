import json
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import NOTES, Project

pytestmark = pytest.mark.live


def test_a_project_from_init_to_reindex(project: Project) -> None:
    begun = project.json("init", "--name", project.map, "--goal", "Choose a cell", "--constraint", "No cobalt")
    assert begun["map"] == project.map
    assert begun["file"] == str(project.folder / "peek-graph.toml")

    market = project.json("submap", "add", "market", "--title", "Market")
    prices = project.json("submap", "add", "prices", "--parent", "market", "--kind", "phase")
    assert (market["path"], prices["path"], prices["kind"]) == ("market", "market.prices", "phase")

    added = project.json("add", "notes", "--submap", "market.prices")
    assert added["map"] == project.map
    assert added["sources"] == {"new": 3, "changed": 0, "moved": 0, "unchanged": 0, "gone": 0, "refused": 0}
    assert added["sections"] >= 3

    again = project.json("add", "notes")
    assert (again["sources"]["unchanged"], again["embedded"], again["revision"]) == (3, 0, added["revision"])

    status = project.json("status", "--budget", "800")
    assert status["tokens"] <= status["budget"] == 800
    assert "No cobalt" in status["text"]

    hits = project.json("search", "energy density of solid electrolytes", "-k", "2")["hits"]
    assert hits[0]["pointer"].startswith("notes/solid.md#")
    read = project.json("read", hits[0]["ref"])
    assert read["state"] == "verified"
    assert "400 Wh/kg" in read["text"]
    assert project.json("read", hits[0]["pointer"])["text"] == read["text"]

    assert project.json("reindex", "notes/cost.txt")["sources"]["refused"] == 0
    assert project.json("reindex")["sources"]["refused"] == 0

    revisions = project.json("log", "--limit", "2")["revisions"]
    assert len(revisions) == 2
    assert revisions[0]["number"] > revisions[1]["number"]
    assert {info["path"]: info["documents"] for info in project.json("submap", "list")["submaps"]}["market.prices"] == 3
    assert project.map in [info["name"] for info in project.json("maps")["maps"]]


def test_forms_of_a_status(project: Project) -> None:
    project.run("init", "--name", project.map, "--goal", "Choose a *battery*", "--constraint", "No cobalt")
    project.run("submap", "add", "market")
    project.run("note", "todo", "Ask the vendor")
    assert "Choose a \\*battery\\*" in project.run("status", "--form", "markdown").stdout
    assert "## 待办" in project.run("status", "--language", "zh", "--focus", "market").stdout
    explained = project.run("status", "--explain").stdout
    assert "T1" in explained.rpartition("revision")[2]
    form = project.json("status", "--explain", "--language", "zh")
    assert form["language"] == "zh"
    assert {"ref": "C1", "kind": "constraint", "shown": True} in [
        {name: one[name] for name in ("ref", "kind", "shown")} for one in form["explained"]
    ]


def test_what_a_person_sees(project: Project) -> None:
    assert "is begun" in project.run("init", "--name", project.map, "--goal", "选择电池").stdout
    assert "has no sub-maps yet" in project.run("submap", "list").stdout
    assert "market" in project.run("submap", "add", "market").stdout
    assert "3 new" in project.run("add", "notes", "-q").stdout
    assert "选择电池" in project.run("status").stdout
    found = project.run("search", "钠离子电池的成本").stdout
    assert "notes/钠离子.md#" in found
    assert "score" in found
    ref = found.split()[1]
    read = project.run("read", ref).stdout
    assert read.startswith(f"{ref}  notes/")
    assert "verified: the original still says" in read
    (project.folder / "notes" / "钠离子.md").write_text("# 钠离子电池\n\n全新的内容。\n", encoding="utf-8")
    assert "verified" not in project.run("read", ref).stdout
    assert "read notes/" in project.run("log").stdout
    assert f"*  {project.map}" in project.run("maps").stdout


def test_a_refused_source_is_1_and_the_others_are_added(project: Project) -> None:
    project.init()
    (project.folder / "notes" / "empty.md").touch()
    (project.folder / "notes" / 'quote".bin').write_bytes(bytes(range(256)) * 8)
    result = project.run("add", "notes", "gone.md", code=1)
    assert "3 new" in result.stdout
    assert "3 refused" in result.stdout
    assert "Traceback" not in result.output
    for name in ("empty.md", 'quote".bin', "gone.md"):
        assert f"{name}: " in result.stderr
    report = json.loads(project.run("add", "notes", "--json", code=1).stdout)
    assert (report["sources"]["unchanged"], report["sources"]["refused"]) == (3, 2)
    assert {refusal["error"] for refusal in report["refused"]} == {"SourceEmpty", "SourceBinary"}
    assert all(refusal["reason"] for refusal in report["refused"])


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["status", "--map", "no such map"], "MapNotFound"),
        (["--map", "no such map", "search", "x"], "MapNotFound"),
        (["--database", "nosuchdb", "maps"], "DatabaseNotFound"),
        (["--password", "wrong-one", "maps"], "AuthenticationFailed"),
        (["--uri", "bolt://127.0.0.1:1", "maps"], "DatabaseUnreachable"),
        (["status", "--budget", "1"], "BudgetTooSmall"),
        (["read", "D99"], "RefNotFound"),
        (["init", "--goal", "again"], "SettingsError"),
        (["submap", "add", "x", "--parent", "nowhere"], "SubMapNotFound"),
        (["submap", "add", "a.b"], "InvalidValue"),
        (["add", "notes", "--submap", "nowhere"], "SubMapNotFound"),
        (["init", "nofolder", "--goal", "x"], "InvalidValue"),
        (["init", "notes/cost.txt", "--goal", "x"], "InvalidValue"),
    ],
)
def test_errors_are_explained_with_1(project: Project, words: list[str], error: str) -> None:
    project.init()
    result = project.run(*words, "--json", code=1)
    form = json.loads(result.stderr.splitlines()[-1])
    assert form["error"] == error
    assert form["message"]
    assert form["hint"]
    assert "wrong-one" not in result.output
    assert result.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ["log", "--limit", "99999999999999999999"],
        ["status", "--budget", "99999999999999999999"],
        ["server", "logs", "-n", "99999999999999999999"],
        ["add", ""],
        ["add", "notes", " "],
        ["reindex", ""],
    ],
)
def test_wrong_usage_is_2_and_changes_nothing(project: Project, words: list[str]) -> None:
    project.init()
    assert "Error: Invalid value for" in project.run(*words, code=2).stderr
    assert documents(project) == 0


def test_an_empty_option_is_unset(project: Project) -> None:
    project.run("init", "--name", project.map, "--goal", "Choose a cell", "--root", "")
    options = [
        word for name in ("uri", "user", "password", "database", "instance", "map") for word in (f"--{name}", "")
    ]
    project.run(*options, "submap", "add", "market", "--parent", "", "--title", "")
    assert "3 new" in project.run(*options, "add", "notes", "-q", "--submap", "", "--map", "").stdout


def test_a_whole_document_is_not_called_verified(project: Project) -> None:
    project.init()
    project.run("add", "notes/solid.md", "-q")
    file = project.folder / "notes" / "solid.md"

    def second_line() -> str:
        return project.run("read", "D1").stdout.splitlines()[1]

    assert second_line() == "summary and sections; the original is unchanged since it was read"
    file.write_text(NOTES["solid.md"].replace("400", "380"), encoding="utf-8")
    assert "the original has changed since" in second_line()
    file.unlink()
    assert second_line() == "summary and sections as they were read; the original is gone"
    constraint = project.run("read", "C1").stdout
    assert "it stands in the map itself\n\nNo cobalt" in constraint


def test_a_changed_passage_is_shown_with_what_was_indexed(project: Project) -> None:
    project.init()
    project.run("add", "notes/solid.md", "-q")
    ref = next(hit["ref"] for hit in project.json("search", "400 Wh/kg")["hits"] if "400 Wh/kg" in hit["text"])
    assert "what was indexed" not in project.run("read", ref).stdout.partition("\n\n")[2]
    assert "was" not in project.json("read", ref)
    file = project.folder / "notes" / "solid.md"
    file.write_text(NOTES["solid.md"].replace("400 Wh/kg", "380 Wh/kg"), encoding="utf-8")
    now, found, was = project.run("read", ref).stdout.partition("\nwhat was indexed:\n")
    assert found
    assert "380 Wh/kg" in now
    assert "400 Wh/kg" in was
    assert "400 Wh/kg" in project.json("read", ref)["was"]


def test_what_is_gone_is_named_and_no_failure(project: Project) -> None:
    project.init()
    for number in range(12):
        (project.folder / "notes" / f"n{number:02}.md").write_text(f"# Note {number}\n\nText {number}.\n")
    names = sorted(f"notes/n{number:02}.md" for number in range(12))
    project.run("add", "notes", "-q")
    for name in names:
        (project.folder / name).unlink()
    report = project.json("add", *names[:1])
    assert (report["gone"], report["refused"]) == (names[:1], [])
    lines = project.run("add", *names, "-q").stderr.splitlines()
    assert [line for line in lines if line.startswith("gone ")] == [f"gone {name}" for name in names[:10]]
    assert "… and 2 more" in lines


def test_what_a_search_lacks_is_a_sentence(project: Project) -> None:
    project.init()
    project.run("add", "notes", "-q")
    assert "the query has no word to search for\n" in project.run("search", "--", "- *").stderr
    long = " ".join(f"word{number}" for number in range(500))
    assert re.search(r"^the query is long: ", project.run("search", long).stderr, re.MULTILINE)


def test_the_same_name_in_another_folder_is_an_error(project: Project) -> None:
    project.init()
    (project.folder / "other").mkdir()
    result = project.run("init", "other", "--name", project.map, "--goal", "x", "--json", code=1)
    assert json.loads(result.stderr)["error"] == "MapExists"
    assert not (project.folder / "other" / "peek-graph.toml").exists()


@pytest.mark.parametrize(
    "query", ["a && b", 'C++ "', "node:", "\udcff\x00", "*", "-", "NOT", "\\", "固态 OR", "x" * 5000]
)
def test_any_query_is_answered(project: Project, query: str) -> None:
    project.init()
    project.run("add", "notes", "-q")
    assert "hits" in json.loads(project.run("search", "--json", "--", query).stdout)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_terminal_shows_any_text(project: Project, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project.init()
    project.run("add", "notes", "-q")
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    monkeypatch.setenv("LC_ALL", "C")
    with project.process("search", "钠离子电池") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert b"score" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent another way there")
def test_an_interrupted_add_goes_on_where_it_was(project: Project) -> None:
    project.init()
    for number in range(80):
        text = f"# Note {number}\n\n" + "\n\n".join(f"Cell {number}.{line} holds {line} Wh." for line in range(40))
        (project.folder / "notes" / f"{number:03}.md").write_text(text, encoding="utf-8")
    with project.process("add", "notes") as process:
        deadline = time.monotonic() + 120
        while not documents(project):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert b"the same command again does the rest" in err
    assert b"Traceback" not in err
    kept = documents(project)
    rest = project.json("add", "notes")["sources"]
    assert rest["unchanged"] >= kept > 0
    assert rest["unchanged"] + rest["new"] + rest["changed"] == 80 + len(NOTES)
    assert documents(project) == 80 + len(NOTES)


def documents(project: Project) -> int:
    found = {info["name"]: info["documents"] for info in project.json("maps")["maps"]}
    return int(found[project.map])


@pytest.mark.skipif(not shutil.which("head"), reason="no head here")
def test_a_pipe_into_head_is_quiet(project: Project) -> None:
    project.init()
    project.run("add", "notes", "-q")
    with project.process("search", "电池 cell energy") as process:
        subprocess.run(["head", "-c", "1"], stdin=process.stdout, stdout=subprocess.DEVNULL, check=True)
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
