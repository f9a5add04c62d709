from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from peek_graph.embedding import Vector, VectorCache
from tests.embedding.embedders import DIMENSIONS, vector_of


def _vectors(*texts: str) -> dict[str, Vector]:
    return {text: vector_of(text) for text in texts}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "v.sqlite3"


def test_vectors_come_back_bit_for_bit_after_reopening(path: Path) -> None:
    texts = [f"text {number} 固态 👩‍🔬" for number in range(1300)]
    with VectorCache(path) as cache:
        cache.put("e", DIMENSIONS, _vectors(*texts))
    with VectorCache(path) as cache:
        found = cache.get("e", DIMENSIONS, [*texts, "unknown"])
    assert found.keys() == set(texts)
    for text in texts:
        assert found[text].dtype == np.float32
        np.testing.assert_array_equal(found[text], vector_of(text))
    found[texts[0]][0] = 1  # callers may change what they got


def test_the_key_is_embedder_dimensions_and_text(path: Path) -> None:
    with VectorCache(path) as cache:
        cache.put("e", DIMENSIONS, _vectors("one"))
        assert cache.get("other", DIMENSIONS, ["one"]) == {}
        assert cache.get("e", DIMENSIONS + 1, ["one"]) == {}
        assert cache.get("e", DIMENSIONS, ["One"]) == {}
        assert list(cache.get("e", DIMENSIONS, ["one", "one"])) == ["one"]


@pytest.mark.parametrize("damage", ["not a database", "torn"])
def test_a_damaged_file_is_set_aside_and_begun_anew(path: Path, damage: str) -> None:
    with VectorCache(path) as cache:
        cache.put("e", DIMENSIONS, _vectors(*map(str, range(2000))))
    if damage == "torn":
        content = bytearray(path.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)  # all but the first page, which holds the schema
        path.write_bytes(content)
    else:
        path.write_bytes(b"no database at all" * 1000)
    with VectorCache(path) as cache:
        assert cache.get("e", DIMENSIONS, ["1"]) == {}
        cache.put("e", DIMENSIONS, _vectors("new"))
        assert cache.unavailable_reason is None
        assert list(cache.get("e", DIMENSIONS, ["new"])) == ["new"]
    assert path.with_name(f"{path.name}.damaged").exists()


def test_damage_seen_by_two_at_once_is_repaired_once(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 1000)
    caches = [VectorCache(path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda pair: pair[1].put("e", DIMENSIONS, _vectors(str(pair[0]))), enumerate(caches)))
    assert [cache.unavailable_reason for cache in caches] == [None] * 4
    assert len(caches[0].get("e", DIMENSIONS, ["0", "1", "2", "3"])) == 4
    for cache in caches:
        cache.close()


def test_a_file_of_somebody_else_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE vector (mine TEXT)")
    database.close()
    cache = VectorCache(path)
    cache.put("e", DIMENSIONS, _vectors("one"))
    assert cache.unavailable_reason is not None
    assert path.name in cache.unavailable_reason
    assert cache.get("e", DIMENSIONS, ["one"]) == {}
    assert not path.with_name(f"{path.name}.damaged").exists()


def test_a_place_that_cannot_be_written_is_told_and_survived(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file" / "v.sqlite3", tmp_path):
        cache = VectorCache(place)
        cache.put("e", DIMENSIONS, _vectors("one"))
        assert cache.get("e", DIMENSIONS, ["one"]) == {}
        assert cache.unavailable_reason is not None
        assert str(place) in cache.unavailable_reason


def test_what_was_not_used_for_longest_goes_first(path: Path) -> None:
    with VectorCache(path) as cache:
        cache.put("e", DIMENSIONS, _vectors(*(f"old {number}" for number in range(3000))))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE vector SET used = used - 7 * 24 * 3600")
    database.close()
    kept = [f"old {number}" for number in range(0, 3000, 10)]
    limit = 300_000
    with VectorCache(path, max_bytes=limit) as cache:
        assert len(cache.get("e", DIMENSIONS, kept)) == 300  # used now
        for start in range(0, 1000, 100):
            new = [f"new {number}" for number in range(start, start + 100)]
            cache.put("e", DIMENSIONS, _vectors(*new))
            assert len(cache.get("e", DIMENSIONS, new)) == 100
        assert len(cache.get("e", DIMENSIONS, kept)) == 300
        assert len(cache.get("e", DIMENSIONS, [f"old {number}" for number in range(3000)])) < 2500
        assert cache.unavailable_reason is None


def test_the_file_stays_bounded(path: Path) -> None:
    limit = 500_000
    with VectorCache(path, max_bytes=limit) as cache:
        for start in range(0, 20_000, 500):
            cache.put("e", DIMENSIONS, _vectors(*map(str, range(start, start + 500))))
        assert cache.unavailable_reason is None
    assert path.stat().st_size < 1.5 * limit


WRITER = """
import sys
from pathlib import Path
from peek_graph.embedding import VectorCache
from tests.embedding.embedders import DIMENSIONS, vector_of
path, first = Path(sys.argv[1]), int(sys.argv[2])
cache = VectorCache(path)
for start in range(first, first + 1000, 20):
    texts = [str(number) for number in range(start, start + 20)]
    cache.put("e", DIMENSIONS, {text: vector_of(text) for text in texts})
    assert len(cache.get("e", DIMENSIONS, texts)) == 20, cache.unavailable_reason
assert cache.unavailable_reason is None, cache.unavailable_reason
"""


def test_several_processes_share_one_file(path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(first)], cwd=Path(__file__).parents[2])
        for first in (0, 500, 1000)  # they overlap
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    with VectorCache(path) as cache:
        assert len(cache.get("e", DIMENSIONS, [str(number) for number in range(2000)])) == 2000


def test_threads_share_one_cache(path: Path) -> None:
    with VectorCache(path) as cache, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: cache.put("e", DIMENSIONS, _vectors(str(number))), range(100)))
        assert len(cache.get("e", DIMENSIONS, list(map(str, range(100))))) == 100
        assert cache.unavailable_reason is None
