"""``search`` with its filters, and ``query``, in this process and in pipes."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project

pytestmark = pytest.mark.live


def filled(project: Project) -> None:
    project.init()
    project.run("submap", "add", "market", "--title", "Market analysis")
    project.run("add", "notes", "-q")
    project.run(
        "apply",
        project.operations(
            {
                "op": "add",
                "path": "working_memory.todo_list",
                "value": {"text": "Check the cell prices", "status": "doing"},
            },
            {"op": "add", "path": "sub_maps.market.working_memory.findings", "value": {"text": "Cell prices fall"}},
            {"op": "add", "path": "working_memory.findings", "value": {"text": "Cell prices rose", "confidence": 0.2}},
        ),
    )


def found(project: Project, *words: str) -> list[str]:
    return [hit["ref"] for hit in project.json("search", "cell prices", *words)["hits"]]


def test_options_narrow_a_search(project: Project) -> None:
    filled(project)
    assert {"T1", "F1", "F2"} <= set(found(project))
    assert set(found(project, "--kind", "finding", "--kind", "todo")) == {"T1", "F1", "F2"}
    assert found(project, "--in", "market") == ["F1"]
    assert found(project, "--status", "doing", "--kind", "todo") == ["T1"]
    assert found(project, "--min-confidence", "0.5", "--kind", "finding") == ["F1"]
    assert found(project, "--author", "nobody") == []
    assert {ref.partition("§")[0] for ref in found(project, "--source", "notes/cost.txt")} <= {"D1", "D2", "D3"}
    last = project.revision()
    assert set(found(project, "--since", str(last), "--kind", "finding")) == {"F1", "F2"}
    assert found(project, "--until", str(last - 1), "--kind", "finding") == []
    assert found(project, "--in", "", "--author", "", "--source", "", "--kind", "todo") == ["T1"]


def test_a_hit_says_where_it_is(project: Project) -> None:
    filled(project)
    (hit,) = project.json("search", "cell prices", "--in", "market")["hits"]
    assert (hit["submap"], hit["kind"], hit["uid"]) == ("market", "finding", hit["uid"])
    assert hit["uid"]
    sections = project.json("search", "energy density", "--kind", "section")["hits"]
    assert all(section["parent"] == section["ref"].partition("§")[0] for section in sections)


@pytest.mark.parametrize(
    ("words", "error"),
    [(["--in", "nowhere"], "SubMapNotFound"), (["--source", "D99"], "RefNotFound")],
)
def test_a_filter_that_names_nothing_is_an_error(project: Project, words: list[str], error: str) -> None:
    filled(project)
    result = project.run("search", "x", *words, "--json", code=1)
    assert error in result.stderr


@pytest.mark.parametrize("words", [["--kind", "nothing"], ["--min-confidence", "2"], ["--since", "0"], ["-k", "0"]])
def test_a_filter_that_cannot_be_is_wrong_usage(project: Project, words: list[str]) -> None:
    assert "Invalid value" in project.run("search", "x", *words, code=2).stderr


def test_timings_are_said_on_stderr_and_are_in_the_json(project: Project) -> None:
    filled(project)
    result = project.run("search", "cell", "--timings")
    assert "It took: " in result.stderr
    assert " ms" in result.stderr
    assert all(seconds >= 0 for seconds in project.json("search", "cell")["timings"].values())


def test_a_query_is_what_an_agent_is_answered(project: Project) -> None:
    filled(project)
    assert project.run("query", "OPEN: market").stdout.startswith("OPEN market (topic; open) “Market analysis”\n")
    assert project.run("query", "OPEN:", "market").stdout == project.run("query", "OPEN: market").stdout
    form = project.json("query", "SEARCH: cell prices kind:finding", "--budget", "90")
    assert {key: form[key] for key in ("map", "request", "kind", "budget")} == {
        "map": project.map,
        "request": "SEARCH: cell prices kind:finding",
        "kind": "search",
        "budget": 90,
    }
    assert form["tokens"] <= 90
    assert "F2 finding" in form["text"]
    assert "GET_CURRENT_STATUS" in project.run("query", "???").stdout
    assert project.json("query", "READ: T99")["text"].startswith("READ: no entry T99")
    assert "Invalid value" in project.run("query", "STATUS", "--budget", "0", code=2).stderr


def test_a_reader_that_leaves_ends_long_output_quietly(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEEK_GRAPH_EMBEDDING__MODEL", "none")
    project.init()
    text = "# Long\n\n" + "\n\n".join(f"Cell {number} holds {number} Wh of energy." for number in range(6_000))
    (project.folder / "long.md").write_text(text, encoding="utf-8")
    project.run("add", "long.md", "-q")
    for words in (["query", "READ: long.md#line=0,11000", "--budget", "1000000"], ["read", "long.md#line=0,11000"]):
        with project.process(*words) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert b"long.md" in process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode in (0, 141)  # some systems take the rest of one write as written
