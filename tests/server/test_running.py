"""A server that runs, booted once for all; those at the end need a start of their own."""

from __future__ import annotations

import base64
import http.client
import json
import signal
import socket
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import psutil
import pytest

from peek_graph.errors import AuthenticationFailed, ServerDataTooNew, ServerStartFailed
from peek_graph.server import LocalServer, ServerRecord, instance, versions
from peek_graph.server import process as processes
from peek_graph.server.ports import HOST, free_port
from peek_graph.server.state import read_record, write_record
from peek_graph.settings import ServerSettings
from tests.server.conftest import Booted
from tests.signals import restore_signals

pytestmark = pytest.mark.live


def _run(record: ServerRecord, statement: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection(HOST, record.http_port, timeout=60)
    token = base64.b64encode(f"{record.user}:{record.password}".encode()).decode()
    headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json"}
    connection.request("POST", "/db/neo4j/query/v2", json.dumps({"statement": statement}), headers)
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def _count(record: ServerRecord) -> int:
    return int(_run(record, "MATCH (n:Kept) RETURN count(n)")["data"]["values"][0][0])


def test_two_starts_at_once_make_one_server_that_outlives_both(booted: Booted) -> None:
    first, second = booted.outputs
    assert first == second
    home = booted.server.home
    assert [process.pid for process in psutil.process_iter() if processes.serves(process, home)] == [int(first)]


def test_up_again_is_quick_and_the_same(booted: Booted) -> None:
    began = time.monotonic()
    assert str(booted.server.up().pid) == booted.outputs[0]
    assert time.monotonic() - began < 3


def test_status_and_logs(booted: Booted) -> None:
    status = booted.server.status()
    assert (status.state, str(status.pid), status.version) == ("running", booted.outputs[0], versions()[0])
    assert status.memory is not None
    assert status.memory > 100_000_000
    assert status.uri == booted.server.record().uri
    assert any("Started." in line for line in booted.server.log_tail(200))


def test_all_its_ports_are_on_loopback(booted: Booted) -> None:
    record = booted.server.record()
    listening = [
        one for one in psutil.Process(record.pid).net_connections("inet") if one.status in ("LISTEN", psutil.CONN_NONE)
    ]
    assert {one.laddr.port for one in listening} == {record.bolt_port, record.http_port}
    assert {one.laddr.ip.removeprefix("::ffff:") for one in listening} == {HOST}


def test_browser_is_served(booted: Booted) -> None:
    record = booted.server.record()
    connection = http.client.HTTPConnection(HOST, record.http_port, timeout=30)
    connection.request("GET", record.browser.removeprefix(record.http))
    answer = connection.getresponse()
    assert answer.status == 200
    assert b"<html" in answer.read().lower()
    connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_nobody_else_can_read_its_folder(booted: Booted) -> None:
    folder = booted.server.folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "connection.json").stat().st_mode) == 0o600
    databases = booted.server.home / "data" / "databases"
    assert stat.S_IMODE(databases.stat().st_mode) & 0o077 == 0
    assert not list(folder.rglob("password.args"))


def test_its_temporary_files_are_in_its_folder(booted: Booted) -> None:
    temporary = booted.server.home / "tmp"
    assert list(temporary.glob("jetty-*"))
    pid = booted.server.record().pid
    outside = {Path(file.path) for file in psutil.Process(pid).open_files() if file.path.startswith(gettempdir())}
    assert {path for path in outside if not path.is_relative_to(booted.server.home)} == set()


def test_the_password_is_in_no_command_line(booted: Booted) -> None:
    password = booted.server.record().password
    assert len(password) >= 24
    lines = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
    assert not any(password in word for words in lines for word in words)


def test_cypher_does_not_read_files_of_this_machine(booted: Booted) -> None:
    answer = _run(booted.server.record(), "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row")
    assert answer["errors"][0]["code"].startswith("Neo.ClientError")


def test_another_version_is_refused_while_it_runs(booted: Booted) -> None:
    with pytest.raises(ServerStartFailed, match=r"runs version 2026\.08\.1, not 5\.26\.30"):
        LocalServer("shared", ServerSettings(version="5.26.30")).up()


def test_a_changed_password_is_told_apart_from_a_slow_start(booted: Booted) -> None:
    record = read_record("shared")
    assert record is not None
    write_record("shared", replace(record, password="another"))
    try:
        with pytest.raises(AuthenticationFailed, match="refuses the password"):
            booted.server.up()
    finally:
        write_record("shared", record)


def test_a_lost_pid_is_found_again(booted: Booted) -> None:
    record = read_record("shared")
    assert record is not None
    write_record("shared", replace(record, pid=None))
    assert str(booted.server.up().pid) == booted.outputs[0]
    write_record("shared", record)


