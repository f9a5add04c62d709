import json

import pytest

from tests.cli.conftest import Project

pytestmark = pytest.mark.live


@pytest.fixture
def noted(project: Project) -> Project:
    """A map with T1 in a sub-map and F1."""
    project.init()
    project.run("submap", "add", "market")
    project.run("note", "todo", "Check the annual report", "--in", "market")
    project.run("note", "finding", "Packs cost 115 USD")
    return project


def test_an_entry_goes_and_comes_back(noted: Project) -> None:
    before, view = noted.revision(), noted.dump()
    dry = noted.json("archive", "t1", "--dry-run")
    assert (dry["refs"]["todo"], dry["changed"], noted.revision()) == (["T1"], False, before)
    gone = noted.run("archive", "T1", "--reason", "done").stdout
    assert "T1" in gone
    assert f"1 archived; revision {before + 1}" in gone
    assert "annual report" not in json.dumps(noted.dump())
    assert not any(hit["ref"] == "T1" for hit in noted.json("search", "annual report")["hits"])
    assert noted.json("search", "annual report", "--archived")["hits"][0]["ref"] == "T1"
    assert "1 restored" in noted.run("restore", "T1").stdout
    assert noted.dump() == view
    assert noted.json("log", "--limit", "2")["revisions"][1]["reasoning"] == "done"


def test_a_whole_sub_map_goes_and_comes_back(noted: Project) -> None:
    view = noted.dump()
    report = noted.json("archive", "sub_maps.market")
    assert report["changed"]
    assert "T1" in json.dumps(report["refs"])
    assert "market" not in noted.dump().get("sub_maps", {})
    assert noted.json("restore", "sub_maps.market")["changed"]
    assert noted.dump() == view


def test_what_is_finished(noted: Project) -> None:
    assert "archived" in noted.run("archive", "--finished", "--dry-run").stdout
    assert noted.json("archive", "--finished")["changed"] is False
    assert "--finished" in noted.run("archive", code=2).stderr


def test_pruning_says_what_it_deletes_and_writes_it_first(noted: Project) -> None:
    noted.run("archive", "T1")
    now = str(noted.revision())
    dry = noted.json("prune", "--before", now, "--dry-run")
    assert dry["entries"] == {"todo": 1}
    assert dry["file"] is None
    assert "--yes" in noted.run("prune", "--before", now, code=2).stderr
    assert noted.json("search", "annual report", "--archived")["hits"]
    done = noted.run("prune", "--before", now, "--yes").stdout
    name = f"peek-graph-pruned-{noted.map}-{now}.jsonl"
    assert "1 archived todo" in done
    assert name in done
    lines = [json.loads(line) for line in (noted.folder / name).read_text(encoding="utf-8").splitlines()]
    assert "Check the annual report" in json.dumps(lines)
    assert noted.json("search", "annual report", "--archived")["hits"] == []
    assert "nothing" in noted.run("prune", "--before", now, "--yes").stdout


def test_a_file_that_is_there_is_not_overwritten(noted: Project) -> None:
    noted.run("archive", "T1")
    now = str(noted.revision())
    taken = noted.folder / f"peek-graph-pruned-{noted.map}-{now}.jsonl"
    taken.write_text("mine")
    report = noted.json("prune", "--before", now, "--yes")
    assert report["file"].endswith(f"{now}-2.jsonl")
    assert taken.read_text() == "mine"


@pytest.mark.parametrize(("words", "error"), [(["archive", "T2"], "PathError"), (["restore", "T2"], "PathError")])
def test_errors_are_explained_with_1(noted: Project, words: list[str], error: str) -> None:
    form = json.loads(noted.run(*words, "--json", code=1).stderr)
    assert form["error"] == error
    assert "there is no T2" in form["message"]
