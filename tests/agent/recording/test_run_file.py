import json
from pathlib import Path
from typing import Any

import pytest

from peek_graph.agent.recording import read_run
from peek_graph.errors import RecordingError

RUN = {"kind": "run", "version": 1, "map": "m"}
SEEN = {"kind": "observation", "of": "a", "text": "x"}


def written(folder: Path, *lines: Any) -> Path:
    file = folder / "run.jsonl"
    file.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


def test_a_run_is_read_line_by_line(tmp_path: Path) -> None:
    run = read_run(written(tmp_path, RUN, SEEN, "\n", RUN))
    assert [(line.number, line.kind) for line in run.lines] == [(1, "run"), (2, "observation"), (4, "run")]
    assert run.begun["map"] == "m"
    assert [line.fields["text"] for line in run.of("a", "observation")] == ["x"]


BAD = {
    "a torn last line": ((RUN, '{"kind": "observation", "of'), "line 2 .* only the beginning"),
    "an unknown kind": ((RUN, {"kind": "dream"}), "line 2 .* kind 'dream'"),
    "no kind": ((RUN, [1]), "line 2 .* kind 'None'"),
    "another version": (({**RUN, "version": 2},), "version '2'"),
    "a lacking field": ((RUN, {"kind": "observation", "of": "a"}), "has no text that is str"),
    "a wrong type": ((RUN, {**SEEN, "text": 3}), "has no text that is str"),
    "another beginning": ((SEEN,), "begins with a line of kind 'observation'"),
    "nothing": (("\n",), "holds no run"),
    "nested too deep": ((RUN, "[" * 100_000 + "\n"), "line 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_run_is_refused_with_the_line(tmp_path: Path, name: str) -> None:
    lines, says = BAD[name]
    with pytest.raises(RecordingError, match=says):
        read_run(written(tmp_path, *lines))


def test_cut_lines_can_be_left_out(tmp_path: Path) -> None:
    run = read_run(written(tmp_path, RUN, '{"kind": "obs\n', SEEN, '{"ki'), torn=True)
    assert (len(run.lines), run.torn) == (2, (2, 4))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be read"):
        read_run(tmp_path / "none.jsonl")