def test_down_and_up_past_a_foreign_pid_and_taken_ports(booted: Booted) -> None:
    """One start for several things, for it takes its time."""
    server = booted.server
    record = server.record()
    _run(record, "UNWIND range(1, 1000) AS i CREATE (:Kept {i: i})")
    assert server.down() is True
    assert server.down() is False
    assert server.status().state == "stopped"
    assert not psutil.pid_exists(int(booted.outputs[0]))
    left = server.home / "tmp" / "jetty-of-one-that-was-killed"
    left.mkdir()

    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as foreign,
        socket.create_server((HOST, record.bolt_port)),
    ):
        stale = read_record("shared")
        assert stale is not None
        write_record("shared", replace(stale, pid=foreign.pid))
        again = server.up()
        assert not left.exists()
        assert again.pid != foreign.pid
        assert foreign.poll() is None
        assert again.bolt_port != record.bolt_port
        assert again.password == record.password
        assert _count(again) == 1000
        foreign.communicate(b"\n")


def test_a_java_that_cannot_start_shows_its_last_words(home: Path) -> None:
    with pytest.raises(ServerStartFailed, match="ended while it started") as caught:
        LocalServer("a", ServerSettings(heap="1m")).up()
    assert "heap" in caught.value.message
    assert LocalServer("a").status().state == "stopped"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent another way there")
def test_an_interrupted_start_leaves_nothing_running(home: Path) -> None:
    code = "from peek_graph.server import LocalServer; LocalServer('a').up(say=lambda text: print(text, flush=True))"
    root = Path(__file__).parents[2]
    server = LocalServer("a")
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=restore_signals,
    ) as child:
        assert child.stdout is not None
        assert any("is starting" in line for line in child.stdout)
        assert processes.find(server.home, None) is not None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert "stopping the Neo4j that was starting" in out
    assert "KeyboardInterrupt" in err
    assert processes.find(server.home, None) is None
    assert server.status().state == "stopped"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent another way there")
def test_an_interrupted_wait_for_a_server_of_another_leaves_it(booted: Booted, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(instance, "wait_ready", interrupt)
    with pytest.raises(KeyboardInterrupt):
        booted.server.up()
    assert booted.server.status().state == "running"


@pytest.mark.slow
def test_a_port_taken_between_choosing_and_binding(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = LocalServer("a")
    said: list[str] = []
    with socket.create_server((HOST, 0)) as taken:
        chosen = iter([taken.getsockname()[1]])
        monkeypatch.setattr(instance, "free_port", lambda *given: next(chosen, None) or free_port(*given))
        try:
            record = server.up(say=said.append)
            assert record.bolt_port != taken.getsockname()[1]
            assert "its port was taken by another program; trying others" in said
            assert _run(record, "RETURN 1")["data"]["values"] == [[1]]
        finally:
            server.down()


@pytest.mark.slow
def test_killed_while_writing_it_recovers_and_says_so(home: Path) -> None:
    server = LocalServer("a")
    try:
        record = server.up()
        for _ in range(30):
            _run(record, "UNWIND range(1, 20000) AS i CREATE (:Kept {i: i, text: 'hello ' + toString(i)})")
        psutil.Process(record.pid).kill()
        while processes.find(server.home, record.pid):
            time.sleep(0.05)
        said: list[str] = []
        assert server.status().state == "stopped"
        with pytest.raises(ServerStartFailed, match=r"not ready after 0\.5 seconds") as caught:
            server.up(timeout=0.5)
        assert "waits for it again" in str(caught.value.hint)
        assert _count(server.up(say=said.append)) == 600_000
        assert any("recovering after a crash" in line for line in said)
    finally:
        server.down()


@pytest.mark.slow
def test_data_of_5_26_is_taken_over_on_request_and_never_back(home: Path) -> None:
    old, new = (
        LocalServer("a", ServerSettings(version="5.26.30")),
        LocalServer("a", ServerSettings(version="2026.08.1")),
    )
    try:
        _run(old.up(), "UNWIND range(1, 10) AS i CREATE (:Kept {i: i})")
        old.down()
        by_itself = LocalServer("a").up()
        assert by_itself.version == "5.26.30", "converted without being asked"
        new_record = None
        LocalServer("a").down()
        new_record = new.up()
        assert _count(new_record) == 10
        new.down()
        with pytest.raises(ServerDataTooNew):
            old.up()
        # The record may be wrong, as in a folder copied together: then Neo4j itself refuses.
        write_record("a", replace(new_record, version="5.26.30", pid=None))
        with pytest.raises(ServerDataTooNew, match=r"newer than 5\.26\.30"):
            old.up()
    finally:
        LocalServer("a").down()


@pytest.mark.slow
def test_killed_in_the_middle_of_a_first_start(home: Path) -> None:
    """Whoever runs `up` is killed at any moment: the next one makes good of it."""
    code = "from peek_graph.server import LocalServer; LocalServer('a').up()"
    server = LocalServer("a")
    try:
        for seconds in (0.6, 1.5, 3.0):
            child = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parent.parent.parent)
            time.sleep(seconds)
            child.kill()
            child.wait()
        assert _run(server.up(), "RETURN 1")["data"]["values"] == [[1]]
        assert len([one for one in psutil.process_iter() if processes.serves(one, server.home)]) == 1
    finally:
        server.down()
    assert [file.name for file in (server.home / "run").iterdir()] == ["java.args"]
