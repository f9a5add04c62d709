from __future__ import annotations

import gc
import hashlib
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from peek_graph.artifacts import coordinates, lock_names, repository, resolve, resolve_one
from peek_graph.artifacts.lock import LockedFile, load_lock
from peek_graph.artifacts.resolver import resolve_files
from peek_graph.errors import ArtifactCorrupt, ArtifactUnavailable, InvalidValue

# jgo leaves the connection of a transfer that broke to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")

ROOT = Path(__file__).parent.parent
CONTENT = {f"org.example:thing-{n}:1.0{c}": os.urandom(50_000 + n) for n in range(6) for c in ("", ":linux-x86_64")}
FILES = tuple(LockedFile(name, hashlib.sha256(data).hexdigest(), len(data)) for name, data in CONTENT.items())


class Registry(ThreadingHTTPServer):
    """A Maven repository on the loopback address that can be told to misbehave."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = {f"/{file.path}": CONTENT[file.coordinate] for file in FILES}
        self.cut_first = 0
        self.asked: Counter[str] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        self.server.asked[self.path] += 1
        data = self.server.files.get(self.path)
        if data is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        cut = self.server.asked[self.path] <= self.server.cut_first
        self.wfile.write(data[: len(data) // 2] if cut else data)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty local repository, and a home of its own for what is remembered."""
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    monkeypatch.setenv("PEEK_GRAPH_HOME", str(tmp_path / "home"))
    _use(monkeypatch, tmp_path, "http://127.0.0.1:9")  # nothing listens there
    yield tmp_path / "m2"
    gc.collect()


