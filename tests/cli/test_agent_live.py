"""``observe``, ``agent`` and ``replay`` with the stand-in as the configured model."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agent.conftest import answers
from tests.agent.loop.conftest import OF_LLAMA_INDEX, react, step
from tests.cli.conftest import Project
from tests.openai_server.stand_in import Fails, Slow, StandIn, call, say

pytestmark = [pytest.mark.live, OF_LLAMA_INDEX]

FOUND = {"op": "add", "path": "working_memory.findings", "value": "LFP cells contain no cobalt"}


@pytest.fixture
def server(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with StandIn() as running:
        monkeypatch.setenv("PEEK_GRAPH_LLM__MODEL", "stand-in")
        monkeypatch.setenv("PEEK_GRAPH_LLM__API_BASE", running.url)
        monkeypatch.setenv("PEEK_GRAPH_LLM__RETRIES", "0")
        monkeypatch.setenv("PEEK_GRAPH_TRIGGERS__USER_MESSAGES", "false")
        monkeypatch.setenv("PEEK_GRAPH_TRIGGERS__TOOL_RESULTS_ABOVE", "100000")
        monkeypatch.setenv("PEEK_GRAPH_HOME", str(project.folder / "home"))
        project.init()
        yield running


def test_a_text_is_taken_into_the_map(project: Project, server: StandIn) -> None:
    Path("result.txt").write_text("The data sheet says that LFP has no cobalt.", encoding="utf-8")
    server.plays(answers(FOUND))
    form = project.json("observe", "result.txt", "--source-kind", "tool", "--source", "web_search", "--dry-run")
    assert (form["outcome"], form["dry_run"], form["changed"]) == ("applied", True, False)
    assert "findings" not in project.dump()["working_memory"]
    server.plays(answers(FOUND))
    said = project.run("observe", "result.txt", "--source-kind", "tool", "--source", "web_search")
    assert "taken in" in said.output
    assert "web_search" in server.asked[-1].text
    assert "applied" in said.output
    assert len(project.dump()["working_memory"]["findings"]) == 1
    form = project.json("log", "--limit", "1")
    assert form["revisions"][0]["author"] == "agent:updater"


def test_an_answer_that_is_no_use_leaves_the_map_and_can_be_seen(project: Project, server: StandIn) -> None:
    Path("result.txt").write_text("The data sheet says that LFP has no cobalt.", encoding="utf-8")
    before = project.dump()
    server.plays(say("I would rather not."), say("Still not."))
    said = project.run("observe", "result.txt", "--show-answer", code=1)
    assert "Still not." in said.output
    assert "nothing is changed" in said.output
    server.plays(say("I would rather not."), say("Still not."))
    form = json.loads(project.run("observe", "result.txt", "--json", code=1).stdout)
    assert form["outcome"] == "failed"
    assert form["failures"][-1]["answer"] == "Still not."
    assert form["tokens"]["calls"] == 2
    assert project.dump() == before


def test_without_a_model_it_says_what_to_set(
    project: Project, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PEEK_GRAPH_LLM__MODEL")
    for words in (("observe", "notes/solid.md"), ("agent", "--task", "x")):
        said = project.run(*words, code=1)
        assert "no model is named" in said.output
        assert "PEEK_GRAPH_LLM__MODEL" in said.output


def test_an_agent_works_with_the_files_of_the_project_and_goes_on(project: Project, server: StandIn) -> None:
    (project.folder / ".secret").write_text("key", encoding="utf-8")
    server.plays(
        react("list_files"),
        react("read_file", path="notes/solid.md"),
        react("read_file", path="../../etc/passwd"),
        react("read_file", path=".secret"),
        step("400 Wh/kg", decision="Read the notes", more="Compare the cost"),
    )
    said = project.run("agent", "--task", "Find the density", "--tools", "files", "--steps", "1")
    assert "Read the notes" in said.output
    assert "400 Wh/kg" in said.output
    assert "notes/solid.md" in server.asked[1].text
    assert ".secret" not in server.asked[1].last
    assert "Cells reach 400 Wh/kg" in server.asked[2].last
    assert "outside the source roots" in server.asked[3].last
    assert "is hidden" in server.asked[4].last
    server.plays(step("compared", done="yes"))
    form = project.json("agent")
    assert (form["done"], form["failed"], form["steps"][0]["step"]) == (True, None, 2)
    assert "Compare the cost" in server.asked[-1].last
    assert [action["step"] for action in project.dump()["action_history"]] == [1, 2]


def test_an_agent_goes_through_phases(project: Project, server: StandIn) -> None:
    server.plays(step("a", done="yes"), say("Scoped."), step("b", done="yes"), say("Built."))
    said = project.run("agent", "--task", "Choose", "--phases", "scope, build", "--steps", "5")
    assert "Phase scope is done: Scoped." in said.output
    assert {key: part["status"] for key, part in project.dump()["sub_maps"].items()} == {
        "scope": "done",
        "build": "done",
    }


def test_a_model_that_cannot_be_asked_is_exit_code_1_with_the_reason(project: Project, server: StandIn) -> None:
    server.plays(Fails(401, "wrong key"))
    said = project.run("agent", "--task", "Choose", code=1)
    assert "wrong key" in said.output
    assert "the same command goes on" in said.output
    assert "Traceback" not in said.output


TOOLS = '''
def price(cell: str) -> str:
    """What a cell costs."""
    return f"{cell}: 60"

both = [price]
'''


def test_a_persons_own_tools_are_taken_by_name(project: Project, server: StandIn) -> None:
    Path("own_tools_of_test.py").write_text(TOOLS, encoding="utf-8")
    server.plays(react("price", cell="LFP"), step("60"))
    project.run("agent", "--task", "Price?", "--steps", "1", "--tools", "own_tools_of_test:both")
    assert "LFP: 60" in server.asked[-1].last
    for wrong in ("own_tools_of_test:none", "nothing_like_it:x", "price", "own_tools_of_test:__doc__"):
        said = project.run("agent", "--task", "x", "--tools", wrong, code=1)
        assert "Error: " in said.output
        assert "Traceback" not in said.output


def test_a_recorded_run_is_played_on_a_map_of_its_own(project: Project, server: StandIn) -> None:
    server.plays(react("read_file", path="notes/cost.txt"), step("115 USD", more="Go on"), step("end", done="yes"))
    project.run("agent", "--task", "Find the cost", "--tools", "files", "--record", "run.jsonl")
    asked, before = len(server.asked), project.dump()
    form = project.json("replay", "run.jsonl")
    assert (form["map"], form["steps"], form["differences"]) == (f"{project.map}-replay", 2, [])
    assert "all as recorded" in project.run("replay", "run.jsonl").output
    assert len(server.asked) == asked
    assert project.dump() == before
    said = project.run("replay", "run.jsonl", "--map", project.map, code=1)
    assert "was recorded on the map" in said.output
    with Path("run.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"kind": "obs')
    assert "--torn" in project.run("replay", "run.jsonl", code=1).output
    project.run("replay", "run.jsonl", "--torn", "--map", f"{project.map}-trial")


def test_ctrl_c_leaves_a_whole_map_and_the_same_command_goes_on(project: Project, server: StandIn) -> None:
    server.plays(step("a", more="Go on"), Slow(60, step("late")))
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = project.process("agent", "--task", "Choose", "--steps", "5", **options)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"step 1")
    while len(server.asked) < 2:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert b"Interrupted" in errors
    assert b"Traceback" not in errors
    assert [action["step"] for action in project.dump()["action_history"]] == [1]
    server.plays(step("b", done="yes"))
    assert project.json("agent")["steps"][0]["step"] == 2


def test_observe_reads_stdin(project: Project, server: StandIn) -> None:
    server.plays(answers(FOUND))
    process = project.process("observe", "-", "--json", stdin=subprocess.PIPE)
    out, errors = process.communicate("钠离子电池 has no cobalt, says the maker".encode(), timeout=60)
    assert process.returncode == 0, errors
    assert json.loads(out)["outcome"] == "applied"
    assert "钠离子电池" in server.asked[0].text


def test_functions_are_called_by_the_protocol_if_the_settings_say_so(
    project: Project, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEEK_GRAPH_LLM__FUNCTION_CALLING", "true")
    server.plays(call("list_files", folder="notes"), step("listed", done="yes"))
    assert "listed" in project.run("agent", "--task", "List", "--tools", "files").output
    assert "list_files" in server.asked[0].tools
