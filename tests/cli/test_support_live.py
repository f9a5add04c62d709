"""A setting that lets sources decide in a person's place is heeded only where a person is at work."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import Project
from tests.cli.terminal import Terminal

pytestmark = [pytest.mark.live, pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")]

HYPOTHESIS = {"op": "update", "path": "working_memory.hypothesis", "value": "Sodium"}
APPLY = """
import sys
from peek_graph.cli import main, person
login = sys.argv.pop(1)
person.getpass.getuser = lambda: login
main(sys.argv[1:])
"""


def words(project: Project, login: str) -> list[str]:
    file = project.operations(HYPOTHESIS)
    return ["-c", APPLY, login, "apply", file, "--source", f"tool:{login}", "--source-kind", "tool"]


@pytest.mark.parametrize("place", ["environment", "project file"])
def test_in_an_agents_shell_no_number_of_sources_confirms(
    project: Project, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    project.init()
    if place == "environment":
        monkeypatch.setenv("PEEK_GRAPH_PROTECTION__HYPOTHESIS_SUPPORT", "2")
    else:
        file = project.folder / "peek-graph.toml"
        file.write_text(file.read_text() + "\n[protection]\nhypothesis_support = 2\n")
    for login in ("ann", "ben", "cem"):
        subprocess.run(
            [sys.executable, *words(project, login)],
            cwd=project.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
    assert project.dump()["working_memory"]["hypothesis"] is None
    (proposal,) = project.json("proposals")["proposals"]
    assert proposal["support"] == ["tool:ann", "tool:ben", "tool:cem"]
    with Terminal(*words(project, "dan"), folder=project.folder) as person:
        assert person.end() == 0, person.said
    assert project.dump()["working_memory"]["hypothesis"] == "Sodium"