@pytest.fixture
def registry(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    with Registry() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        _use(monkeypatch, tmp_path, server.url)
        yield server
        server.shutdown()


def _use(monkeypatch: pytest.MonkeyPatch, folder: Path, url: str) -> None:
    file = folder / "jgo.conf"
    file.write_text(f"[repositories]\ncentral = {url}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(file))


def _left_over(store: Path) -> list[Path]:
    expected = {store / file.path for file in FILES}
    return [path for path in store.rglob("*") if path.is_file() and path not in expected]


def test_a_cold_cache_is_filled_and_progress_adds_up(store: Path, registry: Registry) -> None:
    seen: list[tuple[int, int, str]] = []
    paths = resolve_files(FILES, lambda *step: seen.append(step))
    assert [path.read_bytes() for path in paths] == list(CONTENT.values())
    total = sum(file.size for file in FILES)
    assert seen[-1][:2] == (total, total)
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert {what for _, _, what in seen} == {file.path.name for file in FILES}
    assert not _left_over(store)


def test_a_warm_cache_needs_no_network_and_no_jgo(store: Path, registry: Registry) -> None:
    resolve_files(FILES)
    registry.asked.clear()
    code = (
        "import sys; sys.modules['jgo'] = None\n"
        "from tests.test_artifacts import *\n"
        f"files = {FILES!r}\n"
        "print(len(resolve_files(files)), 'requests' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["12", "False"]
    assert not registry.asked


def test_files_on_disk_are_hashed_once_only(store: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_files(FILES)
    hashed: list[object] = []
    monkeypatch.setattr(hashlib, "file_digest", lambda *given: hashed.append(given))
    resolve_files(FILES)
    assert not hashed


@pytest.mark.parametrize("damage", [b"", b"half", os.urandom(50_000)], ids=["empty", "truncated", "same size"])
def test_a_damaged_file_in_the_cache_is_fetched_again(store: Path, registry: Registry, damage: bytes) -> None:
    path = resolve_files(FILES[:1])[0]
    path.write_bytes(damage)
    assert resolve_files(FILES[:1])[0].read_bytes() == CONTENT[FILES[0].coordinate]


def test_a_wrong_file_from_the_registry_is_refused_after_one_more_try(store: Path, registry: Registry) -> None:
    url = f"/{FILES[0].path}"
    registry.files[url] = os.urandom(50_000)
    with pytest.raises(ArtifactCorrupt, match=r"thing-0-1\.0\.jar") as caught:
        resolve_files(FILES[:1])
    assert registry.url in str(caught.value.hint)
    assert registry.asked[url] == 2
    assert not (store / FILES[0].path).exists()
    assert not _left_over(store)


def test_a_cut_transfer_is_tried_again(store: Path, registry: Registry) -> None:
    registry.cut_first = 1
    seen: list[int] = []
    paths = resolve_files(FILES, lambda *step: seen.append(step[0]))
    assert [path.read_bytes() for path in paths] == list(CONTENT.values())
    assert seen[-1] == sum(file.size for file in FILES)


def test_a_transfer_that_is_always_cut_leaves_nothing(store: Path, registry: Registry) -> None:
    registry.cut_first = 1000
    with pytest.raises(ArtifactUnavailable):
        resolve_files(FILES)
    assert not [path for path in store.rglob("*") if path.is_file()]


def test_a_cold_cache_without_network_names_the_file_and_what_to_do(store: Path) -> None:
    with pytest.raises(ArtifactUnavailable, match=r"thing-0-1\.0\.jar .* cannot be downloaded: .*refused") as caught:
        resolve_files(FILES[:1])
    assert "http://127.0.0.1:9" in str(caught.value.hint)
    assert "M2_REPO" in str(caught.value.hint)


def test_a_file_that_no_registry_has(store: Path, registry: Registry) -> None:
    with pytest.raises(ArtifactUnavailable, match="absent"):
        resolve_files([LockedFile("org.example:absent:1.0", "0" * 64, 5)])


def test_without_jgo_the_extra_is_named(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("jgo", "jgo.config"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ArtifactUnavailable, match="jgo") as caught:
        resolve_files(FILES[:1])
    assert 'pip install "peek-graph[local]"' in str(caught.value.hint)


def test_two_processes_fill_one_cache_at_once(store: Path, registry: Registry) -> None:
    code = f"from tests.test_artifacts import *\nprint(len(resolve_files({FILES!r})))"
    both = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [one.communicate(timeout=60)[0].strip() for one in both] == ["12", "12"]
    assert [(store / file.path).read_bytes() for file in FILES] == list(CONTENT.values())
    assert not _left_over(store)


def test_what_killed_downloads_left_is_removed_and_living_ones_are_not(store: Path, registry: Registry) -> None:
    old, young = store / ".peek-graph-old", store / ".peek-graph-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "half.jar").write_bytes(b"half")
    os.utime(old, (time.time() - 200_000,) * 2)
    resolve_files(FILES[:1])
    assert not old.exists()
    assert young.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting a small disk needs root")
@pytest.mark.parametrize("options", ["size=64k", "size=10m,nr_inodes=4"], ids=["seen before", "seen while writing"])
def test_a_full_disk(store: Path, registry: Registry, options: str) -> None:
    store.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", store], check=False).returncode:
        pytest.skip("cannot mount here")
    try:
        with pytest.raises(ArtifactUnavailable, match="no room") as caught:
            resolve_files(FILES)
        assert "M2_REPO" in str(caught.value.hint)
    finally:
        subprocess.run(["umount", store], check=True)


def test_a_damaged_configuration_of_jgo(store: Path, tmp_path: Path) -> None:
    (tmp_path / "jgo.conf").write_text("central = x")
    with pytest.raises(ArtifactUnavailable, match=r"jgo's configuration cannot be read: .*jgo\.conf"):
        resolve_files(FILES)


def test_a_repository_that_is_no_folder(store: Path) -> None:
    store.write_text("a file")
    with pytest.raises(ArtifactUnavailable, match="cannot use the local Maven repository"):
        resolve_files(FILES)


def test_an_unknown_coordinate_or_lock(store: Path) -> None:
    with pytest.raises(InvalidValue, match="in no lock file"):
        resolve_one("org.example:thing:1.0")
    with pytest.raises(InvalidValue, match="there is no lock") as caught:
        resolve("../neo4j-2026.08.1")
    assert "neo4j-2026.08.1" in str(caught.value.hint)


@pytest.mark.parametrize("name", lock_names())
def test_locks_are_sound(name: str) -> None:
    files = load_lock(name)
    assert len({file.path for file in files}) == len(files)
    for file in files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.size > 0
        assert not file.path.is_absolute()
        assert ".." not in file.path.parts
        assert coordinates()[file.coordinate].sha256 == file.sha256, "one coordinate, two sums"


def test_the_repository_is_mavens_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("M2_REPO", raising=False)
    assert repository() == Path.home() / ".m2" / "repository"


@pytest.mark.network
def test_a_locked_file_comes_from_the_real_registry(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JGO_CONFIG_FILE")
    smallest = min(load_lock("neo4j-2026.08.1"), key=lambda file: file.size)
    assert resolve_one(smallest.coordinate).stat().st_size == smallest.size
