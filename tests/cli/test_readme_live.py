"""What the README shows is run as it stands: the walk through a first project, the Python example, the queries."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from peek_graph.cli.story import samples_folder
from peek_graph.graph.database import Database
from tests.cli.conftest import Project
from tests.openai_server.forms import Answer
from tests.openai_server.stand_in import Asked, StandIn, say

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
TESTED = re.findall(r"<!-- tested -->\n```(\w+)\n(.*?)```", README, flags=re.S)

pytestmark = pytest.mark.live


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)```", README, flags=re.S | re.M)


def model(asked: Asked) -> Answer:
    """Does what each prompt asks for, and no more."""
    if '"operations"' in asked.text:
        finding = {"op": "add", "path": "working_memory.findings", "value": f"noted: {len(asked.text)} characters"}
        return say(json.dumps({"analysis": "it is new", "operations": [finding]}))
    done = "yes" if "step 3" in asked.text else "no"
    return say(f"ANALYSIS: all is said\nDECISION: go on\nOUTPUT: three chemistries\nNEXT: compare\nDONE: {done}")


@pytest.mark.skipif(sys.platform == "win32", reason="the README's commands are for a POSIX shell")
def test_the_walk_the_example_and_the_queries(project: Project, database: Database, stack: ExitStack) -> None:
    shutil.rmtree(project.folder / "notes")
    (project.folder / "papers").mkdir()
    (project.folder / "notes").mkdir()
    for sample in samples_folder().iterdir():
        shutil.copy(sample, project.folder / ("notes" if sample.suffix == ".md" else "papers"))

    assert [language for language, _ in TESTED].count("sh") >= 3
    server = stack.enter_context(StandIn())
    server.plays(*[model] * 200)
    named = {"PEEK_GRAPH_LLM__API_BASE": server.url, "PEEK_GRAPH_LLM__MODEL": "stand-in"}
    for language, text in TESTED:
        text = text.replace("battery", project.map)
        if "D3§2.3" in text:  # a ref that its reader takes from a search
            text = text.replace("D3§2.3", project.json("search", "energy density")["hits"][0]["ref"])
        # LlamaIndex's agents look at fields that pydantic will drop.
        python = [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", text]
        run = ["bash", "-eu", "-c", text] if language == "sh" else python
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            run,
            cwd=project.folder,
            env={**os.environ, **named, "PATH": path},
            capture_output=True,
            text=True,
            timeout=200,
        )
        assert done.returncode == 0, text + done.stdout + done.stderr

    queries = blocks("cypher")
    assert len(queries) >= 3
    for query in queries:
        found = database.driver.execute_query(query.replace("battery", project.map), database_=database.database)
        assert found.records, query
