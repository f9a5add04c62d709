"""The client or the server killed at any point: the map is at a whole revision, and a second `add` completes it."""

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
from peek_graph.server import LocalServer, ServerRecord
from peek_graph.settings import Connection, ServerSettings, Settings, load_settings
from tests.context_map.conftest import Project, WordEmbedder
from tests.neo4j_for_tests import wanted_version

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.timeout(1800)]

_KILLS = 20
_ADDER = """
import sys
from pathlib import Path
from peek_graph.context_map import ContextMap
from peek_graph.settings import load_settings
from tests.context_map.conftest import WordEmbedder

uri, user, password, name, folder = sys.argv[1:]
settings = load_settings(Path(folder), uri=uri, user=user, password=password)
with ContextMap.open(name, settings=settings, embedder=WordEmbedder()) as opened:
    print("ready", flush=True)
    opened.add([folder])
print("done", flush=True)
"""


def write_corpus(project: Project, changed: int = 0) -> int:
    """30 notes of 30 sections; ``changed`` goes into every third section."""
    for number in range(30):
        body = "\n\n".join(
            f"## H{n}\n\nWords of note {number}, section {n}" + (f", edition {changed}." if n % 3 == 0 else ".")
            for n in range(30)
        )
        project.write(f"n{number:02}.md", f"# Note {number}\n\n{body}\n")
    return 30


def start_adding(project: Project, opened: ContextMap, connection: Connection) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _ADDER,
            connection.uri,
            connection.user,
            connection.password,
            opened.name,
            str(project.folder),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PEEK_GRAPH_EMBEDDING__CACHE": "false"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n", process.communicate()
    return process


def seconds_of_adding(project: Project, opened: ContextMap, connection: Connection) -> float:
    """How long the work takes here and now that will be killed; by the second, later run of the two."""
    for edition in (-2, -1):
        write_corpus(project, changed=edition)
        process = start_adding(project, opened, connection)
        began = time.monotonic()
        process.communicate(timeout=300)
    return time.monotonic() - began


def assert_whole(project: Project, opened: ContextMap) -> None:
    """Every count, link and state of the map agrees with every other."""
    row = opened._handle.row()
    (found,) = project.rows(
        "MATCH (m:Map {uid: $uid}) "
        "RETURN COUNT { (:Entry:Document {map_uid: $uid}) } AS documents, "
        "COUNT { (:Entry:Section {map_uid: $uid}) } AS sections, "
        "COUNT { (m)-[:HAS_REVISION]->() } AS revisions, "
        "COUNT { MATCH (s:Entry:Section {map_uid: $uid}) "
        "WHERE COUNT { (s)<-[h:HAS_SECTION WHERE h.until IS NULL]-() } <> 1 } AS loose, "
        "COUNT { MATCH (:Entry {map_uid: $uid})-[n:NEXT]->(:Entry) WHERE n.until IS NULL } AS next, "
        "COUNT { MATCH (s:Entry {map_uid: $uid}) "
        "WHERE NOT (:Revision {map_uid: $uid, number: s.since})-[:TOUCHED]->(s) } AS untouched, "
        "COUNT { MATCH (s:Entry {map_uid: $uid}) WHERE s.since > m.revision } AS ahead",
        uid=opened.uid,
    )
    assert (found["documents"], found["sections"]) == (row.documents, row.sections)
    assert found["revisions"] == row.revision
    assert found["next"] == row.sections - row.documents
    assert (found["loose"], found["untouched"], found["ahead"]) == (0, 0, 0)
    halves = project.rows(
        "MATCH (d:Entry:Document {map_uid: $uid}) "
        "WITH d, COUNT { (d)-[h:HAS_SECTION WHERE h.until IS NULL]->(:Entry) } AS n "
        "WHERE n <> d.section_count OR n <> 30 RETURN d.ref AS ref, n, d.section_count AS counted",
        uid=opened.uid,
    )
    assert halves == []


def complete(project: Project, opened: ContextMap) -> None:
    with ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder()) as again:
        report = again.add([project.folder])
        assert not report.missing
        assert not report.refused
    assert_whole(project, opened)
    assert opened._handle.row().documents == 30
    assert project.rows(
        "MATCH (s:Entry:Section {map_uid: $uid}) WHERE s.embedding IS NULL OR s.vector_pending RETURN count(s) AS n",
        uid=opened.uid,
    ) == [{"n": 0}]


def test_the_client_killed_in_the_middle_of_adding(project: Project, neo4j_connection: Connection) -> None:
    opened = project.map()
    rng = random.Random(7)
    in_the_middle = 0
    seconds = seconds_of_adding(project, opened, neo4j_connection)
    for kill in range(_KILLS):
        write_corpus(project, changed=kill)
        before = opened._handle.row().revision
        process = start_adding(project, opened, neo4j_connection)
        time.sleep(rng.uniform(0.02, 0.8) * seconds)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        # The server ends the dead client's transaction when it sees the connection closed.
        time.sleep(0.2)
        assert_whole(project, opened)
        in_the_middle += process.returncode == -signal.SIGKILL and opened._handle.row().revision < before + 30
        complete(project, opened)
    # A kill that came after the work proves nothing; most must have come into it.
    assert in_the_middle >= _KILLS // 2


def test_the_server_killed_in_the_middle_of_adding(tmp_path: Path) -> None:
    server = LocalServer(f"kills-{uuid.uuid4().hex[:8]}", ServerSettings(version=wanted_version()))
    folder = tmp_path / "project"
    folder.mkdir()
    project = Project(folder, load_settings(folder), WordEmbedder())
    rng = random.Random(11)
    in_the_middle = 0
    try:
        record = server.up()
        project.settings = settings_of(folder, record)
        name = project.map().name
        connection = Connection(record.uri, record.user, record.password)
        seconds = seconds_of_adding(project, project.made[0], connection)
        for kill in range(_KILLS):
            write_corpus(project, changed=kill)
            before = reopened(project, name, record)._handle.row().revision
            process = start_adding(project, project.made[0], Connection(record.uri, record.user, record.password))
            time.sleep(rng.uniform(0.02, 0.8) * seconds)
            psutil.Process(record.pid).send_signal(signal.SIGKILL)
            # The client's retries may outlast the kill: what it does after the restart is allowed, but no half of it.
            record = server.up()
            process.kill()
            process.communicate()
            opened = reopened(project, name, record)
            assert_whole(project, opened)
            in_the_middle += before < opened._handle.row().revision < before + 30
            complete(project, opened)
        assert in_the_middle >= _KILLS // 3
    finally:
        for made in project.made:
            made.close()
        server.down()
        shutil.rmtree(server.folder, ignore_errors=True)


def reopened(project: Project, name: str, record: ServerRecord) -> ContextMap:
    """The map through a new connection: the old one ended with the server."""
    for made in project.made:
        made.close()
    project.settings = settings_of(project.folder, record)
    project.made = [ContextMap.open(name, settings=project.settings, embedder=WordEmbedder())]
    return project.made[0]


def settings_of(folder: Path, record: ServerRecord) -> Settings:
    return load_settings(folder, uri=record.uri, user=record.user, password=record.password)
