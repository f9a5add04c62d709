from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from peek_graph.errors import ServerStartFailed
from peek_graph.server.state import ServerRecord, read_record, write_record
from peek_graph.settings import Settings, connection_file, resolve_connection

RECORD = ServerRecord("bolt://127.0.0.1:7687", "neo4j", "s3cret", "http://127.0.0.1:7474", "2026.08.1", 12)


def test_a_record_comes_back_and_is_what_settings_connect_to(home: Path) -> None:
    assert read_record("a") is None
    write_record("a", RECORD)
    write_record("a", replace(RECORD, pid=None))
    assert read_record("a") == replace(RECORD, pid=None)
    connection = resolve_connection(Settings(instance="a"))
    assert (connection.uri, connection.user, connection.password) == (RECORD.uri, "neo4j", "s3cret")
    assert read_record("b") is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_only_the_owner_reads_it_whatever_the_umask(home: Path, umask: int) -> None:
    home.joinpath("servers").mkdir(parents=True)
    before = os.umask(umask)
    try:
        write_record("a", RECORD)
    finally:
        os.umask(before)
    file = connection_file("a")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"uri": "bolt://x"}'])
def test_a_damaged_record_says_which_file(home: Path, text: str) -> None:
    file = connection_file("a")
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(ServerStartFailed) as caught:
        read_record("a")
    assert str(file) in caught.value.message


def test_the_password_is_not_shown() -> None:
    assert "s3cret" not in repr(RECORD)
    assert RECORD.browser == "http://127.0.0.1:7474/browser/"
    assert (RECORD.bolt_port, RECORD.http_port) == (7687, 7474)
