from __future__ import annotations

from pathlib import Path

import pytest

from peek_graph.errors import ServerDataTooNew, ServerStartFailed
from peek_graph.server.logs import Logs, PortTaken


@pytest.fixture
def logs(tmp_path: Path) -> Logs:
    (tmp_path / "logs").mkdir()
    return Logs(tmp_path)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("PortBindException: Address localhost/127.0.0.1:7687 is already in use, cannot bind to it.", PortTaken),
        ("Caused by: java.net.BindException: Address already in use", PortTaken),
        ("Log file contains entries with prefix 32 … from an newer version of neo4j, which we", ServerDataTooNew),
        ("java.io.IOException: No space left on device", ServerStartFailed),
        ("FileLockException: Lock file has been locked by another process: store_lock", ServerStartFailed),
        ("something else", ServerStartFailed),
    ],
)
def test_the_error_is_made_of_what_the_logs_say(logs: Logs, line: str, error: type[ServerStartFailed]) -> None:
    logs.mark_start()
    logs.path("neo4j").write_text(f"INFO Starting...\nERROR {line}\n")
    assert type(logs.failure("ended", "5.26.30")) is error


def test_an_unknown_failure_shows_the_last_lines_without_the_chatter(logs: Logs) -> None:
    logs.path("neo4j").write_text("\n".join(f"line {n}" for n in range(100)))
    logs.path("console").write_text("WARNING: sun.misc.Unsafe is deprecated\nError: could not create the JVM\n")
    message = logs.failure("ended while it started", "2026.08.1").message
    assert "line 99" in message
    assert "line 3\n" not in message
    assert "could not create the JVM" in message
    assert "Unsafe" not in message


HEAP_TOO_LARGE = """\
2026-11-30 14:38:58.639+0000 ERROR Invalid memory configuration - exceeds physical memory.
2026-11-30 14:38:58.641+0000 INFO  Neo4j Server shutdown initiated by request
2026-11-30 14:38:58.641+0000 INFO  Stopped.
"""


def test_a_server_that_gives_up_by_itself_was_not_stopped(logs: Logs) -> None:
    logs.path("neo4j").write_text(HEAP_TOO_LARGE)
    assert "exceeds physical memory" in logs.failure("ended while it started", "2026.08.1").message
    asked = "".join(line for line in HEAP_TOO_LARGE.splitlines(keepends=True) if "ERROR" not in line)
    logs.path("neo4j").write_text(asked)
    assert "was stopped while it started" in logs.failure("ended while it started", "2026.08.1").message


def test_earlier_starts_do_not_count(logs: Logs, tmp_path: Path) -> None:
    logs.path("neo4j").write_text("Address already in use\n")
    logs.mark_start()
    with logs.path("neo4j").open("a") as file:
        file.write("something new\n")
    # Another process that waits for the same server judges by the same mark.
    assert type(Logs(tmp_path).failure("ended", "2026.08.1")) is ServerStartFailed


def test_a_log_that_was_rotated_is_read_from_its_beginning(logs: Logs) -> None:
    logs.path("neo4j").write_text("x" * 1000)
    logs.mark_start()
    logs.path("neo4j").write_text("Address already in use\n")
    assert type(logs.failure("ended", "2026.08.1")) is PortTaken


def test_recovery_is_seen_with_its_progress(logs: Logs) -> None:
    assert logs.activity() is None
    text = "Recovery required from position LogPosition{logVersion=0, byteOffset=3238}\n"
    logs.path("debug").write_text(text)
    assert logs.activity() == "recovering after a crash, 0 % done"
    logs.path("debug").write_text(text + "[neo4j/adcd]  40% completed\n")
    assert logs.activity() == "recovering after a crash, 40 % done"
    logs.path("debug").write_text(text + "100% completed\nRecovery in 'full' mode completed. Observed\n")
    assert logs.activity() is None


def test_tail(logs: Logs) -> None:
    assert logs.tail(5) == ()
    logs.path("neo4j").write_bytes(b"one\ntwo \xff\nthree\n")
    assert logs.tail(2) == ("two \ufffd", "three")
    assert logs.tail(9, "neo4j") == ("one", "two \ufffd", "three")
