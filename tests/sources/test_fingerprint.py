import hashlib
import os
import socket
from pathlib import Path

import pytest

from peek_graph.errors import SourceEmpty, SourceError, SourceNotFound, SourceTooLarge, SourceUnreadable
from peek_graph.settings import SourceSettings
from peek_graph.sources.fingerprint import fingerprint, read_bytes
from peek_graph.sources.reader import read_source


def test_the_hash_is_of_the_bytes(tmp_path: Path) -> None:
    data = os.urandom(3_000_000)
    path = tmp_path / "a"
    path.write_bytes(data)
    mark = fingerprint(path, 10_000_000)
    assert (mark.source_hash, mark.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert mark.mtime == path.stat().st_mtime
    assert read_bytes(path, 10_000_000) == (data, mark)


def test_a_sparse_file_above_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(SourceTooLarge, match="200,000,000") as caught:
        fingerprint(path, SourceSettings().max_bytes)
    assert "max_bytes" in (caught.value.hint or "")


def refused(path: Path) -> SourceError:
    with pytest.raises(SourceError) as caught:
        fingerprint(path, 1000)
    with pytest.raises(type(caught.value)):
        read_source(path, "a", SourceSettings())
    return caught.value


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        for path, kind in (
            (tmp_path / "fifo", "named pipe"),
            (tmp_path / "s", "socket"),
            (Path("/dev/null"), "device"),
            (tmp_path, "folder"),
        ):
            error = refused(path)
            assert type(error) is SourceUnreadable
            assert kind in error.message


def test_missing_empty_and_unopenable_files(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert type(refused(tmp_path / "gone")) is SourceNotFound
    assert type(refused(tmp_path / "empty" / "below")) is SourceNotFound
    assert type(refused(tmp_path / "nul\0")) is SourceNotFound
    assert type(refused(tmp_path / "empty")) is SourceEmpty
    assert type(refused(tmp_path / "loop")) is SourceUnreadable
    assert type(refused(tmp_path / ("x" * 300))) is SourceUnreadable


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable for root")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    (tmp_path / "closed").write_text("x")
    (tmp_path / "closed").chmod(0)
    assert "permission" in refused(tmp_path / "closed").message
