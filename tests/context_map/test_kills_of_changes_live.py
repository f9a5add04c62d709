"""The client or the server killed in `apply` or `rollback`: the map is at a whole revision, old or new."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest

from peek_graph.context_map import ContextMap
from peek_graph.context_map.view.dictionary import json_text
from peek_graph.server import LocalServer
from peek_graph.settings import Connection, ServerSettings, load_settings
from tests.context_map.conftest import Project, WordEmbedder
from tests.context_map.invariants import assert_whole
from tests.context_map.test_kills_live import reopened, settings_of
from tests.neo4j_for_tests import wanted_version

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.timeout(3600)]

_CLIENT_KILLS, _SERVER_KILLS = 70, 30
# Batches and rollbacks in turn, until it is killed. Each batch says in `batch` which one it is, and adds ten todos of
# that number: whatever state the map is left in, the two agree.
_WORKER = """
import random, sys
from pathlib import Path
from peek_graph.context_map import ContextMap
from peek_graph.settings import load_settings

uri, user, password, name, folder, seed = sys.argv[1:]
rng = random.Random(int(seed))
settings = load_settings(Path(folder), uri=uri, user=user, password=password, embedding={"model": "none"})
with ContextMap.open(name, settings=settings) as opened:
    print("ready", flush=True)
    while True:
        now = opened.log(1)[0].number
        if now > 6 and rng.random() < 0.4:
            opened.rollback(now - rng.randint(1, 5), source_kind="user")
            continue
        number = now
        todos = [{"op": "add", "path": "working_memory.todo_list", "value": {"text": f"{number}.{i}", "batch": number}}
                 for i in range(10)]
        batch = [
            {"op": "delete", "path": "working_memory.todo_list"},
            *todos,
            {"op": "update", "path": "working_memory.variables", "value": {"batch": number}},
            {"op": "add", "path": "action_history", "value": {"step": number, "action": f"batch {number}"}},
            {"op": "update", "path": "meta", "value": {"current_step": number, "ultimate_goal": f"Goal {number}"}},
            {"op": "update", "path": "sub_maps", "value": {f"s{number % 7}": {"title": f"S{number}"}}},
            {"op": "move", "path": "working_memory.todo_list[0]", "to": f"sub_maps.s{number % 7}"},
        ]
        opened.apply(batch, source_kind="user")
        print("changed", flush=True)
"""


def start_worker(project: Project, name: str, connection: Connection, seed: int) -> subprocess.Popen[str]:
    arguments = [connection.uri, connection.user, connection.password, name, str(project.folder), str(seed)]
    process = subprocess.Popen(
        [sys.executable, "-c", _WORKER, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=dict(os.environ),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n", process.communicate()
    # A server that has just come up takes seconds for its first change: before it, there is no middle to be killed in.
    assert process.stdout.readline() == "changed\n", process.communicate()
    return process


def assert_one_batch(project: Project, opened: ContextMap) -> int:
    """All of the map is of one batch, and its past can be read; the revision it is at."""
    view = opened.to_dict()
    number = view["meta"]["current_step"]
    if number:
        assert view["meta"]["ultimate_goal"] == f"Goal {number}"
        assert view["working_memory"]["variables"] == {"batch": number}
        assert [todo["text"] for todo in view["working_memory"]["todo_list"]] == [f"{number}.{i}" for i in range(1, 10)]
        assert view["action_history"][-1]["step"] == number
    revision = opened.log(1)[0].number
    assert json_text(opened.at(revision).to_dict()) == json_text(view)
    assert_whole(project, opened)
    return revision


def test_the_client_killed_in_the_middle_of_changes(project: Project, neo4j_connection: Connection) -> None:
    opened = project.map()
    rng = random.Random(5)
    last = assert_one_batch(project, opened)
    moved = 0
    for kill in range(_CLIENT_KILLS):
        process = start_worker(project, opened.name, neo4j_connection, kill)
        time.sleep(rng.uniform(0.0, 0.7))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        time.sleep(0.2)  # the server ends the dead client's transaction when it sees the connection closed
        revision = assert_one_batch(project, opened)
        moved += revision > last
        last = revision
    assert moved >= _CLIENT_KILLS // 2


def test_the_server_killed_in_the_middle_of_changes(tmp_path: Path) -> None:
    server = LocalServer(f"kills-{uuid.uuid4().hex[:8]}", ServerSettings(version=wanted_version()))
    folder = tmp_path / "project"
    folder.mkdir()
    project = Project(folder, load_settings(folder), WordEmbedder())
    rng = random.Random(13)
    moved = 0
    try:
        record = server.up()
        project.settings = settings_of(folder, record)
        name = project.map().name
        last = 1
        for kill in range(_SERVER_KILLS):
            process = start_worker(project, name, Connection(record.uri, record.user, record.password), kill)
            time.sleep(rng.uniform(0.0, 0.7))
            psutil.Process(record.pid).send_signal(signal.SIGKILL)
            record = server.up()
            process.kill()
            process.communicate()
            revision = assert_one_batch(project, reopened(project, name, record))
            moved += revision > last
            last = revision
        assert moved >= _SERVER_KILLS // 2
    finally:
        for made in project.made:
            made.close()
        server.down()
        shutil.rmtree(server.folder, ignore_errors=True)
