"""Runs recorded with the stand-in, and played again without any server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from peek_graph.agent.loop import Loop
from peek_graph.agent.recording import Recorder, read_run
from peek_graph.agent.replaying import replay
from peek_graph.agent.updating import Updater
from peek_graph.context_map import ContextMap
from peek_graph.errors import RecordingError
from tests.agent.conftest import answers
from tests.agent.loop.conftest import OF_LLAMA_INDEX, model_at, react, step
from tests.context_map.conftest import Project
from tests.openai_server.stand_in import Fails, StandIn, call, say

pytestmark = [pytest.mark.live, OF_LLAMA_INDEX]

FOUND = {"op": "add", "path": "working_memory.findings", "value": "LFP has no cobalt"}


def search_web(query: str) -> str:
    """Search the web."""
    return "Lithium iron phosphate cells cost sixty dollars per kilowatt hour in every offer of this year. " * 5


def recorded(opened: ContextMap, server: StandIn, file: Path, *, functions: bool) -> None:
    """A run: an observation, one whose answer is no use, a phase with two steps, a step without a model."""
    search = (call if functions else react)("search_web", query="price")
    server.plays(answers(FOUND), say("no JSON"), say("none again"))
    with Recorder(file, opened, model="stand-in") as record:
        llm = model_at(server, functions=functions)
        updater = Updater(opened, llm, record=record)
        assert updater.observe("D1 says that LFP has no cobalt", source_kind="document").outcome == "applied"
        assert updater.observe("Something that is not understood", source_kind="tool").outcome == "failed"
        with Loop(opened, llm, tools=[search_web], updater=updater, record=record, language="en") as loop:
            loop.open_phase("scope", "The scope")
            server.plays(search, answers({**FOUND, "value": "LFP costs 60 dollars"}), step("60 dollars"))
            server.plays(*[answers()] * 2)
            assert loop.step("", by="step").failed is None
            server._script.clear()
            server.plays(Fails(401, "no"))
            assert loop.step("", by="step").failed is not None
            loop.close_phase(summary="Scoped.")
            server._script.clear()


@pytest.mark.parametrize("functions", [True, False])
def test_a_run_comes_out_the_same_on_a_map_like_it(
    project: Project, opened: ContextMap, server: StandIn, tmp_path: Path, functions: bool
) -> None:
    file = tmp_path / "run.jsonl"
    recorded(opened, server, file, functions=functions)
    asked = len(server.asked)
    other = project.map(goal="Choose a cell chemistry", constraints=["No cobalt"])
    report = replay(file, other)
    assert report.differences == ()
    assert report.same
    assert (report.observations >= 3, report.steps, report.unfinished) == (True, 1, 0)
    assert len(server.asked) == asked
    assert other.to_dict()["sub_maps"] == opened.to_dict()["sub_maps"]
    assert other.get("working_memory.findings") == opened.get("working_memory.findings")
    assert other.get("meta.current_step") == 1


def test_what_comes_out_otherwise_is_told(
    project: Project, opened: ContextMap, server: StandIn, tmp_path: Path
) -> None:
    file = tmp_path / "run.jsonl"
    recorded(opened, server, file, functions=True)
    other = project.map(goal="Choose a cell chemistry")
    other.apply([FOUND], author="agent:other")
    differences = replay(file, other).differences
    assert [(one.of, one.recorded, one.now.split(":")[0]) for one in differences][:1] == [
        ("observation", "applied", "nothing")
    ]


def test_every_line_is_whole_json_whatever_was_said(opened: ContextMap, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "run.jsonl"
    with Recorder(file, opened) as record:
        of = record.observation("a\nb\ud800\x00 “钠”", source_kind="tool")
        record.answer(of, "\u2028\ud800", calls=[("f", {"a": object()})])
    with Recorder(file, opened) as record:
        record.result(of, "f", "x")
    lines = [json.loads(line) for line in file.read_bytes().split(b"\n") if line]
    assert [line["kind"] for line in lines] == ["run", "observation", "answer", "run", "result"]
    assert lines[1]["text"] == "a\nb\ud800\x00 “钠”"
    assert len(read_run(file).lines) == 5


def test_a_torn_end_does_not_spoil_what_follows(opened: ContextMap, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    Recorder(file, opened).close()
    file.write_bytes(file.read_bytes() + b'{"kind": "obs')
    Recorder(file, opened).close()
    run = read_run(file, torn=True)
    assert (len(run.lines), run.torn) == (2, (2,))


def test_a_file_that_cannot_be_written_is_said(opened: ContextMap, tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be recorded"):
        Recorder(tmp_path, opened)


def test_an_observation_without_its_end_is_counted_and_not_played(
    project: Project, opened: ContextMap, tmp_path: Path
) -> None:
    file = tmp_path / "run.jsonl"
    with Recorder(file, opened) as record:
        record.observation("cut off")
    other: Any = project.map()
    report = replay(file, other)
    assert (report.observations, report.unfinished, report.same) == (0, 1, True)
